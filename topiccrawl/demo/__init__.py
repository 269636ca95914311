"""The demo: a small generated web and its server, crawled by `make demo`."""
