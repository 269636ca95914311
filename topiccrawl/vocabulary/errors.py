"""What can go wrong while a vocabulary is built."""


class VocabularyError(ValueError):
    """A source, a table or a topic cannot be used; the message names the file, the line and the value."""
