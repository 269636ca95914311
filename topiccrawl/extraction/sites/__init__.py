"""Pages as the rules of their site read them: lists, links, parts of articles, and what changes by them."""
