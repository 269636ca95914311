"""The docs as a folder: a browser searches them without a server, and asks for nothing from outside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from servers.chromium import chromium

ROOT = Path(__file__).parents[2]
PAGES = {"index.md": "# 首页\n\n从文件夹打开。\n", "guide.md": "# 指南\n\n编辑每天打开简报。\n"}


def test_the_site_is_searched_from_its_folder(tmp_path: Path) -> None:
    pytest.importorskip("material")
    docs, site = tmp_path / "docs", tmp_path / "site"
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    for name, text in PAGES.items():
        (docs / name).write_text(text, encoding="utf-8")
    options = f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {docs}\nsite_dir: {site}\nnav:\nhooks: []\n"
    (tmp_path / "mkdocs.yml").write_text(options, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(tmp_path / "mkdocs.yml")]
    subprocess.run(command, check=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True)
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        page.locator(".md-search__input").first.click()
        page.keyboard.type("简报")
        page.keyboard.press("End")
        page.locator(".md-search-result__item", has_text="指南").wait_for(timeout=15_000)
    assert asked and all(url.startswith(("file:", "data:", "blob:")) for url in asked)
