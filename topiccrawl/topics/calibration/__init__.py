"""Parameters fitted to labelled tables: algorithm 1, URL structure, AHP."""
