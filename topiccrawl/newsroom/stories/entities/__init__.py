"""Names of people, places and organisations in texts."""
