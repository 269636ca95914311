"""Meta-search: queries made from a topic, the services that answer them, and which query is next."""
