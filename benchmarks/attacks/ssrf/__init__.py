"""Private hosts against whole crawls: the web that leads to them, crawls, and what was reached."""
