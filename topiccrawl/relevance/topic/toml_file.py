"""Checked values of `topic.toml`; errors name file, line and value.

Word tables are checked in `word_table.py`, and ranges of parameters in `topiccrawl/parameter_checks.py`.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topiccrawl.errors import TopicError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_host_name, is_http_url
from topiccrawl.relevance.topic.contact import contact_problem
from topiccrawl.text.files.limits import LONGEST_TITLE, LONGEST_VALUE, check_length
from topiccrawl.text.language import marked

_REMOVED = {
    ("similarity", "synonyms"): marked('a thesaurus counts with admit = "algorithm1"'),
    ("learning", "left_out"): marked("all parts of the features are used"),
    ("learning", "teacher"): marked("grades move verdicts as long as they rank graded pages better so"),
    ("url_structure", "rule"): marked('value = "similar" always compares by algorithm 2'),
    ("vector_space", "words"): marked('topic words count by equality; strategy "adaptive" finds near ones'),
}
"""Keys of earlier versions, and what replaced them."""
_LONGEST_QUOTED = 300
"""Characters of a value that a message quotes."""


@dataclass(frozen=True)
class TomlFile:
    """A TOML file whose values are checked.

    Attributes:
        source: its path, for messages.
        text: its text, for line numbers in messages.
    """

    source: str
    text: str

    def parse(self) -> dict[str, Any]:
        """Return the content.

        Raises:
            TopicError: the text is not TOML.
        """
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+)", str(error))
            raise TopicError(
                "{source}:{line}: {error}", source=self.source, line=place[1] if place else 1, error=error
            ) from None
        except RecursionError:
            raise TopicError("{source}: values are nested too deeply", source=self.source) from None

    def error(self, key: str, reason: str, table: str = "") -> TopicError:
        """Return an error about a key (of a table), or about a table, with its line."""
        return TopicError(
            "{source}:{line}: {reason}", source=self.source, line=self._line(key, table), reason=reason
        )

    def unknown(self, key: str, known: Iterable[str], table: str = "") -> TopicError:
        """Return an error about a key that a file (or a table of it) cannot have."""
        place = message("unknown key {key} in [{name}]", key=quoted(key), name=table)
        if not table:
            place = message("unknown key {key}", key=quoted(key))
        reason = message("{place}; known: {known}", place=place, known=", ".join(known))
        return self.error(key, reason, table)

    def wrong(self, key: str, value: object, what: str, table: str = "") -> TopicError:
        """Return an error about the value of a key (of a table); `what` is wrong with it."""
        reason = message("{key} = {value} {what}", key=key, value=quoted(value), what=what)
        return self.error(key, reason, table)

    def string(self, content: Mapping[str, Any], key: str) -> str:
        """Return a string that is not empty."""
        value = content.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, value, message("must be a non-empty string"))
        check_length(value, f"{self.source}: {key}", most=LONGEST_TITLE)
        return value

    def choice(self, content: Mapping[str, Any], key: str, choices: Sequence[str]) -> str:
        """Return one of some strings."""
        value = self.string(content, key)
        if value not in choices:
            raise self.wrong(key, value, message("must be one of {known}", known=", ".join(choices)))
        return value

    def contact(self, content: Mapping[str, Any], key: str) -> str:
        """Return an e-mail address or an http(s) URL; empty if there is none."""
        value = content.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, value, message("must be a string"))
        if value and (reason := contact_problem(value)):
            raise self.error(
                key, message("{key} = {value}: {reason}", key=key, value=quoted(value), reason=reason)
            )
        return value

    def strings(self, content: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of strings, each without white space at its ends."""
        return self._strings(content.get(key, []), key)

    def _strings(self, values: Any, key: str, table: str = "") -> tuple[str, ...]:
        if not isinstance(values, list) or not all(isinstance(one, str) and one.strip() for one in values):
            raise self.wrong(key, values, message("must be a list of strings"), table)
        for value in values:
            check_length(value, f"{self.source}: {key}", most=LONGEST_VALUE)
        return tuple(value.strip() for value in values)  # not normalised: that would change URLs

    def urls(self, content: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of URLs."""
        urls = self.strings(content, key)
        for url in urls:
            if not is_http_url(url):
                given = quoted(url)
                reason = message("seed {url} is not an http or https URL such as http://a.cn/", url=given)
                raise self.value_error(key, url, reason)
        return urls

    def hosts(self, content: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of host names in lower case."""
        hosts = self.strings(content, key)
        for host in hosts:
            if not is_host_name(host):
                reason = f"domain {quoted(host)} is not a host name such as example.cn"
                raise self.value_error(key, host, reason)
        return tuple(host.lower() for host in hosts)

    def values(self, name: str, table: Mapping[str, Any], parameters: type[Any]) -> dict[str, Any]:
        """Return the values of a table that are fields of the dataclass `parameters`, of the right types."""
        fields = {entry.name: entry for entry in dataclasses.fields(parameters)}
        values: dict[str, Any] = {}
        for key, value in table.items():
            if (name, key) in _REMOVED:
                reason = message("{key} is no longer a key: {instead}", key=key, instead=_REMOVED[name, key])
                raise self.error(key, reason, name)
            if key not in fields:
                raise self.unknown(key, fields, name)
            default = fields[key].default
            if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
                try:
                    value = float(value)
                except OverflowError:
                    raise self.error(key, message("{key} is too large a number", key=key), name) from None
            if isinstance(default, tuple) and "str" in str(fields[key].type):
                value = self._strings(value, key, name)
            elif isinstance(default, tuple):
                value = self._numbers(value, key, name)
            elif type(value) is not type(default):
                kind = type(default).__name__
                raise self.wrong(key, value, message("is not of type {kind}", kind=kind), name)
            if fields[key].metadata.get("constant") and value != default and self._says(name, key, value):
                reason = message(
                    "{key} is {value} for every topic now: remove the line", key=key, value=quoted(default)
                )
                raise self.error(key, reason, name)
            values[key] = value
        return values

    def _says(self, name: str, key: str, value: object) -> bool:
        """Return whether the file itself has this value in a table; else an experiment set it."""
        table: Any = self.parse()
        for part in name.split("."):
            table = table.get(part, {})
        return bool(table.get(key) == value)

    def _numbers(self, value: Any, key: str, table: str) -> tuple[Any, ...]:
        """Return a list of numbers, or of such lists, as a tuple."""
        if not isinstance(value, list):
            raise self.wrong(key, value, message("is not a list"), table)
        rows: list[Any] = []
        for row in value:
            if isinstance(row, list):
                rows.append(self._numbers(row, key, table))
            elif isinstance(row, int | float) and not isinstance(row, bool):
                rows.append(row)
            else:
                raise self.error(
                    key, message("{row} in {key} is not a number", row=quoted(row), key=key), table
                )
        return tuple(rows)

    def value_error(self, key: str, value: str, reason: str) -> TopicError:
        """Return an error with the line of a value in a list that may span many lines."""
        lines = enumerate(self.text.splitlines(), 1)
        line = next((number for number, line in lines if value in line), self._line(key))
        return TopicError("{source}:{line}: {reason}", source=self.source, line=line, reason=reason)

    def _line(self, key: str, table: str = "") -> int:
        """Return the line of a key (of a table) or of a table; 1 if it cannot be found."""
        current = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            stripped = line.strip()
            header = re.match(r"\[+\s*([^\]\s]+)\s*\]+", stripped)
            if header:
                current = header[1]
                if not table and current == key:
                    return number
            elif current == table and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*=", stripped):
                return number
        return 1


def quoted(value: object) -> str:
    """Return a value for messages, truncated if it is long."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a {type(value).__name__} of many levels"
    return text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}..."
