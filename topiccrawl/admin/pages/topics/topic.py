"""Topics: words, weights, start URLs, thresholds; import, export, and scoring a text."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from io import StringIO
from typing import Any
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.topics.thresholds import thresholds_of
from topiccrawl.admin.switches import switches
from topiccrawl.admin.tables.site_files import read_site_file, site_rows
from topiccrawl.admin.tables.word_files import read_words, table_file
from topiccrawl.admin.topic_drafts import TopicDraft
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.rendering import as_download
from topiccrawl.admin.web.typed import InputError
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.labels import read_labels
from topiccrawl.corpus.learned.page_groups import answer_groups, stored_groups
from topiccrawl.corpus.learned.stored_verdicts import learn_from_grades
from topiccrawl.errors import AdminError
from topiccrawl.text.display import spreadsheet_cell

_LONGEST_TEXT = 100_000
_MOST_WORDS = 40
_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@page(Role.VIEWER)
def list_topics(visit: Visit) -> Response:
    """Show all topics."""
    return visit.page("topics.html", topics=visit.services.topics.all())


@page(Role.VIEWER)
def show_topic(visit: Visit) -> Response:
    """Show a topic."""
    return _topic_page(visit)


@page(Role.EDITOR)
def copy_topic(visit: Visit) -> Response:
    """Copy a shipped topic so that it can be edited."""
    visit.services.topics.copy(visit.topic_name())
    return _back(visit, "saved")


@page(Role.EDITOR)
def save_words(visit: Visit) -> Response:
    """Replace the words."""
    form = visit.form
    visit.services.topics.save_words(visit.topic_name(), form.get("words", ""), form.get("seen", ""))
    return _back(visit, "saved")


@page(Role.EDITOR)
def save_start(visit: Visit) -> Response:
    """Replace title, start URLs, domains and contact."""
    form, shelf = visit.form, visit.services.topics
    draft = TopicDraft(anywhere="" if form.get("domains", "").strip() else "1").with_fields(form)
    draft.check(2, shelf)
    contact = draft.contact.strip() if "contact" in form else None
    shelf.save_start(
        visit.topic_name(),
        draft.title.strip(),
        draft.urls()[0],
        draft.hosts()[0],
        contact,
        form.get("seen", ""),
    )
    return _back(visit, "saved")


@page(Role.EDITOR)
def import_words(visit: Visit) -> Response:
    """Add the words of a file."""
    name, data = visit.files.get("file", ("", b""))
    if not data:
        raise AdminError(marked("请选择文件。"))
    rows, problems = TopicDraft(words=read_words(name, data)).word_rows()
    if problems:
        raise InputError({"file": problems[0][1]})
    visit.services.topics.merge_words(visit.topic_name(), rows)
    return _back(visit, "saved")


@page(Role.VIEWER)
def download_words(visit: Visit) -> Response:
    """Return the words as CSV or Excel."""
    words = visit.services.topics.load(visit.topic_name()).words
    return _table(visit, visit.topic_name(), [("word", "weight"), *words.items()])


@page(Role.EDITOR)
def import_sites(visit: Visit) -> Response:
    """Add the start URLs and sites of a file; a topic without sites stays without, as it has no limit."""
    name, data = visit.files.get("file", ("", b""))
    if not data:
        raise AdminError(marked("请选择文件。"))
    shelf, own = visit.services.topics, visit.topic_name()
    seen = shelf.version(own, "topic.toml")
    topic, (seeds, domains) = shelf.load(own), read_site_file(name, data)
    off = {one.value for one in switches(shelf, own) if not one.on}
    more = [one for one in domains if one not in off] if topic.domains else []
    shelf.save_start(
        own,
        topic.title,
        list(dict.fromkeys([*topic.seeds, *(one for one in seeds if one not in off)])),
        list(dict.fromkeys([*topic.domains, *more])),
        seen=seen,
    )
    return _back(visit, "saved")


@page(Role.VIEWER)
def download_sites(visit: Visit) -> Response:
    """Return start URLs and sites as CSV or Excel."""
    topic = visit.services.topics.load(visit.topic_name())
    return _table(visit, f"{topic.name}-sites", site_rows(topic.seeds, topic.domains))


@page(Role.EDITOR)
def download_grades(visit: Visit) -> Response:
    """Return the grades of a topic in the form that `topiccrawl topic calibrate` reads."""
    name = visit.topic_name()
    grades = visit.services.read(read_labels, name)
    out = StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(["url", "grade", "title"])
    writer.writerows([spreadsheet_cell(url), grade, ""] for url, grade in grades.items())
    return as_download(f"{name}-grades.tsv", out.getvalue().encode(), "text/tab-separated-values")


@page(Role.EDITOR)
def answer_group(visit: Visit) -> Response:
    """Store whether a group of kept pages is wanted; stored pages follow, or the running crawl does that."""
    services, name, words = visit.services, visit.topic_name(), visit.form.get("words", "")
    database, wanted = services.configuration.database, visit.form.get("wanted") == "1"
    groups = services.read(stored_groups, topic=name)
    # By its words: they may be new groups meanwhile.
    answer_groups(database, name, {one.number: wanted for one in groups if " ".join(one.words) == words})
    if services.settle(name):
        learn_from_grades(database, services.topics.load(name))
    return _back(visit)


@page(Role.VIEWER)
def explain(visit: Visit) -> Response:
    """Show the relevance of a text to a topic, and why."""
    text = visit.form.get("text", "").strip()[:_LONGEST_TEXT]
    if not text:
        return _back(visit)
    topic = visit.services.topics.load(visit.topic_name())
    focus = visit.services.focus(topic)
    title, _, body = text.partition("\n")
    return _topic_page(
        visit,
        text=text,
        focus=focus,
        judged=focus.judge(focus.description(title[:80]), body or text, sample=not body),
        explained=focus.relevance.explain(text).words[:_MOST_WORDS],
    )


def _topic_page(visit: Visit, **values: Any) -> Response:
    name, shelf = visit.topic_name(), visit.services.topics
    topic, known = shelf.load(name), shelf.find(name)
    assert known is not None
    return visit.page(
        "topic.html",
        topic=topic,
        known=known,
        words=shelf.words_text(name),
        groups=visit.services.read(stored_groups, topic=name),
        seen={file: shelf.version(name, file) for file in ("words.tsv", "topic.toml")},
        thresholds=asdict(thresholds_of(topic)),
        **{"text": "", "judged": None, **values},
    )


def _back(visit: Visit, done: str = "") -> Response:
    return visit.go(f"/topics/{quote(visit.topic_name())}", done)


def _table(visit: Visit, name: str, rows: Iterable[Sequence[str | float]]) -> Response:
    excel = visit.request.path_params["ending"] == "xlsx"
    ending, media_type = ("xlsx", _EXCEL) if excel else ("csv", "text/csv")
    return as_download(f"{name}.{ending}", table_file(rows, excel=excel), media_type)


_ONE = "/topics/{name}"
ROUTES = [
    Route("/topics", list_topics),
    Route(_ONE, show_topic, methods=["GET"]),
    Route(f"{_ONE}/copy", copy_topic, methods=["POST"]),
    Route(f"{_ONE}/words", save_words, methods=["POST"]),
    Route(f"{_ONE}/start", save_start, methods=["POST"]),
    Route(f"{_ONE}/import", import_words, methods=["POST"]),
    Route(f"{_ONE}/sites/import", import_sites, methods=["POST"]),
    Route(f"{_ONE}/sites.{{ending}}", download_sites, methods=["GET"]),
    Route(f"{_ONE}/groups", answer_group, methods=["POST"]),
    Route(f"{_ONE}/explain", explain, methods=["POST"]),
    Route(f"{_ONE}/words.{{ending}}", download_words, methods=["GET"]),
    Route(f"{_ONE}/grades.tsv", download_grades, methods=["GET"]),
]
