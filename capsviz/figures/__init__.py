"""Numbers in, Plotly figures out."""
