"""`topiccrawl vocabulary`: from texts to the words of a topic."""
