"""All hidden links of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import is_action
from topiccrawl.page.anchors.link import HEADLINE, SOURCE, Link
from topiccrawl.page.anchors.pagers import continues, pager_word
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import (
    Handled,
    addresses_elsewhere,
    addresses_in_attributes,
    clicked,
    in_page,
    label_of,
    names_next,
)
from topiccrawl.page.hidden_links.data.next_groups import next_groups_of
from topiccrawl.page.hidden_links.data.numbered_files import newest_files
from topiccrawl.page.hidden_links.data.sources import sources_of
from topiccrawl.page.hidden_links.frames import frame_links
from topiccrawl.page.hidden_links.id_templates import (
    addresses_of_records,
    elements_by_id,
    id_templates,
    records_by_id,
    route_of,
    templates_in_anchors,
)
from topiccrawl.page.hidden_links.lists.forms import forms_of
from topiccrawl.page.hidden_links.lists.menus import menu_links, option_links
from topiccrawl.page.hidden_links.lists.paging import pagers_of, sent_form
from topiccrawl.page.hidden_links.lists.part_options import part_options
from topiccrawl.page.hidden_links.lists.patterns import PART
from topiccrawl.page.hidden_links.markup import Anchored, anchors_in, between, hole
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.parallel_lists import parallel_lists
from topiccrawl.page.hidden_links.records import is_title, records_of, texts_of
from topiccrawl.page.hidden_links.templates import (
    ACTION,
    Address,
    addresses_of,
    choice_of,
    evaluated,
    leading,
)
from topiccrawl.page.hidden_links.urls import frame_url, is_of_host, page_url, source_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import Joined, Value, Variable

_CALLS_BACK = re.compile(r"[?&](?:\w*callback|jsonp|cb)=|\.jsonp(?:$|\?)", re.IGNORECASE)
_SHORTEST_TITLE = 3
"""Characters of a label that a page may have for a title, and more."""
_FEWEST_HEADLINES = 3
"""Headlines of a list in any comment; old menus and adverts have fewer."""
_MOST_ANCHORS = 500
_NO_NUMBER = re.compile(r"[_/=-](?:-\d+|(?<=_)0)(?:\.\w+)?$")
"""Behind the name of a list: there its pages have no number or one from 1 on."""
_DIGITS = re.compile(
    r"\d{4}[-/]?\d{2}|\d{5,}|(?:detail|article|content|view|show|info)s?(?:[/_.-]\w*\d|\d+\.)"
)
_LONGEST_STRING = 300
_ID = re.compile(r"(?:^|&)\w*(?:id|no|key)=\w*\d{2}", re.IGNORECASE)
_NO_VISIT = re.compile(r"(?:\.|^)(?:post|_?track\w*|ga|gtag)$|(?:_hmt|_gaq|_czc|_paq|dataLayer)\.push$")
"""Calls that tell a server what a reader does, with addresses that are no pages."""


def hidden_links_of(page: Page, plain: Sequence[Link]) -> tuple[Link, ...]:
    """Return the links of a page that no `<a href>` has, in order; some may repeat the URL of another.

    Args:
        page: the page.
        plain: links of its anchors.
    """
    scripts = page.once(PageScripts.of)
    anchored = list(anchors_in(page, _markup(page, scripts)))
    groups = [Link(url, found="jpage", role=SOURCE) for url in next_groups_of(page)]
    found = [*groups, *newest_files(page, scripts)]
    found += (
        Link(a.url, a.anchor, a.context, found="script markup")
        for a in anchored
        if a.url and not _leads_nowhere(a)
    )
    found += _records(page, scripts)
    handled = clicked(page, addresses_of(page))
    found += _attributes(page, handled)
    found += _strings(page, scripts)
    found += _routes(page)
    found += menu_links(page, scripts) if scripts.code.scripts else ()
    found += frame_links(page, scripts, scripts.code.once(_markup_in))
    found += _script_files(page)
    if asks := sources_of(page, scripts):
        records = addresses_of_records(page, scripts)
        if groups:  # they say how the list goes on, with parameters that the script leaves out
            asks = [asked for asked in asks if asked.found != "jpage"]
        found += (asked._replace(records=records) for asked in asks)
        found += _first_files(page, [asked.url for asked in asks if asked.url.endswith(".js")])
    found += (link for link in pagers_of(page, scripts, anchored, handled) if not _is_asked(link, asks))
    found += part_options(page)
    found += option_links(page)
    found += _rows_of_forms(page)
    found += _commented(page, plain, found)
    return tuple(found)


def _is_asked(link: Link, asks: Sequence[Link]) -> bool:
    """Return whether a script asks for the list that an element names, perhaps for parts of another size."""
    fields, named, _ = link.url.partition(PART)
    return bool(named) and any(asked.url.startswith(fields) for asked in asks)


def _leads_nowhere(anchored: Anchored) -> bool:
    """Return whether the pager of a script leads before the first or behind the last page of a list."""
    return _NO_NUMBER.search(anchored.href) is not None and pager_word(anchored.anchor) is not None


def _markup(page: Page, scripts: PageScripts) -> Iterator[str]:
    """Yield the pieces of markup in the scripts of a page."""
    yield from scripts.markup
    yield from (element.text for element in Elements.of(page).textareas if element.text)
    yield from (text for element in Elements.of(page).frames if (text := element.get("srcdoc")))
    if "escaped" in in_page(page):
        values = (value for element in page.tree.iter() for value in element.values() if "<a " in value)
        yield from islice(values, _MOST_ANCHORS)
    for text, value in scripts.data:
        if "<a" in text or "\\u003ca" in text:
            yield from (item for item in texts_of(value) if "<" in item)
    yield from scripts.code.once(_markup_in)


def _markup_in(code: Code) -> list[str]:
    found = [text for text in code.decoded if "<" in text]
    for script, step in code.steps:
        for value in step.values:
            for item in _flat(value) if type(value) in _NESTED else (value,):
                if type(item) is str and ("<" in item or "&lt;" in item):
                    found.append(item)
                elif type(item) is Joined and any(
                    isinstance(part, str) and ("<a" in part or "<A" in part) for part in item.parts
                ):
                    calls = code.once(_rows).get(step.function, ()) if step.parameters else ()
                    rows = [dict(zip(step.parameters, values, strict=False)) for values in calls]
                    for known in rows or _entries(code, item) or [{}]:
                        resolved = script.resolved(item, known)
                        parts = resolved.parts if isinstance(resolved, Joined) else (str(resolved),)
                        found.append(
                            "".join(p if isinstance(p, str) else hole(getattr(p, "plus", 0)) for p in parts)
                        )
    return found


def _rows(code: Code) -> dict[str, list[tuple[Value, ...]]]:
    """Return the arguments of the calls that write a row each, by function: `row("党课", 7, "03-05")`."""
    found: dict[str, list[tuple[Value, ...]]] = {}
    for _, step in code.titled:
        if step.is_call and any(type(value) is str and is_title(value) for value in step.values):
            found.setdefault(step.name, []).append(step.values)
    return found


def _entries(code: Code, item: Joined) -> list[dict[str, Value]]:
    """Return the items of the arrays that a loop writes rows of, by name: `"<a href=" + urls[i] + t[i]`."""
    choices = ((part.name, choice_of(code, part)) for part in item.parts if type(part) is Variable)
    lists = {name: choice.values() for name, choice in choices if choice}
    return [
        dict(zip(lists, entry, strict=True))
        for entry in islice(zip(*lists.values(), strict=False), _MOST_ANCHORS)
    ]


_NESTED = frozenset((list, dict))


def _flat(value: Value) -> Iterator[Value]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if type(value) in _NESTED:
            waiting += reversed(value if type(value) is list else value.values())
        else:
            yield value


def _records(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the records in the data and in the literals of a page."""
    chinese = [value for text, value in scripts.data if not text.isascii() or "\\u" in text]
    values = [*chinese, *scripts.code.literals]
    templates = id_templates(page, scripts)
    filled = [*templates, *templates_in_anchors(page)] if values else []
    records = [*records_of(page, values), *records_by_id(page, values, filled)] if values else []
    records += parallel_lists(page, scripts)
    yield from (record._replace(found="record") for record in records)
    for link in elements_by_id(page, templates):
        if len(link.anchor) > _SHORTEST_TITLE:
            yield link._replace(found="data attribute")


def _attributes(page: Page, handlers: Sequence[Handled]) -> Iterator[Link]:
    """Yield the links in the attributes of elements."""
    found: list[Link] = []
    for handled in page.once(addresses_in_attributes):
        if names_next(handled):
            if url := source_url(page, handled.value, named=True):
                yield Link(url, found="data attribute", role=SOURCE)
        elif link := _labelled(page, handled.element, (handled.value,), "data attribute"):
            found.append(link)
    found += _elsewhere(page)
    found += (link for handled in handlers if (link := _opened(page, handled, addresses_of(page))))
    yield from _leading(found)


def _elsewhere(page: Page) -> Iterator[Link]:
    """Yield the links of headlines that lead nowhere by themselves but have the address of an article."""
    for handled in addresses_elsewhere(page):
        if (url := page_url(page, handled.value)) and (
            _is_article(handled.value) or _CALLED_ADDRESS.search(handled.name)
        ):
            label = label_of(handled.element)
            if len(label) >= HEADLINE and is_title(label):
                yield Link(url, label, found="data attribute")


_CALLED_ADDRESS = re.compile(r"(?:href|url|link|uri|jump|goto|redirect)s?$", re.IGNORECASE)


def _opened(page: Page, handled: Handled, addresses: Mapping[str, Address]) -> Link | None:
    """Return the link to the page that an element opens when it is clicked."""
    texts: list[str] = []
    for step in handled.script.steps:
        if _NO_VISIT.search(step.name):
            continue
        if address := addresses.get(step.name):
            value, fields = address.called_with(tuple(step.values))
            url, body = evaluated(page, value) or "", ""
            says_row = not {ACTION, ""}.issuperset(fields)  # it sends what the row is, such as an id
            if value is None and says_row:
                url, body = sent_form(page, fields)
            texts.append("" if body else url)
        for value in step.values:
            texts += [value] if isinstance(value, str) else _routed(value) if isinstance(value, dict) else []
    return _labelled(page, handled.element, texts, "onclick")


def _routed(value: Mapping[str, Value]) -> list[str]:
    """Return the addresses that a router or a window is handed: `{path: "/show", query: {id: 3}}`."""
    return [text for text in (route_of(value), *leading(value)) if isinstance(text, str)]


def _labelled(page: Page, element: HtmlElement, texts: Sequence[str], found: str) -> Link | None:
    """Return the link to the first text that is the address of a page, with the label of an element."""
    addresses = [(text, url) for text in texts if (url := _resolved(page, text))]
    if not addresses:
        return None
    label = label_of(element)
    if is_action(label) or pager_word(label) is not None:
        return None
    titled = len(label) > _SHORTEST_TITLE
    url = next(
        (url for text, url in addresses if titled or (page_url(page, text) and (label or _is_article(text)))),
        None,
    )
    return Link(url, label, found=found) if url else None


def _resolved(page: Page, text: str) -> str | None:
    """Return the URL of a page for a text, kept: the buttons beside a headline have its address once more."""
    known = page.once(_known_urls)
    if text not in known:
        known[text] = page_url(page, text, titled=True)
    return known[text]


def _known_urls(_: Page) -> dict[str, str | None]:
    return {}


def _leading(links: Sequence[Link]) -> Iterator[Link]:
    """Yield the links without those of one URL that several short labels lead to: buttons that share it."""
    labels: dict[str, set[str]] = {}
    for link in links:
        labels.setdefault(link.url, set()).add(link.anchor)
    for link in links:
        same = labels[link.url]
        if len(same) <= _MOST_LABELS or any(len(label) >= HEADLINE for label in same):
            yield link


_MOST_LABELS = 2


def _strings(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the addresses of articles that stand alone in strings of scripts."""
    for text in scripts.code.once(_articles_in):
        if url := page_url(page, text):
            yield Link(url, found="script text")
    for texts in scripts.code.once(_choices):
        urls = [page_url(page, text, titled=True) for text in texts]
        yield from (Link(url, found="script text") for url in urls if url and all(urls))


def _routes(page: Page) -> Iterator[Link]:
    """Yield the pages behind `#/show/12` of a page that names `location.hash`, as its script does."""
    if "hash" not in in_page(page):
        return
    for element, href in zip(Elements.of(page).linking, Elements.of(page).hrefs, strict=True):
        if href and (route := _ROUTE.fullmatch(href)) and (url := page_url(page, route[1], titled=True)):
            label = label_of(element)
            if len(label) >= HEADLINE:
                yield Link(url, label, found="hash")


_ROUTE = re.compile(r"#!?(/?\w[\w./?=&%-]*[/.=][\w./?=&%-]+)")


def _articles_in(code: Code) -> list[str]:
    found = []
    for script, step in code.steps:
        for value in step.values:
            if type(value) is Joined and _may_be_joined(value):
                value = script.resolved(value)
            if type(value) is str and 4 < len(value) < _LONGEST_STRING and _is_article(value):
                found += [] if _NO_VISIT.search(step.name) else [value]
    return found


def _choices(code: Code) -> list[list[str]]:
    """Return the lists of addresses that scripts lead to one of: `location.href = urls[k]`."""
    leading = (
        value
        for _, step in code.steps
        for value in step.values
        if type(value) is Variable and "[]" in value.name and _LEADS.search(step.name)
    )
    choices = {value.name: choice for value in leading if (choice := choice_of(code, value))}
    return [list(choice.values()) for choice in choices.values() if len(choice) > 1]


_LEADS = re.compile(r"(?:^|[.\]])(?:location(?:\.(?:href|assign|replace))?|open|href|src|attr)$")


def _may_be_joined(value: Joined) -> bool:
    """Return whether what is joined may be an address: it does not begin with words or with markup."""
    first = value.parts[0]
    return not isinstance(first, str) or not first or ("/" in first and "<" not in first)


def _is_article(text: str) -> bool:
    """Return whether a reference has the number or the day of an article in its path, or its id behind."""
    path, _, query = text.partition("?")
    if "//" in path:
        path = path.split("//", 1)[1].partition("/")[2]
    return _DIGITS.search(path) is not None or bool(path and path != "/" and _ID.search(query))


def _script_files(page: Page) -> Iterator[Link]:
    """Yield the lists that a page loads as scripts, with the name of a function that shows them."""
    for text in Elements.of(page).files:
        if (
            ("?" in text or ".jsonp" in text)
            and _CALLS_BACK.search(text)
            and (url := frame_url(page, text, of_script=True))
            and is_of_host(page, url)
        ):
            yield Link(url, found="script file", role=SOURCE)


def _rows_of_forms(page: Page) -> Iterator[Link]:
    """Yield the pages of the headlines that are buttons of forms, one for each article."""
    for form in forms_of(page):
        for name, value, headline in () if form.posts else form.rows:
            if url := page_url(page, form.sent({name: value} if name else {})[0], titled=True):
                yield Link(url, headline, found="form row")


def _first_files(page: Page, urls: Sequence[str]) -> Iterator[Link]:
    """Yield the files of a page with the first part of a list whose next part its script asks for."""
    for text in Elements.of(page).files if urls else ():
        url = frame_url(page, text, of_script=True)
        if url and any(continues(url, other) for other in urls):
            yield Link(url, found="script file", role=SOURCE)


def _commented(page: Page, plain: Sequence[Link], hidden: Sequence[Link]) -> Iterator[Link]:
    """Yield the links of a list that stands in a comment, where a script fetches it from.

    Old menus and adverts stand in comments, too: of a page with headlines of its own, only those comments
    are read that are all that is in an element for code, or in one that is hidden or shown later.
    """
    has_headlines = any(len(link.anchor) >= HEADLINE for link in (*plain, *hidden))
    all_comments = not has_headlines and (bool(plain) or not _has_headlines(page))
    pieces = list(between(page.html, "<!--", "-->") if all_comments else _shown_later(page))
    if not pieces:
        return
    anchors = [anchor for anchor in anchors_in(page, pieces) if anchor.url]
    urls = {anchor.url.split("?", 1)[0] for anchor in anchors if len(anchor.anchor) >= HEADLINE}
    if len(urls) >= (_FEWEST_HEADLINES if all_comments else 1) and 2 * len(urls) >= len(anchors):
        yield from (Link(a.url, a.anchor, a.context, found="comment") for a in anchors)


def _shown_later(page: Page) -> Iterator[str]:
    """Yield the comments that are all that an element has which a script shows later."""
    source, behind = page.source, 0
    for place in in_page(page).get("later", ()):
        if place < behind or (end := source.find(b"-->", place)) < 0:
            continue
        behind = end + 3
        if end - place >= _SHORTEST_LIST and source[behind : behind + _NEAR].lstrip().startswith(b"</"):
            before = source[max(0, place - 4 - _NEAR) : place - 4].rstrip()
            if _LATER.match(before, before.rfind(b"<") if before.endswith(b">") else len(before)):
                yield source[place:end].decode()


_LATER = re.compile(
    rb"<(?:\w+\s[^<>]*(?:lazy|hidden|display:\s*none|pagelet|render|templ|tpl|async|defer)|(?:code|noscript|template)\b)[^<>]*>",
    re.IGNORECASE,
)
"""The start tag of an element for code, or of one that is hidden or shown later."""
_SHORTEST_LIST = 200
_NEAR = 300
"""Characters of the shortest list in a comment, and around one."""


def _has_headlines(page: Page) -> bool:
    anchors = Elements.of(page).anchors[:_MOST_ANCHORS]
    return any(text is not None and len(text.strip()) >= HEADLINE for text in (a.text for a in anchors))
