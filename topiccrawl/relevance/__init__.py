"""What a topic is and how much a text has to do with it."""

from topiccrawl.errors import HowNetError, TopicError
from topiccrawl.relevance.hownet.hownet import HowNet
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.topic import Topic

__all__ = ["HowNet", "HowNetError", "Relevance", "Similarity", "SimilarityParameters", "Topic", "TopicError"]
