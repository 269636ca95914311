"""The papers' experiments: tables as CSV and Markdown, plots as PNG and SVG."""
