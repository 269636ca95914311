"""What pages are compared by when duplicates are looked up in the database."""
