"""The content of a new topic, and its initial list of words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import is_host_name, is_http_url
from topiccrawl.relevance.topic.contact import contact_problem
from topiccrawl.relevance.topic.word_table import check_tab, read_text
from topiccrawl.text.files.limits import LONGEST_TITLE, check_length
from topiccrawl.text.normalise import normalise

_MARKER = re.compile(r"^\s*(?:[(（]?\d{1,3}[)）.、．](?!\d)|[•●▪·*-]\s)")
"""The mark of an item of a list, as texts that are pasted have it."""


@dataclass(frozen=True)
class Draft:
    """A new topic.

    Attributes:
        title: the topic in words.
        words: topic words.
        seeds: URLs where a crawl starts.
        domains: domains that links may lead to.
        weights: of the words; a word without one weighs 1.
        contact: e-mail address or URL of whoever crawls; empty: none.

    Raises:
        TopicError: a value is not allowed.
    """

    title: str
    words: tuple[str, ...]
    seeds: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    contact: str = ""

    def __post_init__(self) -> None:
        if not self.title.strip():
            raise TopicError("the title {title!r} is empty", title=self.title)
        check_length(self.title, "title", most=LONGEST_TITLE)
        for number, word in enumerate(self.words, 1):
            check_length(word, f"words: {number}")
        for seed in self.seeds:
            if not is_http_url(seed):
                raise TopicError(
                    "the seed {seed!r} is not an http or https URL such as http://a.cn/", seed=seed
                )
        for domain in self.domains:
            if not is_host_name(domain):
                raise TopicError("the domain {domain!r} is not a host name such as example.cn", domain=domain)
        if self.contact and (reason := contact_problem(self.contact)):
            raise TopicError("the contact {contact!r}: {reason}", contact=self.contact, reason=reason)


def read_word_list(file: Path) -> tuple[str, ...]:
    """Return the distinct words in the first column of a file, normalised; `#` starts a comment line.

    Several words in it stand between 、, and the marks of lists (`1.`, `2、`, `•`) are left out.

    Raises:
        TopicError: the file cannot be read, is not UTF-8, contains no word, or a number follows a blank.
    """
    lines = read_text(file, str(file)).splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            column = re.split(r"[\t,;，；]", line, maxsplit=1)[0]
            own = [word.strip() for word in _MARKER.sub("", column).split("、")]
            for word in own:
                check_length(word, f"{file}:{number}")
            found += own
        check_tab(line, f"{file}:{number}")
    words = tuple(dict.fromkeys(normalise(word) for word in found if word))
    if not words:
        raise TopicError("{file}: expected one word per line, found none", file=file)
    return words
