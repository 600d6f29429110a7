"""The pages as a folder of static files, read by networks in the visitor's own browser."""
