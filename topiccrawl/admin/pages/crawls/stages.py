"""The stages of a topic: counts of pages, and buttons that start a single stage."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import PurePath
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.stages import JOB, STAGES, count_stages
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError

_REMEMBERED = 10.0
"""Cache lifetime of counts in seconds while the page is open."""


@page(Role.VIEWER)
def show_stages(visit: Visit) -> Response:
    """Show the stages with their counts and the running command."""
    return visit.page("stages.html", **_values(visit))


def follow_stages(visit: Visit) -> str:
    """Return the stages as HTML, without buttons."""
    return visit.part("stage_figures.html", **_values(visit))


@page(Role.OPERATOR)
def begin_stage(visit: Visit) -> Response:
    """Start a stage, or stop the running one."""
    services, topic = visit.services, visit.crawl_topic()
    known = services.topics.find(topic)
    stage = next((one for one in STAGES if one.name == visit.form.get("stage")), None)
    if visit.form.get("stop") == "1":
        services.processes.terminate(JOB)
    elif stage is None or known is None:
        raise AdminError(marked("没有这个主题。"))
    else:
        writers = services.writers()
        if JOB in writers:
            raise AdminError(marked("另一项工作正在进行，请等它结束。"))
        if writers and (services.configuration.has_one_writer or not stage.command):
            raise AdminError(marked("采集正在写数据库，请等它结束或先结束它。"))
        if stage.command:
            words = [word.format(topic=known.place) for word in stage.command]
            services.processes.launch(JOB, words, visit.language)
        else:
            services.start_crawl(topic, revisit=stage.name == "links", language=visit.language)
    done = "asked" if visit.form.get("stop") == "1" else "started"
    return visit.go(visit.request.url_for("stages", topic=topic).path, done)


def _values(visit: Visit) -> dict[str, Any]:
    services, topic = visit.services, visit.crawl_topic()
    links = services.link_counts(topic)
    counts = services.remembered(("stages", topic), _REMEMBERED, lambda: services.read(count_stages, topic))
    return {
        "topic": topic,
        "stages": STAGES,
        "translate": visit.translate,
        "counts": {**counts, "links": sum(astuple(links)) if links else 0},
        **_job(visit),
        "can_start": services.topics.find(topic) is not None,
    }


def _job(visit: Visit) -> dict[str, Any]:
    """Return the last stage that was started here, with its title, and whose topic's it was."""
    job = visit.services.processes.last_job(JOB, visit.language)
    words = job.command.split()[1:] if job is not None else []
    stage = next((one for one in STAGES if words and one.command[:1] == (words[0],)), None)
    per_topic = stage is not None and "{topic}" in stage.command
    return {
        "job": job,
        "job_title": visit.translate(stage.title) if stage else "",
        "job_topic": PurePath(words[-1]).name if per_topic else "",
        "shows_log": visit.may(Role.OPERATOR),
    }


ROUTES = [
    Route("/crawls/{topic}/stages", show_stages, methods=["GET"], name="stages"),
    Route("/crawls/{topic}/stages", begin_stage, methods=["POST"]),
    Route("/crawls/{topic}/stages/events", live(follow_stages)),
]
