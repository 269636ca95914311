"""The next page of a list by the numbers, the name and the extension of its pages, in calls and variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from urllib.parse import parse_qsl, urlencode, urlsplit

from topiccrawl.page.anchors.link import COUNTED, Link
from topiccrawl.page.anchors.pagers import PAGE_FIELDS, continues, is_page_field, number_in, whole_number
from topiccrawl.page.hidden_links.lists.numbered import PLACE, next_by_template, pager_link
from topiccrawl.page.hidden_links.markup import HOLE
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import objects_in, title_of
from topiccrawl.page.hidden_links.templates import numbers_and_texts
from topiccrawl.page.hidden_links.urls import reference
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Step
from topiccrawl.page.scripts.values import Value, Variable

_MAKES_PAGER = re.compile(
    r"(?:create|show|make|write|draw|init|render|get|set)?_?\w*(?:page|paging|pager|pagination|fenye|fanye)\w*(?:html|bar|nav|list|er)?$",
    re.I,
)
_PAGES = re.compile("pag|enye|anye", re.IGNORECASE)
"""What all of these names have."""
_EXTENSION = re.compile(r"\.?(?:s?html?|jspx?|aspx?|php|do|xhtml|jhtml|shtm)", re.IGNORECASE)
_PREFIX = re.compile(r"_*(?:[a-z]{1,2}_)?(?:n|s|i|str|int|num)?(?=[A-Z][a-z])|_+|[a-z]_")
"""What stands before the name of a variable and tells its kind: `m_nPageCount`."""
_COUNT = re.compile(
    r"(?:count|total|max|sum|all|page|last)_?page(?!_?size)\w*|page_?(?:count|total|num|sum|max|all|s)|pages",
    re.I,
)
_TOTAL = re.compile(r"count|total|sum", re.I)
"""The number of pages or, beside the size of a page, of records."""
_RECORDS = re.compile(
    r"(?:total|all|sum)?_?(?:record|row|item|article|info|news|data|doc)s?_?(?:count|total|num|sum|size)"
    r"|(?:total|all|sum|count)_?(?:record|row|count|item|num|size|article|info|new|data|doc)s?|records|items",
    re.I,
)
_SIZE = re.compile(
    r"(?:page|per|every|each|one)_?(?:page)?_?(?:size|rows?|records?|limit|items?)|per_?page\w*"
    r"|(?:num|count|size|rows?|records?|items?)_?(?:per|on|in)_?page|psize|limit|rows",
    re.I,
)
_CURRENT = re.compile(
    r"(?:cur(?:r|rent)?|now|this)_?(?:page\w*|index|no|num)|page_?(?:index|no|now|idx|current|num)|curr?(?:ent)?|p|pno"
    r"|page|index",
    re.I,
)
_NAME = re.compile(
    r"(?:page|file|base|list|url|link|href|html)_?(?:text)?_?(?:name|pre(?:fix)?|file|url|head|stem|former)\w*",
    re.I,
)
_WEAK_NAME = re.compile(r"prefix|pre|stem|former|file|name|head|url|link|href", re.I)
"""Names of options that may hold the name of the files of a list."""
_EXT = re.compile(
    r"\w*ext(?:ension|name)?|\w*suffix|\w*postfix|houzhui|filetype|\w*latter|(?:page|file|html)_?(?:type|tail)",
    re.I,
)
_NEXT = re.compile(r"next_?(?:page|url|link|href)?(?:url|link|href)?", re.I)
_FILE = re.compile(r"([\w./-]*\w)\.(\w{2,5})")
_FILE_NAME = re.compile(r"[\w./-]+")
_ENDS = ("_", "-", "=")
"""What ends a name that the number follows at once."""
_BEGINS = re.compile(r"(?:index|default)?(?:\.\w+)?$", re.IGNORECASE)
_MOST_PAGES = 10_000
_FEWEST_ARGUMENTS, _MOST_ARGUMENTS = 3, 12
_MOST_ADDRESSES = 400


def from_calls(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the next page of `createPageHTML(4, 0, "index", "shtml")` and its like.

    A function may have any name if it is given numbers, and the name and extension of the page's own files.
    """
    for values, is_call, named in scripts.code.once(_counting):
        if not is_call:  # options that a function is given by their name
            yield from _of_options(page, values[0], named=False)
            yield from of_places(page, values[0], None)
            continue
        for value in values:
            if isinstance(value, dict):
                yield from _of_options(page, value, named=named)
                yield from of_places(page, value, values[0]) if named else ()
        if named:
            yield from of_places(page, {str(place): value for place, value in enumerate(values)}, None)
        if name := _of_arguments(page, values, named=named):
            numbers = [item for item in numbers_and_texts(values) if isinstance(item, int)]
            found = _numbered(page, *name, numbers, from_zero=isinstance(values[0], int))
            yield from (link for link in found if named or _fits(page, link.url))


def _counting(code: Code) -> list[tuple[tuple[Value, ...], bool, bool]]:
    """Return the values of steps that may count pages: whether each is a call, and of a function named so."""
    found: list[tuple[tuple[Value, ...], bool, bool]] = []
    for script, step in code.steps:
        if not step.is_call:
            if type(step.values[0]) is dict and any(map(_may_be_of_pager, step.values[0].values())):
                found.append((step.values, False, False))
            continue
        name = step.name.rpartition(".")[2]
        named = _PAGES.search(name) is not None and _MAKES_PAGER.fullmatch(name) is not None
        if named or _may_count(step):
            found.append((tuple([script.resolved(value) for value in step.values]), True, named))
    return found


def _may_be_of_pager(value: Value) -> bool:
    """Return whether an option may be the extension of pages, or an address with a place for a number."""
    return type(value) is str and (
        _EXTENSION.fullmatch(value) is not None or value[-1:] == "=" or PLACE.search(value) is not None
    )


def _may_count(step: Step) -> bool:
    """Return whether a function of any name may be handed the numbers and the name of pages."""
    if any(isinstance(value, dict) and len(value) >= _FEWEST_ARGUMENTS for value in step.values):
        return True
    return _FEWEST_ARGUMENTS < len(step.values) <= _MOST_ARGUMENTS and any(
        isinstance(value, Variable) or (isinstance(value, str) and _EXTENSION.fullmatch(value))
        for value in step.values
    )


def _of_arguments(page: Page, values: Sequence[Value], *, named: bool) -> tuple[str, str] | None:
    """Return the name and the extension of the files of a list among the arguments of a call."""
    items = list(numbers_and_texts(tuple(values)))
    texts = [item for item in items if isinstance(item, str)]
    if len(items) - len(texts) < 2:
        return None
    place = next((n for n, text in enumerate(texts) if _EXTENSION.fullmatch(text)), None)
    if place is not None:
        name = texts[place - 1] if place else (texts[1] if len(texts) > 1 else "")
        return name, texts[place].lstrip(".")
    if not named:
        return None
    for text in texts:
        file = _FILE.fullmatch(text)
        if file and _EXTENSION.fullmatch(file[2]) and _fits(page, _absolute(page, text)):
            return file[1], file[2]
        own = _FILE.fullmatch(urlsplit(page.url).path)
        if (
            own
            and texts == [text]
            and re.fullmatch(rf"{re.escape(text)}(?:_\d+)?", own[1].rpartition("/")[2])
        ):
            return text, own[2]
        if own and text.endswith(_ENDS) and _fits(page, _absolute(page, f"{text}2.{own[2]}")):
            return text, own[2]
    own = _FILE.fullmatch(urlsplit(page.url).path)
    stem = _NUMBERED.fullmatch(own[1]) if own and not texts else None
    return (stem[1], own[2]) if own and stem and int(stem[2]) in items[:2] else None


_NUMBERED = re.compile(r".*?([^/]*[_-])(\d{1,4})")
"""The page's own file, where its script tells a function only the numbers: `pager(9, 1)` in `list_1.html`."""


def _absolute(page: Page, text: str) -> str:
    return page.absolute(reference(text)) if reference(text) else ""


def _fits(page: Page, url: str) -> bool:
    """Return whether a URL may be that of a page of the list that a page begins, or of the page itself."""
    if url == page.url or continues(url, page.url):
        return True
    mine, own = urlsplit(url), urlsplit(page.url)
    folder, _, name = own.path.rpartition("/")
    if mine.netloc != own.netloc or mine.path.rpartition("/")[0] != folder:
        return False
    return _BEGINS.fullmatch(name) is not None


def _numbered(
    page: Page,
    name: str,
    extension: str,
    numbers: Sequence[int],
    *,
    from_zero: bool = False,
    either: bool = False,
) -> Iterator[Link]:
    """Yield the next page of a list by its name: `index.html`, `index_1.html` and so on.

    Args:
        page: the page.
        name: of its files.
        extension: of its files.
        numbers: of pages, and of the page, in any order.
        from_zero: whether the first page is certainly the number 0, as where the call begins with a number.
        either: whether files may be numbered otherwise than pages, so that two may be the second.
    """
    count, current = max(numbers[:2]), min(numbers[:2])
    if not _FILE_NAME.fullmatch(name) or count > _MOST_PAGES:
        return
    shown = _number_of(name, page.url)
    if shown is None and not name.endswith(_ENDS):
        name = f"{name}_"
        shown = _number_of(name, page.url)
    # The second page is called _1 by some, _2 by others.
    unsure = shown is None and count > 1 and (current == 1 or (either and current == 0))
    if unsure:
        yield from pager_link(page, f"{name}1.{extension}", 2, COUNTED)
    following = max(current, 1 + unsure) if shown is None else shown + 1
    begins_at_one = bool(current) and not (from_zero and shown is not None and shown <= current)
    if following < count + (begins_at_one or unsure):
        yield from pager_link(page, f"{name}{following}.{extension}", following + 1, COUNTED)


def _number_of(name: str, url: str) -> int | None:
    """Return the number behind the name of a list's files in a URL; None if it is another file."""
    found = re.search(rf"(?:^|/){re.escape(name.rsplit('/', 1)[-1])}(\d+)\.\w+$", url)
    return int(found[1]) if found else None


def _of_options(
    page: Page, options: Mapping[str, Value], *, named: bool, either: bool = True
) -> Iterator[Link]:
    """Yield the next page by the name, the extension and the number of pages in options or variables.

    Args:
        page: the page.
        options: values by their names.
        named: whether the function that they are for is named like a pager.
        either: see `_numbered`.
    """
    if _JOINED in options or not any(
        isinstance(value, str) and _EXTENSION.fullmatch(value) for value in options.values()
    ):
        return
    known = [(_plain(key), value) for key, value in options.items() if isinstance(value, str | int)]
    texts = [(key, value) for key, value in known if isinstance(value, str) and value]
    extension = next((v for key, v in texts if _EXT.fullmatch(key) and _EXTENSION.fullmatch(v)), "")
    if not extension:
        return
    name = next((value for key, value in texts if _NAME.fullmatch(key)), "")
    weak = not name
    name = name or next((value for key, value in texts if _WEAK_NAME.fullmatch(key)), "")
    numbers = _numbers(known)
    if not name or not (count := _pages(numbers, sized=named)):
        return
    current = next((v for key, v in numbers if _CURRENT.fullmatch(key) and v < count), 0)
    for link in _numbered(page, name, extension.lstrip("."), (count, current), either=either):
        if not weak or _fits(page, link.url):
            yield link


def of_places(
    page: Page, options: Mapping[str, Value], records: Value, found: str = COUNTED
) -> Iterator[Link]:
    """Yield the next page of a pager whose options have its address with a place: `link_to: "l___id__.html"`.

    Args:
        page: the page.
        options: of the pager.
        records: what stands before them among the arguments, perhaps the number of records.
        found: how it was found.
    """
    known = [(_plain(key), value) for key, value in options.items() if isinstance(value, str | int)]
    numbers = _numbers([*known, *([("total", records)] if isinstance(records, str | int) else [])])
    whole = [f"{options[_JOINED]}{{page}}{options.get(_BEHIND, '')}"] if options.get(_JOINED) else []
    for text in (*options.values(), *whole):
        if isinstance(text, str) and _ENDS_FIELD.search(text):
            text += "{page}"
        if not isinstance(text, str) or len(places := PLACE.findall(text)) != 1:
            continue
        first = 2
        if places[0] in _FROM_ZERO or any(not value and _CURRENT.fullmatch(key) for key, value in numbers):
            first = 1
        count = _pages(numbers, sized=False) or _MOST_PAGES
        url = next_by_template(page, PLACE.sub(HOLE, text), first)
        number = number_in(url) if url else None
        if number is None or number < count + first - 1:
            yield from pager_link(page, url, 0 if number is None else number + 2 - first, found)


_ENDS_FIELD = re.compile(rf"[?&](?:{PAGE_FIELDS.pattern})=$", re.IGNORECASE)
_JOINED, _BEHIND = "hrefTextPrefix", "hrefTextSuffix"
"""What stands before and behind the number in the addresses of simplePagination."""
_FROM_ZERO = ("__id__",)
"""Places for a number that a library counts from 0."""


def _plain(name: str) -> str:
    """Return a name without what stands before it.

    >>> [_plain(name) for name in ("m_nRecordCount", "page.m_sPageExt", "strUrl", "page_count", "size")]
    ['RecordCount', 'PageExt', 'Url', 'page_count', 'size']
    """
    last = name.rsplit(".", 1)[-1]
    found = _PREFIX.match(last)
    return last[found.end() :] if found else last


def _numbers(known: Sequence[tuple[str, str | int]]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for key, value in known:
        number = whole_number(value.strip()) if isinstance(value, str) else value
        if number is not None and not isinstance(number, bool):
            found.append((key, number))
    return found


def _pages(numbers: Sequence[tuple[str, int]], *, sized: bool) -> int:
    """Return the number of pages that options or variables name, or count it by their records; 0: unknown.

    Args:
        numbers: values by name.
        sized: whether a mere `size` alone is the number of pages, as among the options of a pager.
    """
    if count := max((value for key, value in numbers if _COUNT.fullmatch(key)), default=0):
        return count
    total = max((value for key, value in numbers if _TOTAL.fullmatch(key)), default=0)
    records = max((value for key, value in numbers if _RECORDS.fullmatch(key)), default=total)
    mere = next((value for key, value in numbers if key == "size"), 0)
    size = next((value for key, value in numbers if _SIZE.fullmatch(key) and value > 0), mere)
    return -(-records // size) if size and records else total or (mere if sized else 0)


def from_names(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the next page by variables such as `pageCount`, `pageName` and `pageExt`, or `nextUrl`."""
    constants = scripts.code.scripts[-1].constants
    for name, value in constants.items():
        if isinstance(value, str) and "ext" in name and _NEXT.fullmatch(_plain(name)) and reference(value):
            yield from pager_link(page, value, 0, COUNTED)
    yield from _of_options(page, constants, named=False, either=False)


def from_state(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the next page of a list whose records and numbers are data of the page: `{page: 1, pages: 3}`."""
    for node in objects_in([*(value for _, value in scripts.data), *scripts.code.literals]):
        if not _lists_titles(node):
            continue
        parts = urlsplit(page.url)
        own = number_in(page.url, parts.query) or 1
        inner = (item for value in node.values() if isinstance(value, dict) for item in value.items())
        numbers = _numbers([(k, v) for k, v in (*node.items(), *inner) if isinstance(v, str | int)])
        name = next((key for key, number in numbers if is_page_field(key) and number == own), "")
        fields = dict(parse_qsl(parts.query, keep_blank_values=True))
        if own == 2 and not name and (same := next((k for k, n in numbers if n == 1 and k in fields), "")):
            # The server takes the number under another name: this is the first part once more.
            query = urlencode({k: v for k, v in fields.items() if k != same} | {_USUAL_FIELD: own})
            if is_page_field(same) and same != _USUAL_FIELD:
                yield from pager_link(page, parts._replace(query=query).geturl(), 0, COUNTED)
            return
        if name and _pages(numbers, sized=False) > own:
            name = next(filter(is_page_field, fields), name)
            query = urlencode(fields | {name: own + 1})
            yield from pager_link(page, parts._replace(query=query).geturl(), own + 1, COUNTED)
            return


_USUAL_FIELD = "page"


def _lists_titles(node: Mapping[str, Value]) -> bool:
    """Return whether an object has a list of records with titles."""
    lists = (value for value in node.values() if type(value) is list and len(value) >= _FEWEST_RECORDS)
    titled = ((r for r in rows[:_MOST_ADDRESSES] if isinstance(r, dict) and title_of(r)) for rows in lists)
    return any(next(islice(rows, _FEWEST_RECORDS - 1, None), None) is not None for rows in titled)


_FEWEST_RECORDS = 3


def from_arrays(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the pages of a list whose addresses stand in an array."""
    for texts in scripts.code.once(_arrays):
        yield from _of_array(page, texts)


def _arrays(code: Code) -> list[list[str]]:
    """Return the arrays of texts that may be addresses in the scripts of a page."""
    found: list[list[str]] = []
    for script, step in code.steps:
        for value in step.values:
            for item in value.values() if type(value) is dict else (value,):
                if type(item) is list and 1 < len(item) <= _MOST_ADDRESSES:
                    texts = [script.resolved(text) for text in item if type(text) is not dict]
                    if len(texts) == len(item) and all(map(reference, texts)):
                        found.append(texts)
    return found


def _of_array(page: Page, texts: Sequence[str]) -> Iterator[Link]:
    urls = [_absolute(page, text) for text in texts]
    if all(urls) and all(_fits(page, url) for url in urls) and any(continues(url, page.url) for url in urls):
        for number, url in enumerate(urls, 1):
            if continues(url, page.url):
                yield from pager_link(page, url, number, COUNTED, anchor=str(number))
