"""Small resources, as the tests of `relevance` use them."""

from relevance.conftest import small_similarity

__all__ = ["small_similarity"]
