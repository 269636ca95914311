"""Starts of crawls other than seed pages: sitemaps, feeds, lists of sites, directory pages, e-papers."""
