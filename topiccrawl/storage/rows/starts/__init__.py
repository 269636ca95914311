"""What crawls start from: queries with their results, and pages that are asked for again."""
