"""One crawl without a proxy, whose names resolve as told: private hosts, robots.txt, rights, traps, hostile pages."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, hub, stories, story_html

from benchmarks.attacks.hostile.resolver import connections_file, resolver_settings
from benchmarks.attacks.hostile.server import (
    GOOD_ADDRESS,
    Answer,
    Connection,
    HostileServer,
    redirect,
    response,
)
from benchmarks.starts.made_articles import made_articles
from topiccrawl.cli import main

PARTY = stories()
INSIDE = (
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "loop.test",
    "six.test",
    "lan.test",
)
NAMES = {
    "loop.test": [["127.0.0.1"]],
    "six.test": [["::1"]],
    "lan.test": [["10.0.0.1", "127.0.0.1"]],
    "rebind.test": [[GOOD_ADDRESS], ["127.0.0.1"]],
}
RIGHTS = {
    "noai": {"X-Robots-Tag": "otherbot: noindex\r\nX-Robots-Tag: noai"},
    "noimageai": {},
    "tdm-header": {"TDM-Reservation": "1"},
    "tdm-meta": {},
    "tdm-file": {},
}
META = {
    "noimageai": '<meta name="robots" content="noimageai">',
    "tdm-meta": '<meta name="tdm-reservation" content="1">',
}
ROBOTS: dict[str, tuple[bytes, bool]] = {
    "gbk": (response("User-agent: *\nDisallow: /党建\n".encode("gbk"), "text/plain"), True),
    "mark": (response("\ufeffUser-agent: *\nDisallow: /1\n", "text/plain"), False),
    "missing": (response("", status="404 Not Found"), True),
    "denied": (response("", status="403 Forbidden"), True),
    "failing": (response("", status="500 Error"), False),
    "slow": (response("User-agent: *\nCrawl-delay: 600\n", "text/plain"), False),
    "odd-type": (response("User-agent: *\nDisallow: /1\n", "application/x-unknown"), False),
    "other": (response("User-agent: crawler\nDisallow: /\n", "text/plain"), True),
}
SECRET = "s3cret-passw0rd"
NOT_FOUND = "您访问的文章不存在，请返回首页浏览最新的党建要闻。"


MIRRORED = 40


def answer_when(folder: Path, condition: str, page: bytes) -> Answer:
    """Return an answer that is sent when the corpus in a folder meets a condition."""

    def answer(connection: Connection) -> None:
        end = time.monotonic() + 50
        with closing(sqlite3.connect(f"file:{folder / 'corpus.db'}?mode=ro", uri=True)) as corpus:
            while not corpus.execute(condition).fetchone()[0] and time.monotonic() < end:
                connection.wait(0.05)
        connection.write(response(page))

    return answer


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[HostileServer, HostileServer, Crawl, Path]:
    folder = tmp_path_factory.mktemp("guards")
    web, inside = HostileServer(), HostileServer()
    with inside.serve("127.0.0.1") as hidden, inside.serve("::1", hidden), web.serve() as port:
        links: dict[str, str] = {}
        titles = iter(story.title for story in PARTY * 20)

        def add(url: str, answer: Answer | None = None) -> str:
            links[url] = next(titles)
            if answer is not None:
                host, _, path = url.removeprefix("http://").partition("/")
                web.answers[host.partition(":")[0], f"/{path}"] = answer
            return url

        for number, target in enumerate(INSIDE):
            to = f"http://{target}:{hidden}/{number}"
            add(f"{to}/link.html")
            add(f"http://portal.test:{port}/redirect/{number}.html", redirect(f"{to}/redirect.html"))
            refresh = f"<meta http-equiv=refresh content='0;url={to}/refresh.html'>".encode()
            add(
                f"http://portal.test:{port}/refresh/{number}.html",
                response(b"<head>" + refresh + b"<title>a</title>"),
            )
            web.answers[f"r{number}.test", "/robots.txt"] = redirect(f"{to}/robots.txt")
            add(f"http://r{number}.test:{port}/1.html", response(story_html(PARTY[0])))
        for number in range(3):
            add(f"http://rebind.test:{port}/{number}.html", response(story_html(PARTY[1])))
        for at, (name, headers) in enumerate(RIGHTS.items()):
            page = story_html(PARTY[2 + at]).replace(b"<head>", f"<head>{META.get(name, '')}".encode())
            add(f"http://{name}.test:{port}/1.html", response(page, headers=headers))
        reserved = json.dumps([{"location": "/*.html", "tdm-reservation": 1, "tdm-policy": "http://p.test/"}])
        web.answers["tdm-file.test", "/.well-known/tdmrep.json"] = response(reserved, "application/json")
        for at, (name, (robots, _)) in enumerate(ROBOTS.items()):
            web.answers[f"robots-{name}.test", "/robots.txt"] = robots
            add(f"http://robots-{name}.test:{port}/1.html", response(story_html(PARTY[7 + at])))
        add(f"http://soft.test:{port}/1")
        add(f"http://facets.test:{port}/list")
        add(f"http://portal.test:{port}/to-file", redirect("file:///etc/passwd"))
        mirrored = {}
        for number, made in enumerate(made_articles(MIRRORED, 7)):
            path = f"/news/{number}.html"
            links[f"http://first.test:{port}{path}"] = made.title
            mirrored[f"http://mirror.test:{port}{path}"] = made.title
            web.answers["first.test", path] = web.answers["mirror.test", path] = response(made.page())
        # The originals are stored first, and the rest of the mirror is shown when its beginning is stored.
        beginning, rest = dict(list(mirrored.items())[:16]), dict(list(mirrored.items())[16:])
        beginning[f"http://mirror.test:{port}/rest/"] = "党建频道"
        of_first = "SELECT count(*) >= 24 FROM pages WHERE url LIKE '%//first.test:%'"
        copies = "SELECT count(*) >= 9 FROM duplicates JOIN pages ON id = page_id WHERE url LIKE '%//mirror.test:%'"
        add(f"http://mirror.test:{port}/", answer_when(folder, of_first, hub("党建频道", beginning).body))
        web.answers["mirror.test", "/rest/"] = answer_when(folder, copies, hub("党建频道", rest).body)
        unfollowed = (
            f"<a rel='nofollow' href='http://portal.test:{port}/unfollowed.html'>{PARTY[0].title}</a>"
        )
        seed = hub("党建频道", links).body.replace(b"</body>", f"{unfollowed}</body>".encode())
        web.answers["portal.test", "/"] = response(seed)

        def fallback(host: str, path: str) -> Answer | None:
            if path == "/robots.txt":
                return response("User-agent: *\n", "text/plain")
            if host == "facets.test":  # ever more filters to combine
                number = len(web.requests)
                more = {
                    f"http://facets.test:{port}/list?brand={number}&color={at}": PARTY[at].title
                    for at in range(12)
                }
                return response(hub(f"党建频道{number}", more).body)
            if host == "soft.test":  # under every URL the same page, with links to three more
                more = {f"http://soft.test:{port}{path}{number}": PARTY[number].title for number in range(3)}
                page = hub("党建频道", more).body.replace(b"<ul>", f"<p>{NOT_FOUND}</p><ul>".encode())
                return response(page)
            return None

        web.fallback = fallback
        settings = {
            "TOPICCRAWL_ALLOW_PRIVATE": "False",
            "TOPICCRAWL_ALLOW_NETWORKS": f"{GOOD_ADDRESS}/32",
            "TOPICCRAWL_ROBOTS_RETRY": "0.2",
            "TOPICCRAWL_TDM_FILES": "True",
            "DOWNLOAD_TIMEOUT": "60",
            # The kinds of settings that hold secrets.
            "FTP_PASSWORD": SECRET,
        }
        settings |= resolver_settings(folder, NAMES, GOOD_ADDRESS)
        done = crawl(folder, [f"http://portal.test:{port}/"], settings=settings)
    return web, inside, done, folder


Found = tuple[HostileServer, HostileServer, Crawl, Path]


def test_no_private_host_is_reached_by_any_way(found: Found) -> None:
    web, inside, done, folder = found
    assert inside.connections == 0
    connected = connections_file(folder).read_text(encoding="utf-8").splitlines()
    assert connected and {one.split()[0] for one in connected} == {GOOD_ADDRESS}
    refused = {url for url, why in done.drops.items() if ("download", "private_address") in why}
    for number in range(len(INSIDE)):
        for way in ("link", "redirect", "refresh"):
            assert any(url.endswith(f"/{number}/{way}.html") for url in refused), (INSIDE[number], way)
    assert ("rebind.test", "/robots.txt") in web.requests
    assert not [one for one in web.requests if one[0] == "rebind.test" and one[1] != "/robots.txt"]


def test_a_robots_txt_on_a_private_host_forbids(found: Found) -> None:
    web, _, done, _ = found
    assert not [
        one
        for one in web.requests
        if one[0].startswith("r") and one[0][1:2].isdigit() and one[1] == "/1.html"
    ]
    assert done.counts()["download/robots_unavailable"] == len(INSIDE) + 1


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_txt(found: Found, name: str) -> None:
    web, _, done, _ = found
    assert ((f"robots-{name}.test", "/1.html") in web.requests) is ROBOTS[name][1]
    reasons = {"mark": "robots", "odd-type": "robots", "failing": "robots_unavailable", "slow": "crawl_delay"}
    if name in reasons:
        (why,) = (why for url, why in done.drops.items() if f"robots-{name}.test" in url)
        assert why == {("download", reasons[name])}


def test_a_host_that_asks_for_long_pauses_is_left_and_told_of(found: Found) -> None:
    _, _, done, _ = found
    assert "robots-slow.test asks for 600 s between two requests" in done.log
    assert done.stats["topiccrawl/robots/crawl_delay"] == 1


def test_each_reservation_is_in_its_column_counted_and_not_exported(found: Found) -> None:
    _, _, done, folder = found
    rows = {url.split("/")[2].partition(".")[0]: row for url, row in done.pages.items()}
    assert (rows["noai"]["robots"], rows["noimageai"]["robots"]) == ("noai", "noimageai")
    for name in ("tdm-header", "tdm-meta", "tdm-file"):
        assert rows[name]["tdm_reservation"], name
    assert rows["tdm-file"]["tdm_policy"] == "http://p.test/"
    each = ("noai", "noimageai", *(f"tdm_reservation/{source}" for source in ("header", "meta", "file")))
    assert [done.stats.get(f"topiccrawl/rights/{name}") for name in each] == [1] * len(each)
    assert done.stats["topiccrawl/rights/tdm_reservation"] == 3
    out = folder / "out.jsonl"
    assert main(["export", "--topic", "partybuild", "--database", done.database, "--out", str(out)]) == 0
    exported = {
        json.loads(line)["url"].split("/")[2].partition(".")[0] for line in out.read_text().splitlines()
    }
    assert exported and not exported & set(RIGHTS)


def test_one_text_under_endless_urls_is_left_and_told_of(found: Found) -> None:
    web, _, done, _ = found
    requested = [path for host, path in web.requests if host == "soft.test" and path != "/robots.txt"]
    # Eight pages with one title, eight with one text, and the links that these led to.
    assert 16 < len(requested) <= 16 * 3 + 1
    dropped = {url for url, why in done.drops.items() if why == {("gate", "same_text")}}
    assert len(dropped) == done.counts()["gate/same_text"]
    assert 16 <= len(requested) - len(dropped) <= 17  # one more for each hundred pages of the crawl
    assert "same text soft.test" in done.log
    assert done.code == 0


def test_a_faceted_list_is_parked_and_told_of(found: Found) -> None:
    web, _, done, _ = found
    requested = [path for host, path in web.requests if host == "facets.test" and "?" in path]
    assert 8 <= len(requested) <= 12  # the credit of a group, and one more for each hundred pages
    left = {url for url, why in done.drops.items() if why == {("frontier", "trap")} and "facets.test" in url}
    assert len(left) >= 12 * 8 - len(requested)
    assert "parked as a trap: facets facets.test" in done.log


def test_a_mirror_of_another_host_is_parked_and_told_of(found: Found) -> None:
    web, _, done, _ = found
    requested = {path for host, path in web.requests if host == "mirror.test" and "/news/" in path}
    # Seven to sixteen until it is known for a mirror: those in work when the eighth was stored. Then a credit of
    # eight, and one more for each hundred pages.
    assert 8 <= len(requested) <= 16 + 8 + 3
    left = {url for url, why in done.drops.items() if why == {("frontier", "trap")} and "mirror.test" in url}
    # The list of its further pages may come after that, too.
    assert len(left) == MIRRORED - len(requested) or any(url.endswith("/rest/") for url in left)
    assert "parked as a trap: mirror mirror.test" in done.log
    assert not [url for url, why in done.drops.items() if "first.test" in url and ("frontier", "trap") in why]


def test_a_redirect_to_another_scheme_has_a_reason_of_its_own(found: Found) -> None:
    _, _, done, _ = found
    (why,) = (why for url, why in done.drops.items() if url.endswith("/to-file"))
    assert why == {("gate", "redirect_scheme")}


def test_nofollow_is_obeyed(found: Found) -> None:
    web, _, done, _ = found
    assert ("portal.test", "/unfollowed.html") not in web.requests
    assert done.counts()["links/nofollow"] == 1


def test_secrets_are_in_no_log_and_no_table(found: Found) -> None:
    _, _, done, _ = found
    assert SECRET not in done.log
    database = Path(done.database.removeprefix("sqlite:///"))
    assert SECRET.encode() not in database.read_bytes()
