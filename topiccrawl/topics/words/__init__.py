"""A topic's vocabulary: counting words of texts, picking and discovering topic words (paper C)."""
