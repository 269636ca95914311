"""Algorithm 1 of paper A: similarity of two words by thesaurus and vectors."""
