"""The finished corpus: export."""
