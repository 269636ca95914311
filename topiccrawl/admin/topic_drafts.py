"""Drafts of topics: what each user has entered in the wizard so far, and checks of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Self

from topiccrawl.access.starts.site import site_url
from topiccrawl.admin.tables.typed_words import typed_words
from topiccrawl.admin.topics import TOPIC_NAME, TopicShelf
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_host_name, is_http_url
from topiccrawl.relevance.topic.contact import contact_problem
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.files.limits import LONGEST_TITLE
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import hosts_of

FEW_WORDS = 10
"""Number of words below which the wizard recommends more."""
MOST_WORDS = 5_000
_LONGEST_FIELD = 1_000_000
_MOST_PROBLEMS = 10
_URL_IN_LINE = re.compile("https?://[!-~]+")
"""A URL beside its title, as applications share it."""


Problem = tuple[str, str]
"""Name of a field, and what is wrong with it."""


@dataclass(frozen=True)
class TopicDraft:
    """The unparsed input of a user.

    Attributes:
        name: of the topic.
        title: of the topic.
        words: a word a line, perhaps with a weight after a tab or comma.
        seeds: a URL or host a line.
        domains: a host a line; empty: the hosts of the seeds, unless `anywhere`.
        anywhere: "1": links may lead to any site.
        contact: e-mail address or URL of whoever crawls.
        good: texts that should pass, separated by lines of `---`.
        bad: texts that should not.
    """

    name: str = ""
    title: str = ""
    words: str = ""
    seeds: str = ""
    domains: str = ""
    anywhere: str = ""
    contact: str = ""
    good: str = ""
    bad: str = ""

    def with_fields(self, given: Mapping[str, str]) -> Self:
        """Return the draft updated with the fields of a form; other fields stay."""
        names = [field.name for field in fields(self)]
        new = {name: given[name].replace("\r\n", "\n")[:_LONGEST_FIELD] for name in names if name in given}
        return replace(self, **new)

    def word_rows(self) -> tuple[dict[str, float | None], list[Problem]]:
        """Return the words with their weights (None without one), and the problems of the lines."""
        rows: dict[str, float | None] = {}
        problems: list[Problem] = []
        for one in typed_words(self.words):
            if one.problem:
                problems.append(("words", one.problem))
            else:
                rows.setdefault(one.word, one.weight)
        return rows, problems

    def urls(self) -> tuple[list[str], list[Problem]]:
        """Return the start URLs, and the problems of the lines."""
        found: list[str] = []
        problems: list[Problem] = []
        for number, line in _lines(self.seeds):
            shared = _URL_IN_LINE.search(line)
            if (url := site_url(line) or (site_url(shared[0]) if shared else None)) is None:
                text = marked("第 {line} 行“{word}”不是网址：请写成 http://www.example.cn/。")
                problems.append(("seeds", message(text, line=number, word=line[:60])))
            else:
                found.append(url)
        return list(dict.fromkeys(found)), problems

    def hosts(self) -> tuple[list[str], list[Problem]]:
        """Return the sites that links may lead to, and the problems of the lines."""
        if self.anywhere == "1":
            return [], []
        found: list[str] = []
        problems: list[Problem] = []
        for number, line in _lines(self.domains):
            host = next(iter(hosts_of([line])), "") if is_http_url(line) else line.strip("/").lower()
            if is_host_name(host):
                found.append(host)
            else:
                text = marked("第 {line} 行“{word}”不是网站：请写成 example.cn。")
                problems.append(("domains", message(text, line=number, word=line[:60])))
        return list(dict.fromkeys(found)) or hosts_of(self.urls()[0]), problems

    def complaints(self, screen: int, shelf: TopicShelf) -> list[Problem]:
        """Return the problems to fix before the next screen; at most ten of a kind."""
        if screen == 1:
            return [*self._about_name(shelf), *self._about_title(), *self._about_words()]
        if screen == 2:
            urls, problems = self.urls()
            if not urls and not problems:
                problems = [("seeds", marked("至少要有一个起始网址。"))]
            problems = [*problems[:_MOST_PROBLEMS], *self.hosts()[1][:_MOST_PROBLEMS]]
            return [*self._about_title(), *problems, *self._about_contact()]
        return []

    def check(self, screen: int, shelf: TopicShelf) -> None:
        """Raise `InputError` if there are such problems."""
        wrong: dict[str, list[str]] = {}
        for name, text in self.complaints(screen, shelf):
            wrong.setdefault(name, []).append(text)
        if wrong:
            raise InputError(wrong)

    def first_unfinished(self, shelf: TopicShelf) -> int:
        """Return the first screen with a problem; 0 if there is none."""
        return next((screen for screen in (1, 2) if self.complaints(screen, shelf)), 0)

    def finished(self) -> Draft:
        """Return the parsed draft, from which the topic is created.

        Raises:
            TopicError: a value cannot be used; does not happen when `complaints` is empty.
        """
        rows, _ = self.word_rows()
        weights = {word: weight for word, weight in rows.items() if weight is not None}
        mean = sum(weights.values()) / len(weights) if weights else 1.0
        return Draft(
            self.title.strip() or self.name.strip(),
            tuple(rows),
            tuple(self.urls()[0]),
            tuple(self.hosts()[0]),
            {word: weights.get(word, mean) for word in rows} if weights else {},
            self.contact.strip(),
        )

    def without_words(self, words: set[str]) -> Self:
        """Return the draft without the lines of the given words."""
        left = [one for one in typed_words(self.words) if one.word not in words]
        return replace(self, words="\n".join(one.row for one in left))

    def _about_name(self, shelf: TopicShelf) -> Iterator[Problem]:
        name = self.name.strip()
        if not TOPIC_NAME.fullmatch(name):
            yield "name", marked("主题名只能由文字、数字、- 和 _ 组成，至多 64 个字符。")
        elif shelf.find(name) is not None:
            yield "name", marked("已有同名主题。")

    def _about_title(self) -> Iterator[Problem]:
        if len(self.title) > LONGEST_TITLE:
            yield "title", marked("题目至多 200 个字。")

    def _about_contact(self) -> Iterator[Problem]:
        contact = self.contact.strip()
        if contact and contact_problem(contact):
            yield (
                "contact",
                marked("联系方式须是邮箱或 http(s) 网址，英文字符，无空格、括号、密码，至多 200 个。"),
            )

    def _about_words(self) -> Iterator[Problem]:
        rows, problems = self.word_rows()
        yield from problems[:_MOST_PROBLEMS]
        if not rows and not problems:
            yield "words", marked("至少要有一个主题词；十个以上为好。")
        if len(rows) > MOST_WORDS:
            yield "words", marked("主题词至多 5,000 个。")
        if rows and all(weight == 0 for weight in rows.values()):
            yield "words", marked("所有权重都是 0，任何网页都不会得分。")


class TopicDrafts:
    """The drafts of users, each in a file that only its owner can read; they outlive sessions and restarts.

    Args:
        folder: of the files; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, user: str) -> TopicDraft:
        """Return the draft of a user; an empty one if there is none or it cannot be read."""
        try:
            stored = json.loads(self._file(user).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return TopicDraft()
        return TopicDraft().with_fields({name: str(value) for name, value in stored.items()})

    def write(self, user: str, draft: TopicDraft) -> None:
        """Store the draft of a user."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(self._file(user), json.dumps(asdict(draft), ensure_ascii=False))
        self._file(user).chmod(0o600)

    def forget(self, user: str) -> None:
        """Delete the draft of a user."""
        with suppress(FileNotFoundError):
            self._file(user).unlink()

    def _file(self, user: str) -> Path:
        # A digest, so that a user name cannot change the path.
        return self._folder / f"{sha256(user.encode()).hexdigest()[:32]}.json"


def given_texts(field: str) -> list[str]:
    r"""Return the texts of a field, which lines of `---` separate.

    >>> given_texts("标题\n正文\n---\n\n另一篇")
    ['标题\n正文', '另一篇']
    """
    return [text.strip() for text in re.split(r"(?m)^-{3,}\s*$", field) if text.strip()]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.strip()
