"""Parameters of paper A, fitted to labelled pairs and comparisons: algorithms 1 and 2, and formula 5."""
