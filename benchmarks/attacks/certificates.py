"""Servers with the certificates and protocols of old sites: what Chromium, crawls and log-ins do with each.

    python -m benchmarks.attacks.certificates [--before CHECKOUT] [--pages N] [--work FOLDER]

Nine servers on loopback: a good one, and one each with a missing intermediate, an expired certificate, one
for another name, one signed by itself, renegotiation as before RFC 5746, TLS 1.0 alone, an RSA key of 1024
bits, and a cipher suite that browsers have given up (TLS_RSA_WITH_CAMELLIA_128_CBC_SHA). A root made for the
run is trusted through SSL_CERT_FILE; Chromium (headless, a new profile) finds it in an NSS database, which
needs `certutil` of libnss3-tools. Each is asked for by

chromium   Chromium: reached, or its error
crawl      a crawl with the shipped settings: pages stored, and what their records say of the server
strict     the same with TOPICCRAWL_TLS=strict: pages stored, or why the first one was dropped
log-in     a crawl with a log-in recipe for each server: whether the password was sent, or why not

--before crawls with the code of another checkout, too. Writes results/attacks-certificates.json when Chromium
could be asked. Ends with exit code 1 if a password reached a server that was not verified.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from servers.tls.servers import ADDRESSES, FAULTS, GOOD, FaultyServers, Reply, Sent

from benchmarks.attacks.hostile.resolver import resolver_settings
from benchmarks.measuring import arguments, save_result, show_rows, work_folder
from benchmarks.processes import Processes, topic_crawl
from benchmarks.sites.site import Site, title, write_topic
from topiccrawl.chromium import browser_program

_KINDS = (GOOD, *FAULTS)
_VERIFIED = (GOOD, "missing_intermediate")
_PASSWORD = "not-for-everybody"
_SECRETS = {"OLD_USER": "anna", "OLD_PASSWORD": _PASSWORD}
_FORM = '<form method="post" action="/enter"><input name="user"><input type="password" name="pass"></form>'
_CHROMIUM = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking".split()
_SECONDS = 60


class Web:
    """The servers, each with a front page that links its articles, and a log-in.

    Args:
        folder: for certificates.
        pages: articles of each server.
    """

    def __init__(self, folder: Path, pages: int) -> None:
        folder.mkdir()
        self._pages = pages
        self._articles = Site("old", ("old.test",), ((),) * (len(_KINDS) * pages), 80)
        self.faulty = FaultyServers(folder, lambda fault: [_host(fault)], self._answer)
        self._first: dict[str, int] = {
            str(server.port): number * pages for number, server in enumerate(self.faulty.servers.values())
        }

    def url(self, fault: str) -> str:
        """Return the front page of a server."""
        return f"https://{_host(fault)}:{self.faulty.servers[fault].port}/"

    def forget(self) -> None:
        """Forget which requests there were."""
        for server in (self.faulty.issuer, *self.faulty.servers.values()):
            server.requests.clear()

    def passwords(self, fault: str) -> int:
        """Return how often a server was sent the password."""
        sent = (request.body.decode() for request in self.faulty.servers[fault].requests)
        return sum(_PASSWORD in parse_qs(body).get("pass", []) for body in sent)

    def _answer(self, sent: Sent) -> Reply:
        first = self._first[sent.headers["Host"].rpartition(":")[2]]
        if sent.path == "/":
            links = (f'<li><a href="/{n}.html">{title(first + n)}</a></li>' for n in range(1, self._pages))
            return Reply(self._articles.page(first).replace(b"</ul>", f"{''.join(links)}</ul>".encode()))
        if found := re.fullmatch(r"/(\d+)\.html", sent.path):
            return Reply(self._articles.page(first + int(found[1])))
        return Reply(b"<p>welcome</p>" if sent.path == "/enter" else _FORM.encode())


class Trial:
    """Crawls of one checkout.

    Args:
        web: the servers.
        work: folder of the crawls.
        variables: of their environment.
    """

    def __init__(self, web: Web, work: Path, variables: Mapping[str, str]) -> None:
        self._web = web
        self._work = work
        self._variables = {"SSL_CERT_FILE": str(web.faulty.root), **variables}

    def crawl(self, name: str, more: str = "", **settings: str) -> dict[str, Any]:
        """Crawl all servers; return pages, marks and drops by server."""
        self._web.forget()
        work = self._work / name
        topic = write_topic(work / "tea", self._web.url(GOOD))
        with (topic / "topic.toml").open("a", encoding="utf-8") as file:
            file.write(more)
        names = {_host(fault): [[ADDRESSES[fault]]] for fault in _KINDS}
        chosen = {
            "TOPICCRAWL_DATABASE_URL": f"sqlite:///{work / 'corpus.db'}",
            "TOPICCRAWL_TDM_FILES": "False",
        }
        seeds = ",".join(map(self._web.url, _KINDS))
        command = topic_crawl(topic, chosen | settings | resolver_settings(work, names))
        with Processes(work / "processes", self._variables) as processes:
            processes.start([*command, "-a", f"seeds={seeds}"]).wait()
        with closing(sqlite3.connect(work / "corpus.db")) as corpus:
            pages = corpus.execute("SELECT url, headers FROM pages").fetchall()
            drops = corpus.execute("SELECT url, reason FROM drops WHERE stage = 'download'").fetchall()
        marks = [(_fault(url), json.loads(headers).get("X-Topiccrawl-TLS", "")) for url, headers in pages]
        return {
            fault: {
                "pages": sum(one == fault for one, _ in marks),
                "marks": sorted({mark for one, mark in marks if one == fault and mark}),
                "drops": dict(Counter(reason for url, reason in drops if _fault(url) == fault)),
                "passwords": self._web.passwords(fault),
            }
            for fault in _KINDS
        }

    def all(self, strict: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """Run the three crawls; return a row of the table by server."""
        recipes = "".join(_recipe(fault, self._web.url(fault)) for fault in _KINDS)
        crawl, refusing, login = (
            self.crawl("crawl"),
            self.crawl("strict", **strict),
            self.crawl("log-in", recipes),
        )
        return {
            fault: {
                "crawl": _told(crawl[fault]),
                "strict": _told(refusing[fault]),
                "log-in": _told_login(login[fault]),
            }
            for fault in _KINDS
        }


def chromium(web: Web, work: Path) -> dict[str, str]:
    """Return what Chromium does with each server."""
    home = work / "home"
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for options in (
        ["-N", "--empty-password"],
        ["-A", "-t", "C,,", "-n", "root", "-i", str(web.faulty.root)],
    ):
        subprocess.run(["certutil", "-d", f"sql:{store}", *options], check=True)
    rules = ",".join(f"MAP {_host(fault)} {ADDRESSES[fault]}" for fault in _KINDS)
    found = {}
    for fault in _KINDS:
        profile = work / f"profile-{fault}"
        command = [
            str(browser_program()),
            *_CHROMIUM,
            f"--user-data-dir={profile}",
            f"--host-resolver-rules={rules}",
            "--dump-dom",
            web.url(fault),
        ]
        ended = subprocess.run(
            command, env={"HOME": str(home), "PATH": "/usr/bin:/bin"}, capture_output=True, timeout=_SECONDS
        )
        text = (ended.stdout + ended.stderr).decode(errors="replace")
        error = re.search(r"ERR_[A-Z_]+", text)
        found[fault] = error[0] if error else "reached" if "<h1>" in text else "no page"
    return found


def _told(row: Mapping[str, Any]) -> str:
    """Return pages with their marks, or why there is none."""
    if row["pages"]:
        return ", ".join((f"{row['pages']} pages", *row["marks"]))
    return ", ".join(row["drops"]) or "nothing"


def _told_login(row: Mapping[str, Any]) -> str:
    return "password sent" if row["passwords"] else f"not sent: {_told(row)}"


def _host(fault: str) -> str:
    return f"www.{fault.replace('_', '-')}.test"


def _fault(url: str) -> str:
    return str(urlsplit(url).hostname).removeprefix("www.").removesuffix(".test").replace("-", "_")


def _recipe(fault: str, url: str) -> str:
    return (
        f'\n[login.{fault}]\nhosts = ["{_host(fault)}"]\npage = "{url}login"\n'
        'user_env = "OLD_USER"\npassword_env = "OLD_PASSWORD"\nuser_field = "user"\npassword_field = "pass"\n'
    )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--before", type=Path, help="another checkout, whose code crawls, too")
    parser.add_argument("--pages", type=int, default=10, help="pages of each server")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as folder:
        web = Web(folder / "certificates", args.pages)
        with web.faulty.running():
            found: dict[str, Any] = {"pages": args.pages}
            asks_chromium = bool(browser_program() and shutil.which("certutil"))
            browser = chromium(web, folder) if asks_chromium else dict.fromkeys(_KINDS, "not asked")
            found["chromium"] = browser
            if args.before:
                old = {"PYTHONPATH": str(args.before.resolve()), **_SECRETS}
                trial = Trial(web, folder / "before", old)
                found["before"] = trial.all({"DOWNLOAD_VERIFY_CERTIFICATES": "True"})
            found["after"] = Trial(web, folder / "after", _SECRETS).all({"TOPICCRAWL_TLS": "strict"})
    for when in ("before", "after"):
        if when in found:
            rows = {fault: {"chromium": browser[fault], **row} for fault, row in found[when].items()}
            show_rows(when, rows)
    if asks_chromium and args.before:
        save_result("attacks-certificates", found)
    leaks = [
        fault
        for fault in FAULTS
        if fault not in _VERIFIED and "password sent" in found["after"][fault]["log-in"]
    ]
    if leaks:
        sys.exit(f"passwords reached {', '.join(leaks)}")


if __name__ == "__main__":
    main()
