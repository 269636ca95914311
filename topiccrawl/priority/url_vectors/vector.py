"""A URL as a vector of its server, its directories and its file (patent D, step a-1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from topiccrawl.page.hidden_links.urls import public_suffixes

LONGEST_PART = 200
"""Characters of a part that count: the distance of two texts takes quadratic time."""
MOST_DIRECTORIES = 32
"""Directories that count; deeper paths are mostly traps."""

_YEAR = r"(?:19|20)\d\d"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_DATE = re.compile(
    rf"{_YEAR}/{_MONTH}(?:/{_DAY})?|{_YEAR}/(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|{_YEAR}[-_]?{_MONTH}/{_DAY}"
)
"""A date over two or three directories."""
_LONGEST_DATE = 3
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Server(NamedTuple):
    """The vector of a server, such as `("edition", "cnn", "edition.cnn.com")`.

    Attributes:
        subdomain: what stands before the main domain.
        domain: the main domain without its public suffix; an IP address as a whole.
        name: the host, and the port unless it is the default one.
    """

    subdomain: str
    domain: str
    name: str


class Directory(NamedTuple):
    """The vector of a directory, such as `("sport", "string")`.

    Attributes:
        text: its name; a date over several directories is one.
        kind: `string`, `digital` or `mix`.
    """

    text: str
    kind: str


class File(NamedTuple):
    """The vector of a file name, such as `("index", "html", "yes", "index.html", "string", "yes")`.

    Attributes:
        stem: the name before its last dot; 0 without a dot.
        suffix: the name after it; 0 without a dot.
        dot: `yes` if there is a dot, else `no`.
        name: the whole name; empty if the path ends in a slash.
        kind: `string`, `digital` or `mix`, of the stem; without a dot, of the name.
        parameters: `yes` if the URL has a query, else `no`.
    """

    stem: str
    suffix: str
    dot: str
    name: str
    kind: str
    parameters: str


@dataclass(frozen=True, slots=True)
class UrlVector:
    """The vectors of the elements of a URL.

    Attributes:
        server: of the server.
        directories: of the directories, from the left.
        file: of the file name.
    """

    server: Server
    directories: tuple[Directory, ...]
    file: File


@lru_cache(maxsize=65536)
def url_vector(url: str) -> UrlVector:
    """Return the vector of a URL.

    The fragment is not looked at. Percent-encoded UTF-8 is decoded; other encodings stay as they are.

    >>> vector = url_vector("http://news.example.com.cn/2014/06/06/sport/t1.html?page=2")
    >>> vector.server
    Server(subdomain='news', domain='example', name='news.example.com.cn')
    >>> [tuple(directory) for directory in vector.directories]
    [('2014/06/06', 'digital'), ('sport', 'string')]
    >>> tuple(vector.file)
    ('t1', 'html', 'yes', 't1.html', 'mix', 'yes')
    """
    try:
        parts = urlsplit(url)
        server = _server(_host_and_port(parts))
    except ValueError:  # a bracket that is not an IPv6 address
        return UrlVector(_server(""), (), _file(url, ""))
    path, _, name = parts.path.rpartition("/")
    directories = join_dates([_decoded(part) for part in path.split("/") if part])[:MOST_DIRECTORIES]
    return UrlVector(
        server,
        tuple(Directory(text[:LONGEST_PART], kind_of(text)) for text in directories),
        _file(_decoded(name), parts.query),
    )


def kind_of(text: str) -> str:
    """Return whether a text is made of letters, of digits, or of both; other characters do not count.

    >>> kind_of("world-cup"), kind_of("2014/06/06"), kind_of("t2014")
    ('string', 'digital', 'mix')
    """
    digits = any(character.isdigit() for character in text)
    letters = any(character.isalpha() for character in text)
    return ("mix" if letters else "digital") if digits else "string"


def join_dates(directories: list[str]) -> list[str]:
    """Return the directories, with each date over two or three of them as one.

    >>> join_dates(["news", "2014", "06", "06", "12"])
    ['news', '2014/06/06', '12']
    """
    joined: list[str] = []
    place = 0
    while place < len(directories):
        for length in range(_LONGEST_DATE, 0, -1):
            text = "/".join(directories[place : place + length])
            if length == 1 or (place + length <= len(directories) and _DATE.fullmatch(text)):
                joined.append(text)
                place += length
                break
    return joined


def _decoded(part: str) -> str:
    try:
        return unquote(part, errors="strict")
    except UnicodeDecodeError:  # as replacement characters, all words in GBK would look alike
        return part


def _host_and_port(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    try:
        port = parts.port
    except ValueError:
        return host
    return host if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"


@lru_cache(maxsize=4096)
def _server(name: str) -> Server:
    host = re.sub(r":\d+$", "", name)
    found = public_suffixes().extract_str(host) if host and not host.startswith("[") else None
    if found is None or not found.domain:  # an IPv6 address, or a host that is a public suffix itself
        return Server("", host[:LONGEST_PART], name[:LONGEST_PART])
    return Server(found.subdomain[:LONGEST_PART], found.domain[:LONGEST_PART], name[:LONGEST_PART])


def _file(name: str, query: str) -> File:
    stem, dot, suffix = name.rpartition(".")
    parameters = "yes" if query else "no"
    if not dot:
        return File("0", "0", "no", name[:LONGEST_PART], kind_of(name), parameters)
    return File(
        stem[:LONGEST_PART], suffix[:LONGEST_PART], "yes", name[:LONGEST_PART], kind_of(stem), parameters
    )
