"""Made-up notices and articles as HTML, for the writers that print it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from benchmarks.documents.made import FONTS
from benchmarks.documents.texts import Notice

_FAMILY = ", ".join(f"'{name}'" for name in FONTS)
_SHEET = f"""
@page {{ size: A4; margin: 35mm 26mm 30mm 28mm; @bottom-center {{ content: "— " counter(page) " —"; font: 14pt {_FAMILY} }} }}
body {{ font: 16pt/28pt {_FAMILY}; margin: 0 }}
p {{ text-indent: 2em; margin: 0; text-align: justify }}
p.left, p.right {{ text-indent: 0 }} p.right {{ text-align: right }}
.red {{ color: #c00; font-size: 34pt; line-height: 50pt; text-align: center; letter-spacing: 6pt; border-bottom: 2pt solid #c00 }}
.number {{ text-align: center; line-height: 40pt }}
h1 {{ font-size: 22pt; line-height: 36pt; text-align: center; font-weight: normal; margin: 24pt 0 }}
table {{ border-collapse: collapse; width: 100%; font-size: 12pt; line-height: 16pt; margin: 12pt 0 }}
td, th {{ border: .5pt solid; padding: 3pt; font-weight: normal; text-align: center }}
"""


def page(content: str, sheet: str = "") -> str:
    """Return a page with a style sheet behind that of official documents."""
    return f"<!DOCTYPE html><html lang='zh-CN'><meta charset='utf-8'><title>-</title><style>{_SHEET}{sheet}</style>{content}</html>"


def red_notice(told: Notice, extra: str = "") -> str:
    """Return an official document with a red header."""
    body = "".join(f"<p>{escape(line)}</p>" for line in told.body[1:])
    return (
        f"<div class=red>{told.office}人民政府办公室文件</div><div class=number>{told.number}</div>"
        f"<h1>{told.title}</h1><p class=left>{told.addressee}</p>{body}{extra}"
        f"<p class=right>{told.signed}</p><p class=right>{told.day}</p>"
    )


def red_lines(told: Notice, extra: Sequence[str] = ()) -> list[str]:
    """Return the lines of `red_notice`."""
    head = [f"{told.office}人民政府办公室文件", told.number, told.title]
    return [*head, *told.body, *extra, told.signed, told.day]


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose head is repeated on each page."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def columns(title: str, paragraphs: Sequence[str], count: int, sheet: str = "") -> str:
    """Return an article in columns under a headline over all of them."""
    text = "".join(f"<p>{escape(line)}</p>" for line in paragraphs)
    rule = (
        f".columns {{ column-count: {count}; column-gap: 8mm; font-size: 11pt; line-height: 17pt }} {sheet}"
    )
    return page(f"<h1>{escape(title)}</h1><div class=columns>{text}</div>", rule)
