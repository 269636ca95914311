"""Where imports read pages: one reader a format, each naming the place of what it cannot read."""
