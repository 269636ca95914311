"""`topiccrawl frontier`: show the links of a crawl, and put dead ones back."""
