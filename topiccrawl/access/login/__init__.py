"""Log-in sessions: recipes, forms, signs of an expired session, the search of a site."""
