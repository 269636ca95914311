"""The administration pages of this wing, and what runs beside them."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from topiccrawl.newsroom.pages import briefings, changes, events, overview, tags, tones, watched
from topiccrawl.newsroom.warning_rounds import WarningRounds

ROUTES = [
    route
    for module in (overview, changes, events, briefings, tags, tones, watched)
    for route in module.ROUTES
]


def begin(application: Starlette) -> Callable[[], None]:
    """Start sending warnings; return what ends it."""
    services = application.state.services
    application.state.warnings = rounds = WarningRounds(services.store, services.notes, services.send)
    rounds.begin()
    return rounds.close
