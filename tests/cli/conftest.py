from known_topic import known_topic

__all__ = ["known_topic"]
