"""Exports: choose pages by filters, export in the background, download."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from sqlalchemy import Connection
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.export_jobs import FORMATS
from topiccrawl.admin.lists.pages import exported_pages
from topiccrawl.admin.lists.text_search import search_all
from topiccrawl.admin.pages.filters import chosen_topic, described
from topiccrawl.admin.pages.searches import Wanted, wanted
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export import ExportOptions
from topiccrawl.errors import AdminError


@page(Role.EDITOR)
def list_exports(visit: Visit) -> Response:
    """Show the form and the exports so far."""
    topic = chosen_topic(visit, visit.query("topic"))
    asked = wanted(visit.services, topic, visit.typed())
    return visit.page(
        "exports.html",
        topic=topic,
        topics=visit.services.stored_topics(),
        words=asked.words,
        chosen=asked.chosen,
        limits=asked.limits,
        copies=visit.query("copies") == "1",
        tags=visit.services.notes.tags(topic),
        tag=asked.tag,
        formats=list(FORMATS),
        jobs=visit.services.exports.jobs(),
        said=visit.said,
    )


@page(Role.EDITOR)
def start_export(visit: Visit) -> Response:
    """Start an export."""
    topic, format = visit.form.get("topic", ""), visit.form.get("format", "")
    if topic not in visit.services.stored_topics() or format not in FORMATS:
        raise AdminError(marked("没有这个主题或格式。"))

    services, typed = visit.services, visit.typed()
    asked = wanted(services, topic, typed)
    if typed.text("tag") and asked.tag is None:
        raise AdminError(marked("没有这个标签：它可能已被删除。"))
    options = ExportOptions(
        where=" and ".join(asked.limits.condition()),
        include_duplicates=typed.text("copies") == "1",
        include_set_aside=asked.chosen.aside,
        mask=typed.text("mask") == "1",
        pages=services.read(_exported, services, asked),
    )
    shown = described(
        asked.words, asked.chosen, asked.limits, asked.tag["name"] if asked.tag else "", visit.translate
    )
    visit.services.exports.start(topic, format, options, shown)
    return visit.go("/exports", "started")


def _exported(connection: Connection, services: Services, asked: Wanted) -> tuple[int, ...] | None:
    if asked.query is None:
        return exported_pages(connection, asked.chosen)
    every = replace(asked.chosen, copies=True, aside=True)
    return tuple(search_all(connection, services.texts, asked.query, every))


def follow_exports(visit: Visit) -> str:
    """Return the table of exports as HTML, for users who may export."""
    jobs = visit.services.exports.jobs() if visit.may(Role.EDITOR) else []
    return visit.part("export_jobs.html", jobs=jobs, said=visit.said)


@page(Role.EDITOR)
def download(visit: Visit) -> Response:
    """Return the file of an export, by its number."""
    found = visit.services.exports.file(int(visit.request.path_params["number"]))
    if found is None or not found[1].is_file():
        return visit.problem(visit.translate("没有这个导出文件。"), 404)
    job, file = found
    name = quote(f"{job.topic}-{job.file_name}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return FileResponse(file, media_type="application/octet-stream", headers=headers)


ROUTES = [
    Route("/exports", list_exports, methods=["GET"]),
    Route("/exports", start_export, methods=["POST"]),
    Route("/exports/events", live(follow_exports)),
    Route("/exports/{number:int}/file", download, methods=["GET"]),
]
