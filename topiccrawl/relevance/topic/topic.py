"""A topic is data: a folder with `topic.toml` and word tables, shipped or anywhere on disk.

topic.toml      title, seeds, domains, strategy, parameters
words.tsv       topic words: word, weight (empty: the mean), occurrences, raw weight
weights.tsv     other words (optional): word, weight, raw weight
overrides.tsv   weights set by hand, which override both (optional)
"""

from __future__ import annotations

import dataclasses
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import is_host_name, is_http_url
from topiccrawl.relevance.resources.choice import ResourceChoice
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.relevance.topic.word_table import WordRow, read_rows, read_text, read_words, weights_of
from topiccrawl.text.resources import resource
from topiccrawl.text.segment import DictionaryWord

Parameters = TypeVar("Parameters")

DEFAULT_STRATEGY = "adaptive"
WITHOUT_WORDS = frozenset({"url-vectors"})
"""Strategies of topics that need no topic words."""

SECTIONS = (
    "weights",
    "scale",
    "resources",
    "similarity",
    "gate",
    "verdict",
    "priority",
    "url_structure",
    "vector_space",
    "two_step",
    "url_vectors",
    "learning",
    "semantic",
)
"""Tables of `topic.toml`; each is read into the parameter class of its package."""

USES = ("title", "anchor", "body")
"""Kinds of texts that may have parameters of their own, in tables within `[similarity]`."""

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_QUOTED = 300
"""Characters of a value that a message quotes."""


@dataclass(frozen=True)
class Scale:
    """The `m` that scales formula 3 to [0, 1) as `Rel / (Rel + m)`, by kind of text; a text at m gets 0.5.

    Attributes:
        description: for titles and descriptions.
        anchor: for anchor texts.
        body: for main texts.
        level: the background level of the word list that the other three hold for (`Relevance.level`); 0 if
            they hold for every list.
    """

    description: float = 1.0
    anchor: float = 1.0
    body: float = 1.0
    level: float = 0.0

    def __post_init__(self) -> None:
        for name in ("description", "anchor", "body"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name} = {getattr(self, name)!r} is not a positive number")
        if not 0 <= self.level < math.inf:
            raise ValueError(f"level = {self.level!r} is not a number of at least 0")

    def at(self, level: float) -> Scale:
        """Return the scale for a word list of another background level; the same if a level is 0.

        >>> Scale(0.2, 0.02, 0.1, level=0.01).at(0.005)
        Scale(description=0.1, anchor=0.01, body=0.05, level=0.005)
        """
        if not (self.level and level):
            return self
        factor = level / self.level
        return Scale(self.description * factor, self.anchor * factor, self.body * factor, level)


@dataclass(frozen=True)
class Topic:
    """What to collect.

    Attributes:
        name: the folder's name; key of the topic's rows in the corpus.
        title: the topic in words.
        seeds: URLs where a crawl starts.
        domains: registered domains or hosts that links may lead to; empty: anywhere.
        words: topic words with their weights.
        weights: weights of other words.
        overrides: weights set by hand.
        mean_weight: weight of any other word.
        strategy: name of the strategy that crawls for it.
        source: the path of `topic.toml`, for messages.
        text: its text, for line numbers in messages.
        tables: its tables, see `section`.
        rows: the rows of `words.tsv`.
        folder: where it was loaded from.
    """

    name: str
    title: str
    seeds: tuple[str, ...]
    domains: tuple[str, ...]
    words: Mapping[str, float]
    weights: Mapping[str, float] = field(default_factory=dict)
    overrides: Mapping[str, float] = field(default_factory=dict)
    mean_weight: float = 1.0
    strategy: str = DEFAULT_STRATEGY
    source: str = ""
    text: str = field(default="", repr=False)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    rows: Mapping[str, WordRow] = field(default_factory=dict, repr=False)
    folder: Traversable | None = field(default=None, repr=False)

    @classmethod
    def load(cls, name_or_path: str | Path) -> Topic:
        """Load a shipped topic by its name, or a folder by its path.

        Raises:
            TopicError: something is missing, unknown or out of range; names file, line and value.
        """
        folder = _folder(name_or_path)
        source = f"{folder}/topic.toml"
        text = read_text(folder / "topic.toml", source)
        content = _parse(text, source)
        unknown = content.keys() - {"title", "seeds", "domains", "strategy", *SECTIONS}
        if unknown:
            key = sorted(unknown)[0]
            raise TopicError(f"{source}:{_line(text, key)}: unknown key {_quoted(key)}")
        tables = {key: content[key] for key in SECTIONS if key in content}
        for key, table in tables.items():
            if not isinstance(table, dict):
                raise TopicError(f"{source}:{_line(text, key)}: {key!r} must be a table, [{key}]")
        topic = cls(
            name=Path(str(folder)).name,
            title=_string(content, "title", text, source),
            seeds=_urls(content, text, source),
            domains=_domains(content, text, source),
            words={},
            strategy=_string({"strategy": DEFAULT_STRATEGY} | content, "strategy", text, source),
            source=source,
            text=text,
            tables=tables,
            folder=folder,
        )
        return topic._with_words()

    @property
    def similarity(self) -> SimilarityParameters:
        """Parameters of algorithm 1."""
        return self.section("similarity", SimilarityParameters)

    def similarity_of(self, use: str) -> SimilarityParameters:
        """Return the parameters for texts of one kind: those of `[similarity.USE]`, else of `[similarity]`.

        Args:
            use: one of `USES`.
        """
        return self.section("similarity", SimilarityParameters, use)

    @property
    def resources(self) -> ResourceChoice:
        """Names of the thesaurus and the vectors."""
        return self.section("resources", ResourceChoice)

    @property
    def scale(self) -> Scale:
        """Scales of formula 3."""
        return self.section("scale", Scale)

    def section(self, name: str, parameters: type[Parameters], part: str = "") -> Parameters:
        """Return a table of `topic.toml` as the dataclass `parameters`; missing keys keep their defaults.

        Args:
            name: name of the table.
            parameters: the dataclass.
            part: name of a table within it, whose keys replace those of the table.

        Raises:
            TopicError: an unknown key, a value of the wrong type or out of range; names file, line and value.
        """
        own, inner = self._parts(name, part)
        values = self._values(name, own, parameters)
        values |= self._values(f"{name}.{part}", inner, parameters)
        try:
            return parameters(**values)
        except ValueError as error:
            raise self.section_error(name, str(error), part) from None

    def _parts(self, name: str, part: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the keys of a table, and those of a table within it."""
        table = self.tables.get(name, {})
        parts = USES if name == "similarity" else ()
        for use in parts:
            if not isinstance(table.get(use, {}), dict):
                line = _line(self.text, use, name)
                raise TopicError(f"{self.source}:{line}: {use!r} must be a table, [{name}.{use}]")
        return {key: value for key, value in table.items() if key not in parts}, table.get(part, {})

    def _values(self, name: str, table: Mapping[str, Any], parameters: type[Any]) -> dict[str, Any]:
        """Return the checked values of the keys of a table."""
        fields = {entry.name: entry for entry in dataclasses.fields(parameters)}
        values: dict[str, Any] = {}
        for key, value in table.items():
            where = f"{self.source}:{_line(self.text, key, name)}"
            if key not in fields:
                raise TopicError(f"{where}: unknown key {_quoted(key)} in [{name}]")
            default = fields[key].default
            if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
                try:
                    value = float(value)
                except OverflowError:
                    raise TopicError(f"{where}: {key} is too large a number") from None
            if isinstance(default, tuple):
                value = _tuple(value, where, key)
            elif type(value) is not type(default):
                raise TopicError(f"{where}: {key} = {_quoted(value)} is not of type {type(default).__name__}")
            values[key] = value
        return values

    def section_error(self, name: str, reason: str, part: str = "") -> TopicError:
        """Return an error about a table of `topic.toml`, with the line of the key that starts `reason`."""
        table = self.tables.get(name, {})
        if any(re.match(rf"{key}\b", reason) for key in table.get(part, {})):
            name, table = f"{name}.{part}", table[part]
        named = next((key for key in table if re.match(rf"{key}\b", reason)), None)
        line = _line(self.text, named, name) if named else _line(self.text, name)
        return TopicError(f"{self.source}:{line}: [{name}] {reason}")

    def key_error(self, key: str, reason: str) -> TopicError:
        """Return an error about a key of `topic.toml` outside its tables, with the key's line."""
        return TopicError(f"{self.source}:{_line(self.text, key)}: {reason}")

    def with_seeds(self, seeds: tuple[str, ...]) -> Topic:
        """Return the topic with other seeds and without a limit on domains."""
        return dataclasses.replace(self, seeds=seeds, domains=())

    def with_tables(self, tables: Mapping[str, Mapping[str, Any]]) -> Topic:
        """Return the topic with other values of some keys of its tables, and the words that they give.

        Raises:
            TopicError: as `load` does.
        """
        changed = {name: {**self.tables.get(name, {}), **values} for name, values in tables.items()}
        return dataclasses.replace(self, tables={**self.tables, **changed})._with_words()

    def _with_words(self) -> Topic:
        """Return the topic with the words of its folder, weighted as `[weights]` says."""
        folder, settings = self.folder, self.section("weights", WeightSettings)
        assert folder is not None  # only topics made by tests have none
        raw, mean = settings.counts == "raw", settings.unseen
        optional = self.strategy in WITHOUT_WORDS
        rows = {}
        if not optional or (folder / "words.tsv").is_file():
            rows = read_rows(folder / "words.tsv", f"{folder}/words.tsv")
        words = weights_of(rows, f"{folder}/words.tsv", mean, column=3 if raw else 1)
        if not (words or optional):
            raise TopicError(f"{folder}/words.tsv: the topic has no words")
        weights, overrides = (
            read_words(folder / name, f"{folder}/{name}", mean, column) if (folder / name).is_file() else {}
            for name, column in (("weights.tsv", 2 if raw else 1), ("overrides.tsv", 1))
        )
        return dataclasses.replace(
            self,
            words={word: max(weight, settings.floor) for word, weight in words.items()},
            weights=weights,
            overrides=overrides,
            mean_weight=mean,
            rows=rows,
        )

    def weight(self, word: str) -> float:
        """Return `w` of formula 2: set by hand, of the topic word, from the weight table, else the mean."""
        for table in (self.overrides, self.words, self.weights):
            value = table.get(word)
            if value is not None:
                return value
        return self.mean_weight

    def dictionary(self) -> tuple[DictionaryWord, ...]:
        """Return the topic words of two or more characters, for the segmenter."""
        return tuple(DictionaryWord(word) for word in self.words if len(word) > 1)

    def weights_fingerprint(self) -> str:
        """Return a digest that changes with any word or weight."""
        content = repr(
            (sorted(self.words.items()), sorted(self.weights.items()), sorted(self.overrides.items()))
        )
        return sha256(f"{content}{self.mean_weight}".encode()).hexdigest()


def _folder(name_or_path: str | Path) -> Traversable:
    path = Path(name_or_path)
    if path.is_dir():
        return path.resolve()
    name = str(name_or_path)
    if _NAME.fullmatch(name):
        try:
            return resource(f"topics/{name}")
        except FileNotFoundError:
            raise TopicError(f"{name}: no such topic is shipped, and no such folder exists") from None
    raise TopicError(f"{name}: no such topic folder")


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        raise TopicError(f"{source}:{place[1] if place else 1}: {error}") from None
    except RecursionError:
        raise TopicError(f"{source}: values are nested too deeply") from None


def _line(text: str, key: str, section: str = "") -> int:
    """The line of a key (of a section) or of a section; 1 if it cannot be found."""
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        header = re.match(r"\[+\s*([^\]\s]+)\s*\]+", stripped)
        if header:
            current = header[1]
            if not section and current == key:
                return number
        elif current == section and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*=", stripped):
            return number
    return 1


def _string(content: dict[str, Any], key: str, text: str, source: str) -> str:
    value = content.get(key)
    if not isinstance(value, str) or not value.strip():
        raise TopicError(f"{source}:{_line(text, key)}: {key} = {_quoted(value)} must be a non-empty string")
    return value


def _strings(content: dict[str, Any], key: str, text: str, source: str) -> tuple[str, ...]:
    values = content.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) and value.strip() for value in values):
        raise TopicError(f"{source}:{_line(text, key)}: {key} = {_quoted(values)} must be a list of strings")
    return tuple(value.strip() for value in values)  # not normalised: that would change URLs


def _urls(content: dict[str, Any], text: str, source: str) -> tuple[str, ...]:
    seeds = _strings(content, "seeds", text, source)
    for seed in seeds:
        if not is_http_url(seed):
            at = next(
                (n for n, line in enumerate(text.splitlines(), 1) if seed in line), _line(text, "seeds")
            )
            raise TopicError(f"{source}:{at}: seed {_quoted(seed)} is not an http or https URL")
    return seeds


def _domains(content: dict[str, Any], text: str, source: str) -> tuple[str, ...]:
    domains = _strings(content, "domains", text, source)
    for domain in domains:
        if not is_host_name(domain):
            at = next((n for n, line in enumerate(text.splitlines(), 1) if domain in line), 1)
            raise TopicError(f"{source}:{at}: domain {_quoted(domain)} is not a host name such as example.cn")
    return tuple(domain.lower() for domain in domains)


def _quoted(value: object) -> str:
    """A value for messages, truncated if it is long."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a {type(value).__name__} of many levels"
    return text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}..."


def _tuple(value: Any, where: str, key: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TopicError(f"{where}: {key} = {_quoted(value)} is not a list")
    rows: list[Any] = []
    for row in value:
        if isinstance(row, list):
            rows.append(_tuple(row, where, key))
        elif isinstance(row, int | float) and not isinstance(row, bool):
            rows.append(row)
        else:
            raise TopicError(f"{where}: {_quoted(row)} in {key} is not a number")
    return tuple(rows)
