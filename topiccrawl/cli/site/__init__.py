"""`topiccrawl site`: check the rules of single sites."""
