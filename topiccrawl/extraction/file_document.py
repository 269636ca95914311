"""Articles whose text is a file, and files attached to articles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from topiccrawl.extraction.document import Document
from topiccrawl.page.anchors.attachments import attachments_of
from topiccrawl.page.facts.dates import find_date
from topiccrawl.page.facts.url_dates import url_date
from topiccrawl.page.page import Page

EXTRACTOR = "file"
"""Value of `Document.extractor` for an article whose text is a file."""
_SHORTEST_TITLE = 5
_LONGEST_TITLE = 80
_GENERIC = re.compile(
    r"(?:点击|请)?(?:下载|查看|浏览|阅读|预览|打开)?(?:附件|原文|全文|文件|正文|详情|pdf|word|docx?|ofd|版)*[\d一二三四五:：]*(?:下载|查看)?",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\.(?:pdf|docx?|wps|ofd|xlsx?|et|rtf)$", re.IGNORECASE)
_SAME, _GRAM = 0.85, 6
"""Share of the pieces of a text, and their length, that stand in another which has the same text."""
_SHORT = 300
"""Characters of a notice whose files have the text; longer ones are articles of their own."""
_FEW = 2
"""Files that a notice without any text links to; a page that links to more is a list of downloads."""
_TAIL = 4
"""Lines at the end of a text in which the date of a document stands."""


def file_document(text: str, url: str, anchor: str = "", around: str = "") -> Document:
    r"""Return the article that a file is: title and date as the page that links says, the text of the file.

    Args:
        text: of the file, a paragraph a line.
        url: of the file.
        anchor: text of the link to it.
        around: text of the block with the link, such as a row of a list with its date.

    >>> found = file_document("冬训的通知\n各党支部：", "/1.pdf", "冬训的通知.pdf", "冬训的通知 2024-01-05")
    >>> found.title, found.published, found.text
    ('冬训的通知', '2024-01-05', '各党支部：')
    """
    lines = text.splitlines()
    title = _ENDING.sub("", anchor.strip())
    if len(title) < _SHORTEST_TITLE or _GENERIC.fullmatch(title):
        title = next((line for line in lines[:3] if _SHORTEST_TITLE <= len(line) <= _LONGEST_TITLE), title)
    published = (
        find_date(around.replace(anchor, " ")) or url_date(url) or find_date("\n".join(lines[-_TAIL:]))
    )
    return Document(
        title=title, text=without_title(text, title), published=published, kind="article", extractor=EXTRACTOR
    )


def page_of_file(document: Document, url: str) -> Page:
    """Return a page with the title and the text of a file, for what judges pages."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in document.text.splitlines())
    title = escape(document.title)
    return Page(
        url, f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{paragraphs}</body></html>"
    )


def files_of_notice(page: Page, text: str) -> tuple[str, ...]:
    """Return the URLs of the files that have the text of a short notice, those that it shows first.

    Args:
        page: the page with the notice.
        text: main text of the page; may be empty.
    """
    if len("".join(text.split())) >= _SHORT:
        return ()
    found = attachments_of(page)
    return (*found.shown, *(found.linked if text or len(found.linked) <= _FEW else ()))


def with_attachments(text: str, files: Iterable[str], title: str = "") -> str:
    r"""Return the text of a notice followed by those of its files, without headlines that repeat its own.

    A file that repeats what stands before it is left out: many notices have theirs as PDF and as Word.

    >>> with_attachments("见附件。", ["冬训通知\n各党支部：", "冬训通知\n各党支部："], "冬训通知")
    '见附件。\n各党支部：'
    """
    pieces = [text] if text else []
    for file in files:
        own = without_title(file, title)
        if own and not _repeats(own, pieces):
            pieces.append(own)
    return "\n".join(pieces)


def _repeats(text: str, pieces: Iterable[str]) -> bool:
    """Return whether a text stands in one of others, but for a few characters."""
    own = _grams(text)
    return any(len(own & _grams(piece)) >= _SAME * len(own) for piece in pieces)


def _grams(text: str) -> set[str]:
    squeezed = "".join(text.split())
    return {squeezed[at : at + _GRAM] for at in range(max(1, len(squeezed) - _GRAM + 1))}


def without_title(text: str, title: str) -> str:
    """Return a text without the lines at its beginning that make up its title."""
    lines, wanted, begun = text.splitlines(), "".join(title.split()), ""
    for place, line in enumerate(lines[:4] if wanted else ()):
        begun += "".join(line.split())
        if begun == wanted:
            return "\n".join(lines[place + 1 :])
        if not wanted.startswith(begun):
            break
    return text
