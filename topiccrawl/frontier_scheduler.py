"""The name by which `FrontierScheduler` was first known; it lives in `topiccrawl.scheduler`."""

from topiccrawl.scheduler import FrontierScheduler

__all__ = ["FrontierScheduler"]
