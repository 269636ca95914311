"""From texts and grades to a topic: its words, its folder and its parameters (paper C)."""
