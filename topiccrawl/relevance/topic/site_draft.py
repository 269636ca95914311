"""Drafts of the files `sites/<host>.toml` of a topic."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from topiccrawl.errors import TopicError
from topiccrawl.page.sites.rules import KEYS
from topiccrawl.relevance.topic.site_files import FOLDER, SUFFIX, host_of_file, read_rules
from topiccrawl.relevance.topic.toml_file import TomlFile
from topiccrawl.text.files.atomic_write import write_atomically

_EXAMPLES: Mapping[str, tuple[str, Any]] = {
    "include": ("only these URLs of the site", ["/gzdt/*"]),
    "exclude": ("never these URLs", ["/video/*"]),
    "list": ("URLs of list pages, or elements whose links lead to articles", ["/gzdt/*", "ul.list"]),
    "next": ("where a list goes on: an element, or URLs with a number", "index_{page:0}.html"),
    "article": ("URLs of articles", [r"re:/t\d+_\d+\.html$"]),
    "title": ("element with the headline", "h1"),
    "body": ("element with the text", "div.content"),
    "date": ("element with the date", "span.date"),
    "source": ("element with the source", "span.source"),
    "author": ("element with the author", "span.author"),
    "since": ("no article from before this day", "2024-01-31"),
    "tls": ("servers that cannot be verified: record or strict", "record"),
    "browser": ("whether pages are rendered by a browser", True),
}
"""What each key means, and an example of its value."""


def draft_of_site(host: str, values: Mapping[str, Any], comments: Mapping[str, str] | None = None) -> str:
    """Return the text of a file for a site: the keys that are known, and all others as comments.

    Args:
        host: the host.
        values: texts, lists of texts or booleans, by key.
        comments: why a key has its value, one line each, by key; the key "" is about the site.

    Raises:
        TopicError: a key is unknown, or a value cannot be used; names key and value.

    >>> text = draft_of_site("a.cn", {"next": "?page={page}"}, {"next": "3 of 3 pages"})
    >>> text.splitlines()[:4]
    ['# a.cn', '', '# 3 of 3 pages', 'next = "?page={page}"']
    """
    known = {"": host} | dict(comments or {})
    lines = [_comment(known[""]), ""]
    for key in (*KEYS, *(key for key in values if key not in KEYS)):
        if key in values:
            if key in known:
                lines.append(_comment(known[key]))
            lines += [_assignment(key, values[key]), ""]
    lines.append("# more keys:")
    lines += [
        f"# {_assignment(key, example)}  # {meaning}"
        for key, (meaning, example) in _EXAMPLES.items()
        if key not in values
    ]
    text = "\n".join(lines) + "\n"
    read_rules(TomlFile(f"{FOLDER}/{host}{SUFFIX}", text), host_of_file(f"{host}{SUFFIX}", host))
    return text


def write_draft(
    folder: Path, host: str, values: Mapping[str, Any], comments: Mapping[str, str] | None = None
) -> Path:
    """Write the file of a site into the folder of a topic, and return its path; see `draft_of_site`.

    Raises:
        TopicError: the site has a file, which may be the user's work; or a value cannot be used.
    """
    file = folder / FOLDER / f"{host}{SUFFIX}"
    if file.exists():
        raise TopicError("{file}: it exists already, and is left as it is", file=file)
    text = draft_of_site(host, values, comments)
    file.parent.mkdir(exist_ok=True)
    write_atomically(file, text)
    return file


def _assignment(key: str, value: Any) -> str:
    return f"{key} = {tomlkit.item(value).as_string()}"


def _comment(text: str) -> str:
    return f"# {' '.join(text.split())}"
