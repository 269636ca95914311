"""Similarity of words, formula 3 and the topics made with them; each module is one command."""
