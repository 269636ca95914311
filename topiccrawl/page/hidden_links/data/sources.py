"""Addresses of data that fills a list: what the scripts of a page ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.anchors.pagers import is_paging_field, names_part
from topiccrawl.page.anchors.posted_urls import is_json
from topiccrawl.page.hidden_links.data.apis import NamedAddresses
from topiccrawl.page.hidden_links.data.calls import calls_of, chosen_before, loops_of
from topiccrawl.page.hidden_links.data.next_groups import next_group
from topiccrawl.page.hidden_links.data.numbered_files import first_and_second, is_counted, second_part
from topiccrawl.page.hidden_links.data.read_attributes import with_attributes, with_items, with_periods
from topiccrawl.page.hidden_links.data.request_fields import (
    begun,
    form_pairs,
    pairs_of,
    with_queries,
)
from topiccrawl.page.hidden_links.data.tables import (
    declared_tables,
    is_table,
    object_in,
    request_of_table,
    returned_fields,
)
from topiccrawl.page.hidden_links.id_templates import asked_by_id
from topiccrawl.page.hidden_links.objects import Objects, sends_form, sent_by
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import objects_in
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.hidden_links.urls import source_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import resolved
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable, joined

_ASKS = re.compile(
    r"(?:^|\.)(?:get|post|(?:get|load|add|append)(?:Script|Js)|ajax|load|fetch|axios|request|jsonp|send|ajaxPost|open"
    # Functions of a site's own: fetchData, getNewsList, httpGet.
    r"|(?:ajax|fetch|get|http|load|query|request)(?:articles?|data|get|json|list|news|page)+"
    r"|\$fetch|use(?:Lazy)?Fetch)$",
    re.IGNORECASE,
)
_asks = lru_cache(maxsize=1024)(_ASKS.search)
_URL_KEYS = ("url", "proxyUrl", "dataUrl", "ajaxUrl", "api", "source", "dataSource", "jsonUrl", "href")
_ADDRESS_KEYS = frozenset(_URL_KEYS)
_SENDS = re.compile(r"(?:^|\.)(?:get|post|getJSON|load|ajaxGet|ajaxPost)$", re.IGNORECASE)
"""Functions whose second argument is the fields of the request."""
_SENDS_JSON = re.compile(r"axios|^request$")
"""Functions that send their fields as JSON."""
_DATA_SUFFIX = re.compile(r"\.(?:json|xml|rss|atom)", re.IGNORECASE)
_DATA_KEYS = ("data", "params", "ajaxParam", "body", "postData", "where", "query")
_METHOD_KEYS = ("type", "method", "ajaxType", "methodType")
_CHANGES = re.compile(
    r"(?:[/_.-]|(?<=[a-z]))(?:[aA]dd|[dD]el(?:ete)?|[sS]ave|[uU]pdate|[iI]nsert|[rR]emove|[eE]dit|[sS]ubmit|[cC]reate|[rR]egist(?:er)?)"
    r"(?=[A-Z_./-]|$)"
)
"""Addresses that change something; they are never asked for by POST."""
_BEHIND = re.compile(r"last_?item", re.IGNORECASE)
"""A field with the id of the last record that is known."""
_CALLS_BACK = re.compile(r"\?(?:[^#]*&)?(?:\w*callback|jsonp|cb)=", re.IGNORECASE)
_CALLBACK = re.compile(r"(?<==)\?(?=&|$)")
"""What jQuery replaces by the name of a function."""
_MOST = 30


def sources_of(page: Page, scripts: PageScripts) -> list[Link]:
    """Return the data that the scripts of a page ask for, in order."""
    found: dict[tuple[str, str], Link] = {}
    for name, options in declared_tables(page):
        for asked in _of_table(page, name, options, None):
            found.setdefault((asked.url, asked.body), asked)
    for script, known in _reached(page, scripts):
        for asked in _of_step(page, script, known):
            if len(found) < _MOST:
                found.setdefault((asked.url, asked.body), asked)
    for script in scripts.code.scripts:
        for value in script.constants.values():
            if isinstance(value, str) and _DATA_SUFFIX.search(value) and (url := source_url(page, value)):
                found.setdefault((url, ""), Link(url, found="data", role=SOURCE))
    return list(found.values())


@dataclass(frozen=True)
class _Reached:
    """A step of a script, with what its function is called with.

    Attributes:
        step: the step.
        arguments: of its function, by name.
        starts: values that variables have when the step is reached for the first time.
        named: addresses that the scripts of the page keep by name.
        objects: that its function knows, by name.
        returned: fields that a function of a table's options builds for its request.
        sent: the body of a request that is opened by one call and sent by another one.
        sends_form: whether the body is a form whatever the function sends else.
    """

    step: Step
    arguments: dict[str, Value]
    starts: Mapping[str, Value]
    named: NamedAddresses
    objects: Mapping[str, Value]
    returned: Mapping[str, Value] | None
    sent: Value = None
    sends_form: bool = False


def _reached(page: Page, scripts: PageScripts) -> Iterator[tuple[Script, _Reached]]:
    """Yield the steps that may ask for data, once for each call of their function."""
    asking = scripts.code.once(_asking)
    if not asking:
        return
    calls, repeated = calls_of(page, scripts, {step.function for step in asking if step.parameters})
    chosen = chosen_before(page, scripts, {step.function for step in asking if step.function})
    loops = scripts.code.once(loops_of)
    named = NamedAddresses.of(scripts)
    objects = Objects.of(scripts.code)
    raised: dict[str | tuple[object, ...], dict[str, int]] = {}
    grown: dict[tuple[str, str], Value] = {}
    left = set(map(id, asking))
    for script, step in scripts.code.steps:
        objects.note(step)
        if not step.is_call and type(value := step.values[0]) is Variable and value.name == step.name:
            is_member = "." in step.name  # one that is counted in a call-back is so after the request
            counters = raised.setdefault((step.function, step.parameters) if is_member else step.function, {})
            counters[step.name] = value.plus + (0 if is_member else counters.get(step.name, 0))
        elif not step.is_call and type(value) is Joined and not step.tested:
            grown |= _lengthened(script, step, grown)
        if id(step) not in left:
            continue
        left.remove(id(step))
        is_list = step.function in repeated or id(step) in loops
        if not is_list and asked_by_id(script, step) is not None:
            continue
        starts = _starts(script, raised.get(step.function, {}))
        if named.members:
            starts = {**named.members, **starts}
        known = objects.in_function(step.function)
        for name, plus in raised.get((step.function, step.parameters), {}).items():
            if type(before := known.get(name)) is int:
                known = {**known, name: before + plus}
        if grown:
            known = {**known, **{n: text for (own, n), text in grown.items() if own == step.function}}
        if any(name in known for name in step.parameters):
            known = {n: v for n, v in known.items() if n not in step.parameters}
        returned, sent, form = _returned(script, step, known), sent_by(script, step), sends_form(script, step)
        given = calls.get(step.function) or [()]
        cases = [(given[0], item) for item in loops.get(id(step), ())] or [
            *((values, {}) for values in given),
            *((given[0], setting) for setting in chosen.get(step.function, ())),
        ]
        for values, setting in cases:
            pairs = zip(step.parameters, values, strict=False)
            arguments = {name: value for name, value in pairs if getattr(value, "name", "") != name} | setting
            options = [(name, value) for name, value in arguments.items() if isinstance(value, dict)]
            arguments |= {f"{name}.{key}": item for name, value in options for key, item in value.items()}
            own = _with_fields(known, setting) if setting else known
            yield script, _Reached(step, arguments, starts, named, own, returned, sent, form)
        if not left:
            return


def _with_fields(objects: Mapping[str, Value], chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return objects with fields that a click sets, such as `query.cid`."""
    found = {name: value for name, value in objects.items() if name not in chosen}
    for name, value in chosen.items():
        owner, _, key = name.rpartition(".")
        if isinstance(known := found.get(owner), dict):
            found[owner] = {**known, key: value}
    return found


def _lengthened(
    script: Script, step: Step, grown: Mapping[tuple[str, str], Value]
) -> dict[tuple[str, str], Value]:
    """Return the text that an address becomes, with what it was if a step adds to it: `url += "&p=" + n`."""
    value, key = step.values[0], (step.function, step.name)
    if value.parts[0] == Variable(step.name):
        before = grown.get(key, script.starts.get(step.name))
        if not isinstance(before, str | Joined):
            return {}
        value = joined([before, *value.parts[1:]])
    parts = value.parts if type(value) is Joined else (value,)
    return {key: value} if any(type(part) is str and "?" in part for part in parts) else {}


def _returned(script: Script, step: Step, objects: Mapping[str, Value]) -> Mapping[str, Value] | None:
    """Return the fields that a function builds for the request of a table."""
    options = resolved(step.values[0], objects) if step.values and is_table(step.name) else None
    if not isinstance(options, dict):
        return None
    place = next(number for number, other in enumerate(script.steps) if other is step)
    fields = returned_fields(script.steps, place, options)
    return None if fields is None else {name: script.resolved(value) for name, value in fields.items()}


def _asking(code: Code) -> list[Step]:
    return [step for _, step in code.steps if _may_ask(step)]


def _may_ask(step: Step) -> bool:
    """Return whether a step may ask for data, by its name and by what it has for values."""
    if step.is_call and (_asks(step.name) or is_table(step.name)):
        return True
    is_source = step.name.endswith(".src")
    for value in step.values:
        kind = type(value)
        if kind is str:
            if _DATA_SUFFIX.search(value) or (is_source and _CALLS_BACK.search(value)):
                return True
        elif kind is Joined:
            first, last = value.parts[0], value.parts[-1]
            if type(first) is str and ("/" not in first or "<" in first) and "." not in str(last):
                continue
            if step.is_call or is_source or any(map(_may_end_data, value.parts)):
                return True
        elif kind in (dict, list) and not all(map(_ADDRESS_KEYS.isdisjoint, objects_in(value))):
            return True
    return not step.is_call and any(_data_files(step))


def _data_files(step: Step) -> Iterator[str]:
    """Yield the files of data that objects name under any key, such as `window.app = {list: "/dj.json"}`."""
    for value in step.values:
        for node in objects_in(value):
            yield from (text for text in node.values() if isinstance(text, str) and _DATA_SUFFIX.search(text))


def _may_end_data(part: Value) -> bool:
    """Return whether a piece of an address may have the suffix of data; only that tells what is assigned."""
    return type(part) is str and (_DATA_SUFFIX.search(part) is not None or ".js" in part)


def _of_step(page: Page, script: Script, known: _Reached) -> Iterator[Link]:
    values = list(known.step.values)
    # What has a number before arguments are put in is one part of a list that lies in several files.
    raw = [script.resolved(value) if _may_be_file(value) else None for value in values]
    chosen = [first_and_second(page, value) if value is not None else None for value in raw]
    reads = [old if new is None else new for old, new in zip(values, raw, strict=True)]
    if cases := with_items(page, values) or with_periods(page, reads):
        for parts in cases:
            yield from _of_values(page, script, known, parts, is_list=True)
        return
    if not any(chosen):
        yield from _of_values(page, script, known, values, is_list=any(map(is_counted, raw)))
        if (second := second_part(page, values, raw, tested=known.step.tested)) is not None:
            yield from _of_values(page, script, known, second, is_list=True)
        return
    for place in (0, 1):
        parts = [value if pair is None else pair[place] for value, pair in zip(values, chosen, strict=True)]
        yield from _of_values(page, script, known, parts, is_list=True)


def _may_be_file(value: Value) -> bool:
    """Return whether a value may be the address of a file, or an object with one."""
    return isinstance(value, Joined | Variable) or (
        isinstance(value, dict) and any(isinstance(value.get(key), Joined | Variable) for key in _URL_KEYS)
    )


def _of_values(
    page: Page, script: Script, known: _Reached, values: list[Value], *, is_list: bool
) -> Iterator[Link]:
    for _ in range(2 if known.objects else 1):  # an object has names, and an argument may name an object
        values = [script.resolved(resolved(value, known.objects), known.arguments) for value in values]
    if known.starts:
        values = [resolved(value, known.starts) for value in values]
    for read in with_attributes(page, values):
        if known.step.name.endswith(".src") and not known.step.is_call:
            yield from _of_script_file(page, read[0], is_list=is_list)
        else:
            yield from _asked(page, known, read, is_list=is_list)


def _of_script_file(page: Page, address: Value, *, is_list: bool) -> Iterator[Link]:
    """Yield data that a script loads as another script, with a number or with the function that it calls."""
    text = evaluated(page, begun(address)) or ""
    if (is_list and ".js" in text) or _CALLS_BACK.search(text):
        yield from _request(page, text, {}, posts=False, found="script file", of_script=True)


def _of_table(
    page: Page, name: str, options: Mapping[str, Any], returned: Mapping[str, Value] | None
) -> Iterator[Link]:
    """Yield the first rows that a table asks for."""
    if (table := request_of_table(name, options, returned)) is not None:
        address, fields, posts, as_json = table
        yield from _request(page, address, fields, posts=posts, found="table", as_json=as_json)


def _asked(page: Page, known: _Reached, values: list[Value], *, is_list: bool) -> Iterator[Link]:
    step = known.step
    if step.is_call and is_table(step.name):
        if values and isinstance(values[0], dict):
            yield from _of_table(page, step.name, values[0], known.returned)
        return
    if step.is_call and step.name.endswith("pagination"):
        for options in values:
            if isinstance(options, dict) and "dataSource" in options:
                yield from _of_table(page, step.name, options, None)
                return
    asks = step.is_call and (_asks(step.name) is not None or known.named.has_base(step.name))
    if (
        asks
        and step.name.lower().endswith(".open")
        and len(values) >= 2
        and str(values[0]).upper() in ("GET", "POST")
    ):
        values = values[1:]
    elif step.name.lower() in ("open", "window.open") or (step.name.endswith(".open") and step.is_call):
        return
    if asks and values and not isinstance(values[0], dict):
        options = next((value for value in values[1:2] if isinstance(value, dict)), {})
        sent = values[1] if len(values) > 1 and _SENDS.search(step.name) and _is_fields(values[1]) else None
        if known.sent is not None:
            sent = resolved(resolved(known.sent, known.objects), known.arguments)
        posts = step.name.lower().endswith("post") or _method(options) == "POST" or known.sent is not None
        fields = next((options[key] for key in _DATA_KEYS if key in options), None)
        if fields is None and not any(key in options for key in ("headers", "method")):
            fields = sent if sent is not None else options
        as_json = _SENDS_JSON.search(step.name) is not None and not isinstance(fields, Called | Joined | str)
        as_json = as_json and not known.sends_form
        address = known.named.based(step.name, values[0])
        of_script = is_list or step.name.endswith("getJSON")
        yield from _request(page, address, fields, posts=posts, as_json=as_json, of_script=of_script)
    for value in values:
        for node in objects_in(value):
            address = next((node[key] for key in _URL_KEYS if key in node), None)
            if address is None:
                continue
            fields = next((node[key] for key in _DATA_KEYS if key in node), {})
            named = asks or any(key in node for key in (*_DATA_KEYS, "dataType", "success"))
            named = named or _is_part_of(address)
            kind = "jpage" if "proxyUrl" in node else "script request"
            if kind == "jpage":
                fields = {**(fields if isinstance(fields, dict) else {}), **next_group(page, node)}
            if named:
                address, posts = known.named.based(step.name, address), _method(node) == "POST"
                as_json = step.name in ("axios", "request") and not known.sends_form
                as_json = as_json or "json" in str(node.get("contentType", ""))
                of_script = is_list or str(node.get("dataType", "")).lower() in ("json", "jsonp")
                yield from _request(
                    page, address, fields, posts=posts, found=kind, as_json=as_json, of_script=of_script
                )
    if not asks:
        for value in values if step.is_call else (*values, *_data_files(step)):
            if (
                isinstance(value, str | Joined)
                and (text := evaluated(page, value))
                and (url := source_url(page, text))
            ):
                yield Link(url, found="data", role=SOURCE)


def _is_part_of(address: Value) -> bool:
    """Return whether an address of an object says by itself which part of a list is asked for."""
    parts = address.parts if isinstance(address, Joined) else ()
    fields = (_FIELD.search(part) for part in parts if type(part) is str)
    return any(field is not None and names_part(field[1]) for field in fields)


_FIELD = re.compile(r"[?&](\w+)=$")


def _is_fields(value: Value) -> bool:
    """Return whether an argument is a query or the fields of a form, not the name of a function."""
    if isinstance(value, Called):
        return True
    parts = value.parts if isinstance(value, Joined) else (value,)
    first = next((part for part in parts if part != ""), "")
    return isinstance(first, Called) or (isinstance(first, str) and "=" in first)


def _starts(script: Script, raised: Mapping[str, int]) -> Mapping[str, Value]:
    """Return the first values of variables, with what was added to the counters among them before."""
    known = script.starts
    counted = {name: known[name] + plus for name, plus in raised.items() if isinstance(known.get(name), int)}
    return {**known, **counted} if counted else known


def _method(node: Mapping[str, Any]) -> str:
    return next((str(node[key]).upper() for key in _METHOD_KEYS if isinstance(node.get(key), str)), "GET")


def _request(
    page: Page,
    address: Value,
    fields: Any,
    *,
    posts: bool,
    found: str = "script request",
    as_json: bool = False,
    of_script: bool = False,
) -> Iterator[Link]:
    text = evaluated(page, begun(with_queries(page, address)))
    text = _CALLBACK.sub("callback", text.split(" ")[0]) if text else ""
    if not text:
        return
    of_script = of_script or _CALLS_BACK.search(text) is not None
    if isinstance(fields, Called) and fields.name == "JSON.stringify" and fields.values:
        fields, as_json = fields.values[0], True
    if posts and isinstance(fields, str | Joined):  # `data: "{'page': 1}"`
        written = (evaluated(page, begun(fields)) or "").strip()
        fields, as_json = (object_in(written), True) if written[:1] == "{" else (fields, as_json)
    if (pairs := pairs_of(page, fields, posts=posts)) is None:
        return
    sent = urlencode(form_pairs(pairs))
    if (url := source_url(page, text, named=True, of_script=of_script, fields=sent)) is None:
        return
    parts = urlsplit(url)
    if parts.path in ("", "/") and not parts.query and not pairs:
        return
    if posts:
        if not _names_part(pairs, parts.query) or _CHANGES.search(parts.path):
            return
        if pairs or parts.query:
            body = json.dumps(dict(pairs), ensure_ascii=False) if pairs and as_json else sent
            yield Link(url, found=found, role=SOURCE, body=body)
        return
    query = urlencode(form_pairs(pairs), quote_via=quote)
    if not query and url == page.url:
        return
    if query:
        url += ("&" if parts.query else "?") + query
    yield Link(url, found=found, role=SOURCE)


def _names_part(pairs: list[tuple[str, Any]], query: str) -> bool:
    """Return whether a field of a request says which part of a list is asked for, or how large it is."""
    names = [name for name, _ in (*pairs, *parse_qsl(query, keep_blank_values=True))]
    names += [name for _, value in pairs if is_json(str(value)) for name in json.loads(value)]
    names += [name for _, value in pairs if isinstance(value, dict) for name in value]
    return any(is_paging_field(name) or _BEHIND.fullmatch(name) for name in names)
