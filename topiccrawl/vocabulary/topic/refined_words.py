"""Refining a topic's words over documents, and writing what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.topic.refining import Reason, RefinedWord, RefiningParameters, refine

_MEANING: dict[Reason, str] = {
    "rare": "too few documents of the domain hold them",
    "general": "other documents hold them as often",
    "covered": "better words stand in their documents",
}


@dataclass(frozen=True)
class RefinedTable:
    """What became of a topic's words.

    Attributes:
        rows: every word, most key first.
        parameters: what a word had to do.
    """

    rows: tuple[RefinedWord, ...]
    parameters: RefiningParameters

    @classmethod
    def of(
        cls,
        topic: Topic,
        domain: Iterable[tuple[str, str]],
        general: Iterable[tuple[str, str]],
        parameters: RefiningParameters,
    ) -> RefinedTable:
        """Judge the words of a topic over documents (titles and texts), one at a time in memory.

        Raises:
            TopicError: there is no document of either kind.
        """
        cut = Segmenter(topic.dictionary()).content_words
        try:
            rows = refine(
                tuple(topic.words),
                (cut(f"{title}\n{text}") for title, text in domain),
                (cut(f"{title}\n{text}") for title, text in general),
                parameters,
            )
        except ValueError as error:
            raise TopicError(f"{topic.name}: {error}") from None
        return cls(tuple(rows), parameters)

    @property
    def dropped(self) -> dict[str, RefinedWord]:
        """The words that go."""
        return {row.word: row for row in self.rows if row.reason}

    def summary(self) -> str:
        """How many stay, and how many go for which reason."""
        counts = Counter(row.reason for row in self.rows)
        parts = [f"{counts[reason]} {reason} ({text})" for reason, text in _MEANING.items() if counts[reason]]
        return f"{len(self.rows)} candidates, {counts['']} stay" + (f"; {', '.join(parts)}" if parts else "")


def write_refined(folder: Path, table: RefinedTable) -> Path:
    """Move dropped words from `words.tsv`, whose other lines stay as they are, to `dropped.tsv`.

    Returns:
        The file of the dropped words, each with its weight as it stood and the reason.

    Raises:
        TopicError: no word would be left.
        OSError: a file cannot be written.
    """
    dropped = table.dropped
    if len(dropped) == len(table.rows):
        raise TopicError(f"{folder}: no word would be left: are the documents of the domain?")
    file, kept_apart = folder / "words.tsv", folder / "dropped.tsv"
    stay: list[str] = []
    rows: list[str] = []
    for line in file.read_text(encoding="utf-8-sig").splitlines():
        fields = line.split("\t")
        word = normalise(fields[0]).strip()
        if line.startswith("#") or word not in dropped:
            stay.append(line)
        else:
            row = dropped[word]
            weight = fields[1] if len(fields) > 1 else ""
            rows.append(
                f"{word}\t{weight}\t{row.reason}\t{row.domain}\t{row.general}\t{row.ratio:.2f}\t{row.keyness:.1f}"
            )
    before = kept_apart.read_text(encoding="utf-8") if kept_apart.exists() else ""
    header = "" if before else "# word, weight, reason, domain documents, other documents, ratio, keyness\n"
    kept_apart.write_text(before + header + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    write_atomically(file, "\n".join(stay) + "\n")
    return kept_apart
