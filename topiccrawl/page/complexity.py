"""Detect pages that are too expensive to parse, before parsing them.

libxml2 compares each attribute of a tag with all before it, so a tag with 40,000 attributes takes half a
minute; beyond a certain depth it silently drops the rest of a page. Real pages stay far below these limits:
the maximum in 397 measured pages is 26 attributes in a tag, 9,463 tags and a depth of 52.
"""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, count
from pathlib import Path
from types import FrameType

from topiccrawl.errors import ComplexPageError
from topiccrawl.messages import message
from topiccrawl.page.page import MAX_TAGS
from topiccrawl.page.scripts.expressions import Expressions

MAX_ATTRIBUTES = 1000
"""Maximum number of attributes in a tag."""
MAX_DEPTH = 500
"""Maximum depth of nested elements."""
PAGE_SECONDS = 20.0
"""Seconds of processor time for a page outside a crawl, which has a setting of its own."""

_AGAIN, _MOST_WAITED = 0.05, 40
"""Seconds until it is tried again to end the work on a page, and how often that is put off."""
_PACKAGE = str(Path(__file__).parents[1])
_ATTRIBUTE_LENGTH = 4
"""Characters of a short attribute; tags that may hold too many of them are checked one by one."""
_MANY_QUOTED = 8
"""Number of quoted `>` from which tags are checked one by one: they hide the length of a tag."""
_PARTS = 64
"""Number of parts of a page in which start and end tags are counted to estimate its depth."""

_TAG_START = re.compile("<[a-zA-Z]")
_QUOTED_END = Expressions(first={}, every={"end": (r"""=\s*(?:"[^">]*>|'[^'>]*>)""",)})
# As HTML5 parses tags. Each alternative may match to the end of the page, so that nothing is read twice.
_ATTRIBUTE_FORM = r"""[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>"'][^\s>]*)?)?"""
_NO_MARKUP = (
    r"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|script(?=[\s/>]).*?(?:</script|\Z)|style(?=[\s/>]).*?(?:</style|\Z)"
)
_TAG = re.compile(
    rf"{_NO_MARKUP}|[a-z][^\s/>]*(?P<attributes>(?:[\s/]*{_ATTRIBUTE_FORM}){{0,{MAX_ATTRIBUTES + 1}}}))",
    re.DOTALL | re.IGNORECASE,
)  # the repeats are limited because each of them takes memory
_ATTRIBUTE = re.compile(_ATTRIBUTE_FORM)
_NESTED = re.compile(
    _NO_MARKUP + r"|(/?)(?!(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|source|td"
    r"|th|tr|track|wbr)\b)([a-z]))",
    re.DOTALL | re.IGNORECASE,
)
"""Start and end tags of elements that need an end tag."""


def why_too_complex(html: str) -> str:
    """Return what a page has too much of, as a phrase for messages; empty when it may be parsed.

    >>> why_too_complex("<p " + " ".join(f"a{n}=1" for n in range(2000)) + ">党建</p>")
    'a tag with more than 1000 attributes'
    >>> why_too_complex("<div>" * 600), why_too_complex("<p class=a>党建</p>" * 1000)
    ('elements nested deeper than 500', '')
    """
    size = max(1, len(html) // _PARTS)
    tags = [html.count("<", start, start + size) for start in range(0, len(html), size)]
    if sum(tags) > MAX_TAGS:
        return f"more than {MAX_TAGS} tags"
    if _may_have_long_tags(html) and any(
        len(_ATTRIBUTE.findall(attributes)) > MAX_ATTRIBUTES for attributes in _long_tags(html)
    ):
        return f"a tag with more than {MAX_ATTRIBUTES} attributes"
    if _may_be_deep(html, tags) and _depth(html) > MAX_DEPTH:
        return f"elements nested deeper than {MAX_DEPTH}"
    return ""


def check_complexity(html: str, source: object) -> None:
    """Refuse a page that is too expensive to parse.

    Args:
        html: the page.
        source: its URL or file, for the message.

    Raises:
        ComplexPageError: it is.
    """
    if why := why_too_complex(html):
        raise ComplexPageError(message("{source}: is not parsed: {why}", source=source, why=why))


@contextmanager
def limited_seconds(source: object) -> Iterator[None]:
    """End work on a page that takes longer than `PAGE_SECONDS`; only in the main thread, and not on Windows.

    Args:
        source: its URL or file, for the message.

    Raises:
        ComplexPageError: it does.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    waited = count()

    def end(_: int, frame: FrameType | None) -> None:
        # A callback of the garbage collector, which is other packages' code, would ignore the error.
        own = frame is not None and frame.f_code.co_filename.startswith(_PACKAGE)
        if not own and next(waited) < _MOST_WAITED:
            return
        why = f"more than {PAGE_SECONDS:g} s"
        raise ComplexPageError(message("{source}: is not parsed: {why}", source=source, why=why))

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, PAGE_SECONDS, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _may_have_long_tags(html: str) -> bool:
    """Return whether tags must be checked one by one; few pages need it, and it takes ten times as long."""
    start, long = 0, MAX_ATTRIBUTES * _ATTRIBUTE_LENGTH
    while start + long <= len(html):
        last = html.rfind(">", start, start + long)
        if last >= 0:  # all that ends up to here is shorter
            start = last + 1
            continue
        end = html.find(">", start + long)
        end = len(html) if end < 0 else end
        tag = _TAG_START.search(html, start, end)
        if tag is not None and end - tag.start() >= long:
            return True
        start = end + 1
    source = html.encode(errors="surrogatepass")
    return len(_QUOTED_END.places(source).get("end", ())) >= _MANY_QUOTED


def _long_tags(html: str) -> Iterator[str]:
    """Yield the attributes of long tags outside comments, scripts and styles."""
    for match in _TAG.finditer(html):
        start, end = match.span("attributes")
        if end - start > 2 * MAX_ATTRIBUTES:
            yield match["attributes"]


def _may_be_deep(html: str, tags: Sequence[int]) -> bool:
    """Return whether the page may be too deep; counting is much faster than checking each tag.

    Args:
        html: the page.
        tags: number of tags in each of its parts.
    """
    size, open_elements = max(1, len(html) // _PARTS), 0
    for part, opened in enumerate(tags):
        if open_elements + opened > MAX_DEPTH:
            return True
        ends = html.count("</", part * size, (part + 1) * size)
        open_elements = max(0, open_elements + opened - 2 * ends)
    return False


def _depth(html: str) -> int:
    """Return the maximum number of elements open at once."""
    changes = (-1 if end else 1 for end, name in _NESTED.findall(html) if name)
    return max(accumulate(changes, lambda depth, change: max(0, depth + change)), default=0)
