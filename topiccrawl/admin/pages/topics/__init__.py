"""Topics: made, changed and explained."""
