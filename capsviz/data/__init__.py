"""Pictures: data sets, drawings, samples, picture files."""
