"""Rules of single sites, as a topic's files `sites/<host>.toml` give them, and how they read a page."""
