"""The tokens of a script."""

from __future__ import annotations

import re
from typing import NamedTuple

STRING, NUMBER, NAME, MARK = "string", "number", "name", "mark"
"""Kinds of tokens; a mark is an operator or a bracket."""

# Every branch is atomic and takes an unclosed string or comment to the end of its line or of the script, so that
# no text is read twice.
_TOKEN = re.compile(
    r"""
      (?P<space> \s++ | //[^\n]*+ | /\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z) | <!-- | --> )
    | (?P<string> "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+(?:"|(?=\n)|\Z) | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+(?:'|(?=\n)|\Z) )
    | (?P<template> `[^`\\]*+(?:\\.[^`\\]*+)*+(?:`|\Z) )
    | (?P<number> (?:0[xX][0-9a-fA-F]++ | \d++(?:\.\d*+)?+(?:[eE][+-]?\d++)?+) )
    | (?P<name> [A-Za-z_$\u4e00-\u9fff][\w$]*+ )
    | (?P<mark> === | !== | => | == | != | <= | >= | && | \|\| | \?\? | \+\+ | -- | \+= | -= | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,200}+\]){1,500}+/[a-z]*+")
_BEFORE_REGEX = frozenset("(,=:[!&|?{};+") | {"===", "!==", "==", "!=", "&&", "||", "=>", "return", "typeof"}
_HOLE = re.compile(r"\$\{([^{}]*)\}")
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL
)
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class Token(NamedTuple):
    """A token.

    Attributes:
        kind: `STRING`, `NUMBER`, `NAME` or `MARK`.
        text: as written; of a string its value.
    """

    kind: str
    text: str


def tokens_of(script: str) -> list[Token]:
    """Return the tokens of a script; comments and regular expressions are left out.

    A template string becomes the sum that it stands for: `` `a${b}` `` is read as `("a" + b)`.
    """
    found: list[Token] = []
    position, end = 0, len(script)
    before = ""
    while position < end:
        if script[position] == "/" and (before in _BEFORE_REGEX or not found):
            regex = _REGEX.match(script, position)
            if regex is not None:
                position = regex.end()
                before = ")"
                continue
        match = _TOKEN.match(script, position)
        assert match is not None  # the last branch takes any character
        position, kind, text = match.end(), match.lastgroup, match.group()
        if kind == "space":
            continue
        before = text
        if kind == "string":
            found.append(Token(STRING, unescaped(text[1:-1] if text[-1] == text[0] else text[1:])))
            before = ")"
        elif kind == "template":
            found.extend(_sum_of(text.strip("`")))
            before = ")"
        else:
            found.append(Token(kind or MARK, text))
    return found


def _sum_of(template: str) -> list[Token]:
    """Return the tokens of a template string as a sum in brackets."""
    found = [Token(MARK, "(")]
    for number, piece in enumerate(_HOLE.split(template)):
        if number:
            found.append(Token(MARK, "+"))
        if number % 2:
            found += [Token(MARK, "("), *tokens_of(piece), Token(MARK, ")")]
        else:
            found.append(Token(STRING, unescaped(piece)))
    found.append(Token(MARK, ")"))
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
