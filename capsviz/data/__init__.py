"""Pictures: MNIST, drawings, samples, uploads."""
