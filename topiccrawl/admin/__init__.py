"""The web application by which people run crawls and read what they found."""
