"""Shared by all pages: request checks, languages, templates, the user's request."""
