"""Which sites are probed: those that a user names by URLs, hosts and files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from topiccrawl.access.starts.site import site_url
from topiccrawl.access.starts.site_lists import read_sites
from topiccrawl.errors import SiteListError


def sites_of(named: Iterable[str]) -> list[str]:
    """Return the URLs of sites, each once, in order.

    Args:
        named: URLs, hosts, or files with one site per line or row (see `read_sites`).

    Raises:
        SiteListError: a file cannot be read or has no site, or a name is neither a file nor a site.
        MissingExtraError: see `read_sites`.
    """
    found: dict[str, None] = {}
    for name in named:
        if "://" not in name and Path(name).exists():
            found |= dict.fromkeys(site.url for site in read_sites(name))
        elif url := site_url(name):
            found[url] = None
        else:
            raise SiteListError("{name!r}: neither a URL nor a file", name=name)
    return list(found)
