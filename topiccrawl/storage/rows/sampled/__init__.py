"""Samples of URLs and of links, for what is learned and estimated from them."""
