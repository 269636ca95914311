"""Addresses that the functions of a page build from their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from topiccrawl.page.anchors.pagers import is_page_field
from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.page_values import element_value, is_clock, number_of, parameter
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.decoding import DECODERS
from topiccrawl.page.scripts.script import RETURN, Script, Step
from topiccrawl.page.scripts.values import EITHER, SUM, Called, Joined, Value, Variable, joined

_GOES = re.compile(r"(?:^|\.)(?:location(?:\.(?:href|assign|replace|search))?|open|navigate|(?<!^)URL|src)$")
_SHOWS = re.compile(
    r"(?:^|\.)(?:(?:open|show|add|create|new)\w*)?(?:[dD]ialog|[wW]in(?:dow)?|[tT]abs?|[lL]ayer|[iI]?[fF]rame|[pP]opup"
    r"|[mM]odal|[cC]olorbox|[fF]ancybox)$"
)
"""Functions that show a page in a window or a tab: `showModalDialog(url)`, `layer.open({content: url})`."""
_LEADING = ("url", "content", "href", "src")
"""Options of such functions that may have the address."""
_ENDS = re.compile(r"[\"'\s>]")
_AROUND = re.compile(r"^url:\s*|^\s*<i?frame\b[^<>]*?\bsrc\s*=\s*[\"']?", re.IGNORECASE)
_SUBMITS = re.compile(r"(?:^|\.)submit$")
_MOST = 200
"""Functions of a page that are read."""
_FIELD = re.compile(r"(?:\[\]\.(?=[\w.]+$)|^|[.#])((?<=\[\]\.)[\w.]+|\w+)(?:\[\])?\.value$")
_CHANGES_URL = re.compile(
    r"(?:set|change|replace|update|add|append|build)\w*(?:url|par|arg|query)", re.IGNORECASE
)
"""Names of functions that put a parameter into an address."""
ACTION = "action="
"""Stands among the fields that a function sets for the address that it gives to a form."""
_HANDLER = "handler"


@dataclass(frozen=True)
class Address:
    """What a function opens.

    Attributes:
        parameters: of the function.
        value: the address, with the parameters as variables; None: the function submits a form.
        fields: fields of the form that it sets, by name, and `ACTION`.
    """

    parameters: tuple[str, ...]
    value: Value
    fields: Mapping[str, Value]

    def called_with(self, arguments: tuple[Value, ...]) -> tuple[Value, dict[str, Value]]:
        """Return the address and the fields for the arguments of a call."""
        known = dict(zip(self.parameters, arguments, strict=False))
        script = Script()
        return script.resolved(self.value, known), {
            k: script.resolved(v, known) for k, v in self.fields.items()
        }


def addresses_of(page: Page) -> dict[str, Address]:
    """Return what the functions of a page open, by name of the function."""
    return page.once(PageScripts.of).code.once(_addresses)


def _addresses(code: Code) -> dict[str, Address]:
    found: dict[str, Address] = {}
    fields: dict[str, dict[str, Value]] = {}
    texts: dict[str, dict[str, Value]] = {}
    changed: dict[str, Value] = {}
    for script, step in code.steps:
        name = step.function
        if not name or len(found) >= _MOST:
            continue
        own = texts.setdefault(name, {})
        if not step.is_call and (text := _lengthened(step, own.get(step.name))) is not None:
            own[step.name] = text
        if step.is_call and step.name.endswith(".set") and is_page_field(str(step.values[0])):
            changed[name] = Called("setParam", step.values)  # `new URL(location).searchParams.set("page", n)`
        if not step.is_call and (field := _FIELD.search(step.name)):
            fields.setdefault(name, {})[field[1]] = _local(script, step, step.values[0], own)
        elif step.values and (step.name.endswith(".action") or step.values[0] == "action"):
            fields.setdefault(name, {})[ACTION] = _local(script, step, step.values[-1], own)
        elif step.is_call and step.name.endswith(("val", ".val")) and len(step.values) == 1:
            fields.setdefault(name, {}).setdefault("", _local(script, step, step.values[0], own))
        elif (target := _target(step)) is not None:
            value = _local(script, step, changed.get(name, target), own)
            if choice := choice_of(code, value):
                value = Called("item", (choice, *map(Variable, step.parameters)))
            # One with a parameter is better than one without: `if (n == 1) location.href = "list.html"`.
            better = name not in found or (
                isinstance(found[name].value, str) and isinstance(value, Joined) and bool(step.parameters)
            )
            if better and isinstance(value, str | Joined | Variable | Called):
                found[name] = Address(step.parameters, value, {})
        elif step.is_call and _SUBMITS.search(step.name) and name not in found:
            found[name] = Address(step.parameters, None, fields.setdefault(name, {}))
        elif step.is_call and step.name in found and name not in found and step.parameters:
            value, sent = found[step.name].called_with(step.values)  # a function that only calls another one
            found[name] = Address(step.parameters, value, sent)
    return found


def _lengthened(step: Step, before: Value) -> Value:
    """Return the text that a variable of a function becomes, as in `url += "?p=" + n`; None for others.

    What is added on a condition counts if the function is given it. An address without a number is the first.
    """
    value = step.values[0]
    if "location" in step.name:  # it leads away, and was another one before
        return None
    if isinstance(value, Joined) and value.parts[0] == Variable(step.name):
        if step.tested and not any(getattr(part, "name", "") in step.parameters for part in value.parts):
            return before
        return joined([before, *value.parts[1:]]) if isinstance(before, str | Joined) else None
    if isinstance(value, str) and step.tested and isinstance(before, Joined):
        return before
    if isinstance(value, Called) and value.name == "replace" and value.values[0] == Variable(step.name):
        return Called(value.name, (before, *value.values[1:]))
    return value if isinstance(value, str | Joined) or value == _OWN else None


_OWN = Variable("location.href")


def with_returned(code: Code, value: Joined) -> Joined:
    """Return a text with what functions of the page give for a record: `'<a href="' + urlOf(d) + '">'`."""
    known = code.once(_returned) if any(type(part) is Called for part in value.parts) else {}
    parts = (known.get(part.name, part) if type(part) is Called else part for part in value.parts)
    pieces = (piece for part in parts for piece in (part.parts if type(part) is Joined else (part,)))
    whole = joined(["", *pieces])
    return whole if type(whole) is Joined else value


def _returned(code: Code) -> dict[str, Joined]:
    """Return the texts that functions join of the fields of a record, by function."""
    returns = ((step.function, step.values[0]) for _, step in code.steps if step.name == RETURN)
    return {name: value for name, value in returns if name and type(value) is Joined}


def choice_of(code: Code, value: Value) -> dict[str, str]:
    """Return the texts by key of the array or object that a value is an item of: `urls[k]`, `menu[k].url`."""
    if type(value) is not Variable or "[]" not in value.name:
        return {}
    name, _, member = value.name.removeprefix("window.").partition("[]")
    named = {name, f"window.{name}"}
    steps = [step for _, step in code.steps if not step.is_call]
    items = [step.values[0] for step in steps if step.name == f"{name}[]"]  # url[0] = "/a/"; url[1] = "/b/"
    known = next(
        (v for s in steps if s.name in named and type(v := s.values[0]) in (list, dict) and v), items
    )
    pairs = known.items() if isinstance(known, dict) else enumerate(known)
    found = {str(k): item.get(member[1:]) if isinstance(item, dict) else item for k, item in pairs}
    return {key: str(item) for key, item in found.items() if type(item) in (str, int)}


def _target(step: Step) -> Value:
    """Return what a step leads to, perhaps behind a title or among options; None if it leads nowhere."""
    goes = _GOES.search(step.name) is not None
    if not step.values or not (goes or (step.is_call and _SHOWS.search(step.name))):
        return None
    first, *others = step.values
    if goes and not isinstance(first, dict) and not (others and isinstance(first, str)):
        return first
    values = [item for value in step.values for item in (leading(value) if type(value) is dict else (value,))]
    shown = next((value for value in values if _is_address(value)), None)
    return first if shown is None and goes else shown


def leading(options: Mapping[str, Value]) -> list[Value]:
    """Return the addresses among the options of a function that shows a page: `{type: 2, content: url}`."""
    values = [options[name] for name in _LEADING if name in options]
    values = [value[0] if type(value) is list and value else value for value in values]
    return [_unwrapped(value) for value in values if isinstance(value, str | Joined)]


def _unwrapped(value: Value) -> Value:
    """Return the address in `url:/a/1.html`, or in the frame that shows it."""
    first, *others = value.parts if isinstance(value, Joined) else (value,)
    around = _AROUND.match(first) if isinstance(first, str) else None
    if around is None:
        return value
    parts = [first[around.end() :], *others]
    return joined(["", *(_ENDS.split(part)[0] if isinstance(part, str) else part for part in parts)])


def _is_address(value: Value) -> bool:
    parts = value.parts if isinstance(value, Joined) else (value,)
    return any(isinstance(part, str) and ("/" in part or "?" in part) for part in parts[:2])


def _local(script: Script, step: Step, value: Value, texts: Mapping[str, Value]) -> Value:
    """Return a value of a step, with the variables of its function, such as texts, but not its parameters."""
    return script.resolved(value, {**texts, **{name: Variable(name) for name in step.parameters}})


def submission(text: str) -> Address | None:
    """Return what the script of an element submits: `f.page.value = 2; f.submit()`; None for others.

    >>> submission("document.f.page.value=2; document.f.submit()").fields
    {'page': 2}
    """
    if "submit(" not in text:
        return None
    found = _addresses(Code((Script.read(f"function {_HANDLER}(){{{text}}}"),))).get(_HANDLER)
    return found if found is not None and found.value is None and found.fields else None


def evaluated(page: Page, value: Value) -> str | None:
    """Return a text in which only parts of the page's own address were missing; None if others are, too."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Variable):
        if value.plus:
            return None
        return _of_location(page, value.name) if "location" in value.name else parameter(page, value)
    if isinstance(value, Called):
        return _called(page, value)
    if not isinstance(value, Joined):
        return None
    texts: list[str] = []
    for part in value.parts:
        if texts and is_clock(part) and (field := _LAST_FIELD.search(texts[-1])):
            texts[-1] = texts[-1][: field.start()]
            continue
        text = part if isinstance(part, str) else evaluated(page, part)
        if text is None:
            return None
        texts.append(quote(text, safe=_NOT_QUOTED) if isinstance(part, Called) else text)
    return "".join(texts).replace("?&", "?", 1)


_LAST_FIELD = re.compile(r"(?:(?<=\?)|&)\w+=$")


_NOT_QUOTED = "/:?&=,;@%+#!$'()*~"
"""What browsers leave in an address as it is."""


def _called(page: Page, call: Called) -> str | None:
    """Return what a function gives that reads the page or its address."""
    if (inner := number_of(call)) is not call:
        return evaluated(page, inner)
    if call.name == EITHER:
        return evaluated(page, call.values[0]) or evaluated(page, call.values[1])
    if call.name == SUM:
        numbers = [evaluated(page, value) or "" for value in call.values]
        return str(sum(map(int, numbers))) if all(map(str.isdecimal, numbers)) else None
    if (decode := DECODERS.get(call.name.rsplit(".", 1)[-1])) and len(call.values) == 1:
        text = evaluated(page, call.values[0])
        return None if text is None else decode(text)
    if call.name in ("slice", "substr", "substring"):
        return _cut(page, call)
    if call.name.endswith(_MATCHES_OWN) and not call.values:  # which number: only if there is one
        numbers = _NUMBER.findall(urlsplit(page.url).path)
        return str(numbers[0]) if len(numbers) == 1 else None
    if call.name in ("item", "pop", "replace"):
        return _piece(page, call)
    if call.name in ("val", "text", "html"):
        return element_value(page, call)
    return _with_page_field(page, call) or parameter(page, call)


_MATCHES_OWN = ("location.pathname.match", "location.href.match")
"""A search of the page's own address for what a pattern, which is not read, describes."""
_NUMBER = re.compile(r"\d+")


def _with_page_field(page: Page, call: Called) -> str | None:
    """Return the page's own address with another number: `changeParam(location.href, "page", 2)`.

    >>> own = Page.of("", "http://a.cn/list?cid=7")
    >>> evaluated(own, Called("setParam", ("pn", 2))), evaluated(own, Called("getParam", ("cid",)))
    ('http://a.cn/list?cid=7&pn=2', '7')
    """
    name, number = (None, *call.values)[-2:] if call.values else (None, None)
    if not isinstance(name, str) or not is_page_field(name) or not _CHANGES_URL.search(call.name):
        return None
    if (value := evaluated(page, number)) is None or not value.isdecimal():
        return None
    parts = urlsplit(page.url)
    fields = {**dict(parse_qsl(parts.query, keep_blank_values=True)), name: value}
    return parts._replace(query=urlencode(fields), fragment="").geturl()


def _of_location(page: Page, name: str) -> str | None:
    parts = urlsplit(page.url)
    last = name.rsplit("location.", 1)[-1] if "location" in name else ""
    known = {
        "search": f"?{parts.query}" if parts.query else "",
        "pathname": parts.path,
        "host": parts.netloc,
        "hostname": parts.hostname or "",
        "protocol": f"{parts.scheme}:",
        "origin": f"{parts.scheme}://{parts.netloc}",
        "href": page.url,
    }
    return known.get(last)


def _piece(page: Page, call: Called) -> str | None:
    """Return an item, also of a text that is split: `location.search.split("=")[1]`; or a changed text."""
    subject, *arguments = call.values
    if isinstance(subject, dict):
        return next((subject[str(key)] for key in arguments if str(key) in subject), None)
    place = -1
    if call.name in ("item", "pop") and isinstance(subject, Called) and len(subject.values) == 2:
        place = arguments[0] if arguments else -1
        subject, *arguments = subject.values
    text = evaluated(page, subject)
    if text == page.url and call.name == "replace" and arguments == [""]:  # which field, no script tells
        return _without_page_field(page)
    if text is None or not arguments or not all(isinstance(item, str) and item for item in arguments[:1]):
        return None
    if call.name in ("item", "pop"):
        pieces = text.split(arguments[0])
        return pieces[place] if -1 <= place < len(pieces) else None
    old, new = arguments[0], arguments[-1]
    return text.replace(old, new, 1) if len(arguments) == 2 and isinstance(new, str) else None


def _without_page_field(page: Page) -> str:
    """Return the page's own address, to which a field with another number will be added."""
    parts = urlsplit(page.url)
    fields = [field for field in parts.query.split("&") if not is_page_field(field.partition("=")[0])]
    return f"{parts._replace(query='', fragment='').geturl()}?{'&'.join(fields)}"


def _cut(page: Page, call: Called) -> str | None:
    """Return a part of the page's own address, such as `location.search.slice(4)`."""
    if not call.values:
        return None
    text = evaluated(page, call.values[0])
    numbers = call.values[1:]
    if text is None or not numbers or not all(isinstance(number, int) for number in numbers):
        return None
    start = numbers[0]
    end: Any = numbers[1] if len(numbers) > 1 else None
    return text[start : start + end] if call.name == "substr" and end is not None else text[start:end]


def numbers_and_texts(values: tuple[Value, ...]) -> Iterator[int | str]:
    """Yield the numbers and strings among the arguments of a call; digits in quotes are numbers."""
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | str):
            continue
        yield (
            int(value)
            if isinstance(value, str) and value.strip().isdecimal() and len(value.strip()) < 6
            else value
        )


def with_number(value: Value, number: int) -> Value:
    """Return an address with a number for its variables: one that has several gives None."""
    if isinstance(value, Variable):
        return number + value.plus
    if not isinstance(value, Joined):
        return value if isinstance(value, str) else None
    unknown = [part for part in value.parts if not isinstance(part, str)]
    if not unknown or any(part != unknown[0] for part in unknown):
        return None
    plus = getattr(unknown[0], "plus", 0)
    return joined(["", *(part if isinstance(part, str) else number + plus for part in value.parts)])
