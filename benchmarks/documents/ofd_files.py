"""OFD files in the manners of several writers of the format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from benchmarks.documents.made import Recipe
from benchmarks.documents.texts import notice, paragraphs, rows_of, wrapped

Made = tuple[bytes, Sequence[str]]
_SPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
_SIZE = 5.0
_LEFT, _TOP, _LEADING, _ROWS = 28.0, 37.0, 9.0, 22
_WIDTH = 30
"""Characters of a line."""


class _Piece(NamedTuple):
    """A text at a place in millimetres."""

    left: float
    top: float
    text: str


_Writer = Callable[[_Piece], str]


def recipes() -> list[Recipe]:
    """Return how OFD files are made."""
    return [
        Recipe("an object a line", "ofd", lambda: _notice(1, _by_line)),
        Recipe("an object a character", "ofd", lambda: _notice(2, _by_character)),
        Recipe("objects that are scaled", "ofd", lambda: _notice(3, _scaled)),
        Recipe("a piece of text a character", "ofd", lambda: _notice(4, _many_codes)),
        Recipe("absolute places, page blocks", "ofd", lambda: _notice(5, _over_the_page, blocks=True)),
        Recipe("a paragraph an object", "ofd", _paragraph_objects),
        Recipe(
            "template with a red header", "ofd", lambda: _notice(7, _by_line, template="松岭县人民政府文件")
        ),
        Recipe("running lines and page numbers", "ofd", _running),
        Recipe("table", "ofd", lambda: _table(9, 14)),
        Recipe("table over pages", "ofd", lambda: _table(10, 60)),
        Recipe("two columns", "ofd", lambda: _columns(11), tabular=True),
        Recipe("letter-spacing, UTF-16", "ofd", lambda: _notice(12, _spaced, encoding="utf-16")),
    ]


def _notice(
    seed: int, write: _Writer, *, template: str = "", blocks: bool = False, encoding: str = "utf-8"
) -> Made:
    told = notice(seed, sections=4)
    lines = [*_centred(told.title), *_wrapped(told.body)]
    lines += [" " * 40 + told.signed, " " * 44 + told.day]
    pages = [
        [
            _Piece(_LEFT + _indent(line), _TOP + _LEADING * row, line.strip())
            for row, line in enumerate(lines[at : at + _ROWS])
        ]
        for at in range(0, len(lines), _ROWS)
    ]
    body = _file(pages, write, template=template, blocks=blocks, encoding=encoding)
    return body, [told.title, *told.body, told.signed, told.day]


def _running() -> Made:
    title, text = "松岭县国民经济和社会发展统计公报", paragraphs(8, 22)
    lines = [*_centred(title), *_wrapped(["一、综合", *text])]
    pages = []
    for at in range(0, len(lines), _ROWS):
        page = [_Piece(_LEFT + 50, 20, "松岭统计"), _Piece(_LEFT + 70, 280, f"— {at // _ROWS + 1} —")]
        page += [
            _Piece(_LEFT + _indent(line), _TOP + _LEADING * row, line.strip())
            for row, line in enumerate(lines[at : at + _ROWS])
        ]
        pages.append(page)
    return _file(pages, _by_line), [title, "一、综合", *text]


def _paragraph_objects() -> Made:
    """A paragraph is an object with a text code a line."""
    told = notice(6, sections=3)
    objects, top = "", _TOP
    for line in (told.title, *told.body):
        rows = _wrapped([line])
        codes = "".join(
            f'<ofd:TextCode X="{_indent(row)}" Y="{_SIZE + _LEADING * at}" DeltaX="g {len(row.strip())} {_SIZE}">'
            f"{escape(row.strip())}</ofd:TextCode>"
            for at, row in enumerate(rows)
        )
        objects += _object(_LEFT, top, _SIZE * _WIDTH, _LEADING * len(rows), codes)
        top += _LEADING * len(rows)
    return _archive([objects]), [told.title, *told.body]


def _table(seed: int, rows: int) -> Made:
    told = notice(seed, rows=rows)
    pages, lefts = [], (28.0, 40.0, 80.0, 105.0, 145.0)
    for at in range(0, len(told.table), _ROWS):
        page = [_Piece(_LEFT, _TOP - 10, line.strip()) for line in ([told.title] if at == 0 else [])]
        for row, cells in enumerate(told.table[at : at + _ROWS]):
            page += [
                _Piece(left, _TOP + _LEADING * row + (column % 2) / 5, cell)
                for column, (left, cell) in enumerate(zip(lefts, cells, strict=True))
            ]
        pages.append(sorted(page, key=lambda piece: piece.left))
    return _file(pages, _by_line), [told.title, *rows_of(told.table)]


def _columns(seed: int) -> Made:
    text, title = paragraphs(seed, 10), "老街新韵引客来"
    lines = _wrapped(text, 15)
    half = -(-len(lines) // 2)
    page = [_Piece(_LEFT + 30, _TOP - 12, title)]
    for row, line in enumerate(lines):
        left = _LEFT + (row >= half) * (_SIZE * 16.5)
        page.append(_Piece(left + _indent(line), _TOP + 6 * (row % half), line.strip()))
    return _file([page], _by_line), [title, *text]


def _centred(title: str) -> list[str]:
    return [" " * 8 + title[at : at + 22] for at in range(0, len(title), 22)]


def _wrapped(text: Sequence[str], width: int = _WIDTH) -> list[str]:
    """Return the lines of paragraphs; the first line of each begins with two blanks of Han."""
    lines = []
    for line in text:
        whole = line if line.endswith("：") and len(line) < width else f"　　{line}"
        lines += wrapped(whole, 2 * width)
    return lines


def _indent(line: str) -> float:
    return sum(_SIZE if one == "\u3000" else _SIZE / 2 for one in line[: len(line) - len(line.lstrip())])


def _object(left: float, top: float, width: float, height: float, codes: str, more: str = "") -> str:
    size = "" if 'Size="' in more else f'Size="{_SIZE}"'
    return f'<ofd:TextObject Font="1" Boundary="{left:g} {top:g} {width:g} {height:g}" {size} {more}>{codes}</ofd:TextObject>'


def _steps(text: str, step: float) -> str:
    return " ".join(f"{step if one > 'ÿ' else step / 2:g}" for one in text[:-1])


def _extent(text: str) -> float:
    return sum(_SIZE if one > "ÿ" else _SIZE / 2 for one in text)


def _by_line(piece: _Piece) -> str:
    code = f'<ofd:TextCode X="0" Y="{_SIZE}" DeltaX="{_steps(piece.text, _SIZE)}">{escape(piece.text)}</ofd:TextCode>'
    return _object(piece.left, piece.top, _extent(piece.text), 6, code)


def _by_character(piece: _Piece) -> str:
    found, left = "", piece.left
    for one in piece.text:
        code = f'<ofd:TextCode X="0" Y="{_SIZE * 0.86:g}">{escape(one)}</ofd:TextCode>'
        found += _object(left, piece.top, _extent(one), 6, code)
        left += _extent(one)
    return found


def _scaled(piece: _Piece) -> str:
    code = f'<ofd:TextCode X="0" Y="1" DeltaX="{_steps(piece.text, 1.0)}">{escape(piece.text)}</ofd:TextCode>'
    return _object(
        piece.left, piece.top, _extent(piece.text), 6, code, f'Size="1" CTM="{_SIZE} 0 0 {_SIZE} 0 0"'
    )


def _many_codes(piece: _Piece) -> str:
    codes, x = "", 0.0
    for one in piece.text:
        codes += f'<ofd:TextCode X="{x:g}" Y="{_SIZE}">{escape(one)}</ofd:TextCode>'
        x += _extent(one)
    return _object(piece.left, piece.top, _extent(piece.text), 6, codes)


def _over_the_page(piece: _Piece) -> str:
    x, y = piece.left, piece.top + _SIZE
    code = f'<ofd:TextCode X="{x:g}" Y="{y:g}" DeltaX="{_steps(piece.text, _SIZE)}">{escape(piece.text)}</ofd:TextCode>'
    return _object(0, 0, 210, 297, code)


def _spaced(piece: _Piece) -> str:
    wide = 0.4 if len(piece.text) > 20 else 6.0
    steps = " ".join(f"{_extent(one) + wide:g}" for one in piece.text[:-1])
    code = f'<ofd:TextCode X="0" Y="{_SIZE}" DeltaX="{steps}">{escape(piece.text)}</ofd:TextCode>'
    return _object(piece.left, piece.top, _extent(piece.text) + wide * len(piece.text), 6, code)


def _file(
    pages: Sequence[Sequence[_Piece]],
    write: _Writer,
    *,
    template: str = "",
    blocks: bool = False,
    encoding: str = "utf-8",
) -> bytes:
    contents = []
    for pieces in pages:
        found = "".join(map(write, pieces))
        contents.append(
            f'<ofd:PageBlock ID="9"><ofd:PageBlock>{found}</ofd:PageBlock></ofd:PageBlock>'
            if blocks
            else found
        )
    return _archive(contents, template, encoding)


def _archive(contents: Sequence[str], template: str = "", encoding: str = "utf-8") -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as target:
        for name, content in _parts(contents, template):
            head = f'<?xml version="1.0" encoding="{encoding}"?>'
            target.writestr(name, (head + content).encode(encoding))
    return out.getvalue()


def _parts(contents: Sequence[str], template: str) -> Iterator[tuple[str, str]]:
    yield (
        "OFD.xml",
        (
            f'<ofd:OFD {_SPACE} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>0</ofd:DocID></ofd:DocInfo>'
            "<ofd:DocRoot>/Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>"
        ),
    )
    entries = "".join(
        f'<ofd:Page ID="{n + 10}" BaseLoc="Pages/Page_{n}/Content.xml"/>' for n in range(len(contents))
    )
    yield (
        "Doc_0/Document.xml",
        (
            f'<ofd:Document {_SPACE}><ofd:CommonData><ofd:TemplatePage ID="2" BaseLoc="Tpls/Tpl_0/Content.xml"/></ofd:CommonData>'
            f"<ofd:Pages>{entries}</ofd:Pages></ofd:Document>"
        ),
    )
    header = _by_line(_Piece(60.0, 15.0, template)) if template else ""
    layer = '<ofd:Content><ofd:Layer Type="Body">{}</ofd:Layer></ofd:Content>'
    yield "Doc_0/Tpls/Tpl_0/Content.xml", f"<ofd:Page {_SPACE}>{layer.format(header)}</ofd:Page>"
    for number, content in enumerate(contents):
        used = '<ofd:Template TemplateID="2" ZOrder="Background"/>' if template else ""
        yield (
            f"Doc_0/Pages/Page_{number}/Content.xml",
            f"<ofd:Page {_SPACE}>{used}{layer.format(content)}</ofd:Page>",
        )
