"""A site that a list or a directory page names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.page.canonical_url import is_host_name, is_http_url

_PATH = re.compile(r"[^\s/?#]+(?:/\S*)?")


@dataclass(frozen=True, slots=True)
class Site:
    """A site.

    Attributes:
        url: where it begins.
        name: what it is called; empty if the list does not say.
        category: the group in which it is listed; empty if there is none.
    """

    url: str
    name: str = ""
    category: str = ""

    @property
    def host(self) -> str:
        """Return its host."""
        return str(urlsplit(self.url).hostname)


def site_url(text: str) -> str | None:
    """Return the URL that a cell of a list names: a URL, or a host with or without a path.

    >>> site_url(" www.12371.cn "), site_url("https://a.cn/x"), site_url("共产党员网")
    ('http://www.12371.cn/', 'https://a.cn/x', None)
    """
    text = text.strip()
    if is_http_url(text):
        return text
    host, slash, path = text.partition("/")
    if "." in host.strip(".") and is_host_name(host) and _PATH.fullmatch(text) and not host[-1].isdigit():
        return f"http://{host}{slash or '/'}{path}"
    return None
