"""Budgets of a crawl: URL forms that are often traps, and crawls that find nothing more."""
