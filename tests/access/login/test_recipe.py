"""Recipes of log-ins and searches: checked with file, line and value; forms filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.access.login.form import fill_form, has_form
from topiccrawl.access.login.recipe import LoginRecipe
from topiccrawl.access.login.search import SiteSearch
from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.topic import Topic

GOOD = """
hosts = ["members.test"]
page = "http://passport.test/login"
user_env = "SITE_USER"
password_env = "SITE_PASSWORD"
"""
RECIPE = LoginRecipe(("members.test",), "http://passport.test/login", "SITE_USER", "SITE_PASSWORD")
FORM = "<form action=/q><input name=q></form><form id=l method=post action=/in><input type=hidden name=csrf value=1><input name=username><input name=password></form>"


def topic(folder: Path, tables: str) -> Topic:
    (folder / "topic.toml").write_text(f'title = "党建"\nseeds = []\n{tables}', encoding="utf-8")
    (folder / "words.tsv").write_text("党建\t3\n", encoding="utf-8")
    return Topic.load(folder)


@pytest.mark.parametrize(
    ("tables", "line", "reason"),
    [
        (f"[login.a]{GOOD}pasword_field = 'x'", 8, "unknown key 'pasword_field' in [login.a]"),
        (f"[login.a]{GOOD}fields = ['remember']", 8, "[login.a] fields: 'remember' must have the form"),
        (f"[login.a]{GOOD}fields = 'remember=1'", 8, "fields = 'remember=1' must be a list of strings"),
        (f"[login.a]{GOOD}form = 1", 8, "form = 1 is not of type str"),
        (GOOD.replace("\nhosts", "[login.a]\nhosts").replace("http:", "ftp:"), 5, "[login.a] page = 'ftp://passport.test/login'"),
        (f"[login.a]{GOOD}".replace("SITE_PASSWORD", "geheim 1"), 7, "[login.a] password_env = 'geheim 1' must be the name"),
        ("[login.b]\npage = 'http://a.test/'", 3, "[login.b] hosts is missing"),
        ("[login]\nhosts = ['a.test']", 4, "'hosts' must be a table, [login.hosts]"),
        ("[search.a]\nurl = 'http://a.test/s'", 4, "[search.a] url = 'http://a.test/s' must be an http or https URL with {word} in it"),
        ("[search.a]\nurl = 'http://a.test/{word}'\npages = 3", 5, "[search.a] pages = 3 needs {page} in the URL"),
        ("[search.a]\nurl = 'http://a.test/{word}'\ncharset = 'gbx'", 5, "[search.a] charset = 'gbx' is unknown"),
        ("[search.a]\nurl = 'http://a.test/{word}'\nresults = '('", 5, "[search.a] results = '(' is not a regular expression"),
    ],
)  # fmt: skip
def test_errors_of_log_ins_and_searches_name_file_line_and_value(
    tmp_path: Path, tables: str, line: int, reason: str
) -> None:
    with pytest.raises(TopicError) as raised:
        made = topic(tmp_path, tables)
        made.named_sections("login", LoginRecipe)
        made.named_sections("search", SiteSearch)
    assert str(raised.value).startswith(f"{tmp_path}/topic.toml:{line}: {reason}")


def test_words_and_pages_of_a_search() -> None:
    search = SiteSearch("http://a.test/s?q={word}&p={page}", words=("党 建",), pages=2, first_page=0)
    assert list(search.urls({"别的": 9.0})) == [
        f"http://a.test/s?q=%E5%85%9A+%E5%BB%BA&p={page}" for page in (0, 1)
    ]


def test_the_form_with_the_password_is_filled_in() -> None:
    filled = fill_form(FORM, "http://passport.test/login?back=1", RECIPE, "anna", "geheim")
    assert (filled.url, filled.method) == ("http://passport.test/in", "POST")
    assert dict(filled.fields) == {"csrf": "1", "username": "anna", "password": "geheim"}
    assert has_form(FORM, RECIPE)
    assert not has_form("<p>Your password is safe.</p>", RECIPE)
    with pytest.raises(ValueError, match=r"sends the password to .* without https"):
        fill_form(FORM.replace("/in", "http://passport.test/in"), "https://passport.test/", RECIPE, "", "")
    with pytest.raises(ValueError, match="no form with a field 'password'"):
        fill_form("<form><input name=q></form>", "http://passport.test/login", RECIPE, "anna", "geheim")


def test_secrets_come_from_variables_or_files(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("geheim\n", encoding="utf-8")
    given = {"SITE_USER": "anna", "SITE_PASSWORD_FILE": str(tmp_path / "secret")}
    assert RECIPE.credentials(given) == ("anna", "geheim")
    with pytest.raises(ValueError, match="user_env = 'SITE_USER': the environment variable is not set"):
        RECIPE.credentials({})
    with pytest.raises(ValueError, match="SITE_PASSWORD_FILE cannot be read"):
        RECIPE.credentials({"SITE_USER": "anna", "SITE_PASSWORD_FILE": str(tmp_path / "none")})


def test_which_hosts_are_part_of_a_log_in() -> None:
    assert [RECIPE.is_content(host) for host in ("members.test", "bbs.members.test", "passport.test")] == [True, True, False]  # fmt: skip
    assert RECIPE.is_part("passport.test")
    assert not RECIPE.is_part("evilmembers.test")
