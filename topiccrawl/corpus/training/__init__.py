"""What exports for language models take from pages: masked personal data, Markdown, tokens, chunks."""
