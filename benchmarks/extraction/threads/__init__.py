"""Made-up pages of threads, and what is extracted from them and from real forum pages."""
