from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

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
