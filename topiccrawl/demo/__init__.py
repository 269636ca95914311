"""A small web of our own making and its server: what `make demo` crawls."""
