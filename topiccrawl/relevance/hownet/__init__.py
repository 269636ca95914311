"""HowNet (知网): its editions, and similarity after Liu & Li 2002."""

from topiccrawl.relevance.hownet.hownet import HowNet

__all__ = ["HowNet"]
