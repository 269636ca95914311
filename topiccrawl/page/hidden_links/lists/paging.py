"""Pagers that scripts, selections and forms make: the address of the next page of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import COUNTED, Link
from topiccrawl.page.anchors.pagers import (
    BACK,
    LAST,
    continues,
    is_page_field,
    number_in,
    pager_word,
    whole_number,
)
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import (
    Handled,
    handler_texts,
    handlers_of,
    in_page,
    leads,
    read_handler,
)
from topiccrawl.page.hidden_links.lists.archives import YEARS, archive_pagers
from topiccrawl.page.hidden_links.lists.counts import from_arrays, from_calls, from_names, from_state
from topiccrawl.page.hidden_links.lists.forms import PagingForm, field_name, forms_of
from topiccrawl.page.hidden_links.lists.named import from_attributes, from_named, label_and_word
from topiccrawl.page.hidden_links.lists.numbered import (
    from_holes,
    from_returned,
    next_by_template,
    pager_link,
    template_of,
)
from topiccrawl.page.hidden_links.lists.patterns import further_pagers
from topiccrawl.page.hidden_links.markup import Anchored
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.templates import (
    ACTION,
    Address,
    addresses_of,
    evaluated,
    submission,
    with_number,
)
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Joined, Value, Variable

_GOES = re.compile(r"(?:^|\.)(?:location(?:\.(?:href|assign|replace))?|open)$")
_JUMPS = re.compile(r"location|open|href|url", re.IGNORECASE)
_TAGS = r"\s*(?:(?:<[^<>]{0,80}>|&nbsp;)\s*){0,3}"
_TOTAL = re.compile(
    rf"共有?{_TAGS}(\d{{1,5}}){_TAGS}[页頁]|\d{_TAGS}[/／]{_TAGS}共?{_TAGS}(\d{{1,5}}){_TAGS}[页頁]"
    rf"|(?:[总總][页頁](?:数|數)?|[页頁](?:数|數|码总数))[:：]{_TAGS}(?:\d{{1,5}}{_TAGS}[/／]{_TAGS})?(\d{{1,5}})(?!\d)"
    rf"|[页頁](?:次|码|碼)[:：]?{_TAGS}\d{{1,5}}{_TAGS}[/／]{_TAGS}(\d{{1,5}})(?!\d)"
)
"""How a page says how many parts a list has: 共3页, 1/3页, 总页数：3, 页次：1/3."""
_BEFORE_WORD, _BEHIND_WORD = tuple(">;总總"), tuple("数數码碼次:：")
"""Beside the word for pages; before it also digits and blanks."""
_LONGEST_COUNT = 250
"""Characters before and behind that word which a count may take, with tags in it."""
_RECORDS = re.compile(rf"共有?{_TAGS}(\d{{1,6}}){_TAGS}(?:[条條篇个個项項则則]|记录|記錄)")
_SIZE = re.compile(
    rf"每[页頁]{_TAGS}(?:显示|顯示)?{_TAGS}(\d{{1,3}}){_TAGS}(?:[条條篇个個项項则則]|记录|記錄)"
)
_OF_ALL = re.compile(r"\s*[/／]\s*(?=\d{1,4}\s*[页頁]?$)\d+")
"""The number of all pages behind that of a page: 2/15, 第2/15页."""
_MOST_PAGES = 10_000
_MOST_OPTIONS = 400
"""Options of a selection whose pages are found."""
_MOST_STEPS = 20
"""Calls and assignments of the script of a selection that are looked at for each option."""
_MOST_TEXTS = 20
"""Texts of a pager."""
_MOST_BODIES = 4_000_000
"""Characters of the bodies of the POST requests of a page."""


def pagers_of(
    page: Page, scripts: PageScripts, anchored: Sequence[Anchored], handlers: Sequence[Handled]
) -> list[Link]:
    """Return the pagers that the scripts, selections and forms of a page make, in order.

    Args:
        page: the page.
        scripts: its scripts.
        anchored: anchors that they write.
        handlers: elements that may lead to another page when they are clicked.
    """
    found: list[Link] = []
    written = list(from_holes(page, anchored))
    if scripts.code.scripts:
        found += from_returned(page, scripts)
        if not found:
            found += from_calls(page, scripts)
            found += () if written else from_names(page, scripts)  # names tell less of the addresses
            found += from_arrays(page, scripts)
    found += written
    found += _within(_from_handlers(page, handlers))
    found += from_named(page, handlers)
    found += _within(_from_options(page))
    found += _within(_from_buttons(page))
    found += _within(archive_pagers(page))
    found = found or further_pagers(page)
    found = found or from_attributes(page)
    found = found or list(_from_jumps(page, scripts))
    if found or "next" in in_page(page):
        return found
    return list(from_state(page, scripts))


def has_unsent_pager(page: Page) -> bool:
    """Return whether a list goes on by a form that is not sent: it takes a text, a password or a file."""
    if not any(form.free for form in forms_of(page)):
        return False
    return any(label_and_word(handled)[1] is not None for handled in handlers_of(page))


def _within(links: Iterable[Link]) -> Iterator[Link]:
    """Yield links while their bodies are not too long in sum: each repeats the state of its form."""
    room = _MOST_BODIES
    for link in links:
        room -= len(link.body)
        if room < 0:
            return
        yield link


def _from_handlers(page: Page, handlers: Sequence[Handled]) -> Iterator[Link]:
    """Yield the pages that elements lead to with a call such as `gotoPage(3)`."""
    for handled in handlers:
        text, word = label_and_word(handled)
        if word in (None, BACK, LAST):
            continue
        number = word if isinstance(word, int) else 0
        for url, found, body in _led_to(page, handled):
            yield from pager_link(page, url, number, found, body, anchor=text)


_Target = tuple[str | None, str, str]
"""Where something leads: the address, how it was found, and the body of a POST request."""


def _led_to(page: Page, handled: Handled) -> Iterator[_Target]:
    """Yield where an element leads when it is clicked."""
    if (own := submission(handled.value)) is not None:
        yield _opened(page, own, None, own.fields)
        return
    script = handled.script
    for step in script.steps:
        values = tuple(map(script.resolved, step.values))
        if step.is_call and (address := addresses_of(page).get(step.name)) is not None:
            yield _opened(page, address, *address.called_with(values))
        elif (sent := _post_back(page, step)) is not None:
            yield sent
        elif values and _GOES.search(step.name):  # the element itself: `onclick="location='list-2.html'"`
            yield evaluated(page, values[0]), "onclick", ""


def _from_buttons(page: Page) -> Iterator[Link]:
    """Yield the pages of the buttons of a form: `<button name="page" value="2">`."""
    for form in forms_of(page):
        for name, value, text in form.buttons:
            url, body = form.sent({name: value} if name else {})
            yield from pager_link(page, url, whole_number(value) or 0, "form", body, anchor=text or value)


def _opened(page: Page, address: Address, value: Value, fields: Mapping[str, Value]) -> _Target:
    """Return what a function opens, or where its form leads."""
    if address.value is not None:
        return evaluated(page, value), COUNTED, ""
    url, body = sent_form(page, fields)
    return url, "form" if body or "?" in url else COUNTED, body


def sent_form(page: Page, fields: Mapping[str, Value]) -> tuple[str, str]:
    """Return the URL and the body of the form of a page that a function sends; both may be empty.

    Args:
        page: the page.
        fields: that the function sets, by name, and `ACTION`. A form that is never sent leaves only that.
    """
    changes = {
        name if name == ACTION else field_name(page, name): sent
        for name, item in fields.items()
        if (sent := evaluated(page, item)) is not None
    }
    action = changes.pop(ACTION, "")
    form = _form_of(forms_of(page), changes)
    if form is None or form.free:
        return action, ""
    if action:
        form = replace(form, url=action)
    if "" in changes:
        changes[form.page_field] = changes.pop("")
    return form.sent({name: sent for name, sent in changes.items() if name})


def _post_back(page: Page, step: Step, chosen: Mapping[str, str] | None = None) -> _Target | None:
    """Return what ASP.NET's `__doPostBack` sends, whose function many sites keep in a file; None for others.

    Fields that are chosen, such as a selection that posts itself back, are sent with it.
    """
    if step.name != "__doPostBack" or len(step.values) != 2:
        return None
    form = next((form for form in forms_of(page) if form.posts and "__VIEWSTATE" in form.fields), None)
    target, argument = step.values
    if form is None or not isinstance(target, str):
        return None
    url, body = form.sent({**(chosen or {}), "__EVENTTARGET": target, "__EVENTARGUMENT": str(argument or "")})
    return url, "form", body


def _form_of(forms: Sequence[PagingForm], changes: Mapping[str, str]) -> PagingForm | None:
    """Return the form with the fields that a function sets."""
    names = {name for name in changes if name}
    for form in forms:
        if names and names <= form.fields.keys():
            return form
    return next((form for form in forms if form.page_field or form.posts), None)


def _from_options(page: Page) -> Iterator[Link]:
    """Yield the pages that a selection leads to."""
    room = _MOST_PAGES
    for select in Elements.of(page).selects:
        options = [
            (option.get("value") or "", " ".join("".join(islice(option.itertext(), _MOST_TEXTS)).split()))
            for option in islice(select.iter("option"), room)
        ]
        room -= len(options)  # selections that are not closed have the options of all that follow
        numbered = [
            (value.strip(), word)
            for value, text in options
            if isinstance(word := pager_word(_OF_ALL.sub("", text)), int)
        ]
        if len(numbered) < 2 or 2 * len(numbered) < len(options):
            continue
        if all(number in YEARS for _, number in numbered):
            continue
        for value, number in numbered[:_MOST_OPTIONS]:
            target = (value, "option", "") if whole_number(value) is None else _chosen(page, select, value)
            if target is not None:
                url, found, body = target
                yield from pager_link(page, url, number, found, body, anchor=str(number))


def _chosen(page: Page, select: HtmlElement, value: str) -> _Target | None:
    """Return where an option leads whose value is only a number; None if that is not known."""
    script = read_handler(select.get("onchange") or "")
    name = select.get("name") or ""
    later = [step.values[0] for step in script.steps if step.name.endswith("setTimeout") and step.values]
    steps = [*script.steps, *(s for text in later if isinstance(text, str) for s in read_handler(text).steps)]
    for step in steps[:_MOST_STEPS]:
        if step.name == "__doPostBack" and name:
            return _post_back(page, step, {name: value})
        if address := addresses_of(page).get(step.name):
            return _opened(page, address, *address.called_with((value,)))
        for item in step.values:
            if isinstance(item, Joined | Variable) and isinstance(text := with_number(item, int(value)), str):
                return text, "option", ""
    form = next((form for form in forms_of(page) if name and name in form.fields and not form.free), None)
    if form is None or not (is_page_field(name) or select.get("onchange")):
        return None
    url, body = form.sent({name: value})
    return url, "form", body


def _from_jumps(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the next page by a function that a pager of a library calls with a number."""
    for script, value, jumps in (*scripts.code.once(_jumps_in), *_jumping(page)):
        known = page.absolute(value) if isinstance(value, str) else ""  # it knows the number of the page
        if continues(known, page.url) and number_in(known) == (number_in(page.url) or 1) + 1:
            yield from pager_link(page, known, 0, COUNTED)
            return
        found = template_of(page, value)
        if found is None or (not jumps and found[1].name not in script.starts):
            continue
        # A counter of a loop may begin at 0; the number that a function is given is that of a page. One is
        # added to the number of this page.
        first = 1 if found[1].plus == 1 or script.starts.get(found[1].name) == 0 else 2
        if url := next_by_template(page, found[0], first + found[1].plus):
            yield from pager_link(page, url, 0, COUNTED)
            return
    called = any(
        address.value is None and any(isinstance(v, Variable) for v in address.fields.values())
        for address in addresses_of(page).values()
    )
    form = next((form for form in forms_of(page) if form.page_field and not form.free), None)
    if form is None:
        return
    current = whole_number(form.fields.get(form.page_field, ""))
    following = (number_in(page.url) or 1) + 1 if current is None else current + 1
    if called or _says_more_pages(page, following):
        url, body = form.sent({form.page_field: str(following)})
        yield from pager_link(page, url, following, "form", body)


def _says_more_pages(page: Page, following: int) -> bool:
    """Return whether a page says 共3页, and no link leads to the next one: its form is the pager."""
    html = page.html
    if found := next(filter(None, map(_TOTAL.search, _beside_counts(html))), None):
        total = int(found[found.lastindex or 0])
    elif (records := _RECORDS.search(html)) and (size := _SIZE.search(html)):
        total = -(-int(records[1]) // max(1, int(size[1])))
    else:
        return False
    return total >= following and "next" not in in_page(page)


def _beside_counts(html: str) -> Iterator[str]:
    """Yield what stands around the word for pages where the number of pages may stand beside it."""
    for word in "页頁":
        place = html.find(word)
        while place >= 0:
            before, after = html[place - 1 : place], html[place + 1 : place + 2]
            if before.isdigit() or before.isspace() or before in _BEFORE_WORD or after in _BEHIND_WORD:
                yield html[max(0, place - _LONGEST_COUNT) : place + _LONGEST_COUNT]
            place = html.find(word, place + 1)


def _jumping(page: Page) -> Iterator[tuple[Script, Value, bool]]:
    """Yield where the elements of a page go to an address with a number in it."""
    for text in handler_texts(page):
        if "+" in text and "location" in text and leads(page, text):
            yield from _jumps_in(Code((read_handler(text),)))


def _jumps_in(code: Code) -> list[tuple[Script, Value, bool]]:
    """Return the texts that scripts join and go to, or keep, and whether they go there."""
    return [
        (script, script.resolved(value), jumps)
        for script, step in code.steps
        for value in step.values
        if type(value) is Joined
        and (
            (jumps := _JUMPS.search(step.name) is not None or step.values[0] == "href")
            or (not step.is_call and any(getattr(part, "name", "") in script.starts for part in value.parts))
        )
    ]
