"""More words for a topic: synonyms, neighbours, new words."""
