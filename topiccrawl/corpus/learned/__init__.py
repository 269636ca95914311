"""What crawls have learned about the pages of a topic, applied to stored pages and asked about."""
