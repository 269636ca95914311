"""The Scrapy schedulers: `FrontierScheduler` over any frontier, `FocusedScheduler` that scores links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler

if TYPE_CHECKING:
    from topiccrawl.scheduler.focused_scheduler import FocusedScheduler

__all__ = ["FocusedScheduler", "FrontierScheduler"]


def __getattr__(name: str) -> Any:
    """Load the scheduler of topics only where it is used: the other one works without their packages."""
    if name != "FocusedScheduler":
        raise AttributeError(name)
    from topiccrawl.scheduler.focused_scheduler import FocusedScheduler

    return FocusedScheduler
