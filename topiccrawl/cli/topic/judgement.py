"""The decisions of a crawl about a text or page: description gate and verdict, with values and thresholds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from topiccrawl.errors import VocabularyError
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import headlines, is_hub
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.language import marked, say
from topiccrawl.topics.words.documents import begins_as_page, documents, is_saved_page

_TITLE_LENGTH = 40
"""Characters of a long first line that serve as the title of a text."""
_FILE_URL = "http://page.invalid/"
"""URL of a page from a file; relative links need one."""
_PATH_ENDINGS = (".html", ".htm", ".txt", ".md", ".jsonl", ".ndjson", ".xml", ".gz", ".bz2", ".xz")


_LIST = marked(
    "gate: a home or list page, {value:.3f} {compared} {threshold:g} ([gate] hub_threshold): "
    "its links are {followed}"
)
_DESCRIPTION = marked(
    "gate: description {value:.3f} {compared} {threshold:g} ([gate] threshold): links are {followed}"
)
_KEPT = marked("kept: yes, {relevance:.3f} ({parts}) reaches {threshold:g} ([verdict] threshold)")
_LEFT_OUT = marked("kept: no, {relevance:.3f} ({parts}) is under {threshold:g} ([verdict] threshold)")


@dataclass(frozen=True)
class GivenText:
    """A text or page, with the parts that a crawl judges.

    Attributes:
        name: file name and title; empty for a text from the command line.
        description: title, meta description and keywords of a page; title of a text.
        body: the main text.
        headlines: anchor texts of a home or list page, by which it is judged; None for other pages.
        line: it is a single line, which stands for a longer text.
    """

    name: str
    description: str
    body: str
    headlines: tuple[str, ...] | None = None
    line: bool = False


def read_texts(source: str) -> Iterator[GivenText]:
    """Read texts and pages.

    Args:
        source: a file (saved page, text or corpus export), `-` for standard input, or the text itself.

    Raises:
        VocabularyError: the file is missing, a folder, empty or binary.
        TextError: a line of the file cannot be read.
    """
    if source == "-":
        yield _from_bytes(sys.stdin.buffer.read())
    elif not source.strip():
        raise VocabularyError("the text is empty")
    elif _is_file(source):
        yield from _from_file(Path(source))
    else:
        yield _from_text(source)


def _is_file(source: str) -> bool:
    try:
        path = Path(source)
        is_folder, exists = path.is_dir(), path.exists()
    except (OSError, ValueError):  # too long for a file name, so it is a text
        return False
    if is_folder:
        raise VocabularyError("{source}: is a folder; name files in it", source=source)
    if exists:
        return True
    if source.lower().endswith(_PATH_ENDINGS) and len(source.split()) == 1:
        raise VocabularyError("{source}: no such file", source=source)
    return False


def _from_file(path: Path) -> Iterator[GivenText]:
    if is_saved_page(path):
        yield _from_page(Page.from_bytes(read_bounded(path), _FILE_URL), str(path))
        return
    empty = True
    for document in documents([path]):
        empty = False
        if document.title:
            yield GivenText(f"{path}: {document.title}", document.title, document.body)
        else:
            yield replace(_from_text(document.body), name=str(path))
    if empty:
        raise VocabularyError("{path}: no text: it is empty", path=path)


def _from_bytes(data: bytes) -> GivenText:
    if reason := reason_not_text(data):
        raise VocabularyError("standard input: no text: {reason}", reason=reason)
    if begins_as_page(data):
        return _from_page(Page.from_bytes(data, _FILE_URL), "standard input")
    return replace(_from_text(decode_html(data).text), name="standard input")


def _from_page(page: Page, name: str) -> GivenText:
    links = links_of(page)
    return GivenText(
        name=name,
        description=describe(page).text,
        body=extract_page(page).text,
        headlines=tuple(headlines(links)) if is_hub(page, links) else None,
    )


def _from_text(text: str) -> GivenText:
    """Split a text into title, its first line, and body; a single line is both."""
    title, line_break, body = text.strip().partition("\n")
    if not line_break:
        return GivenText("", text, text, line=True)
    return GivenText("", title if len(title) <= 2 * _TITLE_LENGTH else title[:_TITLE_LENGTH], body)


def judgement_lines(focus: Focus, text: GivenText) -> Iterator[str]:
    """Describe the decisions of the description gate and the verdict, with values and thresholds."""
    gate, parameters = focus.gate, focus.verdict
    own = focus.description(text.description)
    if text.headlines is not None:
        value = max(own, focus.hub(text.headlines))
        passes = value >= gate.hub_threshold
        yield say(_LIST, value=value, threshold=gate.hub_threshold, **_decision(passes))
        yield say("kept: no, home and list pages are not kept")
        return
    passes = own >= gate.threshold
    yield say(_DESCRIPTION, value=own, threshold=gate.threshold, **_decision(passes))
    if not passes:
        count = len(focus.relevance.topic_words_in(f"{text.description}\n{text.body}"))
        enough = count >= gate.topic_words
        told = marked("gate: {count} different topic words, {least} are needed ([gate] topic_words)")
        yield say(told, count=count, least=gate.topic_words)
        if not enough:
            yield say("kept: no, it does not pass the gate")
            return
    found = focus.judge(own, text.body, sample=text.line)
    parts = [say("body {body:.3f}, description {description:.3f}", body=found.body, description=own)]
    parts += [say("{count} topic words", count=found.topic_words)] if parameters.words_share else []
    parts += [say("learned words")] if focus.learned else []
    numbers = {"relevance": found.relevance, "threshold": parameters.threshold}
    yield say(_KEPT if found.kept else _LEFT_OUT, parts=", ".join(parts), **numbers)
    if parameters.section_share:
        yield say("in a crawl, earlier pages of the same section count as well ([verdict] section_share)")


def _decision(passes: bool) -> dict[str, str]:
    return {
        "compared": say("reaches") if passes else say("is under"),
        "followed": say("followed") if passes else say("not followed, but those of a seed are"),
    }
