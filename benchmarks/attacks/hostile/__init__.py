"""Hostile webs on loopback: a server of raw bytes, a scripted DNS resolver, kinds of bad behaviour."""
