"""Server-side request forgery against whole crawls: a web that leads to private hosts, and its crawls."""
