"""Pages and drops as people list and search them."""
