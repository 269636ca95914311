"""What the pages of analysis rest on: sentiment, subjects, places and clusters of stories."""
