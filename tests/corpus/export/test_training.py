"""Exports for language models: masks, shards, chunks, token counts, Markdown, summaries."""

from __future__ import annotations

import gzip
import json

import pytest
from backports import zstd
from corpus.conftest import page

from topiccrawl.cli import main
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.errors import ExportError
from topiccrawl.storage.records import PartRecord

PERSONAL = "联系人：王芳，手机13800138000，邮箱wang_fang@163.com；办公室电话0571-87654321。"
MASKED = "联系人：王芳，手机[手机号]，邮箱[邮箱]；办公室电话0571-87654321。"
HTML = (
    "<html><title>名单</title><body><h1>名单</h1><p>各支部按照要求报送名单，请于本周五之前完成，逾期不再受理。</p><table>"
    "<tr><td>王芳同志的手机</td><td>13800138000</td></tr><tr><td>她的邮箱地址为</td><td>wang_fang@163.com</td></tr></table>"
    "<p>各支部按照要求报送名单，请于本周五之前完成，逾期不再受理，特此通知如上。</p></body></html>"
)
LISTED = "各支部按照要求报送名单，请于本周五之前完成，逾期不再受理。\n王芳同志的手机\n13800138000\n她的邮箱地址为\nwang_fang@163.com"


def exported(url, out, format="jsonl", **options):
    done = export_pages(url, "样例", format, out, ExportOptions(**options))
    return done, [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def lines(path):
    unpack = {".gz": gzip.decompress, ".zst": zstd.decompress}.get(path.suffix, bytes)
    return [json.loads(line) for line in unpack(path.read_bytes()).decode().splitlines()]


def test_personal_data_is_masked_when_asked_for_and_counted(write, tmp_path):
    posts = [{"author": "某", "text": PERSONAL}]
    url = write(page(1, text=PERSONAL, title="致电13800138000", posts=posts), page(2))
    done, rows = exported(url, tmp_path / "out", columns=("title", "text", "posts", "id"))
    assert rows[0]["text"] == PERSONAL and not done.problems
    done, rows = exported(url, tmp_path / "out", columns=("title", "text", "posts", "id"), mask=True)
    assert (rows[0]["title"], rows[0]["text"]) == ("致电[手机号]", MASKED)
    assert rows[0]["posts"] == [{"author": "某", "text": MASKED}]
    assert done.problems == {
        "mobile numbers were masked as [手机号]": 1,
        "e-mail addresses were masked as [邮箱]": 1,
    }


def test_shards_hold_a_fixed_number_of_rows_and_are_masked(write_sqlite, tmp_path):
    url = write_sqlite(*(page(n, text=f"{PERSONAL}{n}") for n in range(7)))
    for format in ("jsonl", "jsonl.gz", "jsonl.zst"):
        done = export_pages(url, "样例", format, tmp_path / format, ExportOptions(shard_size=3))
        files = sorted((tmp_path / format / "data").iterdir())
        assert [file.name for file in files] == [f"train-0000{n}-of-00003.{format}" for n in range(3)]
        rows = [lines(file) for file in files]
        assert [len(some) for some in rows] == [3, 3, 1]
        assert [row["text"] for some in rows for row in some] == [f"{MASKED}{n}" for n in range(7)]
        assert rows[0][0]["quality.chinese"] is None and "quality.script" in rows[0][0]
        assert done.problems["mobile numbers were masked as [手机号]"] == 7
        card = (tmp_path / format / "README.md").read_text("utf-8")
        assert f"path: data/train-*.{format}" in card
        assert "7 mobile numbers were masked as &#91;手机号&#93;." in card
    out = tmp_path / "plain"
    export_pages(url, "样例", "jsonl.gz", out, ExportOptions(shard_size=9, mask=False))
    assert lines(out / "data" / "train-00000-of-00001.jsonl.gz")[0]["text"] == f"{PERSONAL}0"
    assert "Personal data was not looked for." in (out / "README.md").read_text("utf-8")


def test_shards_of_several_parts_and_splits_have_the_same_number_of_rows(write_sqlite, tmp_path, monkeypatch):
    monkeypatch.setattr("topiccrawl.corpus.export.target.Target.part_size", 4)
    url = write_sqlite(*(page(n, url=f"http://s{n % 3}.cn/{n}") for n in range(30)))
    options = ExportOptions(shard_size=7, split="train=.6,test=.4")
    export_pages(url, "样例", "jsonl.zst", tmp_path / "out", options)
    sizes = {file.name: len(lines(file)) for file in sorted((tmp_path / "out" / "data").iterdir())}
    assert list(sizes.values()) == [7, 3, 7, 7, 6]


@pytest.mark.parametrize("chunks", [0, 10])
def test_interrupted_shards_continue_and_are_those_of_a_whole_export(
    chunks, write_sqlite, tmp_path, monkeypatch
):
    monkeypatch.setattr("topiccrawl.corpus.export.target.Target.part_size", 4)
    url = write_sqlite(*(page(n, url=f"http://s{n % 3}.cn/{n}", text=f"{PERSONAL}{n}") for n in range(30)))
    options = ExportOptions(shard_size=7, split="train=.6,test=.4", chunks=chunks)

    def stop(done, total):
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_pages(url, "样例", "jsonl.gz", tmp_path / "out", options, stop)
    done = export_pages(url, "样例", "jsonl.gz", tmp_path / "out", options)
    whole = export_pages(url, "样例", "jsonl.gz", tmp_path / "whole", options)
    assert done.resumed == 20 and (done.pages, done.problems) == (whole.pages, whole.problems)
    folders = [sorted((tmp_path / name).rglob("*.*")) for name in ("out", "whole")]
    for one, other in zip(*folders, strict=True):
        assert one.name == other.name
        if one.is_file():
            assert one.read_bytes() == other.read_bytes()


def test_quality_and_other_columns_are_typed_in_parquet(write_sqlite, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    quality = {"length": 12, "chinese": 0.5, "script": "traditional"}
    url = write_sqlite(page(1, quality=quality), page(2))
    export_pages(url, "样例", "dataset", tmp_path / "out")
    (file,) = (tmp_path / "out" / "data").iterdir()
    schema = parquet.read_schema(file)
    types = {name: str(schema.field(f"quality.{name}").type) for name in quality}
    assert types == {"length": "int64", "chinese": "double", "script": "string"}
    first, second = parquet.read_table(file).to_pylist()
    assert {name: first[f"quality.{name}"] for name in quality} == quality
    assert second["quality.length"] is None


def test_markdown_is_read_from_the_stored_source_and_masked(write, tmp_path):
    url = write(
        page(1, title="名单", text=LISTED, raw_html=HTML.encode()), page(2, title="无源", text="一、甲\n乙。")
    )
    _, rows = exported(url, tmp_path / "out", columns=("markdown", "text"), mask=True)
    assert rows[0]["markdown"].endswith(
        "\n\n| 王芳同志的手机 | [手机号] |\n| --- | --- |\n| 她的邮箱地址为 | [邮箱] |"
    )
    assert rows[1]["markdown"] == "# 无源\n\n## 一、甲\n\n乙。"


def test_markdown_has_the_structure_of_all_parts_of_an_article(write_sqlite, tmp_path):
    part = HTML.replace("<h1>名单</h1>", "<h1>名单</h1><h2>续表</h2>")
    first = page(1, title="名单", text=f"{LISTED}\n续表\n特此通知。", raw_html=b"<p>1</p>", partial=False)
    parts = (PartRecord("http://127.0.0.1/1_2", first.fetched_at, 200, {}, part.encode()),)
    _, rows = exported(
        write_sqlite(type(first)(**{**vars_of(first), "parts": parts})),
        tmp_path / "out",
        columns=("markdown",),
    )
    assert "| 王芳同志的手机 | 13800138000 |" in rows[0]["markdown"]


def vars_of(record):
    return {name: getattr(record, name) for name in type(record).__dataclass_fields__}


def test_script_summary_and_all_quality_are_columns(write_sqlite, tmp_path):
    text = "清河镇党委召开了年度学习会议。\n会议强调要认真学习党章和党史。\n镇长讲话。"
    url = write_sqlite(
        page(1, title="清河镇学习会议", text=text, quality={"script": "simplified", "lines": 3})
    )
    _, rows = exported(url, tmp_path / "out", columns=("script", "summary", "quality.*"))
    assert rows[0]["script"] == rows[0]["quality.script"] == "simplified"
    assert rows[0]["quality.lines"] == 3
    assert rows[0]["summary"] == "清河镇党委召开了年度学习会议。会议强调要认真学习党章和党史。"


def test_lines_without_a_mark_stay_apart_in_a_summary(write_sqlite, tmp_path):
    lines = ["柳河县今年的公路投资是三亿元", "下周气象台预计将有大雪和寒潮"]
    url = write_sqlite(page(1, title="年报", text="\n".join(lines)))
    _, rows = exported(url, tmp_path / "out", columns=("summary",))
    assert rows[0]["summary"] == "\n".join(lines)


def test_rows_are_chunks(write, tmp_path):
    text = f"一、学习\n{'党员学习党章。' * 3}\n二、联系\n{PERSONAL}"
    url = write(page(1, text=text, published="2024-05-01", source="新华社"), page(2, text="短。"))
    done, rows = exported(url, tmp_path / "out", chunks=30, mask=True)
    assert done.pages == 2 and done.problems["mobile numbers were masked as [手机号]"] == 1
    assert list(rows[0]) == [
        "chunk_id",
        "position",
        "heading",
        "id",
        "url",
        "title",
        "published",
        "source",
        "text",
    ]
    assert [(row["url"][-1], row["position"], row["heading"]) for row in rows] == [
        ("1", 0, "一、学习"),
        ("1", 1, "二、联系"),
        ("1", 2, "二、联系"),
        ("2", 0, ""),
    ]
    assert all(len(row["text"]) <= 30 for row in rows)
    assert "".join(row["text"] for row in rows[1:3]) == f"二、联系\n{MASKED}"
    assert len({row["chunk_id"] for row in rows}) == 4
    assert exported(url, tmp_path / "again", chunks=30, mask=True)[1] == rows


def test_chunks_in_a_dataset_are_counted_as_pages_of_the_card(write_sqlite, tmp_path):
    url = write_sqlite(page(1, text="甲乙。" * 20))
    done = export_pages(url, "样例", "jsonl.gz", tmp_path / "out", ExportOptions(chunks=30, shard_size=5))
    assert done.pages == 1
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "1 pages, 60 characters." in card
    assert "one row a chunk of at most 30 characters" in card
    assert len(lines(tmp_path / "out" / "data" / "train-00000-of-00001.jsonl.gz")) == 2


@pytest.fixture
def tokenizer(tmp_path):
    """A tokenizer of single characters, as a file."""
    pytest.importorskip("tokenizers")
    from tokenizers import Regex, Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split

    own = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    own.pre_tokenizer = Split(Regex("[0-9]+|."), "isolated")
    own.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


def test_tokens_are_counted_by_a_tokenizer_of_this_machine(write_sqlite, tmp_path, tokenizer):
    url = write_sqlite(page(1, text=PERSONAL), page(2, text="党员100人"))
    _, rows = exported(url, tmp_path / "out", columns=("text",), tokenizer=str(tokenizer), mask=True)
    # The masked text is counted, with the runs of digits as one token each.
    assert [row["tokens"] for row in rows] == [len(MASKED) - 3 - 7, 4]
    _, rows = exported(url, tmp_path / "out", chunks=20, tokenizer=str(tokenizer.parent))
    assert len(rows) > 2 and all(row["tokens"] <= 20 for row in rows)


def test_columns_that_an_option_adds_may_be_named(write_sqlite, tmp_path, tokenizer):
    url = write_sqlite(page(1))
    names = ("url", "text", "tokens", "chunk_id")
    _, rows = exported(url, tmp_path / "out", columns=names, tokenizer=str(tokenizer), chunks=500)
    assert rows[0].keys() >= {*names}
    for name, option in (("tokens", "--tokenizer"), ("overlap", "--overlap"), ("split", "--split")):
        with pytest.raises(ExportError, match=f"the column {name} needs {option}"):
            exported(url, tmp_path / "out", columns=("url", name))
    with pytest.raises(ExportError, match="unknown column 'split'"):
        export_pages(url, "样例", "dataset", tmp_path / "set", ExportOptions(columns=("url", "split")))


def test_a_tokenizer_is_never_downloaded(write_sqlite, tmp_path, tokenizer):
    url = write_sqlite(page(1))
    for name in ("some/model", "a b c"):
        with pytest.raises(ExportError, match="exports download nothing"):
            exported(url, tmp_path / "out", tokenizer=name)
    broken = tmp_path / "broken.json"
    broken.write_text("{", "utf-8")
    with pytest.raises(ExportError, match=r"broken\.json: is no tokenizer that can be read"):
        exported(url, tmp_path / "out", tokenizer=str(broken))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ["--format", "csv", "--shard-size", "5"],
            "csv: files of a fixed size and chunks are written as jsonl",
        ),
        (["--format", "warc", "--mask"], "warc: pages as they were fetched cannot be masked"),
        (["--chunks", "9", "--columns", "text,markdown"], "name either text or markdown"),
        (["--chunks", "9", "--columns", "url"], "name either text or markdown"),
        (["--columns", "url,tokens"], "needs --tokenizer"),
    ],
)
def test_options_that_do_not_fit_are_errors(words, problem, write_sqlite, tmp_path, capsys):
    url = write_sqlite(page(1))
    command = ["export", "--database", url, "--topic", "样例", "--out", str(tmp_path / "out"), *words]
    assert main(command) == 1
    assert problem in capsys.readouterr().err
