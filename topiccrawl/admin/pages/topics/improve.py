"""Improve a topic with its stored pages: grade pages, add words."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.processes import Job
from topiccrawl.admin.lists.to_label import count_grades, next_to_label
from topiccrawl.admin.pages.filters import whole
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT
from topiccrawl.topics.words.candidates import CandidateTable, Pick

_MOST_FOUND = 300
"""Number of words that the command suggests."""
_MOST_SHOWN = 60
_DECISIONS: dict[str, Pick] = {"take": "y", "leave": "n"}


@page(Role.EDITOR)
def show(visit: Visit) -> Response:
    """Show the grades so far, and words of stored pages."""
    services, name = visit.services, visit.topic_name()
    topic, known = services.topics.load(name), services.topics.find(name)
    assert known is not None
    waiting = services.desk.waiting_grades(name)
    grades = services.read(count_grades, topic=name, waiting=waiting)
    found = _found_words(visit, name)
    undecided = [row for row in found.rows if not row["pick"] and row["word"] not in topic.words]
    return visit.page(
        "improve.html",
        topic=topic,
        known=known,
        graded=sum(grades.values()),
        counts=[grades.get(grade, 0) for grade in (RELEVANT, NEAR, OTHER)],
        words=undecided[:_MOST_SHOWN],
        more=len(undecided[_MOST_SHOWN:]),
        job=_job(visit, name),
    )


@page(Role.EDITOR)
def decide(visit: Visit) -> Response:
    """Search for words, or add or refuse the ticked ones."""
    services, name = visit.services, visit.topic_name()
    go = visit.form.get("go", "")
    known = services.topics.find(name)
    assert known is not None
    if services.processes.is_running(_job_name(name)):
        raise AdminError(marked("另一项工作正在进行，请等它结束。"))
    if go == "find":
        file = _file(visit, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        options = ["--topic", known.place, "--out", str(file), "--most", str(_MOST_FOUND)]
        services.processes.launch(_job_name(name), ["topic", "suggest", *options], visit.language)
    elif go in _DECISIONS:
        table = _found_words(visit, name)
        ticked = set(visit.lists.get("word", []))
        rows = [row for row in table.rows if row["word"] in ticked]
        if not rows:
            raise AdminError(marked("请先选中一些词。"))
        if go == "take":
            services.topics.add_words(name, [row["word"] for row in rows])
        for row in rows:
            row["pick"] = _DECISIONS[go]
        table.write(_file(visit, name))
    return visit.go(f"/topics/{quote(name)}/improve#words", "started" if go == "find" else "saved")


@page(Role.EDITOR)
def grade_next(visit: Visit) -> Response:
    """Go to the next page without a grade."""
    topic, after = visit.query("topic"), whole(visit.query("after"))
    waiting = visit.services.desk.waiting_grades(topic)
    found = visit.services.read(next_to_label, topic=topic, after=after, waiting=waiting)
    if found is None:
        raise AdminError(marked("没有等待标注的网页。"))
    return visit.go(f"/pages/{found}?label=1" + (f"&after={after}" if after else ""))


def follow(visit: Visit) -> str:
    """Return the progress of the search for words as HTML."""
    return visit.part("improve_job.html", job=_job(visit, visit.topic_name()))


def _job(visit: Visit, name: str) -> Job | None:
    return visit.services.processes.last_job(_job_name(name), visit.language)


def _job_name(topic: str) -> str:
    return f"_words_{topic}"


def _file(visit: Visit, name: str) -> Path:
    """Return the file of the words suggested for a topic."""
    return visit.services.configuration.folder / "found-words" / f"{name}.tsv"


def _found_words(visit: Visit, name: str) -> CandidateTable:
    file = _file(visit, name)
    return CandidateTable.read(file) if file.exists() else CandidateTable.of((), [])


ROUTES = [
    Route("/pages/label", grade_next, methods=["GET"]),
    Route("/topics/{name}/improve", show, methods=["GET"]),
    Route("/topics/{name}/improve", decide, methods=["POST"]),
    Route("/topics/{name}/improve/events", live(follow)),
]
