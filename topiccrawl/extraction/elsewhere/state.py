"""Texts in the data of a page: JSON-LD, the states of applications, and variables of scripts."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from topiccrawl.page.page import Page
from topiccrawl.page.scripts.data import data_of

MIN_HAN = 30
"""Minimum number of Chinese characters of a text that may be a body."""

MAX_DEPTH = 25
MAX_NODES = 20_000

_HAN = re.compile("[\u3400-\u9fff]")
_TEXT = re.compile("[\u3400-\u9fff，。、]{12}")
_BACKSLASHED, _UTF_8, _UTF_16 = r"\\{0,3}u[4-9a-fA-F][0-9a-fA-F]{3}", r"E[4-9]%\w\w%\w\w", r"u[4-9]\w{3}"
_ESCAPED = re.compile(  # each form begins with a plain character: the search skips to it
    rf"\\{_BACKSLASHED}(?:\\{_BACKSLASHED}){{7}}|%{_UTF_8}(?:%{_UTF_8}){{5}}|%{_UTF_16}(?:%{_UTF_16}){{5}}",
    re.ASCII,
)
_ENCODED = re.compile(r"[\w+/]{200}", re.ASCII)
_SENTENCE = re.compile(r"[。！？]|<(?:p|br|div|section)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"comment|reply|relat|recommend|(?<!p)hot|agree|privacy|policy|copyright|about|footer|seo|keyword|descri|summary"
    r"|abstract|intro|digest|brief|share|advert|banner|menu|nav|css|style",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:\w*title|headline|name|subject|biaoti|bt)", re.IGNORECASE)
_PLACE = re.compile(r"url|link|href|path|id", re.IGNORECASE)
_PARAGRAPH_KEYS = (
    "text",
    "content",
    "txt",
    "value",
    "html",
    "p",
    "body",
    "para",
    "paragraph",
    "data",
    "insert",
    "c",
)
_INLINE_KEYS = ("children", "content", "nodes", "childNodes", "runs", "spans")
_KIND_KEYS = ("type", "tag", "name", "nodeName", "tagName")
_BLOCK = re.compile(
    r"p|para(?:graph)?|h[1-6]|heading|headline|blockquote|li|list[-_]?item|figcaption", re.IGNORECASE
)
_FLIGHT = re.compile(r"[0-9a-f]{1,4}:(?:(T)[0-9a-f]+,|[\[{])")
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|bmp)(?:$|\?)", re.IGNORECASE)
_DATA = re.compile(r"\s*[\[{]\s*(?:[\[{\"'\]}]|\w{1,40}\s*:)")
"""How JSON or an object of a script begins."""
_ADDRESS = re.compile(r"(?:url|link|href)$", re.IGNORECASE)
_CAPTION = re.compile("[，。；！？、]")
_LISTED = 2
"""Objects with a title and a long text from which a list of them is one of articles."""


def texts_in_data(page: Page) -> Iterator[str]:
    """Yield the longer texts in the data of a page's scripts, as HTML."""
    for kind, script in _scripts(page):
        if "ld+json" in kind:
            yield from _article_bodies(script)
            continue
        values = list(data_of(script))
        pushed = [one for one in values if isinstance(one, dict)]
        if len(pushed) > 1 and (captions := _captions(pushed)):
            yield _as_gallery(captions)
        for value in values:
            yield from texts_of(value)


def data_in(page: Page) -> Iterator[Any]:
    """Yield the data of a page's scripts that have Chinese text."""
    for kind, script in _scripts(page):
        if "ld+json" not in kind:
            yield from data_of(script)


def _scripts(page: Page) -> Iterator[tuple[str, str]]:
    """Yield type and text of the scripts with Chinese text that are no templates."""
    for element in page.tree.iter("script"):
        kind = (element.get("type") or "").lower()
        script = element.text
        if script and "template" not in kind and "html" not in kind and _may_hold_text(script):
            yield kind, script


def _may_hold_text(script: str) -> bool:
    """Return whether a script has some Chinese characters in a row, as they are, escaped or encoded."""
    return any(form.search(script) for form in (_TEXT, _ESCAPED, _ENCODED))


def is_data(text: str) -> bool:
    """Return whether a text is data for a script, not one to be read."""
    return _DATA.match(text) is not None


def texts_in(data: str) -> Iterator[str]:
    """Yield the longer texts in data, as HTML; see `texts_of`."""
    for value in list(data_of(data)) or data_of(f"a = {data}"):
        yield from texts_of(value)


def _article_bodies(script: str) -> Iterator[str]:
    for value in data_of(script):
        for node in _objects(value):
            body = node.get("articleBody")
            if isinstance(body, str) and _is_text(body):
                yield as_html(body)


def _objects(value: Any, depth: int = 6) -> Iterator[Mapping[str, Any]]:
    if depth and isinstance(value, dict):
        yield value
        for item in value.values():
            yield from _objects(item, depth - 1)
    elif depth and isinstance(value, list):
        for item in value:
            yield from _objects(item, depth - 1)


def texts_of(value: Any) -> Iterator[str]:
    """Yield the longer texts in data, as HTML; those of a list of articles are left out."""
    room = [MAX_NODES]
    yield from _texts(value, "", MAX_DEPTH, room)


def _texts(value: Any, key: str, depth: int, room: list[int]) -> Iterator[str]:
    room[0] -= 1
    if depth <= 0 or room[0] <= 0 or _OTHER.search(key):
        return
    if isinstance(value, str):
        if value[:1] in ("{", "[") and len(value) > 100 and value[1:2] in ('"', "{", "["):
            for inner in data_of(value):
                if not isinstance(inner, str):
                    yield from _texts(inner, "", depth - 5, room)
        elif _FLIGHT.match(value):
            yield from _texts(_rows(value), "", depth - 5, room)
        elif _is_text(value):
            yield as_html(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, str(name), depth - 1, room)
    elif isinstance(value, list) and (captions := _captions(value)):
        yield _as_gallery(captions)
    elif isinstance(value, list):
        paragraphs = list(_paragraphs(value))
        if paragraphs and _is_text("".join(paragraphs)):
            yield "".join(map(as_html, paragraphs))
        elif not _lists_articles(value):
            for item in value:
                yield from _texts(item, key, depth - 1, room)


def _rows(flight: str) -> list[Any]:
    """Return the data in the numbered rows of a stream of server components (React)."""
    found: list[Any] = []
    for row in flight.splitlines():
        start = _FLIGHT.match(row)
        if start and start[1]:
            found.append(row[start.end() :])
        elif start:
            found += map(_with_elements, data_of(row[start.end() - 1 :]))
    return found


def _with_elements(value: Any, depth: int = MAX_DEPTH) -> Any:
    """Return data in which the elements of such a stream are objects.

    >>> _with_elements(["$", "p", "0", {"children": "第一段"}])
    {'tag': 'p', 'text': '第一段'}
    """
    if depth and isinstance(value, dict):
        return {name: _with_elements(item, depth - 1) for name, item in value.items()}
    if not depth or not isinstance(value, list):
        return value
    if len(value) < 4 or value[0] != "$" or not isinstance(value[3], dict):
        return [_with_elements(item, depth - 1) for item in value]
    inner = value[3].get("children")
    own = {name: item for name, item in value[3].items() if name != "children"}
    if isinstance(inner, str):
        own["text"] = inner
    elif isinstance(inner, list):
        own["children"] = [inner] if inner[:1] == ["$"] else inner
    return {"tag": value[1], **_with_elements(own, depth - 1)}


def _captions(items: Sequence[Any]) -> list[str]:
    """Return the captions of a list of pictures and nothing else; empty if they lead on to pages."""
    captions = []
    for item in items:
        texts = {k: v for k, v in item.items() if isinstance(v, str)} if isinstance(item, dict) else {}
        pictured = any(map(_PICTURE.search, texts.values()))
        if not pictured or any(_ADDRESS.search(k) and _leads_on(v) for k, v in texts.items()):
            return []
        notes = [
            v for k, v in texts.items() if _HAN.search(v) and not (_PICTURE.search(v) or _TITLE.fullmatch(k))
        ]
        notes = notes or [v for k, v in texts.items() if _TITLE.fullmatch(k) and _CAPTION.search(v)]
        captions.append(max(notes, key=len, default=""))
    captions = list(dict.fromkeys(captions))
    return captions if len(_HAN.findall("".join(captions))) >= MIN_HAN else []


def _as_gallery(captions: Sequence[str]) -> str:
    return "".join(f"<p><img></p>{as_html(caption)}" for caption in captions)


def _leads_on(address: str) -> bool:
    return address.strip().strip("#") != "" and not _PICTURE.search(address) and "javascript" not in address


def _paragraphs(items: Sequence[Any]) -> Iterator[str]:
    """Yield the paragraphs of a list of strings, or of objects that are one paragraph each."""
    for item in items:
        if isinstance(item, str):
            if _FLIGHT.match(item):
                return
            if item.strip():
                yield item
        elif isinstance(item, dict):
            if _is_entry(item):
                return
            if (text := _paragraph(item)).strip():
                yield text


def _paragraph(item: Mapping[str, Any], depth: int = 3) -> str:
    """Return the text of an object that is one paragraph, such as `{"data": {"text": ".."}}`."""
    if _is_block(item):
        for name in _INLINE_KEYS:
            if isinstance(runs := item.get(name), list):
                return _inline(runs)
    for name in _PARAGRAPH_KEYS:
        value = item.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, dict) and depth and (text := _paragraph(value, depth - 1)):
            return text
    if any(_PICTURE.search(value) for value in item.values() if isinstance(value, str)):
        return ""  # the caption of a picture
    texts = [value for value in item.values() if isinstance(value, str) and _SENTENCE.search(value)]
    return texts[0] if len(texts) == 1 else ""


def _is_block(item: Mapping[str, Any]) -> bool:
    """Return whether an object says that it is a paragraph or heading, as editors of rich text write it."""
    return any(isinstance(kind := item.get(key), str) and _BLOCK.fullmatch(kind) for key in _KIND_KEYS)


def _inline(runs: Sequence[Any], depth: int = 4) -> str:
    """Return the text of the runs of one paragraph; empty if paragraphs are among them."""
    parts: list[str] = []
    for run in runs:
        if isinstance(run, str):
            parts.append(run)
        elif isinstance(run, dict):
            if _is_block(run):
                return ""
            inner = next((run[name] for name in _INLINE_KEYS if isinstance(run.get(name), list)), None)
            said = next((run[name] for name in _PARAGRAPH_KEYS if isinstance(run.get(name), str)), "")
            parts.append(said or (_inline(inner, depth - 1) if inner and depth else ""))
    return "".join(parts)


def _is_entry(item: Mapping[str, Any]) -> bool:
    """Return whether an object stands for a page: it has a title, and more than a text."""
    return any(isinstance(value, str) and value and _TITLE.fullmatch(key) for key, value in item.items())


def _lists_articles(items: Sequence[Any]) -> bool:
    entries = [item for item in items if isinstance(item, dict) and _is_entry(item)]
    return len(entries) > _LISTED and sum(any(map(_PLACE.search, item)) for item in entries) > _LISTED


def _is_text(text: str) -> bool:
    return len(_HAN.findall(text)) >= MIN_HAN and _SENTENCE.search(text) is not None


def as_html(text: str) -> str:
    r"""Return a text as HTML, with a paragraph for each of its lines if it has no tags.

    >>> as_html("一\n二")
    '<p>一</p><p>二</p>'
    """
    if "&lt;" in text and "<" not in text:
        text = html_module.unescape(text)
    if re.search(r"<\s*/?\s*[a-zA-Z]", text):
        return text
    return "".join(
        f"<p>{html_module.escape(html_module.unescape(line))}</p>"
        for line in text.splitlines()
        if line.strip()
    )
