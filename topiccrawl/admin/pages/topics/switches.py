"""Buttons that switch words, start URLs and sites of a topic off and on."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.switches import DOMAIN, SEED, WORD, switch, switches
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError

_MOST = 500
_LONGEST = 2_100


@page(Role.VIEWER)
def show_switches(visit: Visit) -> Response:
    """Show what can be switched off; long word lists are filtered by the form."""
    name, asked = visit.topic_name(), visit.query("q")[:64]
    found = [one for one in switches(visit.services.topics, name) if asked in one.value]
    known = visit.services.topics.find(name)
    return visit.page(
        "switches.html",
        topic=name,
        asked=asked,
        sites=[one for one in found if one.kind != WORD],
        words=[one for one in found if one.kind == WORD][:_MOST],
        left_out=max(0, sum(one.kind == WORD for one in found) - _MOST),
        may=visit.may(Role.EDITOR) and known is not None and known.editable,
    )


@page(Role.EDITOR)
def set_switch(visit: Visit) -> Response:
    """Switch something off or on."""
    name, form = visit.topic_name(), visit.form
    kind, value = form.get("kind", ""), form.get("value", "")
    if (
        kind not in (SEED, DOMAIN, WORD)
        or not 0 < len(value) <= _LONGEST
        or form.get("to") not in ("on", "off")
    ):
        raise AdminError(marked("没有这一项。"))
    switch(visit.services.topics, name, kind, value, on=form["to"] == "on")
    asked = form.get("q", "")[:64]
    return visit.go(
        f"/topics/{quote(name)}/switches" + (f"?{urlencode({'q': asked})}" if asked else ""), "saved"
    )


ROUTES = [
    Route("/topics/{name}/switches", show_switches, methods=["GET"]),
    Route("/topics/{name}/switches", set_switch, methods=["POST"]),
]
