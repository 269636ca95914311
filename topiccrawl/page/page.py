"""A page, parsed once for the description gate, the links, the metadata and the extractors."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from lxml import etree
from lxml import html as lxml_html
from lxml.html import HtmlComment, HtmlElement, HtmlProcessingInstruction

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.scripts.expressions import Expressions
from topiccrawl.text.encodings.encoding import Decoded, decode_html

_BASE = Expressions(first={"base": ("<(?i:base)",)}, every={})
_EARLY_END = re.compile(rb"</\s*(?:html|body)\s*>", re.IGNORECASE)
MAX_TAGS = 100_000
"""Maximum number of tags parsed. Pages have some thousand; ten megabytes of tags take a minute."""

_TAG_START = re.compile(b"<")
# What no tree may hold, in UTF-8: control characters, and half pairs and no characters of Unicode.
_CONTROLS = bytes(range(0x20)).translate(None, b"\t\n\v\f\r\x1c\x1d\x1e\x1f")
_BLANKS = bytes.maketrans(b"\v\f\x1c\x1d\x1e\x1f", b"      ")
_NO_CHARACTER = re.compile(rb"\xed[\xa0-\xbf].|\xef\xbf[\xbe\xbf]")
_NUMBERED = re.compile(r"&#(?:(1[2-9]\d{3}|[2-5]\d{4}|6[0-4]\d{3}|0+)|[xX]([3-9a-fA-F][0-9a-fA-F]{3}|0+));")
"""The number of a character from 12,000 on, written in ten digits or sixteen; or zero, which is none."""
_MAY_BE_NUMBERED = re.compile(rb"&#(?:[1-6]\d{4}|[xX][3-9a-fA-F]|[xX]?0+;)")
_OPEN_READING = re.compile(rb"<(r[tp])>[^<>]{0,40}(?=<r[tpb]>|</ruby>)", re.IGNORECASE)
"""A reading without its end tag, as HTML allows; the parser puts what follows inside of it."""
_CLICK = re.compile(
    rb"(<\w[^<>]*?[\s\"'])(?:@|v-on:|x-on:|(?:data-|x-)?ng-)click(?:\.[\w.]+)?(?=\s*=)", re.IGNORECASE
)
"""What frameworks call `onclick`; the parser drops `@click`."""
_RARE = Expressions(
    first={
        "ruby": ("<ruby", "<RUBY"),
        "click": ("(?:@|on:|ng-)[cC][lL][iI][cC][kK]",),
        "no character": (r"\xed[\xa0-\xbf].", r"\xef\xbf[\xbe\xbf]"),
    },
    every={},
)
"""What is mended in a source before it is parsed, and few pages have; one search looks for all."""
# One class for all elements: lxml.html's own lookup by tag runs in Python and is slow.
ONE_CLASS = etree.ElementDefaultClassLookup(HtmlElement, HtmlComment, HtmlProcessingInstruction)

_T = TypeVar("_T")


def _readable(html: str) -> str:
    """Return HTML with Chinese characters for their numbers, as browsers show it."""
    return _NUMBERED.sub(_character, html) if "&#" in html else html


def _character(found: re.Match[str]) -> str:
    code = int(found[1]) if found[1] else int(found[2], 16)
    if not code:
        return ""
    return found[0] if 0xD800 <= code <= 0xDFFF else chr(code)  # half of a pair is no character


@dataclass(frozen=True)
class Page:
    """A decoded page and its tree.

    Attributes:
        url: URL the page was fetched from; empty when unknown.
        html: source as text.
        charset: encoding the bytes were decoded with; empty when the page was given as text.
        charset_source: evidence for the encoding (see `topiccrawl.text.encodings.encoding`).
    """

    url: str
    html: str
    charset: str = ""
    charset_source: str = ""
    _read: dict[Callable[[Page], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def from_bytes(cls, body: bytes, url: str = "", content_type: str = "") -> Page:
        """Create a page from bytes; the HTTP header `content_type` is a hint for decoding."""
        decoded: Decoded = decode_html(body, content_type)
        # Bytes are searched faster than text; UTF-16 has a zero in every ASCII character.
        is_plain = b"\x00" not in body and _MAY_BE_NUMBERED.search(body) is None
        html = decoded.text if is_plain else _readable(decoded.text.replace("\x00", ""))
        return cls(url, html, decoded.encoding, decoded.source)

    @classmethod
    def of(cls, html: str | bytes, url: str | None = None) -> Page:
        """Create a page from text or bytes."""
        if isinstance(html, bytes):
            return cls.from_bytes(html, url or "")
        return cls(url or "", _readable(html.replace("\x00", "")))

    @cached_property
    def source(self) -> bytes:
        """Return the source in UTF-8 as the parser can read it to its end."""
        # The parser drops everything after a `</html>` or `</body>` in the middle of a page.
        source = _EARLY_END.sub(b"", self.html.encode(errors="surrogatepass")).translate(_BLANKS, _CONTROLS)
        rare = _RARE.places(source)
        if "ruby" in rare:
            source = _OPEN_READING.sub(rb"\g<0></\1>", source)
        if "click" in rare:
            source = _CLICK.sub(rb"\1onclick", source)
        return _NO_CHARACTER.sub(b" ", source) if "no character" in rare else source

    @cached_property
    def tree(self) -> HtmlElement:
        """Return the root element, without comments and processing instructions. It must not be changed.

        Only the first `MAX_TAGS` tags are parsed. Control characters are left out; others that no
        tree may hold become blanks.
        """
        source = self.source
        if source.count(b"<") > MAX_TAGS:
            source = source[: next(islice(_TAG_START.finditer(source), MAX_TAGS, None)).start()]
        parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
        parser.set_element_class_lookup(ONE_CLASS)
        try:
            root = lxml_html.document_fromstring(source, parser=parser)
        except Exception:  # lxml raises its ParserError on empty input, ValueError on odd trees
            root = lxml_html.document_fromstring(b"<html><body></body></html>")
        return root

    @cached_property
    def base_url(self) -> str:
        """Return the URL that references of the page are relative to."""
        for element in self.tree.iter("base") if _BASE.places(self.source) else ():
            href = element.get("href")
            if href is not None and (url := absolute_url(self.url, href.replace("\\", "/"))):
                return url
        return self.url

    def absolute(self, reference: str) -> str:
        """Return the absolute URL of a reference of the page; empty for what leads to no page."""
        return absolute_url(self.base_url, reference, self.charset) or ""

    def once(self, read: Callable[[Page], _T]) -> _T:
        """Return `read(page)`, cached: the description gate and the extractors share results."""
        if read not in self._read:
            self._read[read] = read(self)
        result: _T = self._read[read]
        return result
