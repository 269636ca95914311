"""`topiccrawl site check` on a site on loopback and on stored pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from corpus.conftest import fill
from corpus.conftest import page as record
from e2e.crawling import html, stories, story_html
from e2e.fault_server import Answer, FaultServer

from topiccrawl.cli import main
from topiccrawl.relevance.topic.toml_edit import write_keys
from topiccrawl.relevance.topic.topic import Topic

PARTY = stories()
RULES = 'list = "ul.news li"\nnext = "index_{page:0}.html"\ntitle = "h1"\n'


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.cli.site.commands.DOWNLOAD_DELAY", 0.0)


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    source = Topic.load("partybuild").folder
    folder = tmp_path / "党建"
    shutil.copytree(str(source), folder)
    (folder / "sites").mkdir()
    return folder


def rules(topic: Path, text: str, host: str = "127.0.0.1") -> None:
    (topic / "sites" / f"{host}.toml").write_text(text, encoding="utf-8")


def web() -> FaultServer:
    """Two pages of a list whose links are pictures, and articles."""
    answers = {}
    for at, name in enumerate(("/gzdt/", "/gzdt/index_1.html")):
        items = "".join(
            f"<li><a href='/gzdt/t{n}.html'><img alt='IMG_{n}.png'></a>{PARTY[n].title}</li>"
            for n in range(2 * at, 2 * at + 2)
        )
        answers[name] = Answer(html("青山县委", f"<ul class=news>{items}</ul>"))
    answers |= {f"/gzdt/t{n}.html": Answer(story_html(PARTY[n])) for n in range(4)}
    made = FaultServer()
    made.answers = {f"{made.url}{path}": answer for path, answer in answers.items()}
    return made


def table(output: str) -> dict[str, list[str]]:
    """The rows of keys: tried, matched, and what stands behind."""
    rows = (line.split(maxsplit=1) for line in output.splitlines() if line[:1].isalpha())
    found = {}
    for key, rest in ((row[0], row[1]) for row in rows if len(row) > 1):
        found[key] = [part for part in rest.split("  ") if part.strip()]
    return found


def test_each_key_is_tried_on_few_pages(topic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules(topic, RULES + 'author = ".author"\ntls = "strict"\n')
    with web() as site:
        write_keys(topic, {"seeds": [f"{site.url}/gzdt/"]})
        code = main(["site", "check", str(topic), "--allow-private"])
        asked = [url.removeprefix(site.url) for url in site.pages_asked()]
    shown = capsys.readouterr().out
    assert code == 1, "author matches nothing"
    assert asked == [
        "/gzdt/",
        "/gzdt/index_1.html",
        "/gzdt/index_2.html",
        "/gzdt/t0.html",
        "/gzdt/t1.html",
        "/gzdt/t2.html",
    ]
    keys = table(shown)
    assert [part.strip() for part in keys["list"][1:3]] == ["2", "2"]
    assert keys["list"][3].endswith("/gzdt/t0.html")
    assert keys["author"][-1].strip() == "matches nothing"
    assert [part.strip() for part in keys["tls"][1:]] == ["-", "-"]
    assert "no list" in shown
    assert "127.0.0.1.toml: pages read: 5" in shown


def test_a_file_whose_keys_all_match_is_fine(topic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules(topic, RULES)
    rules(topic, 'title = "h1"', "other.test")
    with web() as site:
        urls = [f"{site.url}/gzdt/", f"{site.url}/gzdt/t3.html"]
        assert main(["site", "check", str(topic), *urls, "--allow-private"]) == 0
        assert site.pages_asked() == urls
    assert "other.test" not in capsys.readouterr().out


def test_stored_pages_are_read_without_fetching(
    topic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules(topic, RULES + 'body = ".text"\n', "a.test")
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    pages = []
    for number, host in enumerate(("a.test", "www.a.test", "b.test")):
        text = "<p>".join(PARTY[number].paragraphs)
        body = f"<h1>{PARTY[number].title}</h1><div class=text><p>{text}</div>通知"
        own = {"topic": "党建", "headers": {"Content-Type": "text/html; charset=gbk"}}
        pages.append(record(number, **own, url=f"http://{host}/{number}", raw_html=html("", body, "gbk")))
    fill(database, *pages)
    arguments = ["site", "check", "--topic", str(topic), "a.test", "--stored", "--database", database]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "a.test.toml: pages read: 2" in shown
    keys = table(shown)
    assert [part.strip() for part in keys["body"][1:3]] == ["2", "2"]
    assert keys["list"][-1].strip() == "no page to try it on"
    rules(topic, 'title = "h5"', "a.test")
    assert main(arguments) == 1
    assert "matches nothing" in capsys.readouterr().out


def test_mistakes_are_told(topic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "check", str(topic)]) == 1
    assert "the topic has no files sites/<host>.toml" in capsys.readouterr().err
    rules(topic, RULES)
    assert main(["site", "check", str(topic), "b.test"]) == 1
    assert "b.test: no file in" in capsys.readouterr().err
    rules(topic, "\nlist = 3")
    assert main(["site", "check", str(topic)]) == 1
    assert "127.0.0.1.toml:2: list = 3 must be" in capsys.readouterr().err
    rules(topic, RULES)
    assert main(["site", "check", str(topic), "http://127.0.0.1:1/", "--allow-private"]) == 1
    assert "127.0.0.1.toml: pages read: 0" in capsys.readouterr().out


def test_extract_reads_the_file_of_a_site(
    topic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules(topic, 'title = "h2"\nbody = "b"', "a.test")
    saved = tmp_path / "page.html"
    saved.write_text(f"{story_html(PARTY[0]).decode()}<h2>另一个标题</h2><b>另一段正文</b>", encoding="utf-8")
    base = ["extract", str(saved), "--url", "http://www.a.test/1.html", "--json"]
    assert main(base) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main([*base, "--topic", str(topic)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (plain["title"], plain["text"]) == (PARTY[0].title, "\n".join(PARTY[0].paragraphs))
    assert (found["title"], found["text"]) == ("另一个标题", "另一段正文")
    assert found["why"]["title"].endswith("sites/a.test.toml")
