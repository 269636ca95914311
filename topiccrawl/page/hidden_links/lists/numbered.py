"""The next page of a list by an address with a place for the number of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from topiccrawl.page.anchors.link import COUNTED, PAGER, Link
from topiccrawl.page.anchors.pagers import continues, is_page_field, number_in, pager_word, whole_number
from topiccrawl.page.hidden_links.id_templates import attribute_read
from topiccrawl.page.hidden_links.markup import HOLE, Anchored, plus_of
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.hidden_links.urls import reference, same_site
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import RETURN
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable

_MARK = "7083519264"
"""Digits that stand for the number while an address is resolved."""
_FIELD = re.compile(r"[?&]([^=&?#]+)=$")
_LARGEST = 9999
PLACE = re.compile(
    r"(?:\{{1,2}|%7[Bb])\s?(?:\w{0,12}(?:page|Page|PAGE)\w{0,8}|p|n|num(?:ber)?|0|#)\s?(?:\}{1,2}|%7[Dd])"
    r"|\[(?:page|PAGE|p|num)\]|__(?:page|PAGE|p|num|id)__|%(?:page|PAGE)%|%d|\(:num\)|#(?:page|PAGE|p)#"
)
_PAGE_ATTRIBUTE = re.compile(
    r"(?:data-)?(?:page|p|pn|pg|num|index|curr?(?:ent)?)(?:-?(?:no|num|number|index|now|current))?",
    re.IGNORECASE,
)
_MOST_BESIDE = 6
"""Characters beside the number in the text of a pager: 第3页."""
_OWN = "this."
_ATTRIBUTE = re.compile(r"[a-z_][\w-]*", re.ASCII)


def pager_link(
    page: Page, reference_: object, number: int, found: str, body: str = "", anchor: str = ""
) -> Iterator[Link]:
    """Yield the link to a page of a list, if it is another one of the same site.

    Args:
        page: the page with the pager.
        reference_: address of the other page; nothing is yielded for what is none.
        number: of the other page, from 1; 0: unknown.
        found: how it was found.
        body: of a POST request.
        anchor: what the pager says.
    """
    if isinstance(reference_, str) and reference(reference_):
        url = page.absolute(reference(reference_))
        if url and same_site(url, page.url) and (url != page.url or body):
            yield Link(url, anchor or "下一页", found=found, role=PAGER, number=number, body=body)


def next_by_template(page: Page, template: str, first: int) -> str | None:
    """Return the URL of the next page of a list; None if the template does not continue the list of the page.

    The number of the page itself counts only where the template has its place: that of `/channels/12.html` is
    none for the template `12_{}.html`.

    Args:
        page: of the list.
        template: address with `HOLE` in each place of the number.
        first: number of the second page in that address.
    """
    if HOLE not in template or not reference(template.replace(HOLE, "2")):
        return None
    marked = page.absolute(template.replace(HOLE, _MARK))
    before, mark, after = marked.partition(_MARK)
    if not mark:
        return None
    own = _own_number(page, before, after)
    if own is None and template.startswith(HOLE):  # any name may stand there
        return None
    url = marked.replace(_MARK, str(first if own is None else own + 1))
    return url if continues(url, page.url) else None


def _own_number(page: Page, before: str, after: str) -> int | None:
    """Return the number that the URL of a page has in the place of a template; None if it has none."""
    parts = urlsplit(page.url)
    if "?" in before:
        if (field := _FIELD.search(before)) and (text := dict(parse_qsl(parts.query)).get(field[1])):
            return whole_number(text)
        return number_in(page.url, parts.query) if parts.query else None
    path, behind = urlsplit(before).path, after.partition("?")[0]
    if not parts.path.startswith(path) or not parts.path.endswith(behind):
        return None
    number = whole_number(parts.path[len(path) : len(parts.path) - len(behind)])
    return number if number is not None and number <= _LARGEST else None


def from_holes(page: Page, anchored: Iterable[Anchored]) -> Iterator[Link]:
    """Yield the next page by anchors that a script writes with a counter in their address."""
    for anchor in anchored:
        template, plus = plus_of(anchor.href)
        if url := next_by_template(page, template, _second(plus, anchor.anchor)):
            yield from pager_link(page, url, 0, COUNTED)
            return


def _second(plus: int, label: str) -> int:
    """Return the number of the second page in an address.

    Args:
        plus: what is added to the counter there.
        label: what the anchor says, perhaps the counter with another number added.
    """
    text, shown = plus_of(label)
    if text.count(HOLE) == 1 and len(text) <= _MOST_BESIDE:
        return 2 - shown + plus
    return max(1, 1 + plus)


def from_returned(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the next page by a function that returns the address of a page for its number."""
    for script, step in scripts.code.steps:
        if step.name != RETURN:
            continue
        value = step.values[0]
        if not isinstance(value, Joined):  # what fills a table is returned, too
            continue
        value = script.resolved(value, page.once(_options) if _has_own(value) else None)
        found = template_of(page, value)
        if found is None or found[1].name.partition(".")[0] not in step.parameters:
            continue
        first = _asked_for_next(scripts.code, step.function)
        if url := next_by_template(page, found[0], first + found[1].plus):
            yield from pager_link(page, url, 0, COUNTED)
            return


def _asked_for_next(code: Code, function: str) -> int:
    """Return the number that a script gives a function for the second page: of `url(current + 1)`, or 2."""
    for script, step in code.steps:
        if step.is_call and step.name == function and step.values and getattr(step.values[0], "plus", 0) == 1:
            number = script.resolved(step.values[0])
            if type(number) is int:
                return number
    return 2


def template_of(page: Page, value: Value) -> tuple[str, Variable] | None:
    """Return an address with `HOLE` in each place of its only variable, and that variable.

    The number may also be what an attribute of the pager has, `"/list?p=" + $(this).data("page")`, or what a
    library tells: `"list-" + api.getCurrent() + ".html"`.
    """
    if not isinstance(value, Joined):
        return None
    parts = [Variable(name) if (name := _number_asked(page, part)) else part for part in value.parts]
    texts = [evaluated(page, part) for part in parts]
    unknown = [part for part, text in zip(parts, texts, strict=True) if text is None]
    typed = [place for place, part in enumerate(parts) if isinstance(part, Called) and part.name == "val"]
    if len(typed) == 1 and unknown in ([], [parts[typed[0]]]):  # a field in which a reader types it
        unknown, texts[typed[0]] = [Variable("val")], None
    if not unknown or unknown.count(unknown[0]) < len(unknown) or not isinstance(unknown[0], Variable):
        return None
    return "".join(HOLE if text is None else text for text in texts), unknown[0]


def _number_asked(page: Page, value: Value) -> str:
    """Return where a value has the number of a page from, such as an element or a library; empty for others.

    They are `$(this).data("page")`, `$(this).text()`, `$("#pageNo").val()` and `api.getCurrent()`.
    """
    if name := attribute_read(value):
        return name if _PAGE_ATTRIBUTE.fullmatch(name) or _has_numbers(page, name) else ""
    if not isinstance(value, Called):
        return ""
    if not value.values:
        name = value.name.rpartition(".")[2].removeprefix("get")
        return name if _PAGE_ATTRIBUTE.fullmatch(name) else ""
    subject = value.values[0]
    asked = subject.values[0] if isinstance(subject, Called) and subject.values else None
    if value.name in ("text", "html", "val") and Variable("this") in (subject, asked):
        return value.name
    return (
        asked if value.name == "val" and isinstance(asked, str) and is_page_field(asked.lstrip("#.")) else ""
    )


def _has_numbers(page: Page, name: str) -> bool:
    """Return whether the elements with an attribute show the numbers that they have in it."""
    elements = page.tree.xpath(f"//*[@{name}]") if _ATTRIBUTE.fullmatch(name) else ()
    numbers = [(element.get(name), "".join(islice(element.itertext(), _MOST_BESIDE))) for element in elements]
    return (
        len(numbers) > 1
        and all(number.isdecimal() for number, _ in numbers)
        and any(whole_number(number) == pager_word(text.strip()) for number, text in numbers)
    )


def _options(page: Page) -> dict[str, Value]:
    """Return the texts of options by the names that their own functions have for them: `this.prefix`."""
    found: dict[str, Value] = {}
    for _, step in page.once(PageScripts.of).code.steps:
        for item in step.values:
            if isinstance(item, dict):
                found.update((f"{_OWN}{key}", text) for key, text in item.items() if isinstance(text, str))
    return found


def _has_own(value: Joined) -> bool:
    return any(isinstance(part, Variable) and part.name.startswith(_OWN) for part in value.parts)
