"""Numbers and words of any length, in every route, field, file and topic folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter
from admin.conftest import Admin, token_in
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.application import _MODULES
from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.vocabulary.topic.draft import Draft, read_word_list
from topiccrawl.vocabulary.topic.folder import add_words, create_topic

ROUTES = [route for module in _MODULES for route in module.ROUTES if isinstance(route, Route)]
CODE = Path(__file__).parents[2] / "topiccrawl" / "admin"
NUMBERS = ("9" * 30, "9" * 5000, "٣" * 30)
SKIPPED = ("/logout", "/users/remove", "/topics/new/probe")


def names() -> set[str]:
    """Every name that the code reads from a form or a query."""
    found = set()
    for file in CODE.rglob("*.py"):
        code = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"""(?:form(?:\.get)?|query|value|params\.get)[(\[]["'](\w+)["']""", code))
    return found - {"token"}


def path_of(route: Route, number: str) -> str:
    path = re.sub(r"\{\w+:int\}", number, route.path)
    path = path.replace("{ending}", "csv").replace("{topic}", "样例")
    return path.replace("{name}", "样例")


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number[:6]}-{len(number)}")
def test_no_number_is_an_error_of_the_server(admin: Admin, number: str) -> None:
    fields = names()
    assert len(fields) > 40
    browser, wrong = admin.as_(Role.OPERATOR), []
    token = token_in(browser.get("/account").text)
    for route in ROUTES:
        path = path_of(route, number if number.isascii() and number.isdecimal() else "1")
        if path.startswith(SKIPPED) or path.endswith("/events"):
            continue
        for topic in ({}, {"topic": "样例"}):
            query = dict.fromkeys(fields, number[:60]) | topic
            form = dict.fromkeys(fields - {"name"}, number) | topic | {"token": token}
            posts = "POST" in (route.methods or ())
            for ask in (
                partial(browser.get, params=query),
                partial(browser.post, data=form) if posts else None,
            ):
                try:
                    answer = ask(path) if ask else None
                except Exception as error:  # the test client raises what a server answers with 500
                    wrong.append((route.path, ask.func.__name__, repr(error)[:200]))
                    continue
                if answer is not None and "corpus.db" in answer.text:
                    wrong.append((route.path, ask.func.__name__, "names the database"))
    assert not wrong


def workbook(word: str) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.add_worksheet().write_string(0, 0, word)
    return out.getvalue()


@pytest.mark.parametrize("length", [65, 30_000, 5_000_000])
def test_long_words_are_refused_in_every_form(make_admin: Callable[..., Admin], length: int) -> None:
    admin = make_admin()
    admin.post(Role.EDITOR, "/topics/partybuild/copy")
    word = "党" * min(length, 2_000_000)
    files = [("a.csv", f"{word},1\n".encode())]
    if length <= 32_767:
        files.append(("a.xlsx", workbook(word)))
    for name, data in files:
        answer = admin.post(Role.EDITOR, "/topics/partybuild/import", files={"file": (name, data)})
        assert answer.status_code == 400
        assert len(answer.content) < 50_000
    answer = admin.post(Role.EDITOR, "/topics/partybuild/words", words=f"{word}\t1\n支部\t1")
    assert answer.status_code in (400, 413)
    assert len(answer.content) < 50_000
    answer = admin.post(
        Role.EDITOR, "/topics/partybuild/start", title=word[:100_000] * 4, seeds="http://a.cn/"
    )
    assert answer.status_code == 400
    assert len(answer.content) < 50_000


def test_long_words_are_refused_in_topic_files_and_lists(tmp_path: Path) -> None:
    long = "党" * 65
    file = tmp_path / "list.txt"
    file.write_text(f"支部\n{long}\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"list\.txt:2.*64"):
        read_word_list(file)
    with pytest.raises(TopicError, match="64"):
        create_topic(tmp_path / "new", Draft("题", (long,)))
    with pytest.raises(TopicError, match="200"):
        Draft("题" * 201, ("支部",))
    folder = create_topic(tmp_path / "t", Draft("题", ("支部", "党员"))).folder
    with pytest.raises(TopicError, match="64"):
        add_words(Path(str(folder)), [long], None)
    for name in ("words.tsv", "axis.tsv"):
        (tmp_path / "t" / name).write_text(f"支部\t1\n{long}\t1\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"words\.tsv:2.*64"):
        Topic.load(tmp_path / "t")
