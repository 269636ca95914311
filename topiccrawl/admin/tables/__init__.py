"""Import and export of words, start URLs and sites as CSV and Excel."""
