"""The pages as a folder of static files, with networks in the visitor's browser."""
