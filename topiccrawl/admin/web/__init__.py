"""What all pages share: safety, languages, templates, the request of a user."""
