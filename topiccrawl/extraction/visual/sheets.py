"""The style sheets that a page links to: their URLs, and their text in the order of the page.

Nothing is fetched here. A `SheetSearch` names the sheets to read, round by round, as a sheet may import
others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urldefrag, urljoin

from lxml.html import HtmlElement

from topiccrawl.page.page import Page
from topiccrawl.text.files.binary_detection import EMPTY, reason_not_text

MAX_SHEETS = 30
"""Maximum number of sheets of a page, imported ones included; the first ones count."""

MAX_BYTES = 1_000_000
"""Maximum size of a sheet in bytes; a larger one is not read."""

MAX_ROUNDS = 4
"""Maximum number of rounds: a sheet may import another one, and so on, to this depth."""

MAX_TEXT = 2_000_000
"""Maximum number of characters of a page's sheets; the rest is cut off."""

_OTHER_MEDIA = frozenset(
    ("print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv")
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_HEAD_RULE = re.compile(
    r"\s*(?:@charset\s[^;{}]*;|@layer\s[^;{}]*;"
    r"|@import\s*(?:url\(\s*)?[\"']?(?P<url>[^\"'();{}\s]+)[\"']?\s*\)?(?P<media>[^;{}]*)(?:;|\Z))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sheets:
    """The style sheets of a page that could be read.

    Attributes:
        texts: CSS by URL.
    """

    texts: Mapping[str, str] = field(default_factory=dict)


NO_SHEETS = Sheets()


def decode_sheet(body: bytes, content_type: str = "") -> str | None:
    """Return the text of a sheet; None when its type or its bytes are those of something else.

    Args:
        body: its content.
        content_type: the header Content-Type; empty if there is none. Browsers ignore sheets of other types.

    >>> decode_sheet(b"p{color:red}", "text/css; charset=gbk"), decode_sheet(b"<p>404</p>", "text/html")
    ('p{color:red}', None)
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in ("", "text/css") or reason_not_text(body) not in ("", EMPTY) or len(body) > MAX_BYTES:
        return None
    # Selectors and colours are ASCII in nearly all sheets; only comments have other characters.
    return body.decode("utf-8-sig", "replace")


def style_texts(page: Page, root: HtmlElement, sheets: Sheets) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the elements of a tree that hold or link to styles for a screen, each with its CSS.

    Imported sheets stand where they are imported. Each sheet stands once in a page, so that sheets may import
    each other.

    Args:
        page: the page.
        root: the tree of the page, or a copy of it.
        sheets: its sheets.
    """
    base = _base_url(page)
    seen: set[str] = set()
    left = MAX_TEXT
    for element in root.iter("link", "style"):
        url = _sheet_url(element, base)
        if url and url in sheets.texts and url not in seen:
            text = _expand(url, sheets.texts, seen)
        elif element.tag == "style":
            text = _with_imports(element.text or "", base, sheets.texts, seen)
        else:
            continue
        yield element, text[:left]
        left -= len(text[:left])


def imported_urls(css: str, base: str) -> list[str]:
    """Return the URLs that a sheet imports for a screen.

    >>> imported_urls("@import url(a.css); @import 'b.css' print; p{} @import 'c.css';", "http://x.cn/css/")
    ['http://x.cn/css/a.css']
    """
    return [url for url, _ in _split_imports(css, base)[0]]


@dataclass
class SheetSearch:
    """Finds the sheets of a page, round by round: `wanted` names them, `add` takes those that were read.

    Attributes:
        page: the page.
    """

    page: Page
    _texts: dict[str, str] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _rounds: int = 0

    def wanted(self) -> list[str]:
        """Return the URLs of the next round, at most `MAX_SHEETS` in all rounds; empty at the end."""
        if self._rounds == MAX_ROUNDS:
            return []
        self._rounds += 1
        found = dict.fromkeys(url for url in self._linked() if url not in self._asked)
        urls = list(found)[: MAX_SHEETS - len(self._asked)]
        self._asked.update(urls)
        return urls

    def add(self, texts: Mapping[str, str]) -> None:
        """Add sheets that were read."""
        self._texts.update(texts)

    @property
    def sheets(self) -> Sheets:
        """The sheets read so far."""
        return Sheets(self._texts)

    def _linked(self) -> Iterator[str]:
        if self._rounds > 1:
            for url, text in self._texts.items():
                yield from imported_urls(text, url)
            return
        base = _base_url(self.page)
        for element in self.page.tree.iter("link", "style"):
            if element.tag == "style":
                yield from imported_urls(element.text or "", base)
            elif url := _sheet_url(element, base):
                yield url


def _sheet_url(element: HtmlElement, base: str) -> str:
    """Return the URL of the sheet that a <link> loads for a screen; empty for any other element."""
    relations = (element.get("rel") or "").lower().split()
    if element.tag != "link" or "stylesheet" not in relations or "alternate" in relations:
        return ""
    kind = (element.get("type") or "text/css").partition(";")[0].strip().lower()
    if kind != "text/css" or element.get("disabled") is not None or not _is_for_screens(element.get("media")):
        return ""
    return _join(base, element.get("href") or "")


def _is_for_screens(media: str | None) -> bool:
    """Return whether a list of media has one that may be a screen."""
    if not (media or "").strip():
        return True
    return any(query.strip().lower().partition(" ")[0] not in _OTHER_MEDIA for query in str(media).split(","))


def _base_url(page: Page) -> str:
    element = page.tree.find(".//base[@href]")
    return page.url if element is None else _join(page.url, element.get("href") or "") or page.url


def _join(base: str, href: str) -> str:
    """Return an absolute http or https URL without fragment, empty when there is none."""
    try:
        url = urldefrag(urljoin(base, href.strip())).url
    except ValueError:
        return ""
    return url if href.strip() and url.startswith(("http://", "https://")) else ""


def _expand(url: str, texts: Mapping[str, str], seen: set[str]) -> str:
    seen.add(url)
    return _with_imports(texts[url], url, texts, seen)


def _with_imports(css: str, base: str, texts: Mapping[str, str], seen: set[str]) -> str:
    """Return a sheet with the sheets that it imports in front of its rules."""
    imports, rest = _split_imports(css, base)
    parts: list[str] = []
    for url, media in imports:
        if url in texts and url not in seen:
            text = _expand(url, texts, seen)
            parts.append(f"@media {media}{{{text}\n}}" if media else text)
    return "\n".join([*parts, rest])


def _split_imports(css: str, base: str) -> tuple[list[tuple[str, str]], str]:
    """Return the imports at the head of a sheet, each URL with its media, and the rest of the sheet."""
    css = _COMMENT.sub(" ", css)
    found: list[tuple[str, str]] = []
    position = 0
    while rule := _HEAD_RULE.match(css, position):
        position = rule.end()
        media = (rule["media"] or "").strip()
        if rule["url"] and _is_for_screens(media) and (url := _join(base, rule["url"])):
            found.append((url, "" if "(" in media and "layer" in media else media))
    return found, css[position:]
