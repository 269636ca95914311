"""Probes of many sites: in parallel over hosts, resumable, to be interrupted."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from probe.web import Reply, Web, items, listing, part

from topiccrawl.errors import SiteListError
from topiccrawl.probe import many
from topiccrawl.probe.done import append_done, read_done
from topiccrawl.probe.findings import SiteFindings, State
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.many import ProbeOptions, probe_sites

QUICK = ProbeOptions("topiccrawl/1.0 (test)", pause=0.0)


def test_hosts_are_probed_at_the_same_time_but_each_by_one_request_at_a_time(web: Web, judge: Judge) -> None:
    together = threading.Barrier(2, timeout=20)

    def wait(query: str, body: str) -> Reply:
        together.wait()  # breaks if the other host is not asked meanwhile
        return Reply(listing(f"<ul>{items(part(0))}</ul>"))

    for host in ("east.test", "west.test"):
        web.pages[host] = web.pages["plain.test"] | {
            "/dj/": wait,
            "/xx/": listing(f"<ul>{items(part(1))}</ul>"),
        }
    sites = [f"http://{host}{path}" for host in ("east.test", "west.test") for path in ("/dj/", "/xx/")]
    found = probe_sites(sites, judge, QUICK)
    assert [findings.site for findings in found] == sites
    assert all(findings.crawlable for findings in found)
    assert web.most_at_once == 1
    assert web.paths("east.test").count("/robots.txt") == 1  # known for the second site


def test_a_host_that_others_redirect_to_still_gets_one_request_at_a_time(web: Web, judge: Judge) -> None:
    web.pages["plain.test"]["/dj/"] = Reply(listing(f"<ul>{items(part(0))}</ul>"), wait=0.2)
    sites = []
    for number in range(4):
        web.pages[f"m{number}.test"] = web.pages["moved.test"]
        sites.append(f"http://m{number}.test/dj/")
    found = probe_sites(sites, judge, QUICK)
    assert [findings.url for findings in found] == ["http://plain.test/dj/"] * 4
    assert web.most_at_once == 1


def test_a_program_error_is_told_of_its_site_alone(
    web: Web, judge: Judge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = many.probe_site

    def broken(url: str, *rest: object, **options: object) -> SiteFindings:
        if "script.test" in url:
            raise ZeroDivisionError
        return whole(url, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(many, "probe_site", broken)
    found = probe_sites(["http://script.test/dj/", "http://plain.test/dj/"], judge, QUICK)
    assert [(one.state, one.reason) for one in found] == [
        (State.UNREACHABLE, "internal"),
        (State.REACHED, ""),
    ]
    assert "the probe of http://script.test/dj/ failed" in caplog.text


def test_interrupted_probes_end_soon_and_leave_unfinished_sites_out(web: Web, judge: Judge) -> None:
    stopped = threading.Event()
    sites = ["http://plain.test/dj/", "http://plain.test/dj/index_1.html", "http://slow.test/dj/"]
    seen: list[str] = []

    def first(findings: SiteFindings) -> None:
        seen.append(findings.site)
        stopped.set()

    found = probe_sites(sites, judge, QUICK, first, stopped)
    assert [findings.site for findings in found] == seen == ["http://plain.test/dj/"]


def test_findings_survive_a_file_and_a_broken_last_line(web: Web, judge: Judge, tmp_path: Path) -> None:
    found = probe_sites(["http://json.test/dj/", "http://gone.test/dj/"], judge, QUICK)
    file = tmp_path / "probed.jsonl"
    for findings in found:
        append_done(file, findings)
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"site": "http://c.test/", "top')
    assert list(read_done(file, "partybuild").values()) == found
    assert file.read_bytes() == whole  # what broke off is gone, so that the next line is whole
    assert read_done(file, "football") == {}


@pytest.mark.parametrize("line", ["党建", "{}", "[]", json.dumps({"site": "a", "state": "x", "topic": "t"})])
def test_another_file_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "probed.jsonl"
    append_done(file, SiteFindings("http://a.test/", "t", State.EMPTY))
    with file.open("a", encoding="utf-8") as opened:
        opened.write(f"{line}\n")
    with pytest.raises(SiteListError, match=r"probed\.jsonl, line 2: no findings of a site"):
        read_done(file, "t")
