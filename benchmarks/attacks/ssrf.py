"""Private hosts against a whole crawl: links, redirects, meta refresh, robots.txt, names, rebinding.

    python -m benchmarks.attacks.ssrf [--targets N] [--work FOLDER]

A web on one loopback address, the only one that the crawl may reach (TOPICCRAWL_ALLOW_NETWORKS), leads to
each target in seven ways: by a link, by a redirect, by two redirects, by a permanent redirect, by a meta
refresh, and by a redirect of robots.txt, temporary or permanent. The names of the crawl resolve as told, so
some lead to loopback and some do so from the second time on (DNS rebinding). A hook in the crawl's process
writes down every connection. A second crawl goes through a proxy, which must get no request for a private
address or name. Writes results/attacks-ssrf.json.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from benchmarks.attacks.hostile.resolver import connections_file, resolver_settings
from benchmarks.attacks.hostile.server import GOOD_ADDRESS, Answer, HostileServer, redirect, response
from benchmarks.attacks.hostile.targets import LITERALS, NAMES, REBINDING, RESOLVED, TARGETS
from benchmarks.measuring import arguments, save_result, work_folder
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import write_topic

WAYS = ("link", "redirect", "twice", "moved", "refresh", "robots", "robots-moved")
_STORY = "<p>茶农在茶园采茶，制茶的作坊里飘出茶香，茶馆里的客人品尝绿茶和红茶。</p>" * 12


def hostile_web(
    targets: Sequence[str], port: int, inside: int
) -> tuple[dict[tuple[str, str], Answer], dict[str, Sequence[Sequence[str]]]]:
    """Return answers by host and path, and the names.

    Args:
        targets: hosts as in URLs.
        port: of the web.
        inside: port of the servers that must not be reached.
    """
    names: dict[str, Sequence[Sequence[str]]] = {name.lower(): [["127.0.0.1"]] for name in NAMES}
    names |= {name: [addresses] for name, addresses in RESOLVED.items()}
    names |= {name: [[GOOD_ADDRESS], ["127.0.0.1"]] for name in REBINDING}
    names["web.test"] = [[GOOD_ADDRESS]]
    answers: dict[tuple[str, str], Answer] = {}
    links = []
    for number, target in enumerate(targets):
        url = f"http://{target}:{inside}/{number}"
        links.append(f"{url}/link.html")
        answers["web.test", f"/redirect/{number}.html"] = redirect(f"{url}/redirect.html")
        answers["web.test", f"/twice/{number}.html"] = redirect(f"/again/{number}.html")
        answers["web.test", f"/again/{number}.html"] = redirect(f"{url}/twice.html")
        answers["web.test", f"/moved/{number}.html"] = redirect(f"{url}/moved", "308 Permanent Redirect")
        head = f"<meta http-equiv=refresh content='0; url={url}/refresh.html'><title>茶叶</title>"
        answers["web.test", f"/refresh/{number}.html"] = response(f"<head>{head}</head>{_STORY}")
        links += [f"/{way}/{number}.html" for way in ("redirect", "twice", "moved", "refresh")]
        for way, status in (("robots", "302 Found"), ("robots-moved", "301 Moved Permanently")):
            host = f"{way}-{number}.test"
            names[host] = [[GOOD_ADDRESS]]
            answers[host, "/robots.txt"] = redirect(f"{url}/robots.txt", status)
            links.append(f"http://{host}:{port}/1.html")
            answers[host, "/1.html"] = response(f"<title>茶叶和茶园</title>{_STORY}{number}{way}")
    for host in REBINDING:
        links += [f"http://{host}:{port}/{number}.html" for number in range(4)]
    good = [f"/good/{number}.html" for number in range(10)]
    answers |= {
        ("web.test", path): response(f"<title>茶艺与茶馆 {path}</title><h1>茶</h1>{_STORY}{path}")
        for path in good
    }
    listed = "".join(f"<li><a href='{url}'>茶叶与茶园 {url[-40:]}</a></li>" for url in [*good, *links])
    answers["web.test", "/"] = response(f"<title>茶叶频道</title><ul>{listed}</ul>")
    answers["web.test", "/robots.txt"] = response("User-agent: *\n", "text/plain")
    return answers, names


def attack(work: Path, targets: Sequence[str], crawl: Any) -> dict[str, Any]:
    """Crawl directly, and return what was reached.

    Args:
        work: folder of the crawl.
        targets: hosts as in URLs.
        crawl: function of the seed and the settings that runs the crawl and returns the exit code.
    """
    web, inside = HostileServer(), HostileServer()
    with ExitStack() as stack:
        hidden = stack.enter_context(inside.serve("0.0.0.0"))
        stack.enter_context(inside.serve("::1", hidden))
        port = stack.enter_context(web.serve())
        answers, names = hostile_web(targets, port, hidden)
        web.answers.update(answers)
        settings = {
            "TOPICCRAWL_ALLOW_NETWORKS": f"{GOOD_ADDRESS}/32",
            "TOPICCRAWL_ALLOW_PRIVATE": "False",
            "REDIRECT_PRIORITY_ADJUST": "0",
        } | resolver_settings(work, names)
        code = crawl(f"http://web.test:{port}/", settings)
    connected = Counter(connections_file(work).read_text(encoding="utf-8").split("\n")[:-1])
    reached = {
        address: times for address, times in connected.items() if not address.startswith(f"{GOOD_ADDRESS} ")
    }
    return {
        "code": code,
        "targets": len(targets) + len(REBINDING),
        "ways": len(WAYS),
        "connections_elsewhere": reached,
        "requests_inside": inside.connections,
        "good_pages_requested": sum(path.startswith("/good/") for _, path in set(web.requests)),
        "rebinding_pages_requested": len({one for one in web.requests if one[0] in REBINDING}),
        "pages_of_hosts_with_hostile_robots": len(
            {host for host, path in web.requests if host.startswith("robots") and path != "/robots.txt"}
        ),
    }


def through_proxy(work: Path, targets: Sequence[str], crawl: Any) -> dict[str, Any]:
    """Crawl through a proxy, and return which private hosts it was asked for."""
    proxy = HostileServer()
    # Names that only look public are resolved by the proxy: whether they are private is not known here.
    refused = [target for target in targets if target not in RESOLVED]
    with proxy.serve() as port:
        answers, _ = hostile_web(refused, 80, 80)
        web = {f"http://{host}{path}": answer for (host, path), answer in answers.items()}
        proxy.fallback = lambda host, url: web.get(url.replace(":80/", "/"))
        code = crawl(
            "http://web.test/", {"TOPICCRAWL_ALLOW_PRIVATE": "False"}, f"http://{GOOD_ADDRESS}:{port}"
        )
    asked = {url.split("/")[2].rpartition("@")[2].removesuffix(":80") for _, url in proxy.requests}
    private = sorted(host for host in asked if not host.endswith(".test"))
    return {
        "code": code,
        "targets": len(refused),
        "private_hosts_requested": private,
        "hosts_requested": len(asked),
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--targets", type=int, default=len(TARGETS), help="use the first N targets only")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    targets = TARGETS[: args.targets]
    with work_folder(args.work) as folder:
        found: dict[str, Any] = {"literals": len(LITERALS), "names": len(NAMES) + len(RESOLVED)}
        for name, run in (("direct", attack), ("proxy", through_proxy)):
            work = folder / name
            work.mkdir()
            found[name] = run(work, targets, _Crawl(work))
            with closing(sqlite3.connect(work / "corpus.db")) as corpus:
                query = "SELECT stage || '/' || reason, count(*) FROM drops GROUP BY 1"
                found[name]["drops"] = dict(corpus.execute(query))
                found[name]["pages"] = corpus.execute("SELECT count(*) FROM pages").fetchone()[0]
            print(name, found[name], flush=True)
    save_result("attacks-ssrf", found)


class _Crawl:
    """Runs a crawl in a folder."""

    def __init__(self, work: Path) -> None:
        self._work = work

    def __call__(self, seed: str, settings: Mapping[str, str], proxy: str = "") -> int | None:
        topic = write_topic(self._work / "tea", seed)
        chosen = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{self._work / 'corpus.db'}", **settings}
        environment = {"http_proxy": proxy, "https_proxy": proxy, "no_proxy": ""}
        with Processes(self._work / "processes", environment) as processes:
            return processes.start(topic_crawl(topic, chosen)).wait()


if __name__ == "__main__":
    main()
