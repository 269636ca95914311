"""Thesauri and vectors that similarity is computed from: packaged, imported, chosen by a topic."""
