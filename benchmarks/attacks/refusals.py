"""Data loss when servers refuse requests for a while: a proxy that answers 502, a host that answers 429.

    python -m benchmarks.attacks.refusals

bad gateway   23 seeds behind a proxy that answers 502 to the first crawl; then the proxy works again, the
              dead letters are requeued (`topiccrawl frontier requeue`), and the same command runs again
busy          a host with 20 pages that answers 429 with `Retry-After: 3` until it gets no request for that
              long: requests it refused, and pages stored

Writes results/attacks-refusals.json.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from e2e.crawling import Crawl
from e2e.fault_server import Answer, FaultServer

from benchmarks.measuring import arguments, save_result, show_rows, work_folder
from benchmarks.processes import Processes, crawl_environment, topic_crawl
from benchmarks.sites.site import Site, title, write_topic

_SEEDS = 23
_PAGES = 20
_RETRY_AFTER = 3
_ARTICLES = Site("articles", ("pages.test",), ((),) * 100, 80)


def story(number: int, links: dict[str, str] | None = None) -> Answer:
    """Return an article, with links below it if given."""
    listed = "".join(f'<li><a href="{url}">{words}</a></li>' for url, words in (links or {}).items())
    return Answer(_ARTICLES.page(number).replace(b"</ul>", f"{listed}</ul>".encode()))


class Trial:
    """Crawls of a web behind a proxy into one database."""

    def __init__(self, folder: Path, web: FaultServer, seeds: list[str]) -> None:
        self._web = web
        self._database = f"sqlite:///{folder / 'corpus.db'}"
        self._topic = write_topic(folder / "tea", seeds[0])
        settings = {"TOPICCRAWL_DATABASE_URL": self._database}
        self._command = [*topic_crawl(self._topic, settings), "-a", f"seeds={','.join(seeds)}"]
        proxy = {"http_proxy": web.proxy_url, "https_proxy": web.proxy_url}
        self._processes = Processes(folder / "processes", proxy)

    def crawl(self) -> int:
        """Run the crawl to its end and return the number of stored pages."""
        with self._processes as processes:
            processes.start(self._command).wait()
        return len(Crawl(0, "", self._database).pages)

    def requeue(self) -> None:
        """Requeue the dead letters."""
        command = ["topiccrawl", "frontier", "requeue", "--topic", "tea", "--database", self._database]
        subprocess.run(
            [sys.executable, "-m", *command], env=crawl_environment(), check=False, capture_output=True
        )


def bad_gateway(folder: Path) -> dict[str, Any]:
    """Crawl seeds behind a proxy that fails at first."""
    seeds = {f"http://h{number}.test/": story(number) for number in range(_SEEDS)}
    with FaultServer({url: Answer(status=502) for url in seeds}) as web:
        trial = Trial(folder, web, list(seeds))
        trial.crawl()
        web.answers |= seeds
        trial.requeue()
        return {"pages": _SEEDS, "stored": trial.crawl()}


class _BusyWeb(FaultServer):
    """Answers 429 for a host until it gets no request for long enough."""

    def __init__(self, answers: dict[str, Answer]) -> None:
        super().__init__(answers)
        good, self.refused = self.answers, 0
        last = [0.0]

        class _Answers(dict[str, Answer]):
            def get(_, url: str, default: Any = None) -> Any:  # noqa: N805 - `self` is the web around it
                if "busy.test" not in url or url.endswith("robots.txt"):
                    return good.get(url, default)
                now, waited = time.monotonic(), time.monotonic() - last[0]
                if last[0] and waited >= _RETRY_AFTER - 0.2:
                    return good.get(url, default)
                self.refused, last[0] = self.refused + 1, now
                return Answer(status=429, headers=(("Retry-After", str(_RETRY_AFTER)),))

        self.answers = _Answers()


def busy(folder: Path) -> dict[str, Any]:
    """Crawl a host that answers 429 at first."""
    pages = {f"http://busy.test/{number}.html": number + 30 for number in range(_PAGES)}
    answers = {url: story(number) for url, number in pages.items()}
    answers["http://portal.test/"] = story(99, {url: title(number) for url, number in pages.items()})
    with _BusyWeb(answers) as web:
        trial = Trial(folder, web, ["http://portal.test/"])
        stored = trial.crawl()
        return {"pages": _PAGES + 1, "stored": stored, "refused_requests": web.refused}


def main() -> None:
    arguments(__doc__).parse_args()
    found = {}
    for name, measure in (("bad gateway", bad_gateway), ("busy", busy)):
        with work_folder() as folder:
            found[name] = measure(folder)
    show_rows("", found, ("pages", "stored", "refused_requests"))
    save_result("attacks-refusals", found)


if __name__ == "__main__":
    main()
