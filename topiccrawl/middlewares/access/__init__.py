"""Middlewares that open sites: log-in sessions, proxies, pages that need a browser."""
