"""Where exports write: nothing that a page, a topic or a folder of someone else says leads to another file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from corpus.conftest import Write, fill, page

from topiccrawl.corpus.export import FORMATS, ExportOptions, export_pages
from topiccrawl.corpus.export.parts import PartsFolder
from topiccrawl.errors import ExportError

TRICKS = (
    "/etc/topiccrawl-attack",
    "../../out-of-it",
    "..\\..\\out-of-it",
    "C:\\windows\\attack",
    "file:///etc/passwd",
    "a\0/../b",
    "%2e%2e%2fout-of-it",
    "~root/x",
    "$(touch attack)",
    "-rf",
)


def files_under(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("format", [*FORMATS, "dataset"])
def test_texts_of_pages_and_topics_name_no_file(tmp_path: Path, write_sqlite: Write, format: str) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    pages = [
        page(
            number,
            topic="../../样例",
            url=f"http://{'.' * number}../{trick}",
            title=trick,
            text=f"{trick}\n正文{number}",
            site=trick,
            author=trick,
            charset=trick,
            extractor=trick,
            raw_html=b"<p>1",
            headers={"Content-Disposition": f'attachment; filename="{trick}"'},
        )
        for number, trick in enumerate(TRICKS)
    ]
    database = fill(f"sqlite:///{inner / 'corpus.db'}", *pages)
    before = files_under(tmp_path)
    split = ExportOptions(split="train=.5,test=.5") if format == "dataset" else ExportOptions()
    assert export_pages(database, "../../样例", format, inner / "out", split).pages == len(TRICKS)
    written = {name for name in files_under(tmp_path) - before if not name.startswith("a/b/out")}
    assert {name for name in written if "corpus.db" not in name} == set()
    assert not Path(TRICKS[0]).exists()


@pytest.mark.parametrize("name", ["{secret}", "../secret", "000001/../../secret"])
def test_a_state_that_names_other_files_is_not_believed(tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("geheim", encoding="utf-8")
    request = {"format": "jsonl"}
    folder = tmp_path / ".out.export"
    (folder / "000001").mkdir(parents=True)
    state = {"request": request, "parts": [name.format(secret=secret)], "last": 1, "pages": 1}
    (folder / "export.json").write_text(json.dumps(state), encoding="utf-8")
    with PartsFolder(tmp_path / "out").opened(request) as opened:
        assert opened.progress.parts == [] and opened.progress.pages == 0
    assert secret.read_text(encoding="utf-8") == "geheim"


def test_the_folder_of_someone_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (tmp_path / ".out.export").symlink_to(elsewhere)
    with pytest.raises(ExportError, match="not a folder of yours"):
        PartsFolder(tmp_path / "out").opened({}).__enter__()
    (tmp_path / ".other.export").mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(ExportError, match="not a folder of yours"):
        PartsFolder(tmp_path / "other").opened({}).__enter__()
    assert files_under(elsewhere) == {"kept"}
