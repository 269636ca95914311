"""What hints at links in the texts of scripts, before they are read: most only count visits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from topiccrawl.page.hidden_links.data.tables import NAMES as TABLES
from topiccrawl.page.hidden_links.furniture import is_aside, is_furniture, is_furniture_host
from topiccrawl.page.hidden_links.hints import GOES, LEADS, definitions
from topiccrawl.page.hidden_links.urls import ARTICLE, DATA, NO_PAGE, SEARCH, hosts_of_one_site
from topiccrawl.page.scripts.expressions import Expressions

_OPENS = r"(?:open\(|location(?:\.(?:href|assign|replace))?\s{0,3}[=(])[^;\n]{0,200}"
_READS = (".attr(", ".data(", ".dataset", "getAttribute(")
_PLACE = r"(?:[\w./:%-]*\?[\w.=&%-]*=|[\w./:%-]*/(?:page|p|index|list)[/_-])"
_WITH_PLACE = rf"""(?:"{_PLACE}"\s*\+|'{_PLACE}'\s*\+|`{_PLACE}\$\{{)"""
_ASKS = (
    ".get(",
    ".post(",
    ".load(",
    "JSON(",
    "Script(",
    "fetch(",
    "axios(",
    "request(",
    *(f"{name}(" for name in TABLES),
)
JUMPS = ("location", "window.navigate", "window.open", ".click()", ".submit()")
"""Words of scripts that lead to another page."""
_FILLS = (
    *(
        "href=",
        ".id",
        "data-id",
        "('id'",
        '("id"',
        "JSON.parse",
        "eval(",
        "decodeURI",
        "axios",
        "Vue",
        "$scope",
        "ajax",
    ),
    *(".get(", ".post(", "getJSON(", "getScript(", '.load("', ".load('", "fetch(", *TABLES),
)
CLUES = Expressions(
    first={
        "other pager": ("dataproxy", "[fF]enye", "extUrl", "ext_url"),
        "attribute": (
            r"(?:location[.\w]{0,8}\s?[=(]|open\(|\.href\s?=)\s?[\w.]{1,40}\[",  # = urls[k]
        ),
        "any frame": (r"(?:\$|jQuery|TagName|Selector|SelectorAll)\(\s*[\"']i?frame[^\w]",),
        "framed": (r"\.src\s*=\s*[\"'\w]", r"\bsrc[\"']?\s*[,:]", r"\.location(?:\.href)?\s*=\s*[\"'\w]"),
        "returned": (rf"return\s*\(?\s*{_WITH_PLACE}", rf"=>\s*\(?\s*{_WITH_PLACE}"),
        "creates": ("createElement",),
        "created": (r"'\.js", r"\"\.js", "callback=[^=]"),
        "file": (
            r"(?:\(|url\"?:)\s*[\"'][\w-]{2,30}\.(?:jsp|php|aspx?|do|action|ashx|json|xml|s?html?)[\"'?]",
        ),
        "function": ("function", "=>"),
        "goes": (rf"{LEADS}|\.src",),
        "fills": map(re.escape, _FILLS),
        "jumps": map(re.escape, JUMPS),
        "settings": (
            r"window\.\w+\s*=\s*\{",
            r"(?:rite(?:ln)?\(|HTML\s*\+?=|html\(|append\()\s*[\"'`](?:<[a-z][^<>]{0,60}>)?<iframe\s",
        ),
        "escaped": (r"[\"'][{\[][\s{\[]{0,20}(?:&|\\x26)quot;",),
        "encoded": (
            r"(?:unescape|Component)\(\s*[\"'](?:%0[ADad]|%20)*%3[Cc][^sS%]",  # no script or span for counts
            r"atob\(\s*[\"'][\w+/]{200}",
            r"[\"'](?:P[CEFGH]|W3|eyJ)[\w+/]{200}",  # what begins with <, [{ or {" in base64
        ),
        "url": ("cript:",),
        "pages": (r"\.s?htm", r"\.asp", r"\.jsp", r"\.php", r"\.do"),
    },
    every={
        "pager": (
            "age(?:HTML|Html|_?[cC]ount)",
            "(?:ount|otal|ur|urrent|ext|lay)[pP]age",
            "(?:ount|otal|urr|ext)_page|jpage",
            r"[pP]age(?:s|r|Nav|Bar|List)?\(\s*[\"']?\d",
            r"[^s]page(?:No)?=[\"']|Page=\"|agination|aging\(",
        ),
        "value": (r"(?:[uU][rR][lL]|[lL][iI][nN][kK]|[hH][rR][eE][fF]|[^a-zA-Z0-9][uU])[\"']*:\s*[\"']",),
        "extension": (r"\"(?:[sxj]?html?|shtm)\"", "'(?:[sxj]?html?|shtm)'"),
        "suffix": (r"\.(?:[sj]?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)[^\w(]",),
        "ajax": ("ajax[^a-z0-9_.]",),
        "reads": map(re.escape, _READS),
        **{f"asks {name}": (re.escape(name),) for name in _ASKS},
        "asks open": (r"\.open\(\s*[\"'](?:GET|POST|get|post)",),
        "literal": (r"[=(]\s{0,2}[{\[]\s*[\"{\[]",),
    },
)
"""Hints at links by kind: names that pagers have, addresses of pages and of data, calls that ask for data.

Beside them stands what tells scripts that fill a list, jump to another page or name the pages of a menu, for
pages with few links, and where JSON begins that is assigned or handed over.
"""
_TAKES = frozenset(f"asks {name}" for name in _ASKS if name not in {f"{table}(" for table in TABLES})
_ARGUMENT = re.compile(
    r"\s*(?:[\"'`][^\"'`\n]*(?:[/?.$]|[\"'`]\s*[,+])|(?!function\b)[A-Za-z_$][\w$.]*\s*[,+()\[]|\{)"
)
"""The first argument of a call that may ask for data: not a number, a function or the name of a cookie."""
_DATA_ENDS = {"": (".txt",), "?": (".txt", ".js")}
"""What may end the path of data, without and with parameters behind it."""
_OF_PART = re.compile(r"\]\s?\+\s?[\"']\.js")
"""What ends the address of a part of a script, such as `parts[n] + ".js"`."""
_ADDRESSES = Expressions(first={}, every={"quoted": (r"[\"'`][\w.:\\-]*[/?]",)})
_ASIDE = {*"url created function goes fills jumps pages literal settings escaped".split(), "any frame"}
"""Kinds that are no hints by themselves."""
# Hyperscan takes a tenth of a second to compile what these look for: Python looks before the few places.
_OPENED = re.compile(rf"{_OPENS}\Z", re.ASCII)
_CHANGED = re.compile(rf"change[^;]{{0,80}}{_OPENS}\Z", re.ASCII)
_VALUE_OF = re.compile(r"\.val\(|\.value")
_LONGEST_OPENED, _LONGEST_CHANGED = 240, 330
"""Characters of such a call, and of one of a function for changes, up to what it reads."""
_KEY_ENDS = ('":', "':")
_NO_EXTENSION = re.compile(r"(?:\(|==\s?|[tT]ype[\"']?[:=]\s?)$")
_COMMENT = re.compile(r"[\s;{}]//")
_MOST_BARE = 20
_NUMBERED = re.compile(r"[_-]\d{1,2}$")
_NO_PAGER = re.compile(r"(?:(?:split|Of)\(|split\([^()]*\)\[0\]\s*\+|substr(?:ing)?\(0,[^()]*\)\s*\+)\s*$")
"""Before an extension that a script looks for, or puts behind an address without the number of its page."""
_IN_FOLDER = re.compile(r"[/%]")
_STATEMENTS = re.compile(r"[;{}\n]")
_BEFORE_EXTENSION = 150
"""Characters before an extension that stands alone in which its statement begins."""
_NUMBERED_LINK = re.compile(r"(?:url|link|href)\w*\[\w*\]\s*=\s*$", re.IGNORECASE)
_BEFORE_LINK = 30
"""Characters before the address of an entry of a list, such as `links[2] = `."""
_SUFFIX = re.compile(r"\.(?:[sj]?html?|jspx?|aspx?|php|do|action|jsonp?|xml|rss)(?![\w(])")
_QUERY = re.compile(r"\?[\w.%=&-]{0,40}", re.ASCII)
_ENDS_ADDRESS = re.compile(r"[(\s>;]")
_QUOTED = re.compile(r"[\"'`]([\w.:\\-]*+[/?][^\"'`<>\s]{2,300})[\"'`]")
_NO_ADDRESS = re.compile(
    r"(?:text|application|image|multipart)/|[a-zA-Z]+://(?<!http://)(?<!https://)|https?://$|//$|\.\w|[\d/.]+$"
    r"|.*%2[Ff]%2[Ff]"
)
"""Types of data, addresses of other schemes, pieces of hosts, what has no letters, and what shares a page."""
_FILLED = re.compile(r"[?&](?:(?:q|kw|wd|key_?words?|title|doc\w*|data)=$|\w*url=)", re.IGNORECASE)
"""Parameters of searches, filled by the script, and of what shares a page or counts a visit."""
_OF_DATA = re.compile(r"api|list|data|page|query|load|get|more|search|rest|json", re.IGNORECASE)
"""Addresses of data without a suffix."""
_VALUE = re.compile(r":\s*[\"']((?:https?:)?[\w./\\-][^\"'\s]{2,300})[\"']")
_URL_KEYS = ("url", "link", "href")
_CLEAN = re.compile(r"(?:https?://|//)?[\w.~/-][\w.~/%:-]*(?:[/_]\w+=[\w,=]*)?(?:\?[\w.~/%=&-]*)?", re.ASCII)
_HOST = re.compile(r"(?:https?:)?//([\w.-]+)")
_BEFORE = 200
"""Characters before a suffix in which its address begins."""
_LONGEST_KEY = 20
_LONGEST_NAME = 10
_MOST = 200
"""Addresses of a script that are looked at."""
_MOST_ADDRESSES = 1000
REMEMBERED_SCRIPT = 4000
"""Characters of a script that is remembered with many others."""
_ROWS = 3
"""Addresses of a list of records, and more."""


def clues_in(text: str) -> Mapping[str, list[int]]:
    """Return behind which places of a script clues end, by their kinds."""
    return (_in_short if len(text) < REMEMBERED_SCRIPT else _in_long)(text)


def _clues(text: str) -> Mapping[str, list[int]]:
    found = CLUES.places(text)
    opened: dict[str, int] = {}
    for end in found.pop("reads", ()):
        name = next(name for name in _READS if text.endswith(name, 0, end))
        start = end - len(name)
        if name not in opened and _OPENED.search(text, max(0, start - _LONGEST_OPENED), start):
            opened[name] = end
    if opened:
        found["attribute"] = sorted((*found.get("attribute", ()), *opened.values()))
    return found


def place_of_choice(text: str) -> list[int]:
    """Return where a script has read the value of a field that leads on when it changes; once at most."""
    if "change" in text:
        for value in _VALUE_OF.finditer(text):
            if _CHANGED.search(text, max(0, value.start() - _LONGEST_CHANGED), value.start()):
                return [value.end()]
    return []


def places_of_clues(
    text: str, found: Mapping[str, list[int]], host: str, own: str, functions: Collection[str]
) -> Sequence[int]:
    """Return where a script hints at links.

    Hints are a pager, a list that is asked for, an address of an article or of data of this site.

    Args:
        text: of the script.
        found: its clues.
        host: of its page.
        own: URL of the page without its scheme.
        functions: names of functions that elements of the page call.
    """
    leads = "function" in found and "goes" in found
    called = tuple([name for name in functions if name in text]) if leads else ()
    if not called and _ASIDE.issuperset(found):
        return ()
    read = _places_in_short if len(text) < REMEMBERED_SCRIPT else _places_in_long
    return read(text, host, own if own in text else "", called)


def _places(text: str, host: str, own: str, functions: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_Clues(text, clues_in(text), host, own, functions).places())


# Remembered: the pages of a site share most scripts. A crawl visits several sites in turn.
_in_short, _in_long = lru_cache(maxsize=4096)(_clues), lru_cache(maxsize=128)(_clues)
_places_in_short, _places_in_long = lru_cache(maxsize=4096)(_places), lru_cache(maxsize=128)(_places)


class _Clues(NamedTuple):
    """The clues in a script.

    Attributes:
        text: of the script.
        found: behind which places clues end, by their kinds.
        host: of its page.
        own: URL of the page without its scheme; empty if the script does not have it.
        functions: those of the functions that elements of the page call whose names it has.
    """

    text: str
    found: Mapping[str, list[int]]
    host: str
    own: str
    functions: Collection[str]

    def places(self) -> list[int]:
        """Return where the script hints at links."""
        found = self.found
        places = [*self._pagers(), *self._addresses(), *self._defined()]
        values = self._values() if "value" in found else []
        if not places or len(values) >= _ROWS:
            places += values
        asks = self._asks()
        return [*places, *asks] if asks and self._names_data() else places

    def _pagers(self) -> Iterator[int]:
        """Yield the first places of names that pagers have, but not of keys of JSON."""
        text, found = self.text, self.found
        names: set[str] = set()
        for end in found.get("pager", ())[:_MOST]:
            name = text[max(0, end - _LONGEST_NAME) : end]
            first = max(0, end - _BEFORE)
            if name in names or _COMMENT.search(text, max(first, text.rfind("\n", first, end) + 1), end):
                continue
            if text[end - 1] in "\"'" or not text.startswith(_KEY_ENDS, end):
                names.add(name)
                yield end
        for kind in ("other pager", "attribute", "returned", "encoded"):
            yield from found.get(kind, ())
        for end in found.get("extension", ())[: 4 * _MOST_BARE]:  # a pager joins it to a name
            start = text.rfind(text[end - 1], 0, end - 1)
            is_key = text[end : end + 2].lstrip()[:1] == ":"
            if is_key or _NO_EXTENSION.search(text, max(0, start - 8), start):
                continue
            if text[start:end] not in names:
                names.add(text[start:end])
                yield start

    def _is_of_pager(self, begin: int, place: int, behind: int) -> bool:
        """Return whether an extension stands alone in a string, or behind the number of a page there."""
        text = self.text
        if not 0 < place < behind < len(text) or text[behind] not in "\"'`":
            return False
        if text[place - 1] in "\"'`":  # a script may as well look at an address, shorten it, or show comments
            before = text[max(0, place - _BEFORE_EXTENSION) : place - 1]
            return _NO_PAGER.search(before) is None and not is_aside(_STATEMENTS.split(before)[-1])
        if text[place - 1] == "}":
            return True
        numbered = text[place - 1].isdecimal() and _NUMBERED.search(text, max(0, place - 3), place)
        return bool(numbered) and (
            not _IN_FOLDER.search(text, begin, place) or bool(self._ours(text[begin:behind]))
        )

    def _addresses(self) -> Iterator[int]:
        """Yield where addresses of articles and of data stand in quotes."""
        text = self.text
        for end in self.found.get("suffix", ())[:_MOST_ADDRESSES]:
            place, behind = text.rfind(".", 0, end - 1), end - 1
            if text.startswith((".js", ".css"), behind):  # the file of a template
                continue
            first = max(0, place - _BEFORE)
            begin = max(text.rfind(quote, first, place) for quote in "\"'`=") + 1
            if self._is_of_pager(begin, place, behind) and not DATA.fullmatch(text, place, behind):
                yield place
                continue
            if begin and not _ENDS_ADDRESS.search(text, begin, place):
                query = _QUERY.match(text, behind)
                address = self._ours(text[begin : query.end() if query else behind])
                if address and (
                    ARTICLE.search(address, _behind_host(address))
                    or DATA.search(address)
                    or text[behind : behind + 1] == "|"
                    or _NUMBERED_LINK.search(text, max(0, begin - _BEFORE_LINK), begin - 1)
                ):
                    yield place

    def _defined(self) -> Iterator[int]:
        """Yield where functions are defined that elements of the page call and that lead somewhere."""
        text = self.text
        for name in self.functions:
            for place, end in definitions(text, name):
                if GOES.search(text, place + len(name), end):
                    yield place

    def _asks(self) -> list[int]:
        """Return the first and the last place of each kind of call that asks for data."""
        text, found = self.text, self.found
        places: list[int] = []
        for kind, ends in found.items():
            if kind in _TAKES:
                ends = [end for end in ends[:_MOST] if _may_ask(text, end)]
            if ends and (kind == "ajax" or kind.startswith("asks")):
                places += {ends[0], ends[-1]}
        created = found.get("created", ()) if "creates" in found else ()
        return places + [end for end in created if not _OF_PART.search(text, max(0, end - 12), end)]

    def _names_data(self) -> bool:
        """Return whether the script has an address that may be that of data."""
        if "file" in self.found:
            return True
        text = self.text
        suffix = ".js" if "getJSON" in text or "jsonp" in text else ""
        for end in _ADDRESSES.places(text).get("quoted", ())[:_MOST]:
            match = _QUOTED.match(text, max(text.rfind(quote, 0, end) for quote in "\"'`"))
            # A search for a part of a fixed list is a list, and its fields are not known yet.
            address = self._ours(SEARCH.sub("list", match[1].removesuffix(suffix))) if match else ""
            path, mark, _ = address.partition("?")
            if path and (not NO_PAGE.search(path) or DATA.search(path) or path.endswith(_DATA_ENDS[mark])):
                return True
        return False

    def _values(self) -> list[int]:
        """Return the places of addresses under keys such as `url`; few must be of articles or data."""
        text = self.text
        found: list[int] = []
        telling = False
        for end in self.found["value"][:_MOST_ADDRESSES]:
            place = text.rfind(":", 0, end)
            if not _is_url_key(text[max(0, place - _LONGEST_KEY) : place]):
                continue
            if (match := _VALUE.match(text, place)) and (address := self._ours(match[1])):
                found.append(place)
                path = _behind_host(address)
                telling = telling or any(
                    pattern.search(address, path) for pattern in (_SUFFIX, ARTICLE, DATA, _OF_DATA)
                )
        return found if telling or len(found) >= _ROWS else []

    def _ours(self, text: str) -> str:
        """Return an address of this site without backslashes; for others an empty text."""
        text = text.replace("\\", "") if "\\" in text else text
        host = _HOST.match(text)
        behind = 0
        if host is None:
            if "/" not in text:
                return ""
        else:
            behind = host.end()
            if len(text) <= behind + 1 or not hosts_of_one_site(host[1], self.host):
                return ""
            if self.own and text.split("//", 1)[-1] == self.own:
                return ""
            if host[1] != self.host and is_furniture_host(host[1]):
                return ""
        if not _CLEAN.fullmatch(text) or _NO_ADDRESS.match(text) or _FILLED.search(text):
            return ""
        return "" if is_furniture(text[behind:]) else text


def _behind_host(address: str) -> int:
    """Return where the path of an address begins."""
    host = _HOST.match(address)
    return host.end() if host else 0


def _may_ask(text: str, place: int) -> bool:
    """Return whether a call may ask for data, as `$.get(url)` and not as `map.get(n)` does.

    Args:
        text: of the script.
        place: where the arguments of the call begin.
    """
    found = _ARGUMENT.match(text, place)
    if found is None:
        return False
    name = _CALLED.search(text, max(0, place - _LONGEST_CALLED), place)
    if name is not None and name[1].lower() not in _ASKING_NAMES and found[0].lstrip()[0] not in "\"'`{":
        return False  # a function of the script itself, such as `this._fetch(a, b)`
    return found[0][-1] != ")" or not text.endswith(".get(", 0, place) or text.endswith(_ASKING, 0, place)


_CALLED = re.compile(r"([\w$]+)\($")
_LONGEST_CALLED = 20
_ASKING_NAMES = frozenset(
    "get post load getjson getscript fetch $fetch usefetch uselazyfetch axios request".split()
)
_ASKING = ("$.get(", "jQuery.get(", "axios.get(", "http.get(", "request.get(")


def _is_url_key(before: str) -> bool:
    """Return whether a key such as `linkUrl` or `u` ends a text."""
    name = before.rstrip("\"'")
    key = name.lower()
    if key.endswith(_URL_KEYS):
        return _OF_ANOTHER_USE.search(name) is None
    return key[-1:] == "u" and not key[-2:-1].isalnum()


_OF_ANOTHER_USE = re.compile(
    r"(?<![A-Za-z])(?:count|stat|log|err|hb|perf|track|share|comment|cmt|cover|img|image|pic|icon)[A-Z_]\w*$"
)
"""Names of addresses of pictures, of what counts visits, and of what is done with a page."""
