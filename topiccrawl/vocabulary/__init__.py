"""A topic's vocabulary (paper C): counting, picking, suggestions, new words, the topic folder."""
