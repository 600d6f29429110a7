"""The shell around every page: navigation, tools, the choice of a network, the tour."""
