"""Links that pages hide in scripts, attributes, data, frames and forms."""
