"""The parts of an article that goes over several pages, by the links between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from topiccrawl.page.anchors.link import COUNTED, PAGER, Link
from topiccrawl.page.anchors.pagers import BACK, NEXT, is_page_field, pager_word, whole_number

MOST_PARTS = 200
"""Number of a part that an article may have; larger ones are years, ids and the pages of comments."""

_EXTENSION = re.compile(
    r"(?<=[\w)-])\.(?:s?html?|xhtml|jhtml|jspx?|aspx?|php\d?|do|action|cgi)$", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"(?P<stem>.*?[\w)])(?:[_.-]|_?p|/p?|/(?:page|part|p)/|[_-]page[_-]?)0*(?P<number>\d{1,3})$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:[_.-]|_?p|/p?|/(?:page|part|p)/|[_-]page[_-]?)0*(\d{1,3})", re.IGNORECASE)
_WHOLE = re.compile(
    r"[\[【(（<《·\s]*(?:(?:点击|點擊)?(?:在本页|在本頁|单页|單頁|一页|一頁)?(?:阅读|閱讀|查看|浏览|显示|顯示|展开)?"
    r"(?:全文|全部内容|全部內容|完整版?|余下全文|剩余全文|剩余内容|餘下全文)(?:阅读|閱讀)?|单页(?:阅读|浏览|显示)|不分页(?:阅读|显示)?"
    r"|(?:view|read|show)?\s*(?:all|full|single\s*page))[\]】)）>》»›…\s.]*",
    re.IGNORECASE,
)
_WHOLE_QUERY = re.compile(
    r"(?:^|&)(?:page|p|pn|pg|all|full|view|single|show|pages?ize)=(?:all|full|whole|single|-1|0|1|true)(?=&|$)",
    re.I,
)
_WHOLE_SUFFIX = re.compile(r"(?:[_.-]|/)(?:all|full|whole|single|qw|quanwen|0|s)", re.IGNORECASE)


class ArticleParts(NamedTuple):
    """What the links of a page say about the other parts of its article.

    Attributes:
        following: URLs of other parts behind this one, by number; those that the page names.
        whole: URL of a page with all of the text; empty if there is none.
        first: URL of the first part, if this is a later one; otherwise empty.
        counted: those of `following` that a script counts, perhaps one too many.
    """

    following: tuple[str, ...] = ()
    whole: str = ""
    first: str = ""
    counted: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Return whether the page is a part of an article."""
        return bool(self.following or self.whole or self.first)

    def __contains__(self, url: object) -> bool:
        """Return whether a URL is that of one of them."""
        return url in self.following or (url == self.whole and bool(url))


def parts_of(url: str, links: Iterable[Link]) -> ArticleParts:
    """Return the other parts of the article on a page.

    A part has the URL of the first page with a number behind its name, as a folder or as a parameter, and the
    page links to it. Neighbouring articles have another number in the place of their own and are no parts.

    Args:
        url: of the page.
        links: of the page.

    >>> numbers = [Link(f"http://a.cn/12_{n}.html", str(n), role=PAGER) for n in (3, 2)]
    >>> parts_of("http://a.cn/12.html", numbers).following
    ('http://a.cn/12_2.html', 'http://a.cn/12_3.html')
    >>> found = parts_of("http://a.cn/12_2.html", [Link("http://a.cn/12.html", "1"), *numbers])
    >>> found.following, found.first
    (('http://a.cn/12_3.html',), 'http://a.cn/12.html')
    """
    own = Place.of(url)
    if own is None:
        return ArticleParts()
    split = own.split()
    begin = f"//{own.host}{split[0].name if split else own.name}"
    near = [link for link in links if link.url.partition(":")[2].startswith(begin)]  # a quick look
    linked = [(link, place) for link in near if link.url != url and (place := Place.of(link.url))]
    if not linked:
        return ArticleParts()
    stem, number, first = _stem_of(own, linked)
    following: dict[int, str] = {}
    whole = ""
    for link, place in linked:
        if link.body:
            continue
        if _is_whole(link, place, stem):
            whole = whole or link.url
        elif (found := place.number_behind(stem)) is None or pager_word(link.anchor) == 1:
            continue
        elif number < found <= MOST_PARTS and (_says_part(link) or not place.is_in_folder_of(stem)):
            following.setdefault(found, link.url)
    counted = frozenset(link.url for link, _ in linked if link.found == COUNTED)
    return ArticleParts(tuple(following[n] for n in sorted(following)), whole, first, counted)


def part_numbers(urls: Sequence[str]) -> list[int]:
    """Return the numbers of URLs that are those of all parts of an article in order; empty if they are not.

    >>> part_numbers(["http://a.cn/12.html", "http://a.cn/12_2.html", "http://a.cn/12_3.html"])
    [1, 2, 3]
    >>> part_numbers(["http://a.cn/12.html", "http://a.cn/13.html"])
    []
    """
    places = [place for url in urls if (place := Place.of(url)) is not None]
    if not 2 <= len(places) == len(urls):
        return []
    split = places[0].split()
    for stem in (places[0], split[0] if split else None):
        numbers = [place.number_behind(stem) for place in places[1:]] if stem else []
        if numbers and numbers[0] in (1, 2) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return list(range(1, len(urls) + 1))
    return []


class Place(NamedTuple):
    """A URL in pieces.

    Attributes:
        host: its host.
        name: its path without an extension.
        extension: of its path, with the dot.
        fields: its query without that of a page.
        page: number of the page in its query.
    """

    host: str
    name: str
    extension: str
    fields: tuple[tuple[str, str], ...]
    page: int | None

    @classmethod
    def of(cls, url: str) -> Place | None:
        """Return the pieces of a URL; None for the home page of a site."""
        parts = urlsplit(url)
        path = parts.path
        found = _EXTENSION.search(path)
        name, extension = (path[: found.start()], found[0]) if found else (path.rstrip("/"), "")
        fields = parse_qsl(parts.query, keep_blank_values=True)
        if not name and not fields:
            return None
        numbers = [
            n for key, value in fields if is_page_field(key) and (n := whole_number(value)) is not None
        ]
        others = tuple(field for field in fields if not is_page_field(field[0]))
        return cls(parts.netloc, name, extension, others, numbers[0] if numbers else None)

    def split(self) -> tuple[Place, int] | None:
        """Return the place without the number at its end, and the number; None without one."""
        if self.page is not None:
            return self._replace(page=None), self.page
        found = _NUMBERED.fullmatch(self.name)
        if found and not (self.extension and "/" in self.name[found.end("stem") :]):
            return self._replace(name=found["stem"]), int(found["number"])
        return None

    def is_in_folder_of(self, stem: Place) -> bool:
        """Return whether the number of a part is a folder behind the name of its first page."""
        return self.name.startswith("/", len(stem.name))

    def number_behind(self, stem: Place) -> int | None:
        """Return the number of the part that the URL is, given the first page of an article; else None."""
        if self.fields != stem.fields or self.host != stem.host:
            return None
        if self.name == stem.name and self.extension == stem.extension:
            return self.page
        if self.page != stem.page or not self.name.startswith(stem.name):
            return None
        if self.extension != stem.extension and not (stem.extension and not self.extension):
            return None
        found = _SUFFIX.fullmatch(self.name, len(stem.name))
        return int(found[1]) if found else None


def _stem_of(own: Place, linked: Sequence[tuple[Link, Place]]) -> tuple[Place, int, str]:
    """Return the place that numbers stand behind, the number of the page, and the URL of the first part.

    The number in the URL of a page is that of a part if its links count on: 2 leads to the same URL with a 2.
    """
    if (split := own.split()) is None:
        return own, 0, ""
    stem, number = split
    counts = False
    firsts: dict[int, str] = {}
    for link, place in linked:
        word = pager_word(link.anchor)
        if place == stem:
            found = 0
            counts = counts or (number > 0 and (word in (1, BACK) or link.role == PAGER))
        elif (behind := place.number_behind(stem)) is not None:
            found = behind
            steps = {NEXT: number + 1, BACK: number - 1}
            counts = counts or word == found or (isinstance(word, str) and steps.get(word) == found)
        else:
            continue
        if found < min(number, 2):
            firsts.setdefault(found, link.url)
    if not counts:
        return own, 0, ""
    return stem, number, firsts[min(firsts)] if firsts else ""


def _says_part(link: Link) -> bool:
    """Return whether a link says that it leads to another part."""
    return (
        link.role == PAGER or pager_word(link.anchor) is not None or _WHOLE.fullmatch(link.anchor) is not None
    )


def _is_whole(link: Link, place: Place, stem: Place) -> bool:
    """Return whether a link leads to the page with all of an article."""
    if not _WHOLE.fullmatch(link.anchor):
        return False
    if place.name == stem.name and place.extension == stem.extension:
        return _WHOLE_QUERY.search(urlsplit(link.url).query) is not None
    if not place.name.startswith(stem.name) or place.extension != stem.extension:
        return False
    return _WHOLE_SUFFIX.fullmatch(place.name, len(stem.name)) is not None
