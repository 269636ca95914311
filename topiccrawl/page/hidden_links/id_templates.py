"""Addresses that a page builds from the fields of records: `"/news/" + item.id + ".html"`.

The records stand in the page, or in data that its script asks for: then the addresses go with the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handler_texts, in_page, label_of, read_handler
from topiccrawl.page.hidden_links.lists.forms import COLUMN_OR_SORT
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import date_of, objects_in, title_of
from topiccrawl.page.hidden_links.templates import addresses_of, evaluated, with_returned
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable, joined

_START, _END = "\ue000", "\ue001"
_FIELD = re.compile(rf"{_START}([^{_END}]*){_END}")
_HREF = re.compile(r"href\s*=\s*[\"']?([^\"'<>\s]{2,300})", re.IGNORECASE)
_WHOLE = re.compile(r"[^\"'<>\s]{2,300}")
_BOUND = (":href", "v-bind:href")
_ROUTE = re.compile(r" (?::to|(?:@|v-on:)click(?:\.\w+)*)=\"([^\"]{3,200})\"")
_VIEWS = ("Vue", "createApp", "component", "mount", "$mount")
_BOUND_IN_TEXT = re.compile(r":href(?:(?<=[^\w-]:href)|(?<=v-bind:href))\s*=\s*\"([^\"]{3,200})\"")
_GOES = re.compile(
    r"(?:^|\.)(?:location(?:\.href|\.assign|\.replace)?|open|push|href|navigateTo|redirectTo)$"
)
_ASKS = re.compile(r"(?:^|\.)(?:get|getJSON|fetch|ajax)$")
_READS = re.compile(r"(?:^|\.)(?:data|attr|getAttribute)$")
_OF_ELEMENT = "@"
"""Begins the field of a template whose id stands in an attribute."""
_ID = re.compile(r"(?:\w*[._]?)?(?:id|Id|ID|code|guid|uuid|no|key|slug|sn|bh|BH)$")
_ARTICLE_ID = re.compile(r"(?:article|news|content|info|doc|notice|post|item)_?(?:id|Id|ID)")
_ADDRESS = re.compile(r"@?[\w-]*(?:url|Url|URL|path|Path|link|Link|file|File|filename|fileName|href|src)$")
_NO_IDS = frozenset("href src class style title alt target type".split())
"""Attributes that hold no id of an article."""
_CLEAN = re.compile(r"[\w.-]+", re.ASCII)
_ENCODED = re.compile(r"[\w.=+/-]+", re.ASCII)
"""An id in a parameter, perhaps one in base64."""
_PARAMETER = re.compile(r"[?&](\w{1,30})=$", re.ASCII)
_CLEAN_ADDRESS = re.compile(r"[\w.~/?=&%-]+", re.ASCII)
_LONGEST_ID = 64
_LONGEST_ADDRESS = 200
_MOST = 10
_MOST_FIELDS = 4
_MOST_ELEMENTS = 500
_MOST_HREFS = 400
_NAME = r"([\w$.\[\]]{1,60})"
_HOLE = (
    r"(?:\\?[\"'`]\s*\+\s*(?:\w+\()?" + _NAME + r"\)?\s*\+\s*\\?[\"'`]"  # " + item.id + "
    r"|\$\{\s*" + _NAME + r"\s*\}"  # ${item.id}
    r"|\{\{\s*[=#]?\s*" + _NAME + r"\s*(?:\|[^{}]{0,40})?\}\}"  # {{item.id}}
    r"|<%[=-]?\s*" + _NAME + r"\s*;?\s*%>"  # <%= item.id %>
    r"|[#@]?\{\s*" + _NAME + r"\s*\})"  # {id}
)
_HOLES = re.compile(_HOLE)
_WRITTEN = re.compile(
    r"href\s*=\s*\\?[\"']?((?:[^\"'`<>\s{}$\\]{1,200}+|" + _HOLE.replace("([", "(?:[") + r"){1,12})"
)
_MAY_HAVE_HOLES = ("{{", "${", "<%", "'+", '"+', "' +", '" +', "{")


class IdTemplate(NamedTuple):
    """An address with places for the fields of a record.

    Attributes:
        pieces: text and the name of a field by turns; of an attribute `@` and its name. The first and the
            last are texts.
    """

    pieces: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the template that `str()` wrote.

        >>> IdTemplate.parse("http://a.cn/news/{id}.html").pieces
        ('http://a.cn/news/', 'id', '.html')
        """
        return cls(tuple(re.split(r"\{([^{}]*)\}", text)))

    def __str__(self) -> str:
        return "".join(f"{{{piece}}}" if n % 2 else piece for n, piece in enumerate(self.pieces))

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields."""
        return self.pieces[1::2]

    @property
    def is_plausible(self) -> bool:
        """Whether it has an id or an address in a place where an article's may stand."""
        before, after = self.pieces[0], self.pieces[-1]
        if not 0 < len(self.fields) <= _MOST_FIELDS or not all(self.fields):
            return False
        if not ("/" in before or "?" in before or "." in after) or ":" in before[:12].replace("://", ""):
            return False
        if any(name[0] == _OF_ELEMENT and name[1:] not in _NO_IDS for name in self.fields):
            return bool(before.strip("/")) or "." in after
        names = [name.removeprefix(_OF_ELEMENT) for name in self.fields]
        return any(_ID.search(name) or (before and _ADDRESS.fullmatch(name)) for name in names)

    @property
    def folder(self) -> str:
        """The folder in which the address of a record stands, as in `/dj/{url}`; empty otherwise."""
        before, *others = self.pieces
        is_address = len(others) == 2 and not others[1] and _ADDRESS.fullmatch(others[0])
        return (before or ".") if is_address and before[-1:] in ("", "/") else ""

    def absolute(self, page: Page) -> Self:
        """Return the template with an absolute URL."""
        first = self.pieces[0]
        if first.endswith("//"):  # the host is a field of the record
            first = first if ":" in first else f"{page.base_url.partition('//')[0]}//"
        else:
            first = urljoin(page.base_url, first or ".")
        return type(self)((first, *self.pieces[1:]))

    def url(self, page: Page, values: Mapping[str, Any]) -> str | None:
        """Return the absolute URL for a record; None if it lacks a field, or leads to another site."""
        filled: list[str] = []
        for number, piece in enumerate(self.pieces):
            if number % 2 == 0:
                filled.append(piece)
                continue
            # A function may call an id otherwise than the record and the address do: `"?newsId=" + nid`.
            named = _PARAMETER.search(self.pieces[number - 1])
            value = values.get(piece, values.get(named[1]) if named else None)
            text = _text(piece, _only_id(values) if value is None and _ID.search(piece) else value, named)
            if text is None:
                return None
            filled.append(text)
        whole = urljoin(filled[0], filled[1]) if self.folder else "".join(filled)
        return page_url(page, whole, titled=True)


def _only_id(values: Mapping[str, Any]) -> Any:
    """Return the id of a record: the function that opens it may call it otherwise."""
    own = next((values[name] for name in ("id", "Id", "ID") if name in values), None)
    return own or next((value for name, value in values.items() if _ARTICLE_ID.fullmatch(name)), None)


def _text(field: str, value: object, named: object) -> str | None:
    """Return the value of a field as a part of an address; None if it cannot be one.

    Args:
        field: its name.
        value: its value.
        named: whether it stands behind the name of a parameter.
    """
    if not isinstance(value, str | int) or isinstance(value, bool):
        return None
    text = str(value)
    if _ADDRESS.fullmatch(field):
        return text if len(text) <= _LONGEST_ADDRESS and _CLEAN_ADDRESS.fullmatch(text) else None
    if not 0 < len(text) <= _LONGEST_ID:
        return None
    return text if _CLEAN.fullmatch(text) else quote(text, "") if named and _ENCODED.fullmatch(text) else None


def id_templates(page: Page, scripts: PageScripts) -> tuple[IdTemplate, ...]:
    """Return the addresses that the scripts and bound attributes of a page build from an id, in order."""
    found: dict[IdTemplate, None] = {}
    for template in _templates(page, scripts):
        if template.is_plausible:
            found.setdefault(template)
        if len(found) == _MOST:
            break
    return tuple(found)


def addresses_of_records(page: Page, scripts: PageScripts) -> str:
    """Return the addresses that a page builds from records which it asks for; several with blanks between.

    >>> page = Page.of('''<script>$.get("l.json", function (d) {
    ...     d.forEach(x => add(`<a href="/news/${x.id}.html">`)); })</script>''', "http://a.cn/")
    >>> addresses_of_records(page, PageScripts.of(page))
    'http://a.cn/news/{id}.html'
    """
    found = dict.fromkeys(id_templates(page, scripts))
    written = (text for _, text in Elements.of(page).inline)
    own = dict(parse_qsl(urlsplit(page.url).query))
    whole = (t for text in written for t in _written(text, own) if t.is_plausible or t.folder)
    found.update(dict.fromkeys(chain(whole, templates_in_anchors(page))))
    absolute = dict.fromkeys(str(template.absolute(page)) for template in found)
    return " ".join(islice(absolute, _MOST))


def templates_in_anchors(page: Page) -> list[IdTemplate]:
    """Return the addresses of anchors with places that a library fills: `<a ng-href="/news/{{n.id}}">`."""
    hrefs = [*Elements.of(page).hrefs, *(page.tree.xpath("//@ng-href") if "ng-href" in in_page(page) else ())]
    holed = (f'href="{href}"' for href in hrefs if href and ("{" in href or "<%" in href))
    own = dict(parse_qsl(urlsplit(page.url).query))
    return [t for text in holed for t in _written(text, own) if t.is_plausible or t.folder]


def _written(source: str, own: Mapping[str, str]) -> Iterator[IdTemplate]:
    """Yield the addresses of anchors with holes as they are written in scripts and templates.

    Args:
        source: of a script or a template.
        own: parameters of the page's own address, which fill the holes of their names.
    """
    if not any(piece in source for piece in _MAY_HAVE_HOLES):
        return
    for match in islice(_WRITTEN.finditer(source), _MOST_HREFS):
        if _HOLES.search(match[1]):
            yield _template(_HOLES.sub(partial(_marked, own), match[1]).rstrip("\\"))


def _templates(page: Page, scripts: PageScripts) -> Iterator[IdTemplate]:
    built = scripts.code.once(_built)
    read = [read_handler(text) for text in handler_texts(page) if _OF_ITSELF.search(text)]
    if "options" in in_page(page):  # `onClickRow: function (i, row) { window.open("/show?id=" + row.id) }`
        options = page.tree.xpath("//@data-options[contains(., 'function')]")
        read += [Script.read(f"x={{{text}}}") for text in options[:_MOST]]
    if read:
        built = [*built, *_built(Code(tuple(read)))]
    for step, wholes, values in built:
        for text in (_with_names(page, whole) for whole in wholes):
            if _WHOLE.fullmatch(text):
                yield _template(text)
        for value in values:
            text = _with_names(page, value)
            yield from _called(page, text)
            yield from (_template(found) for found in _HREF.findall(text) if _START in found)
            if (_goes(step) or _fills_frame(page, step)) and _WHOLE.fullmatch(text):
                yield _template(text)
    for expression in islice(_bound(page, scripts), _MOST):
        for step in Script.read("x=" + expression.replace("\\'", "'")).steps:
            if step.is_call and (address := addresses_of(page).get(step.name.rpartition(".")[2])):
                yield _template(_with_names(page, address.called_with(step.values)[0]))
            if step.values and _WHOLE.fullmatch(text := _with_names(page, route_of(step.values[0]))):
                yield _template(text)
    for text in scripts.markup:
        yield from _written(text, {})
        yield from (
            _called(page, _HOLES.sub(partial(_marked, {}), text))
            if "onclick" in text or "cript:" in text
            else ()
        )


def _marked(own: Mapping[str, str], hole: re.Match[str]) -> str:
    """Return the name in a hole between marks, or the parameter of the page's own address of that name."""
    name = next(filter(None, hole.groups()), "")
    return own.get(name) or f"{_START}{name.rpartition('.')[2]}{_END}"


def _called(page: Page, text: str) -> Iterator[IdTemplate]:
    """Yield what the functions open that written rows call: `"<a onclick=view('" + row.key + "')>"`."""
    for name, values in _CALLS.findall(text):
        if (address := addresses_of(page).get(name)) is not None:
            plain = [value.strip("\\\"' ") for value in values.split(",")]
            handed = [Variable(field[1]) if (field := _FIELD.fullmatch(value)) else value for value in plain]
            yield _template(_with_names(page, address.called_with(tuple(handed))[0]))


_CALLS = re.compile(
    rf"(?:javascript:|\bon\w+\s*=\s*\\?[\"']?)\s*(?:return\s+)?([\w$]+)\(([^()]*{_START}[^()]*)\)",
    re.IGNORECASE,
)
_OF_ITSELF = re.compile(r"this\)?\.(?:getAttribute|attr|data)\b|this\.dataset\b")
"""How a handler reads the attributes of its element."""


def _built(code: Code) -> list[tuple[Step, list[Value], list[Value]]]:
    """Return the steps that may build addresses, with those that each joins and the texts that may have one.

    Addresses are what it asks for by an id and what a view gives an anchor: `h("a", {attrs: {href: ..}})`.
    """
    found = []
    for script, step in code.steps:
        first = step.values[0] if step.values else None
        if type(first) is str and first.upper() in ("GET", "POST"):
            continue  # x.open("GET", url) asks for data, and opens no page
        asked = asked_by_id(script, step)
        values = tuple(map(route_of, step.values)) if step.name.endswith(("push", "To")) else step.values
        if step.name.endswith(".push") and len(values) > 1:  # `rows.push('<a href="', url, '">')`
            values = (joined(["", *values]),)
        texts = [with_returned(code, value) for value in values if type(value) is Joined]
        if texts and not _goes(step) and not _sets_source(step):
            texts = [value for value in texts if _has_href(script, value)]
        wholes = [script.resolved(value) for value in _hrefs(step)] if step.is_call else []
        wholes += [asked] if asked is not None else []
        if wholes or texts:
            found.append((step, wholes, [script.resolved(value) for value in texts]))
    return found


def _goes(step: Step) -> bool:
    """Return whether a step leads to an address, or gives an anchor one."""
    return _GOES.search(step.name) is not None or (step.is_call and step.values[:1] == ("href",))


def _hrefs(step: Step) -> list[Joined]:
    """Return the address that an object among the arguments of a call gives an element."""
    options = [value for value in step.values if type(value) is dict]
    if not options:
        return []
    options += [inner for value in options if type(inner := value.get("attrs")) is dict]
    return [href for value in options if type(href := value.get("href", value.get("to"))) is Joined]


def _sets_source(step: Step) -> bool:
    """Return whether a step says what an element such as a frame loads."""
    return step.values[:1] == ("src",) if step.is_call else step.name.endswith(".src")


def _fills_frame(page: Page, step: Step) -> bool:
    return _sets_source(step) and any(frame.tag == "iframe" for frame in Elements.of(page).frames)


def asked_by_id(script: Script, step: Step) -> Joined | None:
    """Return the address of a record's data, which a function asks for by the record's id; else nothing."""
    value = step.values[0] if step.values and step.is_call else None
    if type(value) is not Joined or not step.parameters or not _ASKS.search(step.name):
        return None
    ids = [name for name in step.parameters if _ID.search(name) and not COLUMN_OR_SORT.fullmatch(name)]
    whole = script.resolved(value, {name: Variable(name) for name in step.parameters})
    return whole if type(whole) is Joined and any(Variable(name) in whole.parts for name in ids) else None


def route_of(value: Value) -> Value:
    """Return the address that a router is given: `{path: "/detail", query: {id: item.id}}`, `{url: ...}`."""
    if not isinstance(value, dict) or not isinstance(value.get("path"), str):
        return value.get("url", value) if isinstance(value, dict) else value
    query = value.get("query")
    parts = [value["path"]]
    for number, (name, item) in enumerate(query.items() if isinstance(query, dict) else ()):
        parts += [f"{'&' if number else '?'}{name}=", item]
    return joined(parts)


def _template(text: str) -> IdTemplate:
    return IdTemplate(tuple(_FIELD.split(text)))


def _has_view(code: Code) -> bool:
    return any(step.is_call and step.name.rsplit(".", 1)[-1] in _VIEWS for _, step in code.steps)


def _bound(page: Page, scripts: PageScripts) -> Iterator[str]:
    """Yield the expressions of the attributes `:href`, `v-bind:href` and `:to` of a page and its scripts."""
    elements = Elements.of(page)
    if "bound" in in_page(page):
        for element, _ in elements.nowhere:
            yield from filter(None, map(element.get, _BOUND))
        for _, text in elements.inline:
            yield from _BOUND_IN_TEXT.findall(text) if ":href" in text else ()
    if scripts.code.once(_has_view):
        yield from _ROUTE.findall(page.html)


def _has_href(script: Script, value: Joined) -> bool:
    """Return whether an anchor may be joined: only then the names in it are looked up."""
    for part in value.parts:
        known = script.constants.get(part.name) if isinstance(part, Variable) else part
        if isinstance(known, Joined) or (isinstance(known, str) and _LINKS.search(known)):
            return True
    return False


_LINKS = re.compile("href|onclick", re.IGNORECASE)


def _with_names(page: Page, value: Value) -> str:
    """Return a text with the names of its variables between marks."""
    if not isinstance(value, Joined):
        return value if isinstance(value, str) else ""
    return "".join(part if isinstance(part, str) else _field(page, part) for part in value.parts)


def _field(page: Page, part: Value) -> str:
    """Return what stands for a part of an address: what the page has for it, or a name between marks."""
    if name := attribute_read(part):
        return f"{_START}{_OF_ELEMENT}{name}{_END}"
    if isinstance(part, Variable):
        if (known := evaluated(page, part)) is not None:
            return known
        return f"{_START}{part.name.rsplit('.', 1)[-1] if not part.plus else ''}{_END}"
    return evaluated(page, part) or f"{_START}{_END}"


def attribute_read(part: Value) -> str:
    """Return the name of the attribute that a value is read from, such as `$(this).data("id")`.

    >>> attribute_read(Variable("box.dataset.newsId")), attribute_read(Called("attr", ("paramJson",)))
    ('data-news-id', 'paramjson')
    """
    if isinstance(part, Variable) and ".dataset." in f".{part.name}":
        return _of_dataset(part.name.rsplit(".", 1)[-1])
    if not (isinstance(part, Called) and _READS.search(part.name) and part.values):
        return ""
    name = part.values[-1]
    if not isinstance(name, str):
        return ""
    if part.name.endswith("data") and not name.startswith("data-"):
        return _of_dataset(name)
    return name.lower()


def _of_dataset(name: str) -> str:
    return "data-" + re.sub(r"(?<=[a-z])[A-Z]", r"-\g<0>", name).lower()


def records_by_id(page: Page, data: Any, templates: Sequence[IdTemplate]) -> list[Link]:
    """Return the records in data that have a title and the fields of a template."""
    found: list[Link] = []
    if not templates:
        return found
    for node in objects_in(data):
        for template in templates:
            url = template.url(page, node)
            if url is not None and (title := title_of(node)):
                found.append(Link(url, title, date_of(node)))
                break
    return found


def elements_by_id(page: Page, templates: Sequence[IdTemplate]) -> Iterator[Link]:
    """Yield the links of the labels of the elements with the attributes that a template reads."""
    for template in templates:
        names = [field.removeprefix(_OF_ELEMENT) for field in template.fields]
        if any(f"{_OF_ELEMENT}{name}" != field for name, field in zip(names, template.fields, strict=True)):
            continue
        if not all(re.fullmatch(r"[A-Za-z_][\w-]*", name, re.ASCII) for name in names):
            continue
        for element in page.tree.xpath(f"//*[@{names[0]}]")[:_MOST_ELEMENTS]:
            values = {f"{_OF_ELEMENT}{name}": element.get(name) for name in names}
            if url := template.url(page, values):
                yield Link(url, label_of(element))
