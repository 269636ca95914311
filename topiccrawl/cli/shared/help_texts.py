"""Help texts in Chinese: those of the commands come from the catalogue, and lines break between characters.

English texts are in the code of the commands and are shown by Typer; this module is not used for them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import typer
from rich.cells import cell_len

from topiccrawl.text.language import marked, translated

EXAMPLES = marked("Examples:")

# Looked up by Typer itself, which knows only the process's own catalogue.
OF_TYPER = (
    marked("Arguments"),
    marked("Commands"),
    marked("Options"),
    marked("default: {default}"),
    marked("env var: {var}"),
    marked("required"),
)

_OPENING, _CLOSING = "（《“", "，。、；：！？）》”"
_TOKEN = re.compile(rf"[{_OPENING}]*(?:[!-~]+|[^\s!-~{_OPENING}])[{_CLOSING}]*|\s+")
"""Unbreakable pieces: ASCII words or single characters, with punctuation that cannot begin or end a line."""


def texts_of(command: Any) -> Iterator[str]:
    """Yield the texts of the help of a command and of those below it, as the catalogue has them."""
    for one in _commands_of(command):
        yield from _paragraphs(one.help or "")
        for parameter in one.params:
            yield from _paragraphs(parameter.help or "")


def translate_help(command: Any) -> None:
    """Replace the help texts of a command and its subcommands by the Chinese ones."""
    locale = files("topiccrawl") / "locale"
    gettext.bindtextdomain("topiccrawl", str(locale))
    gettext.textdomain("topiccrawl")
    for one in _commands_of(command):
        one.context_class = _ChineseContext
        one.help = in_chinese(one.help)
        one.short_help = (one.help or "").partition("\n")[0]
        one.epilog = one.epilog and one.epilog.replace(EXAMPLES, translated(EXAMPLES, "zh"))
        for parameter in one.params:
            parameter.help = in_chinese(parameter.help)


def in_chinese(text: str | None) -> str | None:
    """Return a help text with its paragraphs in Chinese; None without one."""
    return text and "\n\n".join(translated(paragraph, "zh") for paragraph in _paragraphs(text))


def wrapped(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text for a terminal, where a Chinese character takes two columns.

    Args:
        text: a paragraph.
        width: columns of a line; a longer word has a line of its own.

    >>> list(wrapped("导出主题 partybuild 的网页。", 12))
    ['导出主题', 'partybuild', '的网页。']
    """
    line = ""
    for token in _TOKEN.findall(text):
        if line and cell_len(line + token.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += token if line else token.lstrip()
    if line.strip():
        yield line.rstrip()


def _commands_of(command: Any) -> Iterator[Any]:
    yield command
    for one in getattr(command, "commands", {}).values():
        yield from _commands_of(one)


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each on one line."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return [" ".join(block.split()) for block in blocks if block]


_Formatter: Any = typer.Context.formatter_class


class _ChineseFormatter(_Formatter):  # type: ignore[misc]
    """Typer's layout of help texts in columns of a terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or translated(marked("Usage: "), "zh"))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{heading}：\n")

    def write_text(self, text: str) -> None:
        margin = " " * self.current_indent
        for number, block in enumerate(text.split("\n\n")):
            self.write("\n" if number else "")
            kept = block.startswith("\b")  # lines of examples
            lines = block.splitlines()[1:] if kept else wrapped(block, self.width - self.current_indent)
            for line in lines:
                self.write(f"{margin}{line}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        margin = " " * self.current_indent
        column = min(max(cell_len(name) for name, _ in rows), col_max) + col_spacing
        for name, text in rows:
            lines = list(wrapped(translated(text, "zh"), max(self.width - self.current_indent - column, 20)))
            gap = " " * (column - cell_len(name))
            if lines and len(gap) < col_spacing:
                lines.insert(0, "")
            first, *others = lines or [""]
            self.write(f"{margin}{name}{gap if first else ''}{first}\n")
            for line in others:
                self.write(f"{margin}{' ' * column}{line}\n")


_HELP_OPTION = marked("Show this message and exit.")


class _ChineseContext(typer.Context):
    formatter_class = _ChineseFormatter
