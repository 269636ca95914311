"""Samples of bodies and of URLs, for what is learned from them."""
