"""What is said of an article beside its text: title, dates, source, author."""
