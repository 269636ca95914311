"""Pages to create, edit and explain topics."""
