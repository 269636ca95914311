"""What a topic is and how much a text has to do with it."""

from topiccrawl.relevance.hownet import HowNet, HowNetError
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity import Similarity
from topiccrawl.relevance.similarity_parameters import SimilarityParameters
from topiccrawl.relevance.topic import Topic
from topiccrawl.relevance.word_table import TopicError

__all__ = ["HowNet", "HowNetError", "Relevance", "Similarity", "SimilarityParameters", "Topic", "TopicError"]
