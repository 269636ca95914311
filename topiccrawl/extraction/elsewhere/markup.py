"""Texts that a page holds back in elements: text areas, templates, texts for those without scripts."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.elsewhere.state import is_data, texts_in
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.data import decoded
from topiccrawl.page.styles.hidden_text import HIDDEN, page_display

_HOLDERS = ("textarea", "noscript", "template", "xmp", "script")
_TEMPLATE_TYPES = re.compile(r"template|html|x-tmpl|plain|markdown", re.IGNORECASE)
_TAG = re.compile(r"<(?:p|br|div|span|section|font|strong|h\d|table)\b", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"&lt;(?:p|br|div|span|section|font|strong|h\d|table)\b", re.IGNORECASE)
_WITHOUT_SCRIPT = re.compile(
    r"<[^<>]*>[^<>]{0,80}(?:JavaScript|脚本|腳本|浏览器|瀏覽器)[^<>]{0,80}(?=</)", re.IGNORECASE
)
_XML = re.compile(r"\s*<[a-zA-Z?]")
_FIELD = re.compile(r">\s*(?:<!\[CDATA\[)?([^<>]+?)(?:\]\]>)?\s*<")
_HAN = re.compile("[\u3400-\u9fff]")
_AGREEMENT = re.compile(
    r"agree|protocol|policy|privacy|terms|licen[cs]e|xieyi|comment|reply|message", re.IGNORECASE
)


def held_back(page: Page) -> Iterator[str]:
    """Yield the texts in such elements as HTML."""
    source = page.html.lower()
    tags = [tag for tag in _HOLDERS if f"<{tag}" in source]
    if "script" in tags and not _TEMPLATE_TYPES.search(
        "".join(re.findall(r"<script[^>]*\btype\s*=[^>]*", source))
    ):
        tags.remove("script")
    for element in page.tree.iter(*tags) if tags else ():
        text = _content(page, element)
        if is_data(text):
            yield from texts_in(text)
        elif text:
            yield text


_IN_ATTRIBUTE = re.compile(
    r"=\s*[\"'](?:&lt;(?:p|div|section|span|br)\b|\[?\{(?:&quot;|\")|[\w+/%]{200}|data:text/html)|\bsrcdoc\s*=",
    re.IGNORECASE,
)
_CAPTIONED = re.compile(r"-(?:desc|note|caption|intro)\s*=", re.IGNORECASE)
_ATTRIBUTES = etree.XPath(
    "descendant::input[@value and @type='hidden']/@value"
    " | descendant::*[@data-page]/@data-page | descendant::*[@data-props]/@data-props"
    " | descendant::*[@data-state]/@data-state | descendant::*[@data-content]/@data-content"
    " | descendant::*[@data-html]/@data-html"
    " | descendant::iframe/@srcdoc | descendant::iframe/@data-srcdoc"
    " | descendant::iframe/@src[starts-with(., 'data:text/html')]"
    " | descendant::*/@*[starts-with(name(), 'data-')]"
    "[starts-with(., '[{') or starts-with(., '{') or string-length() > 200 and not(contains(., ' '))]"
)
_DATA_URL = re.compile(r"^data:text/html[^,]*,")
_LEAST_SHOWN = 100
"""Characters of a text area that only shows a text; its beginning tells whether that is terms of use."""
_TERMS = re.compile("协议|協議|条款|條款|须知|須知|声明|聲明|隐私|隱私")
_CAPTIONS = etree.XPath("descendant::*/@*[contains('|data-desc|data-note|data-caption|data-intro|', name())]")


def in_attributes(page: Page) -> Iterator[str]:
    """Yield the values of attributes that hold markup or data for scripts."""
    if _IN_ATTRIBUTE.search(page.html) or _CAPTIONED.search(page.html):
        yield from (decoded(_DATA_URL.sub("", str(value))) for value in _ATTRIBUTES(page.tree))
        yield "\n".join(dict.fromkeys(map(str, _CAPTIONS(page.tree))))  # of pictures


def _content(page: Page, element: HtmlElement) -> str:
    """Return the HTML in an element, empty if it is no text of the page."""
    if element.tag == "script":
        return (element.text or "") if _TEMPLATE_TYPES.search(element.get("type") or "") else ""
    inner = (element.text or "") + "".join(
        etree.tostring(child, encoding="unicode", method="html") for child in element
    )
    if not len(element):  # markup as text, or escaped once more
        inner = html_module.unescape(inner) if _ESCAPED_TAG.search(inner) else decoded(inner.strip())
    if element.tag == "textarea" and not _is_source(page, element, inner):
        return ""
    if element.tag == "noscript":
        inner = _WITHOUT_SCRIPT.sub("", f"<div>{inner}</div>")
    return inner if _TAG.search(inner) or is_data(inner) else _as_paragraphs(inner)


def _is_source(page: Page, element: HtmlElement, text: str) -> bool:
    """Return whether a text area is the source of a text rather than a field, or an agreement to be read."""
    names = f"{element.get('id') or ''} {element.get('name') or ''} {element.get('class') or ''}"
    if _AGREEMENT.search(names):
        return False
    if _TAG.search(text) is not None or is_data(text) or page_display(page).judge(element) == HIDDEN:
        return True
    is_shown = "readonly" in element.attrib and len(text) >= _LEAST_SHOWN
    return is_shown and not _TERMS.search(text[:_LEAST_SHOWN])


def _as_paragraphs(text: str) -> str:
    if _XML.match(text):
        text = "\n".join(field for field in _FIELD.findall(text) if _HAN.search(field))
    return "".join(f"<p>{html_module.escape(line)}</p>" for line in text.splitlines() if line.strip())
