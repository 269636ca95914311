"""Labelled tables to parameters: algorithm 1, URL structure, AHP."""
