"""Results as tables (CSV, Markdown) and plots (PNG, SVG)."""
