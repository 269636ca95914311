"""The columns of an export with what its options add for language models: masks, tokens, chunks, grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.columns import QUALITY, ExportColumn, Kind, cell, column, columns_named, markdown_of
from topiccrawl.corpus.export.formats.contract import Row
from topiccrawl.corpus.export.selection import ExportOptions
from topiccrawl.corpus.training.chunks import chunk_id, chunks_of
from topiccrawl.corpus.training.personal_data import Kind as Personal
from topiccrawl.corpus.training.personal_data import mask
from topiccrawl.corpus.training.tokens import load_tokenizer
from topiccrawl.errors import ExportError
from topiccrawl.messages import message
from topiccrawl.text.language import marked

MASKED = (
    *("text", "markdown", "summary", "title", "raw_title", "raw_text"),
    *("posts", "anchor", "raw_html", "author", "source"),
)
"""Columns whose values are masked. What is counted is that of the first of them which is exported."""
_TOLD = {
    Personal.IDENTITY: marked("identity numbers were masked as [身份证号]"),
    Personal.BANK_CARD: marked("bank card numbers were masked as [银行卡号]"),
    Personal.MOBILE: marked("mobile numbers were masked as [手机号]"),
    Personal.EMAIL: marked("e-mail addresses were masked as [邮箱]"),
    Personal.PLATE: marked("number plates were masked as [车牌号]"),
    Personal.ADDRESS: marked("private addresses were masked as [住址]"),
}
CHUNK_COLUMNS = ("id", "url", "title", "published", "source", "text")
"""Columns of chunks unless others are chosen; their own stand before."""
TOKENS = "tokens"
_ADDED = {
    **{TOKENS: "tokenizer", "split": "split", f"{QUALITY}graded": "quality_grades"},
    **dict.fromkeys(("overlap", "overlap_with"), "overlap"),
    **dict.fromkeys(("chunk_id", "position", "heading"), "chunks"),
}
"""Columns that options add, whether or not they are named, with the options."""
_ID = marked("sha256 of the page's id and the chunk; it stays when other parts of the page change")
_POSITION = marked("place of the chunk on its page, from 0 on")
_HEADING = marked("headings above the chunk, joined by >")


class TrainingColumns:
    """The columns of an export.

    Args:
        options: of the export.
        on_masked: called with what was masked, for each piece.

    Raises:
        ExportError: options do not fit each other, or the tokenizer cannot be used.
    """

    def __init__(self, options: ExportOptions, on_masked: Callable[[str], object]) -> None:
        self._options = options
        self._on_masked = on_masked
        self._count = load_tokenizer(options.tokenizer) if options.tokenizer else None
        self._cut: ExportColumn | None = None

    def of(self, names: tuple[str, ...], *, in_folder: bool) -> tuple[ExportColumn, ...]:
        """Return the columns by their names.

        Args:
            names: of the options.
            in_folder: whether they are those of a dataset: they are masked unless the options say otherwise,
                and the quality has columns of its own.
        """
        is_default = names == COLUMNS
        if is_default and self._options.chunks:
            names = CHUNK_COLUMNS
        if is_default and in_folder:
            names = (*names, f"{QUALITY}*")
        added = [name for name in names if name in _ADDED and not (name == "split" and in_folder)]
        for name in added:
            if not getattr(self._options, _ADDED[name]):
                needed = f"--{_ADDED[name].replace('_', '-')}"
                raise ExportError("the column {name} needs {option}", name=name, option=needed)
        found = {one.name: one for one in columns_named(name for name in names if name not in added)}
        if self._options.mask or (in_folder and self._options.mask is None):
            found = self._masked(found)
        if self._options.chunks:
            found = self._as_chunks(found)
        if self._count is not None:
            found[TOKENS] = self._tokens(found)
        return tuple(map(_flat, found.values())) if in_folder else tuple(found.values())

    def rows(self, pages: Iterable[Row]) -> Iterator[Row]:
        """Yield the rows of pages: themselves, or one for each of their chunks."""
        if self._cut is None:
            yield from pages
            return
        is_markdown, most = self._cut.name == "markdown", self._options.chunks
        for page in pages:
            seen: Counter[str] = Counter()
            text = self._cut.value(page)
            for one in chunks_of(text, most, self._count or len, is_markdown=is_markdown):
                own = chunk_id(page["url_hash"], one.text, seen[one.text])
                yield {**page, "chunk": one, "chunk_id": own}
                seen[one.text] += 1

    def _masked(self, columns: Mapping[str, ExportColumn]) -> dict[str, ExportColumn]:
        counted = next((name for name in MASKED if name in columns), "")
        return {
            name: _masked(one, self._mask_and_count if name == counted else mask) if name in MASKED else one
            for name, one in columns.items()
        }

    def _mask_and_count(self, text: str) -> str:
        return mask(text, lambda kind: self._on_masked(_TOLD[kind]))

    def _as_chunks(self, columns: dict[str, ExportColumn]) -> dict[str, ExportColumn]:
        names = [name for name in ("text", "markdown") if name in columns]
        if len(names) != 1:
            raise ExportError("--chunks cuts one column: name either text or markdown in --columns")
        self._cut = columns[names[0]]
        columns[names[0]] = replace(self._cut, value=lambda row: row["chunk"].text)
        own = (
            ExportColumn("chunk_id", Kind.TEXT, ("url_hash",), _ID, lambda row: row["chunk_id"]),
            ExportColumn("position", Kind.INTEGER, (), _POSITION, lambda row: row["chunk"].position),
            ExportColumn("heading", Kind.TEXT, (), _HEADING, lambda row: " > ".join(row["chunk"].headings)),
        )
        return {one.name: one for one in own} | columns

    def _tokens(self, columns: Mapping[str, ExportColumn]) -> ExportColumn:
        assert self._count is not None
        count = self._count
        name = next((name for name in ("text", "markdown") if name in columns), "text")
        of = columns.get(name) or column(name)
        doc = message("tokens of the column {name} by {by}", name=name, by=self._options.tokenizer)
        return ExportColumn(TOKENS, Kind.INTEGER, of.sources, doc, lambda row: count(of.value(row)))


def _flat(one: ExportColumn) -> ExportColumn:
    """Return a column whose nested values are JSON text, so that all rows have one type."""
    return replace(one, value=lambda row: cell(one.value(row))) if one.kind is Kind.JSON else one


def _masked(one: ExportColumn, change: Callable[[str], str]) -> ExportColumn:
    if one.name == "markdown":  # before its marks are escaped, which would cut e-mail addresses
        return replace(one, value=lambda row: markdown_of(row, change))
    return replace(one, value=lambda row: _change_all(one.value(row), change))


def _change_all(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_change_all(one, change) for one in value]
    if isinstance(value, dict):
        return {name: _change_all(one, change) for name, one in value.items()}
    return value
