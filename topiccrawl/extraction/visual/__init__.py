"""Extraction by visual units (paper D, section 3)."""
