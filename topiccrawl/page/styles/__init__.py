"""Styles as far as a page states them itself: selectors, colours, and what they hide."""
