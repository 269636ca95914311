"""Lists that are data: which addresses a page asks for them, with which fields, by which method."""
