"""The `topiccrawl` command."""
