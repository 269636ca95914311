"""What exports for language models take from pages: personal data masked, Markdown, summaries, tokens, chunks."""
