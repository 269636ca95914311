"""Incremental clustering of text nodes (paper D, section 4)."""
