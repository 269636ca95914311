"""What a URL's host is, and whether it may be fetched."""
