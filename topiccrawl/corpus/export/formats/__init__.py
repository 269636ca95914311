"""The file formats of an export, one module each."""
