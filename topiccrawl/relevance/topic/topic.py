"""A topic is data: a folder with `topic.toml` and word tables, shipped or anywhere on disk.

topic.toml      title, seeds, domains, strategy, parameters
words.tsv       topic words: word, weight (empty: the mean), occurrences, raw weight
weights.tsv     other words (optional): word, weight, raw weight
overrides.tsv   weights set by hand, which override both (optional)
learned.tsv     words that move the verdict, learned from graded pages (optional)
sites/          rules of single sites, a file <host>.toml each (optional)
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from topiccrawl.errors import TopicError
from topiccrawl.messages import message, said
from topiccrawl.page.sites.rules import NO_SITES, Sites
from topiccrawl.relevance.resources.choice import ResourceChoice
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.topic.scale import Scale
from topiccrawl.relevance.topic.site_files import read_sites
from topiccrawl.relevance.topic.toml_file import TomlFile
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.relevance.topic.word_table import WordRow, read_rows, read_text, read_words, weights_of
from topiccrawl.text.normalise import normalise
from topiccrawl.text.resources import resource
from topiccrawl.text.segment import DictionaryWord

Parameters = TypeVar("Parameters")

DEFAULT_STRATEGY = "adaptive"
MOST_WORDS = 20_000
"""Words of a topic, each of which is compared with all words of the vocabulary; most topics have hundreds."""
DEFAULT_DEDUP = "story"
DEDUP = (DEFAULT_DEDUP, "title")
"""What may make a page a duplicate, see `topiccrawl.dedup.rule`."""
WITHOUT_WORDS = frozenset({"url-vectors"})
"""Strategies of topics that need no topic words."""

SECTIONS = (
    "weights",
    "scale",
    "resources",
    "similarity",
    "gate",
    "verdict",
    "learned",
    "priority",
    "url_structure",
    "vector_space",
    "two_step",
    "url_vectors",
    "learning",
    "semantic",
    "login",
    "search",
    "browser",
)
"""Tables of `topic.toml`; each is read into the parameter class of its package."""

_REMOVED = ("axis", "corrections")
"""Tables of earlier versions, in whose place grades teach what `learned.tsv` holds."""

USES = ("title", "anchor", "body")
"""Kinds of texts that may have parameters of their own, in tables within `[similarity]`."""

_PARTS = {"similarity": USES, "semantic": ("literal",)}
"""Tables within tables."""

_NAMED = ("login", "search")
"""Tables that hold only tables with names of the user's own, such as `[login.members]`."""

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_CHINESE = re.compile(r"[一-鿿]{2,}")


@dataclass(frozen=True)
class Topic:
    """What to collect.

    Attributes:
        name: the folder's name; key of the topic's rows in the corpus.
        title: the topic in words.
        seeds: URLs where a crawl starts.
        domains: registered domains or hosts that links may lead to; empty: anywhere.
        words: topic words with their weights; with `[weights] title`, the title is one of them.
        weights: weights of other words.
        overrides: weights set by hand.
        mean_weight: weight of any other word.
        strategy: name of the strategy that crawls for it.
        dedup: what makes a page a duplicate, one of `DEDUP`.
        contact: e-mail address or URL of whoever crawls; empty: none.
        source: the path of `topic.toml`, for messages.
        text: its text, for line numbers in messages.
        tables: its tables, see `section`.
        rows: the rows of `words.tsv`.
        folder: where it was loaded from.
        sites: the rules of single sites.
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
    dedup: str = DEFAULT_DEDUP
    contact: str = ""
    source: str = ""
    text: str = field(default="", repr=False)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    rows: Mapping[str, WordRow] = field(default_factory=dict, repr=False)
    folder: Traversable | None = field(default=None, repr=False)
    sites: Sites = field(default=NO_SITES, repr=False)

    @classmethod
    def load(cls, name_or_path: str | Path) -> Topic:
        """Load a shipped topic by its name, or a folder by its path.

        Raises:
            TopicError: something is missing, unknown or out of range; names file, line and value.
        """
        folder = _folder(name_or_path)
        source = f"{folder}/topic.toml"
        file = TomlFile(source, read_text(folder / "topic.toml", source))
        content = file.parse()
        for key in _REMOVED:
            if key in content:
                reason = message(
                    "[{key}] is no longer a table: remove it and {key}.tsv; `topiccrawl topic calibrate "
                    "GRADES --topic FOLDER --write` learns from grades what replaces both, learned.tsv",
                    key=key,
                )
                raise file.error(key, reason)
        known = ("title", "seeds", "domains", "strategy", "dedup", "contact", *SECTIONS)
        for key in sorted(content.keys() - set(known)):
            raise file.unknown(key, known)
        tables = {key: content[key] for key in SECTIONS if key in content}
        for key, table in tables.items():
            if not isinstance(table, dict):
                raise file.error(key, message("{key!r} must be a table, [{key}]", key=key))
        topic = cls(
            name=Path(str(folder)).name,
            title=file.string(content, "title"),
            seeds=file.urls(content, "seeds"),
            domains=file.hosts(content, "domains"),
            words={},
            strategy=file.string({"strategy": DEFAULT_STRATEGY} | content, "strategy"),
            dedup=file.choice({"dedup": DEFAULT_DEDUP} | content, "dedup", DEDUP),
            contact=file.contact(content, "contact"),
            source=source,
            text=file.text,
            tables=tables,
            folder=folder,
            sites=read_sites(folder),
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
        values = self._file.values(name, own, parameters)
        values |= self._file.values(f"{name}.{part}", inner, parameters)
        try:
            return parameters(**values)
        except ValueError as error:
            raise self.section_error(name, said(error), part) from None

    def named_sections(self, name: str, parameters: type[Parameters]) -> dict[str, Parameters]:
        """Return the tables within a table whose names are the user's own, such as `[login.members]`.

        Raises:
            TopicError: as `section` does.
        """
        return {part: self.section(name, parameters, part) for part in self.tables.get(name, {})}

    def _parts(self, name: str, part: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the keys of a table, and those of a table within it."""
        table = self.tables.get(name, {})
        parts = tuple(table) if name in _NAMED else _PARTS.get(name, ())
        for use in parts:
            if not isinstance(table.get(use, {}), dict):
                raise self._file.error(
                    use, message("{use!r} must be a table, [{name}.{use}]", use=use, name=name), name
                )
        return {key: value for key, value in table.items() if key not in parts}, table.get(part, {})

    def section_error(self, name: str, reason: str, part: str = "") -> TopicError:
        """Return an error about a table of `topic.toml`, with the line of the key that starts `reason`."""
        table = self.tables.get(name, {})
        is_inner = any(re.match(rf"{key}\b", reason) for key in table.get(part, {}))
        if is_inner or (part and name in _NAMED):
            name, table = f"{name}.{part}", table[part]
        named = next((key for key in table if re.match(rf"{key}\b", reason)), None)
        reason = message("[{name}] {reason}", name=name, reason=reason)
        return self._file.error(named, reason, name) if named else self._file.error(name, reason)

    def key_error(self, key: str, reason: str) -> TopicError:
        """Return an error about a key of `topic.toml` outside its tables, with the key's line."""
        return self._file.error(key, reason)

    @property
    def _file(self) -> TomlFile:
        return TomlFile(self.source, self.text)

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
        if len(rows) > MOST_WORDS:
            raise TopicError(
                "{folder}/words.tsv: {count:,} words, at most {most:,}; choose those of the topic",
                folder=folder,
                count=len(rows),
                most=MOST_WORDS,
            )
        words = weights_of(rows, f"{folder}/words.tsv", mean, column=3 if raw else 1)
        if not (words or optional):
            raise TopicError("{folder}/words.tsv: the topic has no words", folder=folder)
        if settings.title and words and _CHINESE.fullmatch(title := normalise(self.title).strip()):
            words.setdefault(title, mean)
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
            raise TopicError(
                "{name}: no such topic is shipped, and no such folder exists; "
                "`topiccrawl topic list` shows all",
                name=name,
            ) from None
    raise TopicError("{name}: no such topic folder", name=name)
