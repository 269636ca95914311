"""Read documents from text files, corpus exports, Wikipedia dumps and folders of them.

    *.txt *.text *.md    one document per file, in any encoding; over 16 MB, one document per line
    *.jsonl *.ndjson     one JSON object per line with `text` and maybe `title`, as `topiccrawl export` writes
    *.xml                a MediaWiki dump (pages-articles): its articles without redirects, as plain text

Files may be compressed (.gz, .bz2, .xz). Only the current document is in memory, at most `LARGEST_DOCUMENT`
bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from topiccrawl.errors import TextError
from topiccrawl.extras import require_extra
from topiccrawl.messages import Message
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.files.binary_detection import BINARY, reason_not_text
from topiccrawl.text.files.decompression import OPENERS, decompress
from topiccrawl.text.files.rows import json_object

_TEXTS = frozenset((".txt", ".text", ".md"))
_EXPORTS = frozenset((".jsonl", ".ndjson"))
_DUMPS = frozenset((".xml",))
LARGE = 16_000_000
"""Size in bytes from which a text file is read line by line."""
LARGEST_DOCUMENT = 16_000_000
"""Maximum size in bytes of a line, or of a page of a dump; MediaWiki allows pages of 2 MB."""
_SAMPLE = 65_536


@dataclass(frozen=True)
class TextDocument:
    """A document.

    Attributes:
        title: the title; empty when it has none.
        body: the text.
        read: bytes of the source read so far.
    """

    title: str
    body: str
    read: int

    @property
    def text(self) -> str:
        """Return title and body as one text."""
        return f"{self.title}\n{self.body}" if self.title else self.body


@dataclass(frozen=True)
class TextSource:
    """A file or folder of documents; can be iterated several times.

    Attributes:
        path: the file or folder.

    Raises:
        TextError: it is missing, or has no readable files.
    """

    path: Path

    def __post_init__(self) -> None:
        if not self.path.exists():
            raise TextError("{path}: no such file or folder", path=self.path)
        if not self.files:
            kinds = ", ".join(f"*{suffix}" for suffix in sorted(_TEXTS | _EXPORTS | _DUMPS))
            raise TextError(
                "{path}: expected {kinds} (maybe compressed), found none", path=self.path, kinds=kinds
            )

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the files in the order of their names, without hidden ones."""
        if not self.path.is_dir():
            return (self.path,) if _kind(self.path) else ()
        return tuple(
            file
            for file in sorted(self.path.rglob("*"))
            if file.is_file()
            and _kind(file)
            and not any(part.startswith(".") for part in file.relative_to(self.path).parts)
        )

    @property
    def size(self) -> int:
        """Return the size of all files on disk in bytes."""
        return sum(file.stat().st_size for file in self.files)

    def __iter__(self) -> Iterator[TextDocument]:
        """Yield the documents that are not empty.

        Raises:
            TextError: a file or line cannot be read.
        """
        before = 0
        for file in self.files:
            with file.open("rb") as raw:
                stream = decompress(raw, file.suffix.lower())
                try:
                    for title, body in _READERS[_kind(file)](file, stream):
                        if title.strip() or body.strip():
                            yield TextDocument(title, body, before + raw.tell())
                except OSError as error:
                    raise TextError("{file}: cannot be read ({error})", file=file, error=error) from None
            before += file.stat().st_size


def _kind(file: Path) -> str:
    suffixes = [suffix.lower() for suffix in file.suffixes]
    if suffixes and suffixes[-1] in OPENERS:
        suffixes.pop()
    last = suffixes[-1] if suffixes else ""
    return next((name for name, known in _KINDS.items() if last in known), "")


def _lines(file: Path, stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(iter(lambda: stream.readline(LARGEST_DOCUMENT + 1), b""), 1):
        if len(line) > LARGEST_DOCUMENT:
            raise TextError(
                "{file}:{number}: the line is longer than {size} MB",
                file=file,
                number=number,
                size=LARGEST_DOCUMENT // 1000000,
            )
        yield number, line


def _texts(file: Path, stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    start = stream.read(LARGE + 1)
    decoded = decode_html(start if len(start) <= LARGE else start[:_SAMPLE])
    if decoded.source not in ("bom", "zeros") and reason_not_text(start) == BINARY:
        raise TextError("{file}: no text: {binary}", file=file, binary=BINARY)
    if len(start) <= LARGE:
        yield "", decoded.text
        return
    encoding = _encoding(start[:_SAMPLE])
    stream.seek(0)
    for _, line in _lines(file, stream):
        yield "", line.decode(encoding, errors="replace")


def _encoding(sample: bytes) -> str:
    """Return UTF-8 or GB18030, whichever decodes the complete lines of a sample."""
    try:
        sample[: sample.rfind(b"\n") + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return "gb18030"
    return "utf-8-sig" if sample.startswith(b"\xef\xbb\xbf") else "utf-8"


def _export(file: Path, stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    for number, line in _lines(file, stream):
        if not line.strip():
            continue
        try:
            row = json_object(line.decode("utf-8-sig"), f"{file}:{number}")
        except UnicodeDecodeError as error:
            raise TextError(
                "{source}:{line}: expected UTF-8, found the byte {byte:#04x}",
                source=file,
                line=number,
                byte=error.object[error.start],
            ) from None
        if isinstance(row, Message):
            raise TextError(row)
        title, body = row.get("title") or "", row.get("text") or ""
        if not ({"text", "title"} & row.keys() and isinstance(title, str) and isinstance(body, str)):
            raise TextError(
                "{file}:{number}: expected an object with the texts `title` and `text`, found {found!r}",
                file=file,
                number=number,
                found=str(row)[:60],
            )
        yield title, body


def _dump(file: Path, stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    from xml.etree.ElementTree import ParseError

    require_extra("vectors")
    from topiccrawl.text.wiki_markup import text_of_markup

    try:
        for title, markup in _pages(stream):
            if markup and not markup.lstrip().lower().startswith(("#redirect", "#重定向")):
                yield title, text_of_markup(markup)
    except (ParseError, RecursionError) as error:
        raise TextError(
            "{file}: expected a MediaWiki dump in XML ({error})", file=file, error=error
        ) from None


def _pages(stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    """Yield title and markup of the articles of a dump; only the current page is in memory."""
    from xml.etree.ElementTree import ParseError, iterparse

    watched = _PageStream(stream)
    root = None
    # expat itself limits entity expansion; only the size of a page is left to limit.
    for event, element in iterparse(watched, events=("start", "end")):  # noqa: S314
        if root is None:
            root, wiki = element, element.tag.removesuffix("mediawiki")
            if not wiki.startswith("{http://www.mediawiki.org/xml/export-"):
                raise ParseError(f"its first element is {element.tag[:80]!r}")
        if event == "end" and element.tag == f"{wiki}page":
            if element.findtext(f"{wiki}ns") == "0":
                yield (
                    element.findtext(f"{wiki}title") or "",
                    element.findtext(f"{wiki}revision/{wiki}text") or "",
                )
            root.clear()
            watched.left = LARGEST_DOCUMENT


class _PageStream:
    """Input of the parser with a size limit per page."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.left = LARGEST_DOCUMENT

    def read(self, size: int = -1, /) -> bytes:
        if self.left <= 0:
            raise OSError(f"{LARGEST_DOCUMENT // 1_000_000} MB without the end of a page")
        data = self._stream.read(size)
        self.left -= len(data)
        return data


_KINDS = {"texts": _TEXTS, "export": _EXPORTS, "dump": _DUMPS}
_READERS: dict[str, Callable[[Path, IO[bytes]], Iterator[tuple[str, str]]]] = {
    "texts": _texts,
    "export": _export,
    "dump": _dump,
}
