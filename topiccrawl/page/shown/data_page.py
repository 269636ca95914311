"""Pages whose list or text is data: the page that a browser would show, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any

from lxml import etree

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.anchors.pagers import whole_number
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.id_templates import IdTemplate, elements_by_id, records_by_id
from topiccrawl.page.hidden_links.lists.lines import is_line_of_record, lines_of_records
from topiccrawl.page.hidden_links.markup import between
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.records import (
    GUARD,
    MOST_NODES,
    WRAPPING,
    answered,
    date_of,
    issues_of,
    nodes,
    objects_in,
    plain,
    records_of,
    texts_of,
    title_of,
)
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.data import data_of
from topiccrawl.page.shown.next_parts import next_link

_HAN = re.compile("[\u3400-\u9fff]")
_SENTENCES = ("。", "，", "u3002", "uff0c", "uFF0C", "%E3%80%82", "%e3%80%82", "%EF%BC%8C", "%ef%bc%8c")
"""Marks in the sentences of an article, as they are, escaped or encoded."""
_TEXT_KEY = re.compile(r"content|body|text|html|zhengwen|neirong|detail|article|paragraph", re.IGNORECASE)
_TITLE_KEYS = re.compile(
    r"(?:\w*[._])?(?:\w*title|headline|(?:article|doc|news|notice|policy)?name|subject|biaoti|bt)",
    re.IGNORECASE,
)
_SOURCE_KEY = re.compile(
    r"(?!data_?source)\w*(?<!re)(?:source|origin|laiyuan|(?:copy|come)_?from)(?:_?name)?"
    r"|(?:xx|wz)?ly|media_?name|nick_?name|from(?:_?name)?",
    re.IGNORECASE,
)
_AUTHOR_KEY = re.compile(r"author(?:_?name)?|editor(?:_?name)?|writer", re.IGNORECASE)
_SHORTEST = 80
"""Han characters of a text that is an article."""
_NOT_SHOWN = frozenset(("script", "style", "title", "noscript", "template"))
_LONG = 300
"""Han characters of one that is no introduction to a list."""
_MOST_SHOWN = 150
"""Han characters that a page with an article in its data shows at most."""
_XML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*<(?!html\b)\w|<(?:datastore|recordset|records?|data|result|root|items?|list|rows?)\b)",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"\s*\ufeff?\s*<\?xml[^>]*>")
"""It names an encoding that the text does not have any more."""


@dataclass(frozen=True, slots=True)
class DataArticle:
    """An article in data; fields that are missing are empty.

    Attributes:
        title: its title.
        text: HTML or plain text.
        date: of publication.
        source: where it was published first.
        author: who wrote it.
    """

    title: str
    text: str
    date: str = ""
    source: str = ""
    author: str = ""


def is_data(text: str) -> bool:
    """Return whether the text of a response is data: JSON, JSONP or XML that is neither HTML nor a feed."""
    head = text[:300].lstrip("\ufeff \r\n\t")
    if GUARD.match(head):
        return True
    if head[:1] == "<":
        return _XML.match(head) is not None
    return head[:1] in ("{", "[") or WRAPPING.match(head) is not None or is_line_of_record(head)


def article_of_data(page: Page) -> Page | None:
    """Return the page that a response stands for if it is the data of one article; None for all others."""
    found = page_of_data(page) if is_data(page.html) else None
    return found[0] if found is not None and found[1] else None


def page_of_data(page: Page, addresses: str = "") -> tuple[Page, bool] | None:
    """Return the page that a response of data stands for, and whether it is an article.

    Args:
        page: the response; `html` is the data.
        addresses: of its records, see `Link.records`.

    Returns:
        None if the data has neither an article nor records.
    """
    templates = [IdTemplate.parse(text) for text in addresses.split()]
    if page.html[:300].lstrip("\ufeff \r\n\t")[:1] == "<":
        rows = _xml_records(page.html)
        if records := _records(page, rows, templates) or issues_of(page, rows):
            return replace(page, html=_document("", _rows(records))), False
        pieces = list(between(page.html, "<![CDATA[", "]]>")) or [page.html]
        return replace(page, html=_document("", "".join(pieces))), False
    data = answered(page.html)
    if data is None:
        data = lines_of_records(page.html)
    if data is None:
        return None
    records = _records(page, data, templates)
    article = article_in(data)
    if article is not None and len(records) < _LIST:
        return replace(page, html=_article_html(article)), True
    shown = _rows(records or issues_of(page, data))
    shown = shown or "".join(t for t in texts_of(data) if "<a" in t and len(t) < 500_000)
    shown += (next_link(page, data) or _further_parts(data, len(records))) if shown else _files_in(data)
    return (replace(page, html=_document("", f"<ul>{shown}</ul>")), False) if shown else None


def _files_in(data: Any) -> str:
    """Return the files of data that an index of them names, as elements that ask for them."""
    names = dict.fromkeys(text for text in texts_of(data) if _FILE.fullmatch(text))
    return "".join(f'<li data-json="{escape(name)}"></li>' for name in islice(names, _MOST_FILES))


_FILE = re.compile(r"[\w./:-]{1,200}\.json(?:\?[\w.=&-]*)?", re.ASCII)
_MOST_FILES = 30


def _further_parts(data: Any, records: int) -> str:
    """Return what a list says of its further parts, as a pager shows it; empty if it says nothing."""
    for node in objects_in(data):
        for name, value in node.items() if not title_of(node) else ():
            number = (whole_number(str(value)) or 0) if isinstance(value, str | int) else 0
            if number > 1 and (_PAGES.fullmatch(name) or (_TOTAL.fullmatch(name) and number > records > 0)):
                return "<li>共2页</li>" if _TOTAL.fullmatch(name) else f"<li>共{number}页</li>"
    return ""


_PAGES = re.compile(r"(?:total_?|max_?)?pages?(?:_?(?:count|total))?", re.IGNORECASE)
_TOTAL = re.compile(
    r"total(?:_?(?:count|num|rows?|records?|elements|size))?|(?:record|row)s?_?(?:count|total)", re.IGNORECASE
)
"""Fields with the number of the parts of a list, and of all its records."""


def page_of_text(page: Page, title: str) -> Page:
    """Return the page that shows the text of an article, which stands in what its page asks for.

    Args:
        page: the response: a page, data, a fragment of HTML or lines.
        title: of the article.
    """
    if _WHOLE.search(page.html):
        return page
    if is_data(page.html):
        data = answered(page.html)
        found = None if _lists_of_texts(data) else article_in(data, title)
        is_own = found is not None and (found.title in title or title in found.title)
        return replace(page, html=_article_html(found) if found and is_own else "")
    lines = page.html.splitlines() if "<" not in page.html else ()
    text = "".join(f"<p>{escape(line)}</p>" for line in lines) or page.html
    return replace(page, html=_document(title, f"<h1>{escape(title)}</h1><div>{text}</div>"))


def _lists_of_texts(data: Any) -> list[list[str]]:
    """Return the texts of each list of them in data, such as those of comments or of several articles."""
    lists = (node for node in nodes(data) if isinstance(node, list))
    texts = ([_longest_text(item) for item in node if isinstance(item, dict)] for node in lists)
    return [found for found in texts if sum(map(_is_long, found)) > 1]


_WHOLE = re.compile(r"<(?:html|body)\b", re.IGNORECASE)


def page_of_fragment(page: Page, addresses: str) -> Page:
    """Return a fragment of a list with the links that the page around it builds from attributes of its rows.

    Args:
        page: the fragment.
        addresses: of its records, see `Link.records`.
    """
    templates = [
        template for text in addresses.split() if "@" in text and (template := IdTemplate.parse(text))
    ]
    rows = [link for link in elements_by_id(page, templates) if link.anchor]
    return replace(page, html=f"{page.html}<ul>{_rows(rows)}</ul>") if rows else page


def has_titles(text: str) -> bool:
    """Return whether data is a list of titles: if it gives no addresses, a script makes them up from ids.

    >>> has_titles('{"rows": [{"t": "山村通了公路"}, {"t": "秋粮收购启动"}, {"t": "夜校开学了"}]}')
    True
    >>> has_titles('{"rows": [], "total": 0, "message": "没有更多数据"}')
    False
    """
    titled = filter(title_of, objects_in(answered(text)))
    return sum(1 for _ in islice(titled, _LIST)) == _LIST


def _records(page: Page, data: Any, templates: Sequence[IdTemplate]) -> list[Link]:
    """Return the records in data that name their address; if none does, those whose id gives it.

    An address is one for the page that shows them, if that writes it into its anchors as it is.
    """
    by_id = records_by_id(page, data, templates)
    keys = {key for node in objects_in(data) for key in node} if any(t.folder for t in templates) else set()
    shown_on = next((t.folder for t in templates if t.folder and t.fields[0] in keys), page.url)
    named = records_of(replace(page, url=shown_on), data)
    return by_id if len(by_id) > len(named) else named


def _rows(records: Iterable[Link]) -> str:
    """Return records as the rows of a list."""
    return "".join(
        f'<li><a href="{escape(r.url)}">{escape(r.anchor)}</a> {escape(r.context)}</li>' for r in records
    )


def _xml_records(text: str) -> list[dict[str, str]]:
    """Return the elements of XML with fields, such as `<item><title>..</title></item>`."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(_DECLARATION.sub("", text, count=1).encode(errors="replace"), parser)
    except etree.XMLSyntaxError:
        return []
    rows = () if root is None else islice(root.iter("*"), MOST_NODES)
    return [_xml_fields(row) for row in rows if 2 <= len(row) + len(row.attrib) <= _MOST_FIELDS]


def _xml_fields(row: Any) -> dict[str, str]:
    """Return the fields of a record: its attributes and the texts of its children."""
    children = {
        str(field.tag).rpartition("}")[2]: "".join([field.text or "", *_markup_of(field)]).strip()
        for field in row.iterchildren("*")
    }
    return {str(name): str(value) for name, value in row.attrib.items()} | children


def _markup_of(field: Any) -> Iterator[str]:
    return (etree.tostring(part, encoding="unicode") for part in field.iterchildren("p", "div", "br", "span"))


_MOST_FIELDS = 50
_LIST = 3
"""Records of data that is a list, not an article with some links."""


def _of_style_sheet(page: Page) -> Page:
    """Return the page that XML with a style sheet stands for: an article, or a list.

    The fields have any names. Of XML with neither, the page is one that its style sheet, as a script, fills.
    """
    rows = _xml_records(page.html)
    records = records_of(page, rows)
    if len(records) < _LIST:
        records = [record for row in rows if (record := _record_by_form(row)) is not None]
    article = article_in(rows)
    if article is not None and len(records) < _LIST:
        return replace(page, html=_article_html(article))
    filled = f"<ul>{_rows(records)}</ul>" if records else "<script src=_.xsl></script>"
    return replace(page, html=_document("", filled))


def _record_by_form(row: Mapping[str, str]) -> Link | None:
    url = next((value for value in row.values() if _PAGE_URL.fullmatch(value)), "")
    title = max((value for value in row.values() if _is_title(value)), key=len, default="")
    return Link(url, title, date_of(row)) if url and title else None


_PAGE_URL = re.compile(r"(?:[\w.:/-]*/)?[\w-]+\.(?:xml|[sjx]?html?|aspx?|jsp|php)(?:\?[\w=&.%-]*)?", re.ASCII)
_STYLED = re.compile(
    r"\s*\ufeff?\s*<\?xml[^>]*>\s*<\?xml-stylesheet\b(?![\s\S]{0,500}<(?:html|rss|feed|rdf|urlset|sitemapindex)\b)",
    re.IGNORECASE,
)


def shown(page: Page) -> Page:
    """Return the page as a browser shows it if its article is in its data; otherwise the page itself."""
    if _STYLED.match(page.html):
        return _of_style_sheet(page)
    if page.once(shows_text):
        return page
    telling = any(_has_sentences(text) for _, text in Elements.of(page).inline)
    if not (telling or any(sign in page.html for sign in _OTHER_SIGNS)):
        return page
    title = " ".join((page.tree.findtext(".//title") or "").split())
    data = list(_data_in(page))
    article = article_in(data, title)
    if article is None or _is_of_list(page, data, article):
        return page
    return replace(page, html=_article_html(article))


def _data_in(page: Page) -> Iterator[Any]:
    """Yield the data in the scripts and attributes of a page that shows no text."""
    scripts = page.once(PageScripts.of)
    yield from (*(value for _, value in scripts.data), *scripts.code.literals)
    for element, text in Elements.of(page).inline:
        if _has_sentences(text) and "template" not in (element.get("type") or ""):
            yield from (value for value in data_of(text) if not isinstance(value, str))
    written: Any = page.tree.xpath("//@*[starts-with(normalize-space(), '{')]", smart_strings=False)
    for text in islice(written, _MOST_WRITTEN):
        if _has_sentences(text) and (value := answered(text)) is not None:
            yield value


_OTHER_SIGNS = ("{&quot;", "{&#34;", "='{\"", "atob(")
"""How data in attributes begins, and what decodes data in base64."""
_MOST_WRITTEN = 20
"""Attributes that are read."""


def _is_of_list(page: Page, data: Sequence[Any], article: DataArticle) -> bool:
    """Return whether an article is one of several in a list, or a few words that stand beside one."""
    if any(article.text in texts for value in data for texts in _lists_of_texts(value)):
        return True
    return not _is_long(article.text, _LONG) and len(_records(page, data, ())) >= _LIST


def _has_sentences(text: str) -> bool:
    return any(mark in text for mark in _SENTENCES)


def _is_long(text: str, least: int = _SHORTEST) -> bool:
    return len(_HAN.findall(text)) >= least


def article_in(data: Any, title: str = "") -> DataArticle | None:
    """Return the longest article in data.

    Args:
        data: from JSON.
        title: of the page, for an article without one.
    """
    best: DataArticle | None = None
    longest = _SHORTEST - 1
    for node in objects_in(data):
        named = _field(node, _TITLE_KEYS, _is_title)
        text = max(_longest_text(node), _text_within(node) if named else "", key=len)
        length = len(_HAN.findall(text))
        if length > longest and (named := named or title):
            longest = length
            best = DataArticle(
                plain(named),
                text,
                date_of(node),
                plain(_field(node, _SOURCE_KEY, _is_name)),
                plain(_field(node, _AUTHOR_KEY, _is_name)),
            )
    return best


def _text_within(node: Mapping[str, Any], depth: int = 3) -> str:
    """Return the text in objects within one with a title: `{"content": {"list": [{"data": "<p>.."}]}}`."""
    texts = [""]
    for value in node.values() if depth else ():
        parts = value if isinstance(value, list) else [value]
        if parts and all(
            isinstance(part, dict) and not _field(part, _TITLE_KEYS, _is_title) for part in parts
        ):
            texts.append("\n".join(_longest_text(part) or _text_within(part, depth - 1) for part in parts))
    return max(texts, key=len)


def _longest_text(node: Mapping[str, Any]) -> str:
    texts = ((key, _joined(value)) for key, value in node.items() if isinstance(value, str | list))
    found = (text for key, text in texts if _TEXT_KEY.search(key) or ("<p" in text and "</p>" in text))
    return max(found, key=len, default="")


def _joined(value: str | list[Any]) -> str:
    """Return a text, or that of a list of paragraphs; empty for other lists."""
    if isinstance(value, str):
        return value
    return "\n".join(value) if all(isinstance(item, str) for item in value) else ""


def _field(node: Mapping[str, Any], keys: re.Pattern[str], fits: Any) -> str:
    found = [
        (len(key), value)
        for key, value in node.items()
        if isinstance(value, str) and keys.fullmatch(key) and fits(value)
    ]
    return min(found)[1] if found else ""


def _is_title(text: str) -> bool:
    return 4 <= len(text) <= 200 and _HAN.search(text) is not None


def _is_name(text: str) -> bool:
    return 1 < len(text) <= 60 and "/" not in text


def _article_html(article: DataArticle) -> str:
    stated = {"PubDate": article.date, "ContentSource": article.source, "Author": article.author}
    named = ((name, value) for name, value in stated.items() if value)
    head = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in named)
    text = article.text
    if "<" not in text:
        text = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
    byline = " ".join(filter(None, (article.date, article.source and f"来源：{article.source}")))
    return _document(
        article.title, f"<h1>{escape(article.title)}</h1><div>{escape(byline)}</div><div>{text}</div>", head
    )


def _document(title: str, body: str, head: str = "") -> str:
    return f"<!DOCTYPE html><html><head><title>{escape(title)}</title>{head}</head><body>{body}</body></html>"


def shows_text(page: Page) -> bool:
    """Return whether a page shows as much text as an article has; `Page.once` caches it."""
    room = _MOST_SHOWN
    for element in page.tree.iter():
        text, tail = element.text, element.tail
        # Most texts are white space.
        if text and not text.isascii() and element.tag not in _NOT_SHOWN:
            room -= len(_HAN.findall(text))
        if tail and not tail.isascii():
            room -= len(_HAN.findall(tail))
        if room < 0:
            return True
    return False
