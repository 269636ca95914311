"""Fit the numbers of a shipped topic on labelled documents; each module is one command."""
