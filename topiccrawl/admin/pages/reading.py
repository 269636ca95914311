"""Stored pages: find, read and grade them."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.entrance import local_path
from topiccrawl.admin.pages.filters import NAMES, chosen_topic, page_filter
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.calibration.graded_pages import NEAR, OTHER, RELEVANT
from topiccrawl.corpus.analysis.tag_cloud import with_tag
from topiccrawl.corpus.lists.pages import find_pages, hosts_of, page_at, read_page
from topiccrawl.corpus.lists.to_label import count_grades
from topiccrawl.storage.rows.admin.page_index import count_some_unindexed

_MOST = 50
_GRADES = {"relevant": RELEVANT, "near": NEAR, "other": OTHER}


@page(Role.VIEWER)
def list_pages(visit: Visit) -> Response:
    """Show the pages that match the filters, newest first."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    tags = services.notes.tags(topic)
    tag = next((one for one in tags if str(one["id"]) == visit.query("tag")), None)
    chosen = page_filter(topic, visit.query)
    wanted = chosen if tag is None else with_tag(chosen, tag, services.notes)
    before = visit.query("before")
    after = int(before) if before.isdecimal() and len(before) < 18 else 0
    found = services.read(lambda connection: find_pages(connection, wanted, _MOST + 1, after))
    hosts = partial(services.read, partial(hosts_of, topic=topic))
    kept = {name: visit.query(name) for name in (*NAMES, "tag") if visit.query(name)}
    more = urlencode({**kept, "before": found[_MOST - 1].number}) if len(found) > _MOST else ""
    return visit.page(
        "pages.html",
        topic=topic,
        topics=services.stored_topics(),
        chosen=chosen,
        tags=tags,
        tag=tag,
        found=found[:_MOST],
        hosts=services.remembered(("hosts", topic), 60.0, hosts),
        unindexed=services.remembered("unindexed", 60.0, lambda: services.read(count_some_unindexed)),
        more=more,
        query=urlencode(kept),
    )


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
    grade = found["grade"]
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
        graded=sum(visit.services.read(partial(count_grades, topic=topic)).values()) if grading else None,
        has_folder=visit.services.topics.find(topic) is not None,
    )


@page(Role.EDITOR)
def grade_page(visit: Visit) -> Response:
    """Store the grade of a page."""
    number = int(visit.request.path_params["number"])
    found = visit.services.read(lambda connection: read_page(connection, number))
    grade = _GRADES.get(visit.form.get("grade", ""))
    if found is None or grade is None:
        return visit.problem(visit.translate(marked("没有这个网页。")), 404)
    visit.services.desk.label(found["topic"], found["url"], grade)
    visit.services.settle(found["topic"])
    return visit.go(local_path(visit.form.get("back", f"/pages/{number}")))


ROUTES = [
    Route("/pages", list_pages),
    Route("/pages/{number:int}", show_page, methods=["GET"]),
    Route("/pages/{number:int}/grade", grade_page, methods=["POST"]),
]
