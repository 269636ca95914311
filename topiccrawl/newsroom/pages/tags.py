"""Tags: the cloud, rules, and tags set by hand."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.pages import read_page
from topiccrawl.admin.lists.search_query import parse_query
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.tag_cloud import tag_cloud
from topiccrawl.newsroom.pages.overview import form_topic
from topiccrawl.storage.schema.column_types import TOPIC_LENGTH
from topiccrawl.text.display import one_line
from topiccrawl.text.files.limits import whole_number


@page(Role.VIEWER)
def show_tags(visit: Visit) -> Response:
    """Show the tags of a topic as a cloud, and their rules."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    cloud = services.read(tag_cloud, services.texts, topic, services.notes)
    indexed = services.texts.catch_up(0)
    return visit.page("tags.html", topic=topic, topics=services.stored_topics(), cloud=cloud, indexed=indexed)


@page(Role.EDITOR)
def change_tags(visit: Visit) -> Response:
    """Add a tag or change its rule, or remove one."""
    form, notes, topic = visit.form, visit.services.notes, form_topic(visit)
    if (number := whole_number(form.get("remove", ""))) is not None:
        notes.remove_tag(topic, number)
    else:
        words = one_line(form.get("words", ""))
        if len(words) > TOPIC_LENGTH:
            raise AdminError(marked("词语须为 1 至 64 个字符。"))
        parse_query(words)
        notes.set_tag(topic, _name(form.get("name", "")), words)
    done = "saved" if number is None else "removed"
    return visit.go("/analysis/tags?" + urlencode({"topic": topic}), done)


@page(Role.EDITOR)
def tag_page(visit: Visit) -> Response:
    """Add a tag to a page, or remove it."""
    number, notes = int(visit.request.path_params["number"]), visit.services.notes
    found = visit.services.read(read_page, number)
    if found is None:
        return visit.problem(visit.translate("没有这个网页。"), 404)
    name = _name(visit.form.get("remove") or visit.form.get("name", ""))
    known = {tag["name"]: tag for tag in notes.tags(found["topic"])}
    if name in known and known[name]["words"]:
        raise AdminError(marked("这个标签由规则给出。"))
    if visit.form.get("remove"):
        if name in known:
            notes.tag_page(known[name]["id"], number, on=False)
    else:
        notes.tag_page(
            known[name]["id"] if name in known else notes.set_tag(found["topic"], name), number, on=True
        )
    return visit.go(f"/pages/{number}", "removed" if visit.form.get("remove") else "saved")


def _name(given: str) -> str:
    name = one_line(given)
    if not 0 < len(name) <= TOPIC_LENGTH:
        raise AdminError(marked("标签须为 1 至 64 个字符。"))
    return name


ROUTES = [
    Route("/analysis/tags", show_tags, methods=["GET"]),
    Route("/analysis/tags", change_tags, methods=["POST"]),
    Route("/pages/{number:int}/tags", tag_page, methods=["POST"]),
]
