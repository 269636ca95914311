"""The tokens of a script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

STRING, NUMBER, NAME, MARK = "string", "number", "name", "mark"
"""Kinds of tokens; a mark is an operator or a bracket."""

OPEN = {"(": ")", "[": "]", "{": "}"}
"""Brackets that open, each with the one that closes it."""
CLOSED = frozenset(OPEN.values())
_BRACKETS = CLOSED.union(OPEN)

_BLANK = r"(?>(?:\s++|//[^\n]*+|/\*[^*]*+(?>(?:\*(?!/)[^*]*+)*)(?:\*/|\Z)|<!--|-->)*)"
_REGEX = r"/(?![*/])(?>(?:[^\\/\[\n]|\\.|\[(?>(?:[^\]\\\n]|\\.){0,200})\]){1,500})/[a-z]*+"
# Every branch is atomic and takes an unclosed string or comment to the end of its line or of the script, so
# that no text is read twice.
_TOKEN = re.compile(
    rf"""
      (?=[\s/<-]) (?: \A | (?<=[(,=:\[!&|?{{}};]) | (?<=[^+]\+) | (?<==>) | (?<=\breturn) | (?<=\btypeof) )
      {_BLANK} {_REGEX}
    | {_BLANK}
      ( "[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)(?:"|(?=\n)|\Z) | '[^'\\\n]*+(?>(?:\\.[^'\\\n]*+)*)(?:'|(?=\n)|\Z)
      | `[^`\\]*+(?>(?:\\.[^`\\]*+)*)(?:`|\Z)
      | 0[xX][0-9a-fA-F]++ | \d++(?>(?:\.\d*+)?)(?>(?:[eE][+-]?\d++)?)
      | [A-Za-z_$\u4e00-\u9fff][\w$]*+
      | === | !== | => | == | != | <= | >= | && | \|\| | \?\? | \+\+ | -- | \+= | -=
      | . | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A regular expression, which is left out, or blanks and a token."""


class _Kinds(dict[str, str]):
    """Kinds of tokens by their first characters; those that are not listed are Chinese names and marks."""

    def __missing__(self, first: str) -> str:
        return NAME if "\u4e00" <= first <= "\u9fff" else MARK


_KINDS = _Kinds(
    {
        **dict.fromkeys(".,;:(){}[]+-*/%=!<>&|?~^", MARK),
        **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$", NAME),
        **dict.fromkeys("0123456789", NUMBER),
        **dict.fromkeys("\"'`", STRING),
    }
)
_HOLE = re.compile(r"\$\{((?>(?:[^{}]++|\{[^{}]*\})*))\}")
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL
)
_MATCHED = re.compile(r"\.match\(/[^\n]{0,60}?\b([A-Za-z_]\w*)=\([^\n]{1,30}?\)[^\n/]{0,20}/[a-z]*\s*\)")
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class Tokens(NamedTuple):
    """The tokens of a script, in lists of one length: pairs of objects would take twice the time.

    Attributes:
        kinds: `STRING`, `NUMBER`, `NAME` or `MARK`.
        texts: as written; of a string its value.
        marks: the text of a mark; empty for other tokens.
    """

    kinds: list[str]
    texts: list[str]
    marks: list[str]


def tokens_of(script: str) -> Tokens:
    r"""Return the tokens of a script; comments and regular expressions are left out.

    A template string becomes the sum that it stands for: `` `a${b}` `` is read as `("a" + b)`. Of an
    expression that finds a parameter, as in `location.search.match(/id=(\d+)/)`, the name is left.
    """
    if ".match(/" in script:
        script = _MATCHED.sub(r'.match("\1")', script)
    kinds, texts = _read(script)
    marks = [text if kind is MARK else "" for kind, text in zip(kinds, texts, strict=True)]
    return Tokens(kinds, texts, marks)


def _read(script: str) -> tuple[list[str], list[str]]:
    """Return the kinds and the texts of the tokens of a script."""
    texts = [text for text in _TOKEN.findall(script) if text]  # empty: a regular expression, or the end
    kinds = [_KINDS[text[0]] for text in texts]
    templates: list[int] = []
    for place in [place for place, kind in enumerate(kinds) if kind is STRING]:
        text = texts[place]
        if text[0] == "`":
            templates.append(place)
        else:
            texts[place] = unescaped(text[1:-1] if text[-1] == text[0] else text[1:])
    return _with_sums(kinds, texts, templates) if templates else (kinds, texts)


def _with_sums(kinds: list[str], texts: list[str], templates: list[int]) -> tuple[list[str], list[str]]:
    """Return tokens with sums in brackets for the template strings at some places."""
    all_kinds: list[str] = []
    all_texts: list[str] = []
    behind = 0
    for place in templates:
        all_kinds += kinds[behind:place]
        all_texts += texts[behind:place]
        for number, piece in enumerate(_HOLE.split(texts[place].strip("`"))):
            if number % 2:
                inner_kinds, inner_texts = _read(piece)
                all_kinds += [MARK, MARK, *inner_kinds, MARK]
                all_texts += ["+", "(", *inner_texts, ")"]
            else:
                all_kinds += [MARK, STRING]
                all_texts += ["+" if number else "(", unescaped(piece)]
        all_kinds.append(MARK)
        all_texts.append(")")
        behind = place + 1
    return all_kinds + kinds[behind:], all_texts + texts[behind:]


def partners(marks: Sequence[str]) -> dict[int, int]:
    """Return for each opening bracket the position behind the bracket that closes it."""
    found: dict[int, int] = {}
    waiting: list[tuple[str, int]] = []
    for position, text in [pair for pair in enumerate(marks) if pair[1] in _BRACKETS]:
        if text in OPEN:
            waiting.append((OPEN[text], position))
            continue
        while waiting:
            end, start = waiting.pop()
            found[start] = position + 1
            if end == text:
                break
    return found


def unescaped(text: str) -> str:
    """Return the value of a string by its text between the quotes."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    long, four, two, line, other = escape.groups()
    if code := long or four or two:
        value = int(code, 16)
        return chr(value) if value <= 0x10FFFF else ""
    return "" if line else _CONTROLS.get(other, other)
