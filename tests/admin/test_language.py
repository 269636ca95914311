from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from admin.conftest import Admin
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from lxml.html import document_fromstring

from topiccrawl.admin.accounts.roles import NAMES, Role

ROOM = Path(str(files("topiccrawl.admin")))
ADDED = Path(str(files("topiccrawl.newsroom.pages")))


def test_every_text_has_an_english_one_and_no_other() -> None:
    methods = [("**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]
    words = {"_": None, "gettext": None, "marked": None, "translate": None}
    found = {
        one[2]
        for room in (ROOM, ADDED)
        for one in extract_from_dir(str(room), methods, keywords=words)
        if isinstance(one[2], str)
    }
    with (ROOM / "locale" / "en.po").open("rb") as file:
        catalogue = {str(one.id): str(one.string) for one in read_po(file) if one.id}
    assert found == set(catalogue)
    assert all(english and not re.search(r"[\u4e00-\u9fff]", english) for english in catalogue.values())


def test_no_template_has_a_text_outside_the_catalogue() -> None:
    for template in (*ROOM.glob("templates/*.html"), *ADDED.glob("templates/*.html")):
        plain = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"[\u4e00-\u9fff]", plain.replace("中文", "")), template


def test_an_english_browser_gets_english_pages_until_somebody_chooses_otherwise(admin: Admin) -> None:
    browser = admin.browser()
    browser.headers["accept-language"] = "en-US,en;q=0.9"
    assert "Password" in browser.get("/login").text
    assert admin.log_in(browser, NAMES[Role.OPERATOR]).status_code == 303
    assert "Source: 青山发布" in browser.get("/pages/5").text
    for path in (
        "/pages/11",
        "/crawls/样例",
        "/crawls/样例/stages",
        "/topics/partybuild/improve",
        "/topics/new/1",
    ):
        answer = browser.get(path)
        shown = document_fromstring(answer.text).text_content()
        assert answer.status_code == 200 and not re.search("[：（）；、]", shown), path
    token = re.search(r'name="token" value="([0-9a-f]+)"', answer.text)
    assert token
    browser.post("/language", data={"token": token[1], "language": "zh", "back": "/pages?topic=样例"})
    assert "来源：青山发布" in browser.get("/pages/5").text
