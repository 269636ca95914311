"""What a topic is and how much a text has to do with it."""
