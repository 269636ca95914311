"""Draws what a command shows in a terminal, as SVG: how the pictures of these pages are made.

    python docs/picture.py docs/pictures/NAME.svg [--keys KEYS] [--rows N] -- MODULE ARGUMENTS...

Runs `python -m MODULE ARGUMENTS...` in a pseudo-terminal and draws its screen: when the program has ended,
or, with --keys, after these keys were typed; then the program is killed.
"""

from __future__ import annotations

import argparse
import html
import importlib.util
import re
import time
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

COLUMNS = 100
_TERMINAL = Path(__file__).with_name("pseudo_terminal.py")
_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_LENGTH = re.compile(r'textLength="[^"]*"([^>]*)>([^<]*)<')
_CELL = 12.2
"""Width of a cell in rich's pictures."""


def main() -> None:
    """Run and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path)
    parser.add_argument("--keys", default="")
    parser.add_argument("--rows", type=int, default=24)
    parser.add_argument("command", nargs="+")
    args = parser.parse_args()
    lines = screen(args.command, args.keys, args.rows)
    console = Console(record=True, width=COLUMNS, file=Path("/dev/null").open("w"))  # noqa: SIM115
    if not args.keys:
        console.print(Text(f"$ {' '.join(args.command)}", Style(dim=True)))
    for line in lines:
        console.print(line, no_wrap=True, crop=True)
    args.picture.parent.mkdir(parents=True, exist_ok=True)
    # The fonts that rich names would be fetched from elsewhere; what the reader has will do.
    picture = _LENGTH.sub(_cells, _FONT.sub("", console.export_svg(title="topiccrawl")))
    args.picture.write_text(picture, encoding="utf-8")


def screen(command: list[str], keys: str, rows: int) -> list[Text]:
    """The lines that a command leaves on the screen."""
    spec = importlib.util.spec_from_file_location("terminal", _TERMINAL)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with module.terminal(["-m", *command], rows, COLUMNS) as terminal:
        if keys:
            terminal.until(lambda lines: any(line.strip() for line in lines))
            time.sleep(1)
            terminal.type(keys.replace("\\r", "\r"))
            end = time.monotonic() + 2
            while time.monotonic() < end:
                terminal.read(0.1)
        else:
            terminal.ended(600)
        buffer = terminal.screen.buffer
        lines = [_line(buffer[row]) for row in range(rows)]
    while lines and not lines[-1].plain.strip():
        lines.pop()
    return lines


def _line(cells: Any) -> Text:
    """The cells of a line, in runs of one style and width: rich gives each run its place."""
    text = Text()
    for (style, _), run in groupby((cells[column] for column in range(COLUMNS)), key=_kind):
        text.append("".join(cell.data for cell in run), style)
    text.rstrip()
    return text


def _cells(found: re.Match[str]) -> str:
    """A run's length by its cells: rich goes by its characters."""
    return f'textLength="{cell_len(html.unescape(found[2])) * _CELL:.1f}"{found[1]}>{found[2]}<'


def _kind(cell: Any) -> tuple[Style, bool]:
    # A wide character is two cells, the second one empty; however wide the reader's font draws it, a style of
    # its own keeps what follows in its place.
    wide = cell_len(cell.data) != 1
    colour = None if cell.fg == "default" else _colour(cell.fg)
    flags = {"bold": cell.bold, "reverse": cell.reverse, "underline": cell.underscore}
    kept = {name: True for name, on in flags.items() if on}
    return Style(color=colour, italic=False if wide else None, **kept), wide


def _colour(name: str) -> str:
    return f"#{name}" if re.fullmatch(r"[0-9a-f]{6}", name) else {"brown": "yellow"}.get(name, name)


if __name__ == "__main__":
    main()
