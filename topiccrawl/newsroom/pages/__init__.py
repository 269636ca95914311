"""Pages on the analysis of the corpus."""
