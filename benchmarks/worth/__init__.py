"""Worth per request: what language models and classifiers learn from the corpus of a crawl."""
