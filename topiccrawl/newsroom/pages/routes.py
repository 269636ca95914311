"""The administration pages of this wing, and what runs beside them."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.admin.services import Services
from topiccrawl.newsroom.outgoing.rounds import outgoing_of
from topiccrawl.newsroom.pages import briefings, changes, events, issues, overview, tags, watched
from topiccrawl.newsroom.warning_rounds import warnings_of

ROUTES = [
    route
    for module in (overview, changes, events, briefings, issues, tags, watched)
    for route in module.ROUTES
]


def begin(services: Services) -> Callable[[], None]:
    """Start sending warnings and briefings; return what ends it."""
    rounds, outgoing = warnings_of(services), outgoing_of(services)
    rounds.begin()
    outgoing.begin()

    def end() -> None:
        rounds.close()
        outgoing.close()

    return end
