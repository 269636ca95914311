"""Extensions by which a crawl learns which pages are on its topic."""
