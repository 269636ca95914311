"""Pages watched for changes: add, remove, and show changes."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.pages.overview import form_topic
from topiccrawl.newsroom.watched_rows import read_changes, read_visits
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.files.limits import whole_number

MOST = 500
"""Maximum number of watched pages of a topic."""
_LONGEST = 2_000
_VERSIONS = 20


@page(Role.VIEWER)
def list_watched(visit: Visit) -> Response:
    """Show the watched pages of a topic with their last visit and change; with `page`, the changes of one."""
    services = visit.services
    names = services.topic_names()
    asked = visit.query("topic")
    topic = asked if asked in names else (names[0] if names else "")
    watched = services.notes.watched(topic)
    visits = services.read(read_visits, topic)
    newest = {row["url"]: services.read(read_changes, topic, row["url"], 1) for row in watched}
    chosen = next((row for row in watched if str(row["id"]) == visit.query("page")), None)
    versions = services.read(read_changes, topic, chosen["url"], _VERSIONS) if chosen else []
    return visit.page(
        "watched.html",
        topic=topic,
        topics=names,
        rows=[(row, visits.get(url_hash(row["url"])), newest[row["url"]]) for row in watched],
        chosen=chosen,
        versions=versions,
        meaning=meaning,
    )


@page(Role.EDITOR)
def change_watched(visit: Visit) -> Response:
    """Start or stop watching a page."""
    form, notes = visit.form, visit.services.notes
    topic = form_topic(visit, visit.services.topic_names())
    if (number := whole_number(form.get("remove", ""))) is not None:
        notes.unwatch(topic, number)
    else:
        url = form.get("url", "").strip()
        if not (is_http_url(url) and len(url) <= _LONGEST):
            raise AdminError(marked("请填写 http 或 https 网址。"))
        if len(notes.watched(topic)) >= MOST:
            raise AdminError(marked("一个主题至多监测 500 个网页。"))
        notes.watch(topic, url)
    done = "saved" if number is None else "removed"
    return visit.go("/watch/pages?" + urlencode({"topic": topic}), done)


ROUTES = [
    Route("/watch/pages", list_watched, methods=["GET"]),
    Route("/watch/pages", change_watched, methods=["POST"]),
]
