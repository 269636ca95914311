"""One story once: titles by tf-idf cosine, bodies by hash and shingles."""
