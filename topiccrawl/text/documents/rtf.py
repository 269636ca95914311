"""Text of RTF files, which often have names of Word files."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    rb"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)", re.IGNORECASE
)
_SKIPPED = frozenset(
    b"fonttbl colortbl stylesheet info pict object header footer headerl headerr footerl footerr listtable"
    b" listoverridetable generator themedata datastore latentstyles xmlnstbl fldinst shprslt".split()
)
_BREAKS = {b"par": "\n", b"line": "\n", b"row": "\n", b"sect": "\n", b"page": "\n", b"cell": " ", b"tab": " "}
_SIGNS = {
    b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”",
    b"emdash": "—", b"endash": "–", b"bullet": "•",
}  # fmt: skip
_PAGES = {"936": "gb18030", "950": "big5hkscs", "1252": "cp1252", "65001": "utf-8"}
_UNSEEN = frozenset((b"v", b"deleted"))
"""Properties of characters that are hidden or were deleted."""
_DEEPEST = 1_000


def read_rtf(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of an RTF file."""
    found = re.search(rb"\\ansicpg(\d{3,5})", body[:1024])
    encoding = _PAGES.get(found[1].decode() if found else "936", "gb18030")
    pieces: list[str] = []
    raw = bytearray()
    stack: list[tuple[bool, int, frozenset[bytes]]] = []
    unseen: frozenset[bytes] = frozenset()
    skipped, replaced, left = False, 1, 0  # `left`: bytes that stand for the last \u, to be left out

    def write(text: str) -> None:
        if raw:
            pieces.append(raw.decode(encoding, "replace"))
            raw.clear()
        pieces.append(text)

    for token in _TOKEN.finditer(body):
        word, number, hexed, sign, brace, plain = token.groups()
        if brace == b"{":
            if len(stack) < _DEEPEST:
                stack.append((skipped, replaced, unseen))
        elif brace == b"}":
            skipped, replaced, unseen = stack.pop() if stack else (False, 1, frozenset())
        elif sign == b"*" or (word and word in _SKIPPED):
            skipped = True
        elif word == b"shptxt":
            skipped = False  # a text box stands in a group that old readers skip
            write("\n")
        elif word == b"uc":
            replaced = int(number or 1)
        elif word == b"bin":
            break  # what follows is binary
        elif word in _UNSEEN:
            unseen = unseen - {word} if number == b"0" else unseen | {word}
        elif word == b"plain":
            unseen = frozenset()
        elif skipped or (unseen and word not in _BREAKS):
            continue
        elif word == b"u":
            code = int(number or 0) % 65536
            write(chr(code))
            left = replaced
        elif word:
            if (text := _BREAKS.get(word) or _SIGNS.get(word)) is not None:
                write(text)
        elif hexed or plain:
            data = bytes.fromhex(hexed.decode()) if hexed else plain
            data, left = data[left:], max(0, left - len(data))
            raw += data
        elif sign == b"~":
            write(" ")
        elif sign in (b"\\", b"{", b"}"):
            write(sign.decode())
    write("")
    text = "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.splitlines(), 0
