"""Small resources, as the tests of `relevance` use them."""

from relevance.conftest import small_cilin, small_keyed, small_similarity, small_vectors

__all__ = ["small_cilin", "small_keyed", "small_similarity", "small_vectors"]
