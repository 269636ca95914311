"""The wizard's button that probes the sites of a new topic."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import unescape

import pytest
from admin.conftest import ATTACK, Admin, start
from probe.web import Reply, Web, items, listing, part, serve

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls import site_probes
from topiccrawl.probe.many import ProbeOptions

WORDS = "党支部\n组织生活会\n党员\n主题党日\n党建\n"
QUICK = ProbeOptions("topiccrawl/1.0 (test)", pause=0.0)


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    for name in ("no_proxy", "NO_PROXY", "TOPICCRAWL_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    with serve() as served:
        monkeypatch.setenv("http_proxy", served.url)
        yield served


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Admin]:
    folder = tmp_path_factory.mktemp("guide")
    admin = start(f"sqlite:///{folder / 'corpus.db'}", folder, probe=QUICK)
    admin.post(Role.EDITOR, "/topics/new/1", go="next", name="基层党建", title="基层党建", words=WORDS)
    yield admin
    admin.services.close()


def probe(admin: Admin, *sites: str, **form: str) -> str:
    """Press the button, wait for the probes, and return the screen."""
    answer = admin.post(Role.EDITOR, "/topics/new/2", go="probe", seeds="\n".join(sites), **form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/topics/new/2#probe")
    run = admin.services.probes.of("editor")
    until = time.monotonic() + 60
    while run.running and time.monotonic() < until:
        time.sleep(0.02)
    assert not run.running
    return unescape(admin.as_(Role.EDITOR).get("/topics/new/2").text)


def test_the_table_says_of_each_site_whether_it_can_be_crawled(web: Web, guide: Admin) -> None:
    shown = probe(guide, "http://script.test/dj/", "http://challenge.test/dj/", "refused.test")
    assert "已检查 3 / 3 个网站。" in shown and "正在检查" not in shown
    assert "能</span>：到达" in shown and ">脚本<" in shown and ">6 + 6<" in shown and ">6/6<" in shown
    assert "不能</span>：被拒绝：检查浏览器的验证页（521）" in shown and "试用浏览器" in shown
    assert "被拒绝：robots.txt 不允许" in shown
    assert "清溪镇党支部召开组织生活会（第1期）（2024-03-01，清溪日报）" in shown
    assert "保留 0." in shown and "三月1日，清溪镇党支部召开组织生活会" in shown
    assert "http://script.test/dj/\nhttp://challenge.test/dj/\nrefused.test</textarea>" in shown


def test_the_table_is_english_for_who_reads_english(web: Web, guide: Admin) -> None:
    probe(guide, "http://refused.test/dj/", "http://json.test/dj/")
    guide.post(Role.EDITOR, "/language", language="en")
    try:
        shown = unescape(guide.as_(Role.EDITOR).get("/topics/new/2").text)
        assert "Check sites" in shown and "2 of 2 sites are checked." in shown
        assert "refused: robots.txt disallows it" in shown and "data, by number" in shown
        assert "leave it out, or ask the owner" in shown
    finally:
        guide.post(Role.EDITOR, "/language", language="zh")


def test_what_sites_say_is_escaped(web: Web, guide: Admin) -> None:
    text = "支部党员大会讨论了党建工作计划，全体党员参加，会议由支部书记主持。" * 4
    head = ATTACK.replace("<", "&lt;")
    body = f"<html><head><title>{head}</title></head><body><h1>{head}</h1><p>{text}</p></body></html>"
    pages = {f"/dj/t{n}.html": Reply(body) for n in part(0)}
    web.pages["evil.test"] = pages | {"/dj/": listing(f"<ul>{items(part(0))}</ul>")}
    probe(guide, "http://evil.test/dj/")
    source = guide.as_(Role.EDITOR).get("/topics/new/2").text
    assert ATTACK not in source and "&lt;script&gt;alert(1)" in source


def test_the_contact_of_the_draft_is_sent(web: Web, guide: Admin) -> None:
    probe(guide, "http://gone.test/", contact="crawler@example.cn")
    assert web.agents == {"topiccrawl/1.0 (test) (+crawler@example.cn)"}


def test_private_addresses_are_not_probed(web: Web, guide: Admin) -> None:
    shown = probe(guide, "http://127.0.0.1:1/", "http://router.lan/")
    assert shown.count("本机或内网地址") >= 2 and web.requested == []


def test_wrong_sites_are_named_and_nothing_is_probed(web: Web, guide: Admin) -> None:
    guide.services.probes.forget("editor")
    answer = guide.post(Role.EDITOR, "/topics/new/2", go="probe", seeds="不是网址")
    assert answer.status_code == 400 and "不是网址" in answer.text
    assert guide.services.probes.of("editor") is None and web.requested == []


def test_a_long_list_is_cut_and_says_so(web: Web, guide: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_probes, "MOST_SITES", 1)
    shown = probe(guide, "http://gone.test/", "http://denied.test/dj/")
    assert "已检查 1 / 1 个网站。" in shown and "其余 1 个请分几次检查" in shown
    assert {host for host, _ in web.requested} == {"gone.test"}


def test_a_new_probe_ends_the_one_before(web: Web, guide: Admin) -> None:
    guide.post(Role.EDITOR, "/topics/new/2", go="probe", seeds="http://slow.test/dj/")
    before = guide.services.probes.of("editor")
    assert "正在检查" in guide.as_(Role.EDITOR).get("/topics/new/2").text
    shown = probe(guide, "http://gone.test/")
    assert "slow.test" not in shown.split('id="probe"')[1]
    assert before.found == {}


def test_readers_cannot_probe(web: Web, guide: Admin) -> None:
    answer = guide.post(Role.VIEWER, "/topics/new/2", go="probe", seeds="http://gone.test/")
    assert answer.status_code == 403 and web.requested == []
