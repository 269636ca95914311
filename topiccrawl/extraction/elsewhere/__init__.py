"""Bodies that a page does not show itself: its scripts would put them in their place."""
