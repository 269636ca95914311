"""What parts of a crawl may cost: forms of URLs that are often traps, and a crawl that finds nothing more."""
