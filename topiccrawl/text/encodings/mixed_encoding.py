"""Pages in two encodings: the template of a system in one, an article from elsewhere in another."""

from __future__ import annotations

import re
from collections.abc import Callable

_UTF8_RUN = re.compile(rb"(?:[\xe3-\xe9\xef][\x80-\xbf][\x80-\xbf]){4,}")
"""Four characters of Chinese text in UTF-8: text in GBK has such bytes by a rare accident only."""

_FREQUENT = (b"\xef\xbc", b"\xe3\x80", *(word.encode() for word in ("的", "首页", "新闻", "来源")))
"""Bytes of full-width punctuation and of words that hardly any page lacks."""

_GB_RUN = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe]){4,}")
_PIECE = re.compile(rb"[<>]")
_UTF8_PART = re.compile(
    rb"(?:[\xe0-\xef][\x80-\xbf]{2}|[\xc2-\xdf][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2})+"
)
_SHORTEST = 12
"""Bytes of a part in UTF-8 inside of a piece of text in another encoding."""

_MOST_TAGS = 100_000
"""Tags of a page; one with more is read in one encoding, since a piece takes some microseconds."""

_BETTER = 0.2
"""How much larger the share of frequent characters of a short text is in its own encoding."""

Decode = Callable[[bytes], str]
Plausibility = Callable[[str], float]


def may_have_utf8(body: bytes) -> bool:
    """Return whether a page in GBK or Big5 has text in UTF-8.

    >>> may_have_utf8("党的建设".encode()), may_have_utf8("党的建设".encode("gbk"))
    (True, False)
    """
    # Nearly any text has one of these; a search for them is ten times as fast.
    return any(mark in body for mark in _FREQUENT) and _UTF8_RUN.search(body) is not None


def has_gb_text(body: bytes) -> bool:
    """Return whether a page in UTF-8 has whole words in GB2312.

    >>> has_gb_text("党的建设".encode("gbk")), has_gb_text("党的建设".encode())
    (True, False)
    """
    return any(
        _GB_RUN.search(piece) is not None and _UTF8_RUN.search(piece) is None
        for piece in _pieces(body)
        if not piece.isascii()
    )


def decode_with_utf8(body: bytes, decode: Decode, plausibility: Plausibility) -> str:
    """Decode a page whose pieces of text are in UTF-8 or in another encoding.

    Args:
        body: the page.
        decode: decodes the other encoding, without errors.
        plausibility: of a decoded text.
    """
    if body.count(b"<") > _MOST_TAGS:
        return decode(body)
    return "".join(_decode_piece(piece, decode, plausibility) for piece in _pieces(body))


def _pieces(body: bytes) -> list[bytes]:
    """Return a page in pieces: tags and the text between them."""
    cuts = [match.start() for match in _PIECE.finditer(body)]
    starts = [0, *(cut if body[cut] == 0x3C else cut + 1 for cut in cuts)]
    return [body[start:end] for start, end in zip(starts, [*starts[1:], len(body)], strict=True)]


def _decode_piece(piece: bytes, decode: Decode, plausibility: Plausibility) -> str:
    if piece.isascii():
        return piece.decode("ascii")
    try:
        text = piece.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_parts(piece, decode) if _UTF8_RUN.search(piece) else _decode_rest(piece, decode)
    if _UTF8_RUN.search(piece):
        return text
    other = decode(piece)
    return text if plausibility(text) >= plausibility(other) + _BETTER else other


def _decode_rest(piece: bytes, decode: Decode) -> str:
    """Decode a piece that is not in UTF-8, unless it is but for a cut character."""
    text = decode(piece)
    if _GB_RUN.search(piece) or "\ufffd" not in text:
        return text
    utf8 = piece.decode("utf-8", "replace")
    return utf8 if utf8.count("\ufffd") < text.count("\ufffd") else text


def _decode_parts(piece: bytes, decode: Decode) -> str:
    """Decode a piece of text in both encodings."""
    parts: list[str] = []
    behind = 0
    for match in _UTF8_PART.finditer(piece):
        if len(match[0]) >= _SHORTEST:
            parts += [decode(piece[behind : match.start()]), match[0].decode("utf-8", "replace")]
            behind = match.end()
    return "".join([*parts, decode(piece[behind:])])
