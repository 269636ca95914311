"""Algorithm 1 of paper A: similarity of two words from a thesaurus and vectors."""

from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity

__all__ = ["Similarity", "SimilarityParameters"]
