"""The administration pages of this wing, and what runs beside them."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.admin.services import Services
from topiccrawl.newsroom.pages import briefings, changes, events, overview, tags, watched
from topiccrawl.newsroom.warning_rounds import warnings_of

ROUTES = [
    route for module in (overview, changes, events, briefings, tags, watched) for route in module.ROUTES
]


def begin(services: Services) -> Callable[[], None]:
    """Start sending warnings; return what ends it."""
    rounds = warnings_of(services)
    rounds.begin()
    return rounds.close
