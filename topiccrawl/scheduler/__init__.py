"""The Scrapy schedulers: `FrontierScheduler` over any frontier, `FocusedScheduler` that scores links."""

from topiccrawl.scheduler.focused_scheduler import FocusedScheduler
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler

__all__ = ["FocusedScheduler", "FrontierScheduler"]
