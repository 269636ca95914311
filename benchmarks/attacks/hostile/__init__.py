"""Hostile webs on loopback: a server of raw bytes, names that resolve as told, kinds of bad behaviour."""
