"""The administration pages over many stored pages."""
