"""Building a topic's vocabulary (paper C): counting, picking, expanding, new words, the topic folder."""
