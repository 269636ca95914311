"""What a crawl would do with a text or a page, and against which thresholds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from topiccrawl.errors import VocabularyError
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.hub import headlines, is_hub
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.judgement import verdict
from topiccrawl.text.encoding import decode_html
from topiccrawl.text.files.binary_detection import reason_not_text
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.vocabulary.documents import begins_as_page, documents, is_saved_page

_BEGINNING = 40
"""Characters of a text without a title that stand for it."""
_NOWHERE = "http://page.invalid/"
"""The URL of a page from a file, so that its relative links are links."""
_PATH_ENDINGS = (".html", ".htm", ".txt", ".md", ".jsonl", ".ndjson", ".xml", ".gz", ".bz2", ".xz")


@dataclass(frozen=True)
class Judged:
    """A text as a crawl sees it.

    Attributes:
        name: where it comes from; empty for one from the command line.
        description: title, meta description and keywords; of a text its title.
        body: the main text.
        headlines: of a home or list page: the anchor texts that it is judged by; None for others.
    """

    name: str
    description: str
    body: str
    headlines: tuple[str, ...] | None = None


def judged_texts(source: str) -> Iterator[Judged]:
    """Read what is to be judged.

    Args:
        source: a file (a saved page, a text, a corpus export), `-` for what comes from a pipe, or a text.

    Raises:
        VocabularyError: the file is missing, a folder, empty or no text.
        TextError: a line of it cannot be read.
    """
    if source == "-":
        yield _of_bytes(sys.stdin.buffer.read())
    elif not source.strip():
        raise VocabularyError("the text is empty")
    elif _is_file(source):
        yield from _of_file(Path(source))
    else:
        yield _of_text(source)


def _is_file(source: str) -> bool:
    try:
        path = Path(source)
        is_folder, exists = path.is_dir(), path.exists()
    except (OSError, ValueError):  # too long for a name, as texts are
        return False
    if is_folder:
        raise VocabularyError(f"{source}: is a folder; name files in it")
    if exists:
        return True
    if source.lower().endswith(_PATH_ENDINGS) and len(source.split()) == 1:
        raise VocabularyError(f"{source}: no such file")
    return False


def _of_file(path: Path) -> Iterator[Judged]:
    if is_saved_page(path):
        yield _of_page(Page.from_bytes(read_bounded(path), _NOWHERE), str(path))
        return
    found = False
    for document in documents([path]):
        found = True
        if document.title:
            yield Judged(f"{path}: {document.title}", document.title, document.body)
        else:
            yield replace(_of_text(document.body), name=str(path))
    if not found:
        raise VocabularyError(f"{path}: no text: it is empty")


def _of_bytes(data: bytes) -> Judged:
    if reason := reason_not_text(data):
        raise VocabularyError(f"standard input: no text: {reason}")
    if begins_as_page(data):
        return _of_page(Page.from_bytes(data, _NOWHERE), "standard input")
    return replace(_of_text(decode_html(data).text), name="standard input")


def _of_page(page: Page, name: str) -> Judged:
    links = links_of(page)
    return Judged(
        name=name,
        description=describe(page).text,
        body=extract_page(page).text,
        headlines=tuple(headlines(links)) if is_hub(page, links) else None,
    )


def _of_text(text: str) -> Judged:
    """Return a text; its first line is its title where it has several."""
    title, line_break, body = text.strip().partition("\n")
    if not line_break:
        return Judged("", text, text)
    return Judged("", title if len(title) <= 2 * _BEGINNING else title[:_BEGINNING], body)


def judgement_lines(focus: Focus, judged: Judged) -> Iterator[str]:
    """Say what the description gate and the verdict make of a text, with values and thresholds."""
    gate, last = focus.gate, focus.verdict
    own = focus.description(judged.description)
    if judged.headlines is not None:
        mean = focus.hub(judged.headlines)
        passes = max(own, mean) >= gate.hub_threshold
        followed = "followed" if passes else "not followed, but those of a seed are"
        yield (
            f"gate: a home or list page, {max(own, mean):.3f} {_against(passes)} {gate.hub_threshold:g} "
            f"([gate] hub_threshold): its links are {followed}"
        )
        yield "kept: no, as home and list pages are not"
        return
    passes = own >= gate.threshold
    yield (
        f"gate: description {own:.3f} {_against(passes)} {gate.threshold:g} ([gate] threshold): "
        f"links are {'followed' if passes else 'not followed, but those of a seed are'}"
    )
    if not passes:
        count = len(focus.relevance.topic_words_in(f"{judged.description}\n{judged.body}"))
        enough = count >= gate.topic_words
        yield f"gate: {count} topic words {_against(enough)} {gate.topic_words} ([gate] topic_words)"
        if not enough:
            yield "kept: no, it does not pass the gate"
            return
    found = verdict(own, focus.body(judged.body), last)
    yield (
        f"kept: {'yes' if found.kept else 'no'}, {last.body_share:g} x body {found.body:.3f} + "
        f"{1 - last.body_share:g} x description {found.description:.3f} = {found.relevance:.3f} "
        f"{_against(found.kept)} {last.threshold:g} ([verdict] threshold)"
    )


def _against(reached: bool) -> str:
    return "reaches" if reached else "is under"
