"""The shell around every page: navigation, tools, list of networks, tour."""
