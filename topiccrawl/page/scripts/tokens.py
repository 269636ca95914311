"""The tokens of a script."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.text import lazy_re as re

STRING, NUMBER, NAME, MARK = "string", "number", "name", "mark"
"""Kinds of tokens; a mark is an operator or a bracket."""

OPEN = {"(": ")", "[": "]", "{": "}"}
"""Brackets that open, each with the one that closes it."""
CLOSED = frozenset(OPEN.values())

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
_KINDS = {
    **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$", NAME),
    **dict.fromkeys("0123456789", NUMBER),
    **dict.fromkeys("\"'`", STRING),
}
"""Kinds of tokens by their first characters; others are Chinese names and marks."""
_HOLE = re.compile(r"\$\{((?>(?:[^{}]++|\{[^{}]*\})*))\}")
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL
)
_MATCHED = re.compile(r"\.match\(/[^\n]{0,60}?\b([A-Za-z_]\w*)=\([^\n]{1,30}?\)[^\n/]{0,20}/[a-z]*\s*\)")
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class Tokens:
    """The tokens of a script, in lists of one length: pairs of objects would take twice the time.

    Attributes:
        kinds: `STRING`, `NUMBER`, `NAME` or `MARK`.
        texts: as written; of a string its value.
        marks: the text of a mark; empty for other tokens.
    """

    __slots__ = ("kinds", "marks", "texts")

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.marks: list[str] = []

    def __len__(self) -> int:
        return len(self.kinds)

    def add(self, kind: str, text: str) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.marks.append(text if kind == MARK else "")


def tokens_of(script: str) -> Tokens:
    r"""Return the tokens of a script; comments and regular expressions are left out.

    A template string becomes the sum that it stands for: `` `a${b}` `` is read as `("a" + b)`. Of an
    expression that finds a parameter, as in `location.search.match(/id=(\d+)/)`, the name is left.
    """
    if ".match(/" in script:
        script = _MATCHED.sub(r'.match("\1")', script)
    found = Tokens()
    _read(script, found)
    return found


def _read(script: str, found: Tokens) -> None:
    add_kind, add_text, add_mark = found.kinds.append, found.texts.append, found.marks.append
    kind_of = _KINDS.get
    for text in _TOKEN.findall(script):
        if not text:  # a regular expression, or the end
            continue
        first = text[0]
        kind = kind_of(first)
        if kind is None:
            kind = NAME if "\u4e00" <= first <= "\u9fff" else MARK
            add_mark(text if kind is MARK else "")
        elif kind is STRING:
            if first == "`":
                _add_sum(text.strip("`"), found)
                continue
            text = unescaped(text[1:-1] if text[-1] == first else text[1:])
            add_mark("")
        else:
            add_mark("")
        add_kind(kind)
        add_text(text)


def _add_sum(template: str, found: Tokens) -> None:
    """Append the tokens of a template string as a sum in brackets."""
    found.add(MARK, "(")
    for number, piece in enumerate(_HOLE.split(template)):
        if number:
            found.add(MARK, "+")
        if number % 2:
            found.add(MARK, "(")
            _read(piece, found)
            found.add(MARK, ")")
        else:
            found.add(STRING, unescaped(piece))
    found.add(MARK, ")")


def partners(marks: Sequence[str]) -> dict[int, int]:
    """Return for each opening bracket the position behind the bracket that closes it."""
    found: dict[int, int] = {}
    waiting: list[tuple[str, int]] = []
    for position, text in enumerate(marks):
        if not text:
            continue
        if text in OPEN:
            waiting.append((OPEN[text], position))
        elif text in CLOSED:
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
