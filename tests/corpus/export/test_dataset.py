"""The folder of a dataset and its card."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import yaml
from corpus.conftest import page
from servers.corpora import opened

from topiccrawl import __version__
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.dataset import MARK
from topiccrawl.errors import ExportError
from topiccrawl.storage.records import DropRecord

parquet = pytest.importorskip("pyarrow.parquet")

OPTIONS = ExportOptions(split="train=.5,test=.5", where="relevance > 0")


@pytest.fixture
def filled(write_sqlite):
    quality = {"chinese": 0.75, "language": "zh", "script": "simplified"}
    own = {"quality": quality, "published": "2024-05-01", "extractor": "article"}
    licence = "https://creativecommons.org/licenses/by/4.0/"
    return write_sqlite(
        page(1, url="http://one.cn/1", text="党" * 30, licence=licence, **own),
        page(2, url="http://two.cn/2", text="党" * 70, tdm_reservation=False, **own),
        page(3, url="http://two.cn/3", robots="noai"),
        page(4, url="http://two.cn/4", relevance=0.0),
        page(5, url="http://two.cn/5", duplicate_of="http://two.cn/2", duplicate_kind="body"),
    )


def test_a_dataset_has_a_file_for_each_split_and_a_card_that_names_them(filled, tmp_path):
    folder = tmp_path / "dataset"
    assert export_pages(filled, "样例", "dataset", folder, OPTIONS).pages == 2
    card = (folder / "README.md").read_text("utf-8")
    head = yaml.safe_load(card.split("---\n")[1])
    assert (head["language"], head["task_categories"]) == (["zh"], ["text-generation", "fill-mask"])
    assert (head["license"], head["license_name"]) == ("other", "stated-by-some-pages")
    (config,) = head["configs"]
    files = {one["split"]: sorted(folder.glob(one["path"])) for one in config["data_files"]}
    urls = {
        split: [row["url"] for path in paths for row in parquet.read_table(path).to_pylist()]
        for split, paths in files.items()
    }
    assert sorted(urls.values()) == [["http://one.cn/1"], ["http://two.cn/2"]]
    assert set(urls) == {"train", "test"}


def test_the_card_says_what_is_in_it_and_how_it_was_made(filled, tmp_path):
    folder = tmp_path / "dataset"
    own = {"topic": "样例", "run_id": 1, "dropped_at": datetime.now(UTC)}
    drops = (("download", "status_404", 1), ("download", "status_404", 2), ("verdict", "off_topic", 3))
    store = opened(filled)
    store.write(
        [DropRecord(url=f"http://one.cn/{n}", stage=stage, reason=why, **own) for stage, why, n in drops]
    )
    store.close()
    export_pages(filled, "样例", "dataset", folder, OPTIONS)
    card = (folder / "README.md").read_text("utf-8")
    for line in (
        "| one.cn | 1 | 50.0% | 30.0% |",
        "| language | zh | 2 | 100.0% |",
        "| script of the text | simplified | 2 | 100.0% |",
        "Published from 2024-05-01 to 2024-05-01. Fetched from 2024-02-29T23:59:59Z to 2024-02-29T23:59:59Z.",
        "| pages that do not fulfil the condition | 1 |",
        "| pages with the title or text of another page | 1 |",
        "| not kept: The page does not exist (404) (download: status_404) | 2 |",
        "| not kept: The text is off the topic (verdict: off_topic) | 1 |",
        "| 2024 | 2 |",
        "| chinese | 0.75 | 0.75 | 0.75 |",
        "| tdm-reservation: 0 | 1 |",
        "| licence: https://creativecommons.org/licenses/by/4.0/ | 1 |",
        "1 of 2 pages state a licence (column `licence`).",
        "Condition: `relevance > 0`.",
        "Extractor: article (2).",
        "No two splits share a site, an event, or a page and its copy. "
        "Events were not known (`topiccrawl stories`).",
        "No personal data was found by the patterns.",
    ):
        assert line in card.splitlines(), card
    assert "2 pages, 100 characters" in card
    assert (
        "| pages whose owners reserve their use (robots noai, noimageai, noml, noarchive, none; TDM reservation) | 1 |"
        in card
    )
    assert "| `id` | text | sha256 of url: the same in every export |" in card
    chinese = (folder / "README.zh-CN.md").read_text("utf-8").splitlines()
    for line in (
        "主题“样例”的网页，由 topiccrawl 从网上采集：2 页，100 字。只有正文，没有导航和广告；每行为网页。",
        "| 语言 | zh | 2 | 100.0% |",
        "| 文字 | simplified | 2 | 100.0% |",
        "发布于 2024-05-01 至 2024-05-01。 抓取于 2024-02-29T23:59:59Z 至 2024-02-29T23:59:59Z。",
        "| 页标题或正文与其他网页重复 | 1 |",
        "| `id` | text | 网址的 sha256：每次导出都相同 |",
        "2 页中有 1 页写明许可（`licence` 列）。",
        "按规则没有找到个人信息。",
    ):
        assert line.replace("topiccrawl 从", f"topiccrawl {__version__} 从") in chinese, chinese
    headings = [[line for line in text if line.startswith("#")] for text in (chinese, card.splitlines())]
    assert len(headings[0]) == len(headings[1]) and chinese[0] == "# 样例"
    assert [one for one in headings[0][1:] if not re.search("[一-鿿]", one)] == []


def test_an_older_dataset_is_replaced_and_nothing_else(filled, tmp_path):
    folder = tmp_path / "dataset"
    folder.mkdir()
    configs = set()
    for options in (OPTIONS, OPTIONS, replace(OPTIONS, include_duplicates=True)):
        export_pages(filled, "样例", "dataset", folder, options)
        configs.add((folder / "README.md").read_text("utf-8").partition("configs:")[2].partition("---")[0])
    assert len(configs) == 2  # where they are equal, `datasets` loads older files from its cache
    assert len(list((folder / "data").iterdir())) == 2
    other = tmp_path / "other"
    other.mkdir()
    (other / "README.md").write_text("mine", encoding="utf-8")
    with pytest.raises(ExportError, match="is not a dataset that topiccrawl has written"):
        export_pages(filled, "样例", "dataset", other, OPTIONS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.db", "dataset", "other"]


def test_a_dataset_of_nothing_has_files_without_rows(write_sqlite, tmp_path):
    assert export_pages(write_sqlite(), "样例", "dataset", tmp_path / "dataset").pages == 0
    (path,) = (tmp_path / "dataset" / "data").iterdir()
    assert parquet.read_table(path).num_rows == 0


def test_no_markup_of_a_page_or_a_name_reaches_the_card(write_sqlite, tmp_path):
    attack = "<img/src=x/onerror=alert(1)>"
    corpus = write_sqlite(
        page(1, url="http://<script>.cn/1", robots=f"noindex,{attack},[a](javascript:b)", extractor=attack)
    )
    folder = tmp_path / "dataset"
    export_pages(corpus, "样例", "dataset", folder, ExportOptions(where=f"title != '`{attack}'"))
    card = (folder / "README.md").read_text("utf-8")
    assert "onerror" in card and "javascript:b" in card
    text = card.split("---\n")[2].removesuffix(f"{MARK}\n")
    outside_code = "".join(text.split("`")[::2])
    assert "<" not in outside_code and "](" not in outside_code
    assert "| robots: &#60;img/src=x/onerror=alert(1)&#62; | 1 |" in card.splitlines()
