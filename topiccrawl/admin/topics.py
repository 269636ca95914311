"""Topics on the pages: those in the folder can be edited, shipped ones only copied."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

from topiccrawl.admin.tables.typed_words import words_file
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError, TopicError
from topiccrawl.messages import said, without
from topiccrawl.relevance.topic.toml_edit import write_keys
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.normalise import normalise
from topiccrawl.text.resources import resource
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import add_words, create_topic

TOPIC_NAME = re.compile(r"[\w-]{1,64}")
"""Pattern of valid topic names; none of them is a path."""
_TABLES = frozenset({"gate", "verdict", "priority"})
_OFF = "#"
CHANGED = marked("您打开这一页之后，别人改过这里。下面是您填写的内容：再保存一次，就以您的为准。")


@dataclass(frozen=True)
class KnownTopic:
    """A topic that crawls may use.

    Attributes:
        name: its name.
        place: its name or folder, as commands take it.
        editable: whether the pages may change it.
    """

    name: str
    place: str
    editable: bool


class ChangedError(AdminError):
    """Somebody else has changed what an editor saves; the form says what is stored."""

    is_conflict = True


class TopicShelf:
    """The topics of a folder, and the shipped ones.

    Args:
        folder: of topic folders; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._saving = Lock()

    def all(self) -> list[KnownTopic]:
        """Return the topics by name; a topic in the folder hides a shipped one with the same name."""
        shipped = [entry.name for entry in resource("topics").iterdir() if (entry / "topic.toml").is_file()]
        found = {name: KnownTopic(name, name, editable=False) for name in shipped}
        for file in self._folder.glob("*/topic.toml"):
            name = file.parent.name
            found[name] = KnownTopic(name, str(file.parent), editable=True)
        return sorted(found.values(), key=lambda topic: topic.name)

    def find(self, name: str) -> KnownTopic | None:
        """Return a topic by its name; None if there is none, and for paths."""
        return next((topic for topic in self.all() if topic.name == name), None)

    def load(self, name: str) -> Topic:
        """Return a topic.

        Raises:
            AdminError: there is no topic with this name.
            TopicError: its files are wrong.
        """
        return Topic.load(self._known(name).place)

    def copy(self, name: str) -> None:
        """Copy a shipped topic into the folder, where it can be edited."""
        topic = self._known(name)
        if topic.editable:
            raise AdminError(marked("这个主题已经可以修改。"))
        source, target = resource("topics") / name, self._folder / name
        target.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.is_file():
                (target / entry.name).write_bytes(entry.read_bytes())

    def create(self, name: str, draft: Draft) -> None:
        """Make a topic, whose name has been checked.

        Raises:
            TopicError: a value cannot be used.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        create_topic(self._folder / name, draft)

    def words_text(self, name: str) -> str:
        """Return the text of `words.tsv`, including words that are switched off."""
        folder = self.load(name).folder
        assert folder is not None
        return (folder / "words.tsv").read_text(encoding="utf-8")

    def version(self, name: str, file: str) -> str:
        """Return a digest of `words.tsv` or `topic.toml`, by which a form knows what it was made of."""
        folder = self.load(name).folder
        assert folder is not None
        return sha256((folder / file).read_bytes()).hexdigest()[:16]

    def save_words(self, name: str, text: str, seen: str = "") -> None:
        """Replace `words.tsv`; a line that begins with # is a word that is switched off.

        Args:
            name: of the topic.
            text: words as people type them, see `typed_words`.
            seen: the `version` that the editor saw; empty: any.

        Raises:
            InputError: a line cannot be used; nothing is changed.
            ChangedError: somebody else has changed the words meanwhile.
        """
        new = words_file(text, frozenset(self.words_text(name).splitlines()))
        with self._draft(name, "words.tsv", seen) as folder:
            write_atomically(folder / "words.tsv", new)

    def merge_words(self, name: str, rows: Mapping[str, float | None]) -> None:
        """Add new words and update the weights of known ones.

        Args:
            name: of the topic.
            rows: weight by word; None: that of the file, or the mean.
        """
        left = {normalise(word).strip(): weight for word, weight in rows.items()}
        lines, seen = [], self.version(name, "words.tsv")
        for line in self.words_text(name).splitlines():
            fields = line.split("\t")
            word = normalise(fields[0]).strip()
            known = not line.startswith(_OFF) and word in left
            weight = left.pop(word) if known else None
            lines.append(line if weight is None else "\t".join([fields[0], f"{weight:g}", *fields[2:]]))
        lines += [word if weight is None else f"{word}\t{weight:g}" for word, weight in left.items()]
        with self._draft(name, "words.tsv", seen) as folder:
            write_atomically(folder / "words.tsv", "\n".join(lines).rstrip("\n") + "\n")

    def add_words(self, name: str, words: Sequence[str]) -> list[str]:
        """Add words with the mean weight of the topic; return the new ones.

        Raises:
            AdminError: the topic may not be changed.
            TopicError: a word cannot be used; nothing is changed.
        """
        with self._draft(name) as folder:
            return add_words(folder, words)

    def save_start(
        self,
        name: str,
        title: str,
        seeds: Sequence[str],
        domains: Sequence[str],
        contact: str | None = None,
        seen: str = "",
    ) -> None:
        """Replace title, seeds, domains and contact in `topic.toml`; everything else stays.

        Args:
            name: of the topic.
            title: the topic in words.
            seeds: URLs where a crawl starts.
            domains: domains that links may lead to.
            contact: e-mail address or URL of whoever crawls; None: as it was.
            seen: the `version` that the editor saw; empty: any.

        Raises:
            ChangedError: somebody else has changed it meanwhile.
            TopicError: a value cannot be used; nothing is changed.
        """
        with self._draft(name, "topic.toml", seen) as folder:
            values = {"title": title, "seeds": list(seeds), "domains": list(domains)}
            write_keys(folder, values if contact is None else {**values, "contact": contact})

    def save_thresholds(self, name: str, values: Mapping[str, float], seen: str = "") -> None:
        """Set `[gate]`, `[verdict]` and `[priority] threshold`, given by the names of the tables.

        Raises:
            ChangedError: `topic.toml` is no longer the `version` that the editor saw.
        """
        with self._draft(name, "topic.toml", seen) as folder:
            chosen = sorted(_TABLES & values.keys())
            write_keys(folder, {section: {"threshold": values[section]} for section in chosen})

    def _known(self, name: str) -> KnownTopic:
        if (topic := self.find(name)) is None:
            raise AdminError(marked("没有这个主题。"))
        return topic

    @contextmanager
    def _draft(self, name: str, file: str = "", seen: str = "") -> Iterator[Path]:
        """Yield a copy of a topic to edit; it replaces the topic's files if it loads without errors."""
        topic = self._known(name)
        if not topic.editable:
            raise AdminError(marked("随附的主题不能修改，请先复制。"))
        with self._saving, tempfile.TemporaryDirectory() as work:
            if seen and seen != self.version(name, file):
                raise ChangedError(CHANGED)
            draft = Path(work) / name
            shutil.copytree(topic.place, draft)
            yield draft
            try:
                Topic.load(draft)
            except TopicError as error:
                raise TopicError(without(said(error), f"{work}/")) from None
            for new in draft.iterdir():
                target = Path(topic.place) / new.name
                if new.is_file() and (not target.is_file() or target.read_bytes() != new.read_bytes()):
                    write_atomically(target, new.read_text(encoding="utf-8"))
