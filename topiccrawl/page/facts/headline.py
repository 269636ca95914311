"""Find the headline of a page: the text on which <title>, headings and visible lines agree."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Sequence
from typing import NamedTuple

from topiccrawl.page.facts.dateline import body_start
from topiccrawl.page.facts.own_headline import names_no_article
from topiccrawl.page.facts.title import strip_site_suffix
from topiccrawl.page.site_words import is_epaper, is_organisation, is_site
from topiccrawl.text.normalise import compatible

_TITLE_CUT = re.compile(r"\s*[_|｜－—–]+\s*|\s+-+\s+|--+")
_NAME_END = re.compile(r"\s*[_|｜－—–-]+\s*|\s+")
_TITLE_CUT_AT = re.compile(r"[-_|｜－—–\s]|$")
_LABEL = re.compile(r"^\s*(?:\[[^\[\]]{1,8}\]|【[^【】]{1,8}】)\s*")
_LINE_END = re.compile(
    r"<\s*/?\s*(?:div|p|h[1-6]|t[dhr]|table|li|[ou]l|d[ldt]|br|hr|section|article|header|body|script|style)\b",
    re.IGNORECASE,
)
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_BRACKETED = re.compile(
    r"[（(【\[](?:\d[\d:：/-]{0,6}|[一二三四五六七八九十]{1,3}|[上中下]|(?:组|組|多|附|高清)?[图圖]|视频|視頻)[)）】\]]"
)
_LOOK_ON = 400
"""Number of characters of HTML after a visible headline in which its line must end."""


class Shown(NamedTuple):
    """A piece of visible text that starts like <title>.

    Attributes:
        position: its position in the HTML.
        text: the piece, up to the next tag.
        tail: bracketed number, time or note on pictures at the end of the same line, such as （组图）; empty
            when something else follows.
    """

    position: int
    text: str
    tail: str


class Headline(NamedTuple):
    """The headline of a page.

    Attributes:
        text: the headline without the name of the site.
        origin: where it was found, as a phrase.
        position: its position in the HTML, -1 when unknown.
    """

    text: str
    origin: str
    position: int


def read_headline(
    source: str, html_title: str, headings: Sequence[str], shared: str, site: str = ""
) -> Headline:
    """Return the headline of a page.

    Args:
        source: HTML of the page.
        html_title: text of <title>.
        headings: texts of the <h1> elements.
        shared: title stated for sharing (`og:title`, JSON-LD).
        site: name of the site, if stated.
    """
    shown = _shown_starts(source, html_title, site)
    text, origin = _choose(html_title, headings, [piece.text for piece in shown], shared, site)
    key = _key(text)
    found = next((piece for piece in shown if _key(piece.text) == key), None)
    if found is None:
        return Headline(text, origin, -1)
    tail = next((piece.tail for piece in shown if piece.tail and _key(piece.text) == key), "")
    return Headline(f"{text} {tail}".strip(), origin, found.position)


def _choose(
    html_title: str, headings: Sequence[str], shown: Sequence[str], shared: str, site: str
) -> tuple[str, str]:
    """Return the heading or visible line that <title> repeats, else the shared title, else <title>."""
    wanted = _key(html_title)
    bare = strip_site_suffix(html_title, site)
    if bare in headings and not names_no_article(bare, site):
        return bare, "h1 that <title> repeats"
    longest = _longest_part(html_title)
    named = is_site(longest) or is_organisation(longest)
    inside = longest.startswith(bare) or longest.endswith(bare)
    if len(bare) < 0.6 * len(longest) and not inside and not named:
        bare = longest  # the name of the site comes first
    rest = _key(bare)
    agreed = [
        text
        for text in (*headings, *shown)
        if _key(text) and _unlabelled(text) in wanted and not (_key(text) not in rest and _is_name(text))
    ]
    best = max(agreed, key=lambda text: len(_unlabelled(text)), default="")
    if len(headings) == 1 and len(headings[0]) >= 10 and best not in headings:
        only = headings[0]
        if len(bare) < 10 or _key(bare)[:8] in _key(only):
            return only, "h1"
    whole = _whole(bare, (*headings, *shown))
    if whole:
        return whole, "visible line that <title> begins"
    is_long = len(best) >= 0.6 * min(len(bare), 30)
    if best and not is_long and not _begins(html_title, best, _TITLE_CUT_AT):
        # The name of the site may be longer than the headline, and shown as well.
        starts = (text for text in agreed if _begins(html_title, text, _TITLE_CUT))
        best = max((text for text in starts if not names_no_article(text, site)), key=len, default=best)
    if best and (is_long or _begins(html_title, best, _TITLE_CUT_AT)):
        if best in headings:
            return best, "h1 that <title> repeats"
        return strip_site_suffix(best, site), "visible line that <title> repeats"
    if best and _key(best) == _key(strip_site_suffix(_behind_names(html_title, site), site)):
        return best, "visible line that <title> repeats behind names"
    if shared:
        shared = strip_site_suffix(shared, site)
        if not wanted or _key(shared) in wanted or _key(bare) in _key(shared):
            return shared, "og:title or JSON-LD"
    if bare:
        return bare, "<title>"
    return (headings[0], "h1") if headings else ("", "")


def _begins(title: str, text: str, cut: re.Pattern[str]) -> bool:
    """Return whether a title begins with a text, and `cut` follows."""
    return title.startswith(text) and cut.match(title, len(text)) is not None


def _is_name(text: str) -> bool:
    """Return whether a text that <title> repeats behind or before the headline is the site's name."""
    return is_site(text) or is_organisation(text)


def _whole(title: str, pieces: Sequence[str]) -> str:
    """Return the visible text of which a title that ends with dots is the beginning; else nothing.

    >>> _whole("全市秋粮收购工作...", ["全市秋粮收购工作全面启动"])
    '全市秋粮收购工作全面启动'
    """
    beginning = _key(title.rstrip(".…·。"))
    if not title.endswith(("..", "…")) or len(beginning) < _SHORT:
        return ""
    longer = (piece for piece in pieces if _key(piece).startswith(beginning))
    return next((piece for piece in longer if not piece.endswith(("..", "…"))), "")


def _longest_part(html_title: str) -> str:
    """Return the longest part of <title> that does not name the software of the site."""
    parts = (part for part in _TITLE_CUT.split(html_title) if not part.startswith("Powered by"))
    return max(parts, key=len, default="").strip()


def _key(text: str) -> str:
    return "".join(compatible(text).split()).lower()


def _unlabelled(heading: str) -> str:
    """Return the key of a heading without a bracketed column label before it, which <title> often lacks."""
    return _key(_LABEL.sub("", heading)) or _key(heading)


def _behind_names(html_title: str, site: str = "") -> str:
    """Return what follows the names of site and channel at the beginning of <title>, empty without any.

    >>> _behind_names("青山市人民政府 政务要闻 全市秋粮收购启动")
    '全市秋粮收购启动'
    """
    begin = 0
    for cut in _NAME_END.finditer(html_title):
        name = html_title[begin : cut.start()]
        if is_epaper(name):  # the date stands above the headline
            return ""
        if not names_no_article(name, site):
            break
        begin = cut.end()
    rest = html_title[begin:]
    return rest if begin and not names_no_article(rest) else ""


def _short_start(html_title: str) -> str:
    """Return a short headline before the names of channel and site, empty when <title> has none.

    >>> _short_start("老街-青山市作家协会"), _short_start("要闻-全市秋粮收购启动")
    ('老街', '')
    """
    cut = _NAME_END.search(html_title)
    start, rest = (html_title[: cut.start()], html_title[cut.end() :]) if cut else ("", "")
    return start if 2 <= len(start) < _SHORT and names_no_article(rest) else ""


_SHORT = 6
_LONGEST_PIECE = 300
"""Maximum length of a visible headline in characters."""
_LONGEST_TAG = 2000
"""Maximum length of the tag before a visible headline; an unlimited search would be quadratic."""


def _shown_starts(source: str, html_title: str, site: str = "") -> list[Shown]:
    """Return the visible pieces that start like <title> or like its longest part."""
    starts: list[Shown] = []
    body = body_start(source)
    longest = _longest_part(html_title)
    # In front of the titles of e-papers stand their names; there the date stands above the headline.
    bare = "" if is_epaper(_NAME_END.split(html_title)[0]) else strip_site_suffix(html_title)
    parts = (html_title, longest, _behind_names(html_title, site), _short_start(html_title), bare)
    for opening in dict.fromkeys(part.split(" ")[0][:6] for part in parts):
        if len(opening) < 2:
            continue
        at = source.find(opening, body)
        while at >= 0 and len(starts) < 20:
            tag_end = source.rfind(">", max(0, at - 200), at)
            end = source.find("<", at, at + _LONGEST_PIECE + 1)
            if tag_end >= 0 and end > 0 and not source[tag_end + 1 : at].strip():
                tag = source[source.rfind("<", max(0, tag_end - _LONGEST_TAG), tag_end) : tag_end + 1].lower()
                if not tag.startswith(("<script", "<title", "<a ", "<option", "<style")):
                    starts.append(Shown(at, _text(source[at:end]), _bracketed_tail(source, end)))
            at = source.find(opening, at + len(opening))
    return starts


def _bracketed_tail(source: str, at: int) -> str:
    """Return a bracketed number, time or note that fills the line after a piece; else empty."""
    end = _LINE_END.search(source, at, at + _LOOK_ON)
    if end is None:
        return ""
    rest = _text(_TAG.sub(" ", source[at : end.start()]))
    rest = "".join(rest.split())
    return rest if _BRACKETED.fullmatch(rest) else ""


def _text(source: str) -> str:
    return " ".join(html_module.unescape(source).split())
