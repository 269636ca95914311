"""One URL of a topic: its state, and the score of its page today."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.fates import add_states, fate, find_drop
from topiccrawl.admin.lists.pages import read_page
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.errors import AdminError, TopicError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.text.files.limits import whole_number

_LONGEST_TEXT = 100_000
_LONGEST_URL = 4_000
_MOST_WORDS = 15


@page(Role.VIEWER)
def explain_url(visit: Visit) -> Response:
    """Show what is known about a URL; nothing is fetched."""
    services, topic = visit.services, visit.crawl_topic()
    number = whole_number(visit.query("drop"))
    if number is not None:
        drop = services.read(find_drop, number)
        url = str(drop["url"]) if drop is not None and drop["topic"] == topic else ""
    else:
        url = visit.query("url")[:_LONGEST_URL]
    if not is_http_url(url):
        raise AdminError(marked("请输入完整的网址，以 http:// 或 https:// 开头。"))
    found = services.read(fate, topic, url)
    add_states(services, topic, {url: found})
    stored = services.read(read_page, number=found.page) if found.page else None
    return visit.page(
        "url.html",
        topic=topic,
        url=url,
        found=found,
        state=found,
        stored=stored,
        meaning=meaning,
        **(_worth_today(visit, topic, stored) if stored else {"judged": None}),
    )


def _worth_today(visit: Visit, topic: str, stored: dict[str, Any]) -> dict[str, Any]:
    """Return the scores of a stored page by the topic's current words."""
    services = visit.services
    if (known := services.topics.find(topic)) is None:
        return {"judged": None}
    try:
        focus = services.focus(services.topics.load(known.name))
    except TopicError:  # its files are being edited by hand
        return {"judged": None}
    title, text = str(stored["title"]), str(stored["text"])[:_LONGEST_TEXT]
    return {
        "focus": focus,
        "judged": focus.judge(focus.description(title), text),
        "explained": focus.relevance.explain(f"{title}\n{text}").words[:_MOST_WORDS],
    }


ROUTES = [Route("/topics/{topic}/url", explain_url, methods=["GET"])]
