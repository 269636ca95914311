"""Pages and texts that cannot be read: why, and how that is seen."""
