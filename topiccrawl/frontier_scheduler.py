"""The name under which `FrontierScheduler` was first released; it is in `topiccrawl.scheduler` now."""

from topiccrawl.scheduler import FrontierScheduler

__all__ = ["FrontierScheduler"]
