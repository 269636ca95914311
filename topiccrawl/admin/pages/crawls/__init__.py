"""Pages to set up, run and follow crawls."""
