"""Experiments of the papers: tables as CSV and Markdown, plots as PNG and SVG."""
