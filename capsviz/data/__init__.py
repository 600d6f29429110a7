"""Pictures: MNIST, drawings, samples, picture files."""
