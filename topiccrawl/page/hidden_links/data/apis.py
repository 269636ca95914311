"""Addresses that the scripts of a page keep by name: `api = {list: "/article/page"}`, `baseURL: "/cms"`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable, joined

_CREATES = re.compile(r"(?:^|\.)(?:create|extend|instance)$")
_BASE_KEYS = ("baseURL", "baseUrl", "prefixUrl", "prefix", "root")
_DEFAULTS = re.compile(r"\.(?:defaults\.baseURL|options\.root)$")
_ABSOLUTE = re.compile(r"(?:https?:)?//")
_MOST = 500
_DEEPEST = 3


@dataclass
class NamedAddresses:
    """What the scripts of a page keep by name.

    Attributes:
        members: strings, numbers and sums of the object literals that are assigned to variables, such as
            `api.list`.
        bases: first parts of all addresses that are asked for through an object, by its name.
    """

    members: dict[str, Value] = field(default_factory=dict)
    bases: dict[str, Value] = field(default_factory=dict)
    _owners: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, scripts: PageScripts) -> NamedAddresses:
        """Return what the scripts of a page keep by name."""
        found = cls()
        for name, value in scripts.named:
            if isinstance(value, dict):
                found._add_members(name, value)
        for _, step in scripts.code.steps:
            if step.is_call or not step.name:
                continue
            value = step.values[0]
            name = step.name.removeprefix("window.").removeprefix("this.")
            if isinstance(value, dict):
                found._add_members(name, value)
            elif isinstance(value, Called):
                found._add_base(name, value)
            elif isinstance(value, str | Joined) and _DEFAULTS.search(name):
                found.bases[_DEFAULTS.sub("", name)] = value
            elif isinstance(value, Variable) and not value.plus:
                found._add_alias(name, value.name.removeprefix("window."))
            if len(found.members) > _MOST:
                break
        return found

    def _add_members(self, name: str, value: Mapping[str, Value]) -> None:
        self.members.update(_members(name, value, _DEEPEST))
        parts = name.split(".")
        self._owners.update(".".join(parts[:n]) for n in range(1, len(parts) + 1))
        self._owners.update(f"{name}.{key}" for key, item in value.items() if isinstance(item, dict))

    def _add_base(self, name: str, call: Called) -> None:
        options = call.values[0] if call.values else None
        if _CREATES.search(call.name) and isinstance(options, dict):
            base = next((options[key] for key in _BASE_KEYS if key in options), None)
            if isinstance(base, str | Joined | Variable):
                self.bases[name] = base

    def _add_alias(self, name: str, other: str) -> None:
        """Let the members of an object be known under another name of it."""
        if other in self._owners:
            known = [(key, value) for key, value in self.members.items() if key.startswith(f"{other}.")]
            self.members.update((f"{name}{key[len(other) :]}", value) for key, value in known[:_MOST])
            self._owners.add(name)

    def has_base(self, function: str) -> bool:
        """Return whether a function asks through an object that has a base: `service({url: "/list"})`."""
        return self._owner(function) in self.bases

    @staticmethod
    def _owner(function: str) -> str:
        owner = function.rpartition(".")[0] or function
        return owner.removeprefix("window.").removeprefix("this.")

    def based(self, function: str, address: Value) -> Value:
        """Return the address that a function of an object asks for, behind the base of the object."""
        base = self.bases.get(self._owner(function))
        first = address.parts[0] if isinstance(address, Joined) else address
        if base is None or not isinstance(first, str) or _ABSOLUTE.match(first):
            return address
        parts = address.parts if isinstance(address, Joined) else (address,)
        if isinstance(base, str):
            base = base.rstrip("/")
        return joined([base, f"/{first.lstrip('/')}", *parts[1:]])


def _members(name: str, value: Mapping[str, Value], depth: int) -> Iterator[tuple[str, Value]]:
    for key, item in value.items():
        if isinstance(item, str | int | Joined) and not isinstance(item, bool):
            yield f"{name}.{key}", item
        elif isinstance(item, dict) and depth > 1:
            yield from _members(f"{name}.{key}", item, depth - 1)
