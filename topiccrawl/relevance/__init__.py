"""Topics, and the relevance of texts to them."""

from topiccrawl.errors import HowNetError, TopicError
from topiccrawl.relevance.hownet import HowNet
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity import Similarity, SimilarityParameters
from topiccrawl.relevance.topic import Topic

__all__ = ["HowNet", "HowNetError", "Relevance", "Similarity", "SimilarityParameters", "Topic", "TopicError"]
