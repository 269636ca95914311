"""Pages that need a browser: rendered through the crawl's own downloader, with no other way to the network."""

from __future__ import annotations

import json
import os
import shutil
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, html, hub, listed, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.errors import BrowserMissingError
from topiccrawl.extraction.visual.browser import Browser
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.resources import resource

SEED = "http://portal.test/"
CONTACT = "https://example.cn/crawler"
APP = "http://app.test/"
SECURE = "https://secure.test/"
STORIES = stories()[:4]
OTHER = "https://other.test/"
AWAY = "http://away.test/"
APPS = {f"{APP}0": STORIES[0], f"{SECURE}1": STORIES[1]}
SCRIPT = """
fetch("/api/story.json?id=" + location.pathname).then(answer => answer.json()).then(story => {
    document.title = story.title;
    document.getElementById("app").innerHTML = "<h1>" + story.title + "</h1><div>" + story.body + "</div>";
});
"""


@pytest.fixture(autouse=True, scope="module")
def browser() -> None:
    try:
        Browser().close()
    except BrowserMissingError as missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))


def attacks(inside: str) -> str:
    """Ways in which a page may try to reach what is inside."""
    host = inside.removeprefix("http://")
    port = host.partition(":")[2]
    return f"""
    <link rel=prefetch href="{inside}/prefetch"><link rel=preconnect href="{inside}">
    <link rel=stylesheet href="{inside}/sheet"><style>@import url("{inside}/import");</style>
    <img src="{inside}/image"><script src="{inside}/script"></script><iframe src="{inside}/frame"></iframe>
    <iframe src="http://evil.test/redirect"></iframe><object data="{inside}/object"></object>
    <script type=module>import("{inside}/module").catch(() => 0)</script>
    <script>
    for (const name of ["127.0.0.1", "localhost", "127.1", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0", "a.localhost"])
        fetch("http://" + name + ":{port}/fetch-" + name).catch(() => 0);
    fetch("https://{host}/tls").catch(() => 0);
    fetch("{inside}/post", {{method: "POST", mode: "no-cors", body: "x"}}).catch(() => 0);
    navigator.sendBeacon("{inside}/beacon", "x");
    try {{ new WebSocket("ws://{host}/socket") }} catch (error) {{}}
    try {{ new EventSource("{inside}/events") }} catch (error) {{}}
    try {{ new Worker(URL.createObjectURL(new Blob(['fetch("{inside}/worker")']))) }} catch (error) {{}}
    try {{ new RTCPeerConnection({{iceServers: [{{urls: "stun:{host}"}}]}}).createDataChannel("x") }} catch (error) {{}}
    try {{ window.open("{inside}/window") }} catch (error) {{}}
    </script>"""


@pytest.fixture(scope="module")
def rendered(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Crawl, FaultServer, FaultServer, list[object]]:
    """A crawl of a portal whose stories stand in an application of scripts."""
    inside = FaultServer()
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", int(inside.url.rpartition(":")[2])))
    udp.setblocking(False)
    script = f"<script src='{OTHER}tracker.js'></script>"
    shell = f"{script}<div id=app></div><script src='/app.js'></script>{attacks(inside.url)}"
    answers = {
        SEED: hub("党建频道", {url: story.title for url, story in APPS.items()} | {AWAY: STORIES[2].title}),
        AWAY: Answer(html(STORIES[2].title, f"<script>location.href = '{inside.url}/away'</script>")),
        "http://evil.test/redirect": Answer(status=302, headers=(("Location", f"{inside.url}/redirected"),)),
        f"{APP}plain": story_page(STORIES[3]),
    }
    for url, story in APPS.items():
        answers[url] = Answer(html(story.title, f"{shell}<script>fetch('/closed/x')</script>"))
        body = "".join(f"<p>{text}</p>" for text in story.paragraphs)
        content = {"title": story.title, "body": body + listed({f"{APP}plain": STORIES[3].title})}
        root, at = url[:-1], url[-1]
        answers[f"{root}app.js"] = Answer(SCRIPT.encode(), content_type="text/javascript")
        answers[f"{root}robots.txt"] = Answer(
            b"User-agent: *\nDisallow: /closed\n", content_type="text/plain"
        )
        answers[f"{root}api/story.json?id=/{at}"] = Answer(
            json.dumps(content).encode(), content_type="application/json"
        )
    folder = tmp_path_factory.mktemp("browser")
    got: list[object] = []
    with FaultServer(answers) as web, inside, udp:
        done = crawl(
            folder,
            [SEED],
            proxy=web.proxy_url,
            arguments={"strategy": "breadth-first"},
            settings={
                "TOPICCRAWL_BROWSER": "shells",
                "TOPICCRAWL_ALLOW_PRIVATE": "False",
                "TOPICCRAWL_CONTACT": CONTACT,
            },
        )
        with suppress(BlockingIOError):
            got.append(udp.recv(100))
    return done, web, inside, got


def test_stories_in_scripts_are_kept(rendered: tuple[Crawl, FaultServer, FaultServer, list[object]]) -> None:
    done, web, *_ = rendered
    assert set(APPS) <= done.kept, done.log
    assert STORIES[1].paragraphs[0] in done.pages[f"{SECURE}1"]["text"]
    assert f"{APP}plain" in done.kept, "links of rendered pages are followed"
    assert (done.stats["topiccrawl/browser/pages"], done.stats["topiccrawl/browser/shells"]) == (2, 2)
    assert {one.agent for one in web.asked} == {f"{USER_AGENT} (+{CONTACT})"}, (
        "the browser calls itself what the crawl does"
    )


def test_a_page_of_a_server_that_is_not_verified_is_marked_and_gets_no_scripts_of_others(
    rendered: tuple[Crawl, FaultServer, FaultServer, list[object]],
) -> None:
    """The web's certificate is signed by itself and has no names."""
    done, web, *_ = rendered
    marks = {url: json.loads(done.pages[url]["headers"]).get("X-Topiccrawl-TLS") for url in APPS}
    assert marks == {f"{APP}0": None, f"{SECURE}1": "unverified: self_signed, wrong_name"}
    assert done.stats["topiccrawl/browser/refused/certificate_self_signed"] >= 2
    assert not web.times(f"{OTHER}tracker.js")


def test_a_page_that_leads_the_browser_inside_is_dropped_as_a_private_address(
    rendered: tuple[Crawl, FaultServer, FaultServer, list[object]],
) -> None:
    done, *_ = rendered
    # Its script sends every reader there: a redirect, which needs no browser to be refused.
    assert AWAY not in done.kept
    (refused,) = (url for url in done.drops if url.endswith("/away"))
    assert done.drops[refused] == {("download", "private_address")}


def test_nothing_inside_is_reached(rendered: tuple[Crawl, FaultServer, FaultServer, list[object]]) -> None:
    done, web, inside, got = rendered
    assert inside.asked == []
    assert got == [], "no packet of WebRTC"
    inner = [one.url for one in web.asked if "127." in one.url or "localhost" in one.url or "[" in one.url]
    assert inner == []
    assert done.stats["topiccrawl/browser/refused/private_address"] >= 10
    assert web.times("http://evil.test/redirect"), "the way there was tried"


def test_robots_txt_holds_for_parts_of_pages(
    rendered: tuple[Crawl, FaultServer, FaultServer, list[object]],
) -> None:
    done, web, *_ = rendered
    assert not [url for url in web.pages_asked() if "/closed/" in url]
    assert done.stats["topiccrawl/browser/refused/robots"] >= 1


@pytest.mark.parametrize(("mode", "renders"), [("off", True), ("shells", False)])
def test_the_file_of_a_site_decides_whether_its_pages_are_rendered(
    tmp_path: Path, mode: str, renders: bool
) -> None:
    """A seed is an application; one mode would not render it, the other would."""
    topic = tmp_path / "党建"
    shutil.copytree(str(resource("topics") / "partybuild"), topic)
    (topic / "sites").mkdir()
    (topic / "sites" / "app.test.toml").write_text(f"browser = {str(renders).lower()}\n", encoding="utf-8")
    content = {"title": STORIES[0].title, "body": "".join(f"<p>{text}</p>" for text in STORIES[0].paragraphs)}
    shell = Answer(html(STORIES[0].title, "<div id=app></div><script src='/app.js'></script>"))
    answers = {
        APP: shell,
        f"{APP}app.js": Answer(SCRIPT.encode(), content_type="text/javascript"),
        f"{APP}api/story.json?id=/": Answer(json.dumps(content).encode(), content_type="application/json"),
    }
    with FaultServer(answers) as web:
        done = crawl(
            tmp_path,
            [APP],
            proxy=web.proxy_url,
            spider="topic",
            arguments={"topic": str(topic)},
            settings={"TOPICCRAWL_BROWSER": mode, "TOPICCRAWL_SCRIPT_FILES": "False"},
        )
    assert done.kept == ({APP} if renders else set())
    assert done.counts("topiccrawl/sites/app.test/") == ({"browser": 1} if renders else {})
    assert (f"{APP}app.js" in web.pages_asked()) is renders
