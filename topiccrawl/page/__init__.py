"""One parse of a page: tree, description, links with their context, metadata."""
