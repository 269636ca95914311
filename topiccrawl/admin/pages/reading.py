"""Stored pages: find, read and grade them."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.pages import (
    ListedPage,
    count_set_aside,
    event_named,
    find_pages,
    hosts_of,
    listed,
    page_at,
    read_page,
)
from topiccrawl.admin.lists.quality_filter import MOST_LOOKED_AT, find_pages_of_quality
from topiccrawl.admin.lists.text_search import RANKED, SORTED, Hits, snippets
from topiccrawl.admin.lists.to_label import count_grades
from topiccrawl.admin.pages.entrance import local_path
from topiccrawl.admin.pages.filters import NAMES, chosen_topic, whole
from topiccrawl.admin.pages.searches import Wanted, find_hits, saved_searches, wanted
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.storage.rows.admin.page_index import count_some_unindexed
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT

_MOST = 50
_GRADES = {"relevant": RELEVANT, "near": NEAR, "other": OTHER}
_NONE = "none"
"""Takes a grade back."""


@page(Role.VIEWER)
def list_pages(visit: Visit) -> Response:
    """Show the pages that match the filters, newest first."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    asked = wanted(services, topic, visit.typed())
    order, place = visit.query("sort"), whole(visit.query("before"))
    found, rest, hits = services.read(_found, services, asked, order, place)
    query, numbers = asked.query, [one.number for one in found]
    event = asked.chosen.event
    hosts = partial(services.read, hosts_of, topic=topic)
    kept = {name: visit.query(name) for name in NAMES if visit.query(name)}
    aside = partial(services.read, count_set_aside, topic=topic)
    return visit.page(
        "pages.html",
        topic=topic,
        topics=services.stored_topics(),
        words=asked.words,
        chosen=asked.chosen,
        limits=asked.limits,
        looked_at=MOST_LOOKED_AT if asked.limits and rest and len(found) < _MOST else 0,
        tags=services.notes.tags(topic),
        tag=asked.tag,
        event=services.read(event_named, topic=topic, number=event) if event else None,
        found=found,
        hits=hits,
        order=order,
        sorted_to=SORTED,
        ranked_to=RANKED,
        snippets=services.read(snippets, query, numbers) if query else {},
        searches=saved_searches(visit, topic),
        hosts=services.remembered(("hosts", topic), 60.0, hosts),
        unindexed=services.remembered("unindexed", 60.0, lambda: services.read(count_some_unindexed)),
        more=urlencode({**kept, "before": rest}) if rest else "",
        query=urlencode(kept | ({"copies": "1"} if asked.chosen.copies else {})),
        filters=urlencode(kept),
        aside=services.remembered(("aside", topic), 60.0, aside),
    )


def _found(
    connection: Connection, services: Services, asked: Wanted, order: str, place: int
) -> tuple[list[ListedPage], int, Hits | None]:
    """Return the pages of a list, where the next ones are (0: there are none), and all hits of a search.

    The place is an id before which the pages are, or the number of hits before them.
    """
    chosen = asked.chosen
    if asked.query is not None:
        hits = find_hits(connection, services, asked, asked.query, order)
        end = place + _MOST
        found = listed(connection, chosen.topic, hits.numbers[place:end])
        return found, end if end < len(hits.numbers) else 0, hits
    if asked.limits:
        return *find_pages_of_quality(connection, chosen, asked.limits, _MOST, place), None
    found = find_pages(connection, chosen, _MOST + 1, place)
    return found[:_MOST], found[_MOST - 1].number if len(found) > _MOST else 0, None


@page(Role.VIEWER)
def show_page(visit: Visit) -> Response:
    """Show a page: its text, where it came from and why it was kept; never its HTML."""
    number = int(visit.request.path_params["number"])
    found = visit.services.read(read_page, number)
    if found is None:
        return visit.problem(visit.translate("没有这个网页。"), 404)
    parent = found["parent_url"]
    topic = str(found["topic"])
    parent_page = visit.services.read(page_at, topic, parent) if parent else None
    waiting = visit.services.desk.waiting_grades(topic)
    grade = waiting.get(found["url"], found["grade"])
    tags = [tag for tag in visit.services.notes.tags(topic) if not tag["words"]]
    own = set(visit.services.notes.tags_of(number))
    grading = visit.query("label") == "1"
    return visit.page(
        "page.html",
        found=found,
        parent_page=parent_page,
        grade=grade,
        grades=_GRADES,
        tags=tags,
        own=own,
        graded=sum(visit.services.read(count_grades, topic=topic, waiting=waiting).values())
        if grading
        else None,
        before=whole(visit.query("after")),
        has_folder=visit.services.topics.find(topic) is not None,
    )


@page(Role.EDITOR)
def grade_page(visit: Visit) -> Response:
    """Store the grade of a page."""
    number = int(visit.request.path_params["number"])
    found = visit.services.read(read_page, number)
    given = visit.form.get("grade", "")
    if found is None or given not in (*_GRADES, _NONE):
        return visit.problem(visit.translate(marked("没有这个网页。")), 404)
    visit.services.desk.label(found["topic"], found["url"], _GRADES.get(given))
    visit.services.settle(found["topic"])
    taken_back = given == _NONE
    back = visit.at if taken_back else visit.form.get("back", f"/pages/{number}")
    return visit.go(local_path(back), "taken_back" if taken_back else "")


ROUTES = [
    Route("/pages", list_pages),
    Route("/pages/{number:int}", show_page, methods=["GET"]),
    Route("/pages/{number:int}/grade", grade_page, methods=["POST"]),
]
