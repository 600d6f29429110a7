"""The pages: a folder each, with all that is the page's own."""
