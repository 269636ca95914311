"""Replay: crawls of a captured web, offline and in simulated time."""
