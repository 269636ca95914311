"""Wizard for a new topic in five screens: words, sites, check, trial, review.

Every button stores the user's input on the server, so switching screens loses nothing. The last screen
submits everything again, so that the created topic is the reviewed one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.crawls.crawl import other_writers
from topiccrawl.admin.pages.topics.site_probe import begin_probe, probe_values
from topiccrawl.admin.tables.site_files import read_site_file
from topiccrawl.admin.tables.word_files import read_words
from topiccrawl.admin.topic_drafts import FEW_WORDS, TopicDraft, given_texts
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError, TopicError
from topiccrawl.messages import message, said, without
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.explanation import WordShare
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.text.language import localized, translated
from topiccrawl.topics.making.check import MEANING, findings
from topiccrawl.topics.making.folder import create_topic

SCREENS = 5
_SITES, _CHECK, _TRY = 2, 3, 4
_MOST_TEXTS = 20
_LONGEST_TEXT = 100_000
_MOST_WORDS = 6
_MOST_FINDINGS = 200


@dataclass(frozen=True)
class Tried:
    """A text that was tried.

    Attributes:
        title: its first line.
        expected: whether it should pass.
        judged: the verdict.
        words: the words that decided it.
    """

    title: str
    expected: bool
    judged: Verdict
    words: Sequence[WordShare]

    @property
    def right(self) -> bool:
        """Return whether the verdict is the expected one."""
        return self.judged.kept == self.expected


@page(Role.EDITOR)
def begin(visit: Visit) -> Response:
    """Redirect to the first unfinished screen, or create the topic from a form."""
    if visit.request.method == "GET":
        return visit.go("/topics/new/1")
    services, draft = visit.services, TopicDraft().with_fields(visit.form)
    wants_crawl = visit.form.get("start") == "1"
    if wants_crawl and not visit.may(Role.OPERATOR):
        raise AdminError(marked("您的角色不能执行这项操作。"))
    for screen in (1, 2):
        draft.check(screen, services.topics)
    name = draft.name.strip()
    services.topics.create(name, draft.finished())
    services.drafts.forget(visit.name)
    services.probes.forget(visit.name)
    if not wants_crawl:
        return visit.go(f"/topics/{quote(name)}", "saved")
    waits = other_writers(visit, name)  # its page offers to wait
    if not waits:
        services.start_crawl(name, language=visit.language)
    return visit.go(f"/crawls/{quote(name)}", "saved" if waits else "started")


@page(Role.EDITOR)
def show_screen(visit: Visit) -> Response:
    """Show a screen, or redirect to an earlier one that it needs."""
    screen = _screen(visit)
    draft = visit.services.drafts.read(visit.name)
    unfinished = draft.first_unfinished(visit.services.topics)
    if 0 < unfinished < screen:
        return visit.go(f"/topics/new/{unfinished}")
    return _screen_page(visit, screen, draft)


@page(Role.EDITOR)
def take_screen(visit: Visit) -> Response:
    """Store the input of a screen and go where its button leads."""
    screen, go = _screen(visit), visit.form.get("go", "next")
    drafts = visit.services.drafts
    draft = drafts.read(visit.name).with_fields(visit.form)
    if screen == _SITES:  # browsers do not send unticked boxes
        draft = replace(draft, anywhere=visit.form.get("anywhere", ""))
    if screen == _CHECK and go == "remove":
        draft = draft.without_words(set(visit.lists.get("word", [])))
    if go == "forget":
        drafts.forget(visit.name)
        visit.services.probes.forget(visit.name)
        return visit.go("/topics")
    drafts.write(visit.name, draft)
    draft = _with_file(visit, screen, draft)
    drafts.write(visit.name, draft)
    if go == "back":
        return visit.go(f"/topics/new/{max(1, screen - 1)}")
    if go in {str(number) for number in range(1, SCREENS + 1)}:
        return visit.go(f"/topics/new/{go}")
    if go in ("next", "probe"):
        draft.check(screen, visit.services.topics)
    if go == "probe":
        try:
            begin_probe(visit, draft, _focus_of(draft))
        except TopicError as error:
            raise InputError({"words": _about_topic(error)}) from None
        return visit.go("/topics/new/2#probe")
    return visit.go(f"/topics/new/{min(SCREENS, screen + (go == 'next'))}")


def _screen_page(visit: Visit, screen: int, draft: TopicDraft) -> Response:
    values: dict[str, Any] = {"findings": (), "tried": (), "focus": None, "problem": ""}
    if screen == _SITES:
        values |= probe_values(visit)
    if screen in (_CHECK, _TRY):
        try:
            focus = _focus_of(draft)
        except TopicError as error:
            values["problem"] = visit.said(_about_topic(error))
        else:
            values["focus"] = focus
            if screen == _CHECK:
                into, found = visit.language, islice(findings(focus.relevance), _MOST_FINDINGS)
                values["findings"] = [
                    (one, translated(MEANING[one.problem], into), localized(one.advice, into))
                    for one in found
                ]
            else:
                values["tried"] = _try(focus, draft)
    return visit.page(
        "topic_new.html",
        screen=screen,
        draft=draft,
        rows=draft.word_rows()[0],
        urls=draft.urls()[0],
        hosts=draft.hosts()[0],
        few=FEW_WORDS,
        **values,
    )


def _about_topic(error: TopicError) -> str:
    return message(marked("用这些词不能建立主题：{why}"), why=error)


def _try(focus: Focus, draft: TopicDraft) -> list[Tried]:
    """Judge the texts of a draft."""
    found = []
    for field, expected in ((draft.good, True), (draft.bad, False)):
        for text in given_texts(field)[:_MOST_TEXTS]:
            title, _, body = text[:_LONGEST_TEXT].partition("\n")
            judged = focus.judge(focus.description(title[:80]), body or title, sample=not body)
            words = focus.relevance.explain(f"{title}\n{body}").words[:_MOST_WORDS]
            found.append(Tried(title[:80], expected, judged, words))
    return found


def _with_file(visit: Visit, screen: int, draft: TopicDraft) -> TopicDraft:
    """Return the draft with the words or sites of an uploaded file."""
    name, data = visit.files.get("file", ("", b""))
    if not data:
        if visit.form.get("go") == "upload":
            raise InputError({"file": marked("请选择文件。")})
        return draft
    try:
        if screen == 1:
            return replace(draft, words="\n".join([*_filled(draft.words), read_words(name, data)]))
        seeds, _ = read_site_file(name, data)
    except AdminError as error:
        raise InputError({"file": said(error)}) from None
    return replace(draft, seeds="\n".join([*_filled(draft.seeds), *seeds]))


def _filled(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _focus_of(draft: TopicDraft) -> Focus:
    """Return the scorer of a draft, compiled again only when more than its texts has changed."""
    return _compiled(replace(draft, good="", bad=""))


@lru_cache(maxsize=4)
def _compiled(draft: TopicDraft) -> Focus:
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "draft"
        try:
            focus = Focus(create_topic(folder, draft.finished()))
        except TopicError as error:
            raise TopicError(without(without(said(error), f"{folder}/"), f"{folder}: ")) from None
        focus.relevance  # noqa: B018 - compiled while its files are there
        return focus


def _screen(visit: Visit) -> int:
    return min(SCREENS, max(1, int(visit.request.path_params["number"])))


ROUTES = [
    Route("/topics/new", begin, methods=["GET", "POST"]),
    Route("/topics/new/{number:int}", show_screen, methods=["GET"]),
    Route("/topics/new/{number:int}", take_screen, methods=["POST"]),
]
