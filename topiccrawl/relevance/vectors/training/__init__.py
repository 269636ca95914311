"""Training word vectors on the texts of a user."""
