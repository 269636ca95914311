"""What the corpus shows."""
