"""HowNet (知网), paper A's resource for SimH: similarity of words and senses after Liu & Li 2002.

Two editions are supported: HowNet 2000 (`glossary.dat` and `WHOLE.DAT`) and OpenHowNet's archive. Neither is
part of topiccrawl; users name the folder of their copy. The first load compiles it into the user's cache,
under the hash of the files.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import get_args

from topiccrawl.errors import HowNetError
from topiccrawl.messages import message
from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.hownet.archive import read_archive
from topiccrawl.relevance.hownet.compiled import HowNetContent, fingerprint_of
from topiccrawl.relevance.hownet.definition import Definition, expected
from topiccrawl.relevance.hownet.glossary import read_edition_2000
from topiccrawl.relevance.hownet.measure import Mode, SememeTree, SenseMeasure
from topiccrawl.relevance.hownet.rows import SenseRows
from topiccrawl.relevance.thesauri.word_senses import WordSenses
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.kept import kept

__all__ = ["Definition", "HowNet", "HowNetError", "Mode"]


class HowNet:
    """Word similarity by HowNet; create with `HowNet.load(folder)`.

    Args:
        content: words, senses and sememes.
        fingerprint: changes with any file.
        mode: the default reading of Liu & Li: `paper`, the printed text, or `program`, what the authors'
            program does.

    Attributes:
        words: the vocabulary, sorted.
        fingerprint: of files and mode.
    """

    def __init__(self, content: HowNetContent, fingerprint: str, mode: Mode = "paper") -> None:
        self.mode = mode
        self.fingerprint = _named(fingerprint, mode)
        self.tree = SememeTree(content.sememes)
        self._measures = {one: SenseMeasure(self.tree, one) for one in get_args(Mode)}
        if mode not in self._measures:
            raise ValueError(message("mode = {mode!r} is neither 'paper' nor 'program'", mode=mode))
        self._definitions = content.definitions
        self._by_word = content.words
        self.words: tuple[str, ...] = tuple(content.words)

    @classmethod
    def load(cls, folder: str | Path, mode: Mode = "paper") -> HowNet:
        """Read a folder with `glossary.dat` and `WHOLE.DAT`, or with OpenHowNet's archive, or the archive.

        Raises:
            HowNetError: a file is missing or broken; names the file, the line and what was expected.
        """
        files = hownet_files(folder)
        contents = [_read(file) for file in files]
        fingerprint = fingerprint_of(contents)

        def read() -> HowNetContent:
            if len(files) == 1:
                return read_archive(contents[0], str(files[0]))
            return read_edition_2000(contents[0], contents[1], str(files[0]), str(files[1]))

        return cls(kept(f"hownet-{fingerprint}.json", HowNetContent.load, read), fingerprint, mode)

    def __contains__(self, word: str) -> bool:
        return word in self._by_word

    def senses(self, word: str) -> tuple[Definition, ...]:
        """Return the senses of a word; none if it is unknown."""
        return tuple(self._definitions[number] for number in self._by_word.get(word, ()))

    def similarity(self, a: str, b: str, mode: Mode | None = None) -> float | None:
        """Return the similarity of two words in [0, 1], the best of their senses; None if one is unknown."""
        if a not in self._by_word or b not in self._by_word:
            return None
        if a == b:
            return 1.0
        return max(self.sense_similarity(i, j, mode) for i in self.senses(a) for j in self.senses(b))

    def sense_similarity(self, a: Definition, b: Definition, mode: Mode | None = None) -> float:
        """Return the similarity of two senses in [0, 1]."""
        return self._measures[mode or self.mode].similarity(a, b)

    def row(self, word: str) -> Floats:  # noqa: D102 (see `contracts`)
        return self._word_senses.row(word, lambda sense: self._rows.row(self._definitions[sense]))

    @cached_property
    def _rows(self) -> SenseRows:
        return SenseRows(self._definitions, self._measures[self.mode])

    @cached_property
    def _word_senses(self) -> WordSenses:
        return WordSenses(self.words, self._by_word)


def hownet_fingerprint(folder: str | Path, mode: Mode = "paper") -> str:
    """Return the fingerprint of `HowNet.load(folder, mode)`, without loading it.

    Raises:
        HowNetError: a file is missing or cannot be read.
    """
    return _named(fingerprint_of(map(_read, hownet_files(folder))), mode)


def _named(digest: str, mode: Mode) -> str:
    return f"hownet-{digest}-{mode}"


def hownet_files(folder: str | Path) -> tuple[Path, ...]:
    """Return the files of HowNet: glossary and sememes, or the archive alone.

    Args:
        folder: their folder, or the archive itself.

    Raises:
        HowNetError: they are missing; says what was expected.
    """
    folder = Path(folder)
    if folder.is_file():
        return (folder,)
    try:
        names = {entry.name.lower(): entry for entry in sorted(folder.iterdir())}
    except OSError as error:
        raise HowNetError(
            "{folder}: expected a folder with HowNet ({reason})",
            folder=folder,
            reason=message(error.strerror or str(error)),
        ) from None
    glossary, sememes = names.get("glossary.dat"), names.get("whole.dat")
    if glossary and sememes:
        return glossary, sememes
    if glossary or sememes:
        raise expected(str(folder), "WHOLE.DAT" if glossary else "glossary.dat", message("none"))
    archives = [entry for name, entry in names.items() if name.endswith(".zip")]
    if len(archives) == 1:
        return (archives[0],)
    raise expected(
        str(folder),
        message("glossary.dat and WHOLE.DAT, or one archive of OpenHowNet (.zip)"),
        message("{count} archives", count=len(archives)),
    )


def _read(file: Path) -> bytes:
    try:
        return read_bounded(file)
    except OSError as error:
        raise HowNetError(
            "{file}: cannot be read ({reason})", file=file, reason=message(error.strerror or str(error))
        ) from None
