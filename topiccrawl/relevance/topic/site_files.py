"""The files `sites/<host>.toml` of a topic: rules of single sites, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from topiccrawl.errors import TopicError
from topiccrawl.messages import message, said
from topiccrawl.page.canonical_url import is_host_name
from topiccrawl.page.sites.next_pages import NextPages
from topiccrawl.page.sites.rules import FIELDS, KEYS, NO_SITES, TLS_MODES, SiteRules, Sites
from topiccrawl.page.sites.selectors import Selectors
from topiccrawl.page.sites.url_patterns import UrlPatterns, is_url_pattern
from topiccrawl.relevance.topic.toml_file import TomlFile, quoted
from topiccrawl.relevance.topic.word_table import read_text

FOLDER = "sites"
"""Folder of the files within that of the topic."""
SUFFIX = ".toml"

_Made = TypeVar("_Made")


def read_sites(folder: Traversable) -> Sites:
    """Return the rules of all sites of a topic; none without a folder `sites`.

    Args:
        folder: of the topic.

    Raises:
        TopicError: a file is not named after a host, has an unknown key or a value that cannot be used; names
            file, line and value.
    """
    files = folder / FOLDER
    if not files.is_dir():
        return NO_SITES
    found: dict[str, SiteRules] = {}
    for file in sorted(files.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(SUFFIX) or file.name.startswith("."):
            continue
        source = f"{folder}/{FOLDER}/{file.name}"
        host = host_of_file(file.name, source)
        if host in found:
            raise TopicError(
                "{source}: {other} is for the same host", source=source, other=found[host].source
            )
        found[host] = read_rules(TomlFile(source, read_text(file, source)), host)
    return Sites(found)


def host_of_file(name: str, source: str) -> str:
    """Return the host, in the form of URLs, that a file is named after.

    Raises:
        TopicError: the name is not that of a host.

    >>> host_of_file("WWW.党建.cn.toml", "sites/WWW.党建.cn.toml")
    'www.xn--n5qz54a.cn'
    """
    host = name.removesuffix(SUFFIX).lower()
    try:
        encoded = host.encode("idna").decode("ascii")
    except UnicodeError:
        encoded = ""
    if not (encoded and is_host_name(encoded)):
        raise TopicError(
            "{source}: {host} is not a host name; name the file after one, such as www.example.cn.toml",
            source=source,
            host=quoted(host),
        )
    return encoded


def read_rules(file: TomlFile, host: str) -> SiteRules:
    """Return the rules of one file.

    Raises:
        TopicError: see `read_sites`.
    """
    content = file.parse()
    for key in content:
        if key not in KEYS:
            raise file.unknown(key, KEYS)
    texts = {key: _texts(file, content, key) for key in KEYS if key not in ("since", "tls", "browser")}
    lists = texts["list"]

    def made(key: str, make: Callable[[tuple[str, ...]], _Made], chosen: tuple[str, ...]) -> _Made:
        for one in chosen:  # each alone, for the line of the wrong one
            try:
                make((one,))
            except ValueError as error:
                raise file.value_error(
                    key, one, message("{key}: {reason}", key=key, reason=said(error))
                ) from None
        return make(chosen)

    return SiteRules(
        host=host,
        source=file.source,
        include=made("include", UrlPatterns, texts["include"]),
        exclude=made("exclude", UrlPatterns, texts["exclude"]),
        list_urls=made("list", UrlPatterns, tuple(filter(is_url_pattern, lists))),
        list_links=made("list", Selectors, tuple(one for one in lists if not is_url_pattern(one))),
        next=made("next", NextPages.of, texts["next"]),
        article=made("article", UrlPatterns, texts["article"]),
        fields={key: made(key, Selectors, texts[key]) for key in FIELDS if texts[key]},
        since=_since(file, content),
        tls=file.choice(content, "tls", TLS_MODES) if "tls" in content else "",
        browser=_browser(file, content),
        written={key: _as_written(value) for key, value in content.items()},
    )


def _texts(file: TomlFile, content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the texts of a key that takes one or a list of them."""
    value = content.get(key, [])
    values = [value] if isinstance(value, str) else value
    if (
        not isinstance(values, list)
        or (key in content and not values)
        or not all(isinstance(one, str) and one.strip() for one in values)
    ):
        raise file.wrong(key, value, message("must be a text or a list of texts"))
    return tuple(one.strip() for one in values)


def _since(file: TomlFile, content: Mapping[str, Any]) -> str:
    if "since" not in content:
        return ""
    try:
        return day_of(str(content["since"]))
    except ValueError as error:
        raise file.error("since", message("since = {reason}", reason=said(error))) from None


def day_of(text: str) -> str:
    """Return a day of the past as YYYY-MM-DD.

    Raises:
        ValueError: the text is not such a day.

    >>> day_of("2024-01-31")
    '2024-01-31'
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(message("{text!r}: expected a day such as 2024-01-31", text=text)) from None
    if day > date.today():
        raise ValueError(message("{text!r}: the day is in the future, so nothing would be kept", text=text))
    return day.isoformat()


def _browser(file: TomlFile, content: Mapping[str, Any]) -> bool | None:
    value = content.get("browser")
    if value is None or isinstance(value, bool):
        return value
    raise file.wrong("browser", value, message("must be true or false"))


def _as_written(value: Any) -> str:
    return " | ".join(map(str, value)) if isinstance(value, list) else str(value)
