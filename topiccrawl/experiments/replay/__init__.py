"""Replay: crawls of a captured web, offline and in model time."""
