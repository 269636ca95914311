from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from probe.web import Reply, Web, serve, title

from topiccrawl import settings as shipped
from topiccrawl.cli import main
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    for name in ("no_proxy", "NO_PROXY", "LC_ALL", "LC_MESSAGES", "TOPICCRAWL_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr(shipped, "DOWNLOAD_DELAY", 0.0)
    with serve() as served:
        monkeypatch.setenv("http_proxy", served.url)
        yield served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A topic of one's own."""
    words = ("党支部", "组织生活会", "党员", "主题党日", "党建")
    create_topic(tmp_path / "基层党建", Draft("基层党建", words, ("http://plain.test/dj/",)))
    return tmp_path / "基层党建"


def test_a_table_the_articles_and_exit_code_0(web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "http://script.test/dj/"]) == 0
    head, row, *rest = capsys.readouterr().out.splitlines()
    assert head.split() == "site state charset made by list goes on by links on topic kept what to do".split()
    assert "  ".join(row.split("  ")).split() == (
        "http://script.test/dj/ reached utf-8 TRS script 6 + 6 6/6 3/3 nothing".split()
    )
    assert any(line.startswith(f"  {title(0)}  (2024-03-01, 清溪日报)  keep 0.") for line in rest)
    assert any(line.startswith("    三月1日，清溪镇党支部召开组织生活会") for line in rest)
    assert rest[-1] == "all 1 sites can be crawled"


def test_a_site_that_cannot_be_crawled_gives_exit_code_1(
    web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", "http://challenge.test/dj/", "http://gb.test/dj/"]) == 1
    output = capsys.readouterr().out
    assert "refused: a page that checks for a browser (521)" in output
    assert "try the browser" in output
    assert output.endswith("1 of 2 sites cannot be crawled as they are\n")


def test_the_output_is_chinese_in_a_chinese_terminal(
    web: Web, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["probe", "http://refused.test/dj/", "http://json.test/dj/"]) == 1
    output = capsys.readouterr().out
    assert (
        output.splitlines()[0].split() == "网站 状态 编码 建站系统 列表翻页 链接 切题 已保留 怎么办".split()
    )
    assert "被拒绝：robots.txt 不允许" in output and "不采集，或征求网站同意" in output
    assert "数据，按页码" in output and "保留 0." in output
    assert output.endswith("2 个网站中有 1 个现在采集不了\n")


def test_json_and_csv_hold_everything(web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "sites.csv"
    sites = ["http://plain.test/dj/", "http://gone.test/dj/"]
    assert main(["probe", *sites, "--json", "--csv", str(table)]) == 1
    plain, gone = map(json.loads, capsys.readouterr().out.splitlines())
    assert (plain["site"], plain["crawlable"], plain["advice"]) == (sites[0], True, ["nothing"])
    assert plain["list"]["next_url"] == "http://plain.test/dj/index_1.html"
    assert (gone["state"], gone["reason"], gone["detail"], gone["list"]) == (
        "unreachable",
        "status",
        "404",
        None,
    )
    with table.open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["site"], first["first_links"], first["second_links"]) == (sites[0], "6", "6")
    assert (first["article_1_title"], first["article_1_source"]) == (title(0), "清溪日报")
    assert (second["crawlable"], second["reason"], second["article_1_title"]) == ("False", "status", "")


def test_no_cell_of_the_table_is_a_formula(
    web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "支部党员大会讨论了党建工作计划，全体党员参加，会议由支部书记主持。" * 4
    body = f"<html><head><title>=1+1 支部党员大会</title></head><body><h1>=1+1 支部党员大会</h1><p>{text}</p></body></html>"
    links = "".join(f'<li><a href="/dj/t{n}.html">=1+1 支部党员大会第{n}次</a></li>' for n in range(6))
    pages = {f"/dj/t{n}.html": Reply(body) for n in range(6)}
    web.pages["formula.test"] = pages | {"/dj/": f"<html><body><ul>{links}</ul></body></html>"}
    table = tmp_path / "sites.csv"
    main(["probe", "http://formula.test/dj/", "--csv", str(table)])
    with table.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert "'=1+1 支部党员大会" in cells and not any(cell.startswith("=") for cell in cells)


def test_a_file_of_sites_is_resumed(web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed, done = tmp_path / "sites.txt", tmp_path / "done.jsonl"
    listed.write_text("# 县级网站\nhttp://plain.test/dj/\nhttp://script.test/dj/\n", encoding="utf-8")
    assert main(["probe", "http://plain.test/dj/", "--out", str(done)]) == 0
    capsys.readouterr()
    web.requested.clear()
    assert main(["probe", str(listed), "--out", str(done), "--json"]) == 0
    assert {host for host, _ in web.requested} == {"script.test"}
    shown = [json.loads(line)["site"] for line in capsys.readouterr().out.splitlines()]
    assert shown == ["http://plain.test/dj/", "http://script.test/dj/"]
    assert [json.loads(line)["site"] for line in done.read_text(encoding="utf-8").splitlines()] == shown
    web.requested.clear()
    assert main(["probe", str(listed), "--out", str(done)]) == 0
    assert web.requested == []
    assert main(["probe", "http://plain.test/dj/", "--out", str(done), "-t", "football"]) == 0
    assert web.requested != []  # another topic judges in another way


def test_the_seeds_of_the_topic_are_probed_where_nothing_is_named(
    web: Web, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", "-t", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["site"], found["topic"]) == ("http://plain.test/dj/", "基层党建")


def test_rules_of_the_site_are_used(web: Web, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sites").mkdir()
    (folder / "sites" / "pager.test.toml").write_text('next = "index_{page:0}.html"\n', encoding="utf-8")
    web.pages["pager.test"]["/dj/index_1.html"] = web.pages["plain.test"]["/dj/index_1.html"]
    assert main(["probe", "http://pager.test/dj/", "-t", str(folder), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["list"]
    assert (listed["continues"], listed["followed"], listed["second"]) == ("rule", True, 6)


def test_settings_of_a_crawl_hold_for_its_probes(web: Web, capsys: pytest.CaptureFixture[str]) -> None:
    site = "http://post.test/dj/list.do"
    main(["probe", site, "--json"])
    sent = len(web.paths("post.test"))
    assert json.loads(capsys.readouterr().out)["list"]["continues"] == "form_post"
    main(["probe", site, "--json", "-s", "TOPICCRAWL_POST_LISTS=False"])
    found = json.loads(capsys.readouterr().out)
    assert (found["list"]["continues"], found["list"]["followed"]) == ("form_unsent", False)
    assert len(web.paths("post.test")) < 2 * sent


def test_the_settings_of_the_project_in_the_folder_hold(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = my_settings\n")
    (tmp_path / "my_settings.py").write_text("TOPICCRAWL_POST_LISTS = False\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    main(["probe", "http://post.test/dj/list.do", "--json"])
    assert json.loads(capsys.readouterr().out)["list"]["continues"] == "form_unsent"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["没有的文件"], "'没有的文件': neither a URL nor a file"),
        (["http://plain.test/", "--out", "/"], "is a folder"),
        (["http://plain.test/", "-s", "TOPICCRAWL_TLS"], "-s TOPICCRAWL_TLS: expected NAME=VALUE"),
        (["http://plain.test/", "-t", "无此主题"], "无此主题"),
    ],
)
def test_wrong_input_is_named_before_any_request(
    web: Web, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["probe", *words]) != 0
    assert said in capsys.readouterr().err
    assert web.requested == []


def test_a_draft_is_written_once_and_used(web: Web, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "http://plain.test/dj/", "-t", str(folder), "--draft", str(folder)]) == 0
    file = folder / "sites" / "plain.test.toml"
    draft = file.read_text(encoding="utf-8")
    assert 'next = "index_{page:0}.html"' in draft
    file.write_text(draft + "# mine\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["probe", "http://plain.test/dj/", "-t", str(folder), "--draft", str(folder)]) == 0
    assert "it exists already" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8").endswith("# mine\n")


def test_a_draft_needs_a_topic_folder(web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "http://plain.test/dj/", "--draft", str(tmp_path)]) != 0
    assert "no topic.toml" in capsys.readouterr().err
    assert not (tmp_path / "sites").exists()


SECRETS = ("T0ken-of-mine", "s3cret-cookie", "zhangsan", "Pa55word", "c5rf-9f8e7d")


def private_site(web: Web) -> str:
    """A list behind a token, whose links carry it; the pages set a cookie and have a hidden field."""
    token, cookie, user, _, hidden = SECRETS
    pages = {}
    for path, page in web.pages["plain.test"].items():
        query = f"?access_token={token}&amp;user={user}"
        html = str(page).replace('.html"', f'.html{query}"').replace(".html>", f".html{query}>")
        form = f'<form><input type="hidden" name="csrf_token" value="{hidden}"></form><script>var token = "{token}";</script>'
        body = html.replace("</body>", f"{form}</body>")
        pages[path] = Reply(body, headers={"Set-Cookie": f"JSESSIONID={cookie}; Path=/"})
    web.pages["private.test"] = pages
    return f"http://private.test/dj/?access_token={token}&user={user}"


def test_a_bundle_gives_the_same_table_without_requests_and_holds_no_secrets(
    web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sites = [
        private_site(web),
        "http://json.test/dj/",
        "http://post.test/dj/list.do",
        "http://challenge.test/dj/",
    ]
    sites += ["http://refused.test/dj/", "http://gone.test/dj/", "http://files.test/dj/"]
    file = tmp_path / "report.zip"
    code = main(["probe", *sites, "--bundle", str(file)])
    table = capsys.readouterr().out
    with zipfile.ZipFile(file) as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
        manifest = json.loads(archive.read("probe.json"))
    assert not [secret for secret in SECRETS if secret.encode() in whole]
    assert "crawler@" not in whole.decode("utf-8", "replace")
    private, *others = manifest["sites"]
    assert private.startswith("http://private.test/dj/?access_token=redacted") and others == sites[1:]
    web.requested.clear()
    assert main(["probe", str(file)]) == code == 1
    again = capsys.readouterr().out
    assert web.requested == []
    assert lines(again.replace(private, sites[0])) == lines(table)
    first = next(line for line in lines(again) if line.startswith("http://private.test/"))
    assert first.split(" ", 1)[1] == "reached utf-8 - links 6 + 6 6/6 3/3 nothing"
    file.write_bytes(file.read_bytes()[:-30])
    assert main(["probe", str(file)]) == 1 and "report.zip: " in capsys.readouterr().err


def lines(output: str) -> list[str]:
    """Lines of a table without the widths of its columns."""
    return [" ".join(line.split()) for line in output.splitlines()]
