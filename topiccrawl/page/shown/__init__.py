"""What a browser would show of a page whose text is data, or whose script leads elsewhere."""
