"""Objects that a script builds before it sends them: `var q = {page: 1}; q.cid = 7; $.get(url, q)`."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.page.hidden_links.data.read_attributes import parsed_attribute
from topiccrawl.page.hidden_links.id_templates import attribute_read
from topiccrawl.page.hidden_links.page_scripts import Code
from topiccrawl.page.scripts.resolving import MERGES, STRINGIFIES
from topiccrawl.page.scripts.script import RETURN, Script, Step
from topiccrawl.page.scripts.values import WHOLE, Called, Value, Variable

_ADDS = ("append", "set")
_COLLECTS = frozenset({"FormData", "URLSearchParams"})
"""Objects with the fields of a form."""
_SELF = ("this", "that", "self", "_this", "_self", "vm", "me", "app")
"""What the object of a view is called in its own functions."""
_VIEWS = frozenset({"Vue", "createApp", "Vue.createApp", "Vue.component", "Vue.extend"})
_MOST = 300
_MOST_FIELDS = 50


@dataclass
class Objects:
    """Objects by the function that they are built in and their name.

    Attributes:
        members: of the views of a page, such as `this.page` and `that.query`.
    """

    members: dict[str, Value] = field(default_factory=dict)
    _known: dict[str, dict[str, Value]] = field(default_factory=lambda: {"": {}})
    _attributes: dict[tuple[str, str], Value] = field(default_factory=dict)
    _returned: Mapping[str, Value] = field(default_factory=dict)
    _room: int = _MOST

    @classmethod
    def of(cls, code: Code) -> Objects:
        """Return the members of the views of a page, and what its functions return."""
        found = cls(_returned=_returned_by(code))
        if not any(step.is_call and step.name in _VIEWS for _, step in code.steps):
            return found
        answered = {step.name for _, step in code.steps if _is_of_parameter(step)}
        for _, step in code.steps:
            for name, value in _data_of_view(step):
                is_cursor = value is None and f"this.{name}" in answered
                known = is_cursor or isinstance(value, str | int | dict | Called)
                if known and len(found.members) < _MOST:
                    inner = value.items() if isinstance(value, dict) else ()
                    members = {
                        f"{name}.{key}": item for key, item in inner if isinstance(item, str | int | Called)
                    }
                    members[name] = value
                    found.members |= {f"{own}.{key}": item for own in _SELF for key, item in members.items()}
        return found

    def note(self, step: Step) -> None:
        """Note what a step assigns to an object or to a field of one; steps come in their order."""
        if step.is_call:
            owner, _, verb = step.name.rpartition(".")
            name = step.values[0] if step.values else None
            if verb in _ADDS and len(step.values) == 2 and isinstance(name, str):
                self._set(step, owner, name, step.values[1])
            return
        name, value = step.name.removeprefix("window."), step.values[0] if step.values else None
        if (literal := _object(value)) is not None:
            self._room -= 1
            if self._room > 0:
                self._known.setdefault(step.function, {})[name] = dict(literal)
        elif isinstance(value, list) and value:
            self._known.setdefault(step.function, {})[name] = value
        elif isinstance(value, Called) and value.name in STRINGIFIES and "." not in name:
            written = [self._returned.get(getattr(item, "name", ""), item) for item in value.values]
            self._known.setdefault(step.function, {})[name] = Called(value.name, tuple(written))
        elif attribute_read(value):
            self._attributes[step.function, name] = value
        elif "." in name:
            owner, _, key = name.replace("[].", ".").rpartition(".")  # q["page"] = 1
            self._set(step, owner, key, value)

    def _set(self, step: Step, owner: str, key: str, value: Value) -> None:
        known = self._known.get(step.function, {}).get(owner)
        if known is None and (attribute := self._attributes.get((step.function, owner))) is not None:
            known = self._known.setdefault(step.function, {})[owner] = {WHOLE: attribute}
        if known is None and isinstance(outer := self._known[""].get(owner), dict):
            known = self._known.setdefault(step.function, {})[owner] = dict(outer)
        if isinstance(known, dict) and key not in known and len(known) < _MOST_FIELDS:
            known[key] = value

    def in_function(self, name: str) -> Mapping[str, Value]:
        """Return what a function knows: its own objects, those outside of functions and members of views."""
        return ChainMap(self._known.get(name, {}), self._known[""], self.members)


def _returned_by(code: Code) -> dict[str, Value]:
    """Return the objects and lists that functions return, by function."""
    returns = ((step.function, step.values[0]) for _, step in code.steps if step.name == RETURN)
    return {function: value for function, value in returns if isinstance(value, list | dict)}


def _is_of_parameter(step: Step) -> bool:
    """Return whether a step assigns a member of what its function is given, as by an answer."""
    value = step.values[0] if step.values else None
    return isinstance(value, Variable) and value.name.partition(".")[0] in step.parameters


def _data_of_view(step: Step) -> Iterator[tuple[str, Value]]:
    """Yield names and values of the data of a view, which is an object or what a function `data` returns."""
    data: Any = None
    if step.is_call and step.name in _VIEWS:
        options = next((value for value in step.values if isinstance(value, dict)), {})
        data = options.get("data")
    elif step.name == RETURN and step.function in ("", "data"):
        data = step.values[0]
    if isinstance(data, dict):
        yield from data.items()


def _object(value: Value) -> Mapping[str, Value] | None:
    """Return the fields that an object begins with; None if a value is none."""
    if isinstance(value, dict):
        return value
    if isinstance(value, Called):
        last = value.name.rsplit(".", 1)[-1]
        first = value.values[0] if value.values else {}
        if value.name in _COLLECTS:
            return first if isinstance(first, dict) else {} if not value.values else None
        if last in MERGES:
            merged: dict[str, Value] = {}
            for item in value.values:
                whole = {f"{WHOLE}{len(merged)}": item} if attribute_read(item) else {}
                merged |= _object(item) or whole
            return merged or None
        if parsed_attribute(value):
            return {WHOLE: value}
    return None


def sent_by(script: Script, step: Step) -> Value:
    """Return what `x.send(body)` sends after `x.open("POST", url)`; None for a request of another kind."""
    owner, _, verb = step.name.rpartition(".")
    if verb != "open" or not step.values or str(step.values[0]).upper() != "POST":
        return None
    sends = (other for other in script.steps if other.name == f"{owner}.send" and other.values)
    return next(
        (script.resolved(other.values[0]) for other in sends if other.function == step.function), None
    )


def sends_form(script: Script, step: Step) -> bool:
    """Return whether a step sends an object of its function that has the fields of a form."""
    fields = [value for value in step.values if isinstance(value, dict)]
    sent = (*step.values[1:], *(value for item in fields for value in item.values()))
    names = {value.name for value in sent if isinstance(value, Variable)}
    return bool(names) and any(
        getattr(other.values[0], "name", "") in _COLLECTS
        for other in script.steps
        if other.name in names and not other.is_call and other.values and other.function == step.function
    )
