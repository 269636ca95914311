"""From words to a topic folder: draft, refine, weigh, check."""
