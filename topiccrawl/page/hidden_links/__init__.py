"""Links that a page has besides its anchors: in scripts, attributes, data, frames and forms."""
