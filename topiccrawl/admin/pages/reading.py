"""Stored pages: find, read and grade them."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.page_filter import with_tag
from topiccrawl.admin.lists.pages import (
    ListedPage,
    PageFilter,
    count_set_aside,
    event_named,
    find_pages,
    hosts_of,
    page_at,
    read_page,
)
from topiccrawl.admin.lists.quality_filter import MOST_LOOKED_AT, QualityLimits, find_pages_of_quality
from topiccrawl.admin.lists.to_label import count_grades
from topiccrawl.admin.pages.entrance import local_path
from topiccrawl.admin.pages.filters import (
    NAMES,
    chosen_tag,
    chosen_topic,
    page_filter,
    quality_limits,
    whole,
)
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.storage.rows.admin.page_index import CHARACTERS, count_some_unindexed
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
    tag = chosen_tag(services.notes, topic, visit.query("tag"))
    typed = visit.typed()
    chosen, limits = page_filter(topic, typed), quality_limits(typed)
    typed.check()
    wanted = chosen if tag is None else with_tag(chosen, tag, services.notes)
    found, rest = services.read(
        lambda connection: _found(connection, wanted, limits, whole(visit.query("before")))
    )
    hosts = partial(services.read, partial(hosts_of, topic=topic))
    kept = {name: visit.query(name) for name in NAMES if visit.query(name)}
    aside = partial(services.read, partial(count_set_aside, topic=topic))
    return visit.page(
        "pages.html",
        topic=topic,
        topics=services.stored_topics(),
        chosen=chosen,
        limits=limits,
        searched=CHARACTERS,
        looked_at=MOST_LOOKED_AT if limits and rest and len(found) < _MOST else 0,
        tags=services.notes.tags(topic),
        tag=tag,
        event=services.read(partial(event_named, topic=topic, number=chosen.event)) if chosen.event else None,
        found=found,
        hosts=services.remembered(("hosts", topic), 60.0, hosts),
        unindexed=services.remembered("unindexed", 60.0, lambda: services.read(count_some_unindexed)),
        more=urlencode({**kept, "before": rest}) if rest else "",
        query=urlencode(kept | ({"copies": "1"} if chosen.copies else {})),
        aside=services.remembered(("aside", topic), 60.0, aside),
    )


def _found(
    connection: Connection, chosen: PageFilter, limits: QualityLimits, before: int
) -> tuple[list[ListedPage], int]:
    """Return the pages of a list, and the id before which the next ones are; 0: there are none."""
    if limits:
        return find_pages_of_quality(connection, chosen, limits, _MOST, before)
    found = find_pages(connection, chosen, _MOST + 1, before)
    return found[:_MOST], found[_MOST - 1].number if len(found) > _MOST else 0


@page(Role.VIEWER)
def show_page(visit: Visit) -> Response:
    """Show a page: its text, where it came from and why it was kept; never its HTML."""
    number = int(visit.request.path_params["number"])
    found = visit.services.read(lambda connection: read_page(connection, number))
    if found is None:
        return visit.problem(visit.translate("没有这个网页。"), 404)
    parent = found["parent_url"]
    topic = str(found["topic"])
    parent_page = (
        visit.services.read(lambda connection: page_at(connection, topic, parent)) if parent else None
    )
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
        graded=sum(visit.services.read(partial(count_grades, topic=topic, waiting=waiting)).values())
        if grading
        else None,
        before=whole(visit.query("after")),
        has_folder=visit.services.topics.find(topic) is not None,
    )


@page(Role.EDITOR)
def grade_page(visit: Visit) -> Response:
    """Store the grade of a page."""
    number = int(visit.request.path_params["number"])
    found = visit.services.read(lambda connection: read_page(connection, number))
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
