"""What each tool says about a page; run as a script by the interpreter that has the tool.

    python tools.py TOOL

The first line printed is `{"version": ..}` or `{"missing": reason}`. Then each line read is a page,
`{"html": text, "bytes": base64, "url": URL or null}`, and the line printed is what the tool finds: text,
title, published, author, source, seconds of processor time, error. The tools get decoded text, topiccrawl
gets bytes. This file imports nothing of the project, except for topiccrawl.
"""

from __future__ import annotations

import json
import logging
import re
import signal
import sys
import warnings
from base64 import b64decode
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import datetime, timedelta, timezone
from importlib import metadata
from time import process_time
from typing import Any

Found = dict[str, Any]
Reader = Callable[[str, bytes, str | None], Found]

SECONDS = 30
"""The longest time that a tool has for a page."""

_CHINA = timezone(timedelta(hours=8))
_NO_URL = "http://example.com/"
_TRIAL = f"<html><head><title>一则新闻</title></head><body><p>{'这是正文，有一句话。' * 20}</p></html>"
_DAY = re.compile(r"(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})")
_BLOCKS = frozenset(
    "p div section article li ul ol tr table tbody td th h1 h2 h3 h4 h5 h6 blockquote pre br dd dt dl center"
    " figure figcaption header footer aside hr form".split()
)


class _TooSlowError(BaseException):
    """Not to be caught by a tool."""


def main(name: str) -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    package, load = TOOLS[name]
    out = sys.stdout
    with redirect_stdout(sys.stderr):  # some tools print
        try:
            read, version = load(), metadata.version(package)
        except (ImportError, metadata.PackageNotFoundError) as error:
            _answer(out, {"missing": str(error)})
            return
        signal.signal(signal.SIGALRM, _stop)
        trial = _timed(read, _TRIAL, _TRIAL.encode(), None)  # it loads what the first page needs
        if trial["error"]:
            _answer(out, {"missing": f"it cannot read a page: {trial['error']}"})
            return
        _answer(out, {"version": version})
        for line in sys.stdin:
            page = json.loads(line)
            _answer(out, _timed(read, page["html"], b64decode(page["bytes"]), page["url"]))


def _answer(out: Any, answer: Found) -> None:
    out.write(json.dumps(answer) + "\n")
    out.flush()


def _stop(*_: object) -> None:
    raise _TooSlowError


def _timed(read: Reader, html: str, body: bytes, url: str | None) -> Found:
    found: Found = {}
    error = ""
    start = process_time()
    signal.alarm(SECONDS)
    try:
        found = read(html, body, url)
    except _TooSlowError:
        error = f"more than {SECONDS} s"
    except Exception as problem:  # a failure of a tool is a result
        error = f"{type(problem).__name__}: {problem}".strip()
    finally:
        signal.alarm(0)
    spent = process_time() - start
    # A tool that returns markup is read as text outside its time.
    text = found.get("text") or text_of(found.get("markup") or "")
    facts = {key: found.get(key) or "" for key in ("title", "author", "source")}
    published = _day(found.get("published") or "")
    return {"text": text, **facts, "published": published, "seconds": spent, "error": error}


def _day(date: str) -> str:
    """Return the day of a date in any of the tools' forms, as YYYY-MM-DD; empty without one."""
    match = _DAY.search(date)
    return "{}-{:0>2}-{:0>2}".format(*match.groups()) if match else ""


def text_of(markup: str) -> str:
    """Return the text of a piece of HTML, one line for each block."""
    import lxml.html

    if not markup.strip():
        return ""
    pieces: list[str] = []

    def walk(node: Any) -> None:
        if not isinstance(node.tag, str) or node.tag in ("script", "style", "noscript"):
            return
        border = "\n" if node.tag in _BLOCKS else ""
        pieces.extend((border, node.text or ""))
        for child in node:
            walk(child)
            pieces.append(child.tail or "")
        pieces.append(border)

    walk(lxml.html.fromstring(re.sub(r"^\s*<\?xml[^>]*>", "", markup)))
    lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
    return "\n".join(filter(None, lines))


def _topiccrawl() -> Reader:
    from topiccrawl.extraction import clean, extract

    def read(html: str, body: bytes, url: str | None) -> Found:
        found = extract(body, url)
        return {
            "text": clean(found.text),
            "title": found.title,
            "published": found.published,
            "author": found.author,
            "source": found.source,
        }

    return read


def _trafilatura() -> Reader:
    from trafilatura import bare_extraction

    def read(html: str, body: bytes, url: str | None) -> Found:
        found = bare_extraction(html, url=url, with_metadata=True, include_comments=False)
        if found is None:
            return {}
        facts = found if isinstance(found, dict) else found.as_dict()
        return {
            "text": facts["text"],
            "title": facts["title"],
            "published": facts["date"],
            "author": facts["author"],
            "source": facts["sitename"],
        }

    return read


def _magic_html() -> Reader:
    from magic_html import GeneralExtractor

    extractor = GeneralExtractor()

    def read(html: str, body: bytes, url: str | None) -> Found:
        found = extractor.extract(html, base_url=url or _NO_URL)
        return {"markup": found["html"], "title": found["title"]}

    return read


def _readability() -> Reader:
    from readability import Document

    def read(html: str, body: bytes, url: str | None) -> Found:
        found = Document(html, url=url)
        author = getattr(found, "author", str)()
        markup = found.summary(html_partial=True)
        return {"markup": markup, "title": found.short_title(), "author": author.strip("[] ")}

    return read


def _newspaper() -> Reader:
    from newspaper import Article

    def read(html: str, body: bytes, url: str | None) -> Found:
        article = Article(url or _NO_URL, language="zh", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        date = article.publish_date
        if isinstance(date, datetime):
            date = (date.astimezone(_CHINA) if date.tzinfo else date).strftime("%Y-%m-%d %H:%M")
        return {
            "text": article.text,
            "title": article.title,
            "published": date,
            "author": "、".join(article.authors),
            "source": article.meta_site_name,
        }

    return read


def _gne() -> Reader:
    from gne import GeneralNewsExtractor

    extractor = GeneralNewsExtractor()

    def read(html: str, body: bytes, url: str | None) -> Found:
        found = extractor.extract(html)
        return {
            "text": found["content"],
            "title": found["title"],
            "published": found["publish_time"],
            "author": found["author"],
        }

    return read


TOOLS: dict[str, tuple[str, Callable[[], Reader]]] = {
    "topiccrawl": ("topiccrawl", _topiccrawl),
    "trafilatura": ("trafilatura", _trafilatura),
    "magic-html": ("magic-html", _magic_html),
    "readability-lxml": ("readability-lxml", _readability),
    "newspaper4k": ("newspaper4k", _newspaper),
    "GNE": ("gne", _gne),
}
"""The package and the function of each tool."""

FACTS = {
    "topiccrawl": ("title", "date", "author", "source"),
    "trafilatura": ("title", "date", "author", "source"),
    "magic-html": ("title",),
    "readability-lxml": ("title", "author"),
    "newspaper4k": ("title", "date", "author", "source"),
    "GNE": ("title", "date", "author"),
}
"""What each tool returns beside the text; as source trafilatura and newspaper4k have the name of the site."""

if __name__ == "__main__":
    main(sys.argv[1])
