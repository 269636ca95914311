"""Wrong usage: each time one line that names the mistake, and exit code 1 or 2."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from random import Random

import pytest

from topiccrawl.cli import main
from topiccrawl.cli.shared.wrong_usage import MOVED

UNREADABLE = "/proc/self/mem"
"""A file whose start cannot be read, not even by root."""
SQLITE = "sqlite:///"
PAGE = "<!DOCTYPE html><html><head><title>党员学习</title></head><body><p>党支部的党员学习党章。</p></body></html>"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files and folders of all kinds, in a folder whose name has a blank and Chinese characters."""
    folder = tmp_path_factory.mktemp("错 误") / "我的 语料"
    folder.mkdir()
    texts = {
        "leer.txt": "",
        "leer.html": "",
        "空白.txt": " \n\n",
        "词.txt": "党员\n党支部\n",
        "标点.txt": "……，。",
        "页.html": PAGE,
        "开.tsv": "word\tpick\n华侨\t\n",
        "选.tsv": "word\tpick\n华侨\ty\n",
        "坏.tsv": "word\tpick\n华侨\t也许\n",
        "断.tsv": "word\tpick\n华侨\ty\n",
        "断.tsv.picking": "",
        "分.tsv": "url\tgrade\nhttp://a.cn/\t2\n",
        "坏分.tsv": "url\tgrade\nhttp://a.cn/\t很好\n",
        "起.txt": "www.a.cn\n",
        "对.tsv": "word1\tword2\tlabel\n党员\t支部\tvielleicht\n",
        "列.tsv": "a\tb\n1\t2\n",
        "坏.jsonl": '{"text": 5}\n',
        "无.jsonl": "{\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "gb.tsv").write_bytes("党员\t1\n".encode("gb18030"))
    (folder / "bin").write_bytes(Random(1).randbytes(5000))
    (folder / "bin.txt").write_bytes(Random(3).randbytes(5000))
    for name in ("riesig.html", "riesig.txt", "riesig.db"):
        with (folder / name).open("wb") as file:
            file.truncate(3 * 2**30)
    (folder / "ordner").mkdir()
    (folder / "leerer-ordner").mkdir()
    (folder / "ordner" / "词.txt").write_text("党员", encoding="utf-8")
    (folder / "kaputt").mkdir()
    (folder / "kaputt" / "topic.toml").write_text("title = [\n", encoding="utf-8")
    (folder / "tief").mkdir()
    (folder / "tief" / "topic.toml").write_text(f"x = {'[' * 20_000}{']' * 20_000}\n", encoding="utf-8")
    (folder / "ohne-woerter").mkdir()
    (folder / "ohne-woerter" / "topic.toml").write_text('title = "x"\n', encoding="utf-8")
    return folder


Case = tuple[list[str], int, str]
"""Arguments, exit code, and text of the message."""

CASES: list[Case] = [
    # Commands and options.
    (["crwal"], 2, "crwal"),
    (["extract"], 2, "URL|FILE"),
    (["extract", "页.html", "--jsno"], 2, "--jsno"),
    (["export"], 2, "--topic"),
    (["export", "--topic", "", "--out", "a.jsonl"], 2, "--topic"),
    (["frontier", "show", "--state", "waiting", "--topic"], 2, "--topic"),
    (["frontier", "show", "--state", "waiting", "-t", "党建", "--most", "viele"], 2, "--most"),
    (["frontier", "show", "--state", "waiting", "-t", "党建", "--most", "0"], 2, "--most"),
    (["frontier", "show", "--state", "dead", "-t", "党建", "--by", "farbe"], 2, "farbe"),
    (["extract", "页.html", "--extractor", "zauber"], 2, "zauber"),
    # Pages.
    (["extract", "fehlt.html"], 1, "fehlt.html: No such file"),
    (["extract", "ordner"], 1, "ordner: Is a directory"),
    (["extract", "leer.html"], 1, "leer.html: no text: it is empty"),
    (["extract", "bin"], 1, "bin: no text: it is binary"),
    (["extract", "riesig.html"], 1, "riesig.html: more than 10485760 bytes"),
    (["extract", UNREADABLE], 1, UNREADABLE),
    (["extract", "a" * 5000], 1, "aaaa"),
    (["extract", "ftp://a.cn/x"], 1, "ftp://a.cn/x: not an http or https URL"),
    (["extract", "页.html", "页.html", "--url", "http://a.cn/"], 2, "--url"),
    # Exports and databases.
    (["export", "-t", "党建", "-o", "a.xls"], 1, "a.xls: unknown ending .xls"),
    (["export", "-t", "党建", "-o", "a.csv", "--columns", "url,nonsense"], 1, "unknown column 'nonsense'"),
    (["export", "-t", "党建", "-o", "a.csv", "--where", "status ="], 1, "expected a number for status"),
    (["export", "-t", "党建", "-o", "a.csv", "--split", "train"], 1, "write shares such as train=.9,test=.1"),
    (["export", "-t", "党建", "-o", "-", "--format", "dataset"], 1, "a dataset is a folder"),
    (["import", "none.jsonl", "-t", "partybuild"], 1, "none.jsonl: no such file"),
    (["clean", "-t", "partybuild", "--sensitive-words", "none.txt"], 2, "no list of words"),
    (["audit", "-t", "党建"], 1, "--report estimates"),
    (["export", "-t", "党建", "-o", "a.csv"], 1, "corpus.db: there is no such file"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", "corpus.db"], 1, "not a database URL"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", f"{SQLITE}/nirgends/a.db"], 1, "nor the folder /nirgends"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", f"{SQLITE}ordner"], 1, "ordner: is a folder"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", f"{SQLITE}bin"], 1, "bin: file is not a database"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", f"{SQLITE}leer.txt"], 1, "no table 'pages'"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", "mysql+pymysql://u:geheim@127.0.0.1:1/c"], 1, "127.0.0.1"),
    (["export", "-t", "党建", "-o", "a.csv", "--database", "mysql://u:geheim@h/d"], 1, "cannot use 'mysql'"),
    (["database", "show", "--database", f"{SQLITE}leer.txt"], 1, "leer.txt: holds no corpus"),
    (["database", "upgrade", "--database", f"{SQLITE}riesig.db"], 1, "riesig.db: file is not a database"),
    # Frontiers.
    (["frontier", "show", "-t", "党建", "--database", f"{SQLITE}leer.txt"], 1, "no such table: hosts"),
    (["frontier", "show", "-t", "党建", "--redis", "redis://127.0.0.1:1/0"], 1, "127.0.0.1:1/0"),
    (["frontier", "show", "-t", "党建", "--redis", "localhost"], 1, "localhost: not a Redis URL"),
    (["frontier", "show", "--state", "dead", "-t", "党建", "--database", "mysql+pymysql://h/d"], 1, "which does not exist"),
    # Topics.
    (["topic", "check", "geiges"], 1, "geiges: no such topic is shipped"),
    (["topic", "check"], 2, "--topic"),
    (["topic", "check", "partybuild", "-t", "football"], 2, "two topics are named: football and partybuild"),
    (["topic", "check", "-t", "kaputt"], 1, "kaputt/topic.toml:"),
    (["topic", "check", "-t", "tief"], 1, "tief/topic.toml: values are nested too deeply"),
    (["topic", "check", "-t", "ohne-woerter"], 1, "ohne-woerter/words.tsv: cannot be read"),
    (["topic", "list", "fehlt"], 1, "fehlt: no such folder"),
    (["topic", "explain", "partybuild"], 2, "no text is given for the topic 'partybuild'"),
    (["topic", "explain", "-t", "partybuild", ""], 1, "the text is empty"),
    (["topic", "explain", "-t", "partybuild", "fehlt.html"], 1, "fehlt.html: no such file"),
    (["topic", "explain", "-t", "partybuild", "ordner"], 1, "ordner: is a folder"),
    (["topic", "explain", "-t", "partybuild", "空白.txt"], 1, "空白.txt: no text: it is empty"),
    (["topic", "explain", "-t", "partybuild", "bin.txt"], 1, "bin.txt: no text: it is binary"),
    (["topic", "explain", "-t", "partybuild", "坏.jsonl"], 1, "坏.jsonl:1: expected an object with the texts"),
    (["topic", "new", "neu"], 2, "--words"),
    (["topic", "new", "neu", "--words", "fehlt.txt"], 1, "fehlt.txt: cannot be read (No such file"),
    (["topic", "new", "neu", "--words", "gb.tsv"], 1, "gb.tsv:1: expected UTF-8"),
    (["topic", "new", "neu", "--words", "leer.txt"], 1, "leer.txt: expected one word per line, found none"),
    (["topic", "new", "neu", "--words", "riesig.txt"], 1, "riesig.txt: cannot be read (File too large"),
    (["topic", "new", "ordner", "--words", "词.txt"], 1, "ordner: is not empty"),
    (["topic", "new", "neu", "--words", "词.txt", "--seed", "www.cn"], 1, "the seed 'www.cn'"),
    (["topic", "new", "/proc/neu", "--words", "词.txt"], 1, "/proc/neu"),
    (["topic", "new", "neu", "--words", "词.txt", "--documents", "fehlt"], 1, "fehlt: no such file or folder"),
    (["topic", "new", "neu", "--words", "词.txt", "--from-pages", "页.html"], 2, "give either"),
    (["topic", "new", "neu", "--from-pages", "空白.txt"], 1, "the start pages hold no words"),
    (["topic", "new", "neu", "--from-pages", "http://127.0.0.1:1/"], 1, "http://127.0.0.1:1/: a loopback or private"),
    (["topic", "new", "neu", "--from-pages", "ftp://a.cn/x"], 1, "the seed 'ftp://a.cn/x'"),
    (["topic", "suggest", "partybuild", "--write"], 1, "a shipped topic cannot be written to"),
    (["topic", "suggest", "partybuild", "--pick", "--write"], 2, "--pick"),
    (["topic", "suggest", "partybuild", "--out", "词.txt"], 1, "词.txt:1: expected columns with `word` and `pick`"),
    (["topic", "count", "词.txt", "--new", "--freedom", "-5"], 1, "freedom = -5.0 is not a number of at least 0"),
    # Words from texts.
    (["topic", "count", "leerer-ordner"], 1, "leerer-ordner: expected text files"),
    (["topic", "count", "无.jsonl"], 1, "无.jsonl:1: "),
    (["topic", "count", "词.txt", "--out", "/proc/x/w.tsv"], 1, "/proc/x/w.tsv: there is no folder /proc/x"),
    (["topic", "pick", "开.tsv"], 1, "the picker needs a terminal"),
    (["topic", "pick", "列.tsv"], 1, "列.tsv:1: expected columns with `word` and `pick`"),
    (["topic", "expand", "坏.tsv"], 1, "坏.tsv:2: pick = '也许'"),
    (["topic", "expand", "开.tsv"], 1, "开.tsv: no word is picked"),
    (["topic", "expand", "选.tsv", "--vectors", "fehlt.txt"], 1, "fehlt.txt"),
    (["topic", "count", "标点.txt"], 1, "标点.txt: no words found"),
    (["topic", "expand", "断.tsv"], 1, "断.tsv: a picking session was interrupted"),
    (["topic", "expand", "选.tsv", "--hownet", "fehlt"], 1, "expected a folder with HowNet"),
    (["topic", "count", "--new", "leer.txt"], 1, "leer.txt: no text found"),
    # Labelled tables and resources.
    (["fit", "similarity", "fehlt.tsv"], 1, "fehlt.tsv"),
    (["fit", "similarity", "对.tsv"], 1, "对.tsv:2"),
    (["fit", "url-structure", "列.tsv"], 1, "列.tsv:1"),
    (["evaluate", "similarity", "fehlt.tsv", "--resources", "cilin"], 1, "expected THESAURUS/VECTORS"),
    (["evaluate", "similarity", "fehlt.tsv", "--resources", "cilin+/words"], 1, "--resources cilin+/words: thesaurus ="),
    (["evaluate", "similarity", "fehlt.tsv", "--resources", "cilin/没有"], 1, "vectors = '没有': no resource"),
    (["evaluate", "clusters", "无.jsonl"], 1, "无.jsonl:1"),
    (["evaluate", "words", "--out", "词.txt"], 1, "词.txt: is not a folder"),
    (["resources", "import", "synonyms", "fehlt.txt"], 1, "fehlt.txt"),
    (["resources", "import", "synonyms", "词.txt", "--name", "a/b"], 1, "name 'a/b'"),
    (["resources", "import", "hownet", "bin"], 1, "bin: expected a zip archive"),
    (["evaluate", "clusters"], 2, "expected one file, found 0"),
    # Grades, thresholds and crawls of other strategies.
    (["topic", "calibrate", "分.tsv", "-t", "", "--only", "verdict"], 2, "--topic: it is empty"),
    (["topic", "calibrate", "fehlt.tsv", "-t", "partybuild", "--only", "verdict"], 1, "fehlt.tsv: No such file"),
    (["topic", "calibrate", "坏分.tsv", "-t", "partybuild", "--only", "verdict"], 1, "坏分.tsv:2: grade '很好' is not 2 (relevant)"),
    (["topic", "calibrate", "分.tsv", "-t", "partybuild", "--write", "--only", "verdict"], 1, "partybuild: no such folder (a shipped topic"),
    (["evaluate", "threshold"], 2, "THRESHOLD=DATABASE"),
    (["evaluate", "threshold", "sqlite:///a.db"], 1, "'sqlite' is not a number: expected THRESHOLD=DATABASE"),
    (["evaluate", "threshold", "0.2=sqlite:///a.db"], 1, "expected at least two crawls"),
    (["evaluate", "threshold", "0.2=sqlite:///a.db", "0.20=sqlite:///b.db"], 1, "two crawls have the threshold 0.2"),
    (["evaluate", "threshold", "0.2=u:wort@h", "0.3=sqlite:///a.db"], 1, "not a database URL: ...; write"),
    (["evaluate", "precision", f"{SQLITE}a.db", "--labels", "分.tsv", "--portal", "http://a.cn/"], 1, "--portal http://a.cn/: is not a domain"),
    (["topic", "label", "-t", "党建", "--out", "neu.tsv"], 1, "grading needs a terminal"),
    (["crawl", "partybuild", "--strategy", "zauber"], 1, "strategy = 'zauber': choose one of adaptive, formula-5"),
    (["replay", "capture", "neu"], 2, "--responses"),
    (["replay", "capture", "neu", "--responses", "ordner"], 1, "ordner: no WARC file that can be read"),
    (["replay", "capture", "neu", "--responses", "leer.txt"], 1, "leer.txt: holds no HTTP responses"),
    (["replay", "capture", "nirgends/neu", "--responses", "bin"], 1, "nirgends/neu: No such file"),
    (["replay", "compare", "-t", "partybuild", "fehlt"], 1, "fehlt: no such capture"),
    (["replay", "compare", "-t", "partybuild", "ordner"], 1, "ordner: is a folder, no capture"),
    (["replay", "compare", "-t", "partybuild", "bin"], 1, "bin: not a capture, or damaged"),
    (["replay", "compare", "-t", "partybuild", "bin", "--seeds", ""], 1, "seeds is empty"),
    (["replay", "compare", "-t", "partybuild", "bin", "--seeds", "起.txt"], 1, "起.txt:1: 'www.a.cn' is not an http or https URL"),
    (["replay", "compare", "bin", "-t", "partybuild", "--labels", "football=分.tsv"], 1, "--labels football=分.tsv: expected"),
    (["demo", "--directory", "词.txt"], 1, "词.txt: is not a folder"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code", "message"),
    CASES,
    ids=lambda value: " ".join(value)[:80] if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line(
    words: list[str],
    code: int,
    message: str,
    files: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(files)
    monkeypatch.setenv("TOPICCRAWL_RESOURCES_DIR", str(tmp_path / "imported"))
    before = {path for path in files.rglob("*") if "out" not in path.parts}
    assert main(words) == code
    output = capsys.readouterr()
    *warnings, line = output.err.splitlines(keepends=True)
    assert line.startswith("topiccrawl: ")
    assert line.endswith("\n")
    assert len(warnings) == ("geheim" in " ".join(words))
    assert all("a password stands on the command line" in warning for warning in warnings)
    assert message in line
    assert "geheim" not in output.err
    assert len(output.err) < 6000
    assert output.out == ""
    assert set(files.rglob("*")) == before


@pytest.mark.parametrize(("old", "new"), [(old, new.split()) for old, new in MOVED.items()], ids=str)
def test_a_command_that_moved_names_the_new_one(
    old: str, new: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*old.split(), "党建", "--none"]) == 2
    assert capsys.readouterr().err == f"topiccrawl: `topiccrawl {old}` is now `topiccrawl {' '.join(new)}`\n"
    known = list(takewhile(lambda word: not word.startswith("--"), new))
    assert main([*known, "-h"]) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in new if word.startswith("--"))


@pytest.mark.parametrize(
    ("old", "advice"),
    [
        ("resources remove", "delete the folder"),
        ("stories places", "see the analysis pages"),
        ("fit ahp", "write the comparisons into [priority] matrix"),
        ("fit link-threshold", "compare crawls with `topiccrawl evaluate threshold`"),
    ],
)
def test_a_command_that_is_gone_says_what_to_do(
    old: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*old.split(), "tencent"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"topiccrawl: `topiccrawl {old}` is gone: {advice}") and told.count("\n") == 1
