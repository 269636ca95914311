from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import topiccrawl
from topiccrawl.demo.articles import PARTY, load_articles


def test_the_shipped_stories_hold_party_and_near_misses() -> None:
    articles = load_articles()
    assert len({article.id for article in articles}) == len(articles)
    assert sum(article.subject == PARTY for article in articles) > 40
    assert any(article.near_miss for article in articles)
    for article in articles:
        assert article.title and article.source and all(text.strip() for text in article.paragraphs)
        datetime.fromisoformat(article.published)
    assert not any(article.near_miss for article in articles if article.subject == PARTY)


def test_stories_and_templates_are_found_in_a_zipped_package(tmp_path: Path) -> None:
    package = Path(topiccrawl.__file__).parent
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(package / "__init__.py", "topiccrawl/__init__.py")
        for file in (package / "demo").rglob("*"):
            if file.suffix in {".py", ".toml", ".html"}:
                packed.write(file, "topiccrawl" / file.relative_to(package))
    code = (
        "import topiccrawl; from topiccrawl.demo.articles import load_articles\n"
        "from topiccrawl.demo.web import build_web\n"
        "print(topiccrawl.__file__); print(len(build_web(load_articles()).articles))"
    )
    environment = {**os.environ, "PYTHONPATH": str(archive)}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    where, count = said.stdout.split()
    assert where.startswith(str(archive))
    assert int(count) == len(load_articles())
