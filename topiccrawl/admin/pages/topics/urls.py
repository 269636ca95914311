"""One URL of a topic: its state, the score of its page today, and its score as a link."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.drop_reasons import meaning
from topiccrawl.admin.link_worth import link_worth
from topiccrawl.admin.lists.fates import fate, find_drop
from topiccrawl.admin.lists.pages import read_page
from topiccrawl.admin.url_states import url_states
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError, TopicError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.text.files.limits import whole_number

_LONGEST_TEXT = 100_000
_LONGEST_URL = 4_000
_MOST_WORDS = 15


@page(Role.VIEWER)
def explain_url(visit: Visit) -> Response:
    """Show what is known about a URL; nothing is fetched."""
    services, topic = visit.services, str(visit.request.path_params["name"])
    if topic not in services.topic_names():
        raise AdminError(marked("没有这个主题。"))
    number, anchor = whole_number(visit.query("drop")), visit.query("anchor")[:1_000]
    if number is not None:
        drop = services.read(find_drop, number)
        url = str(drop["url"]) if drop is not None and drop["topic"] == topic else ""
    else:
        url = visit.query("url")[:_LONGEST_URL]
    if not is_http_url(url):
        raise AdminError(marked("请输入完整的网址，以 http:// 或 https:// 开头。"))
    found = services.read(fate, topic, url)
    state = url_states(services, topic, {url: found})[url]
    stored = services.read(read_page, number=found.page) if found.page else None
    anchor = anchor or _known("anchor", stored, found.drops, state.why)
    parent = _known("parent_url", stored, found.drops, state.why)
    return visit.page(
        "url.html",
        topic=topic,
        url=url,
        found=found,
        state=state,
        stored=stored,
        anchor=anchor,
        meaning=meaning,
        **_worth_today(visit, topic, stored, LinkContext(anchor, parent_url=parent), url),
    )


def _worth_today(
    visit: Visit, topic: str, stored: dict[str, Any] | None, link: LinkContext, url: str
) -> dict[str, Any]:
    """Return the scores of a stored page and of its URL by the topic's current words."""
    services = visit.services
    values: dict[str, Any] = {"focus": None, "judged": None, "explained": (), "link": None}
    if (known := services.topics.find(topic)) is None:
        return values
    try:
        focus = services.focus(services.topics.load(known.name))
    except TopicError:  # its files are being edited by hand
        return values
    values["focus"] = focus
    if stored is not None:
        title, text = str(stored["title"]), str(stored["text"])[:_LONGEST_TEXT]
        values["judged"] = focus.judge(focus.description(title), text)
        values["explained"] = focus.relevance.explain(f"{title}\n{text}").words[:_MOST_WORDS]
    worth = partial(link_worth, focus=focus, url=url, anchor=link.anchor, parent_url=link.parent_url)
    return {**values, "link": services.read(worth)}


def _known(
    name: str, stored: dict[str, Any] | None, drops: list[dict[str, Any]], why: Mapping[str, object]
) -> str:
    """Return a value of the link to a URL, from the frontier, the page or a drop."""
    given = [why.get(name), stored and stored[name], *(drop[name] for drop in drops)]
    return next((str(one) for one in given if one), "")


ROUTES = [Route("/topics/{name}/url", explain_url, methods=["GET"])]
