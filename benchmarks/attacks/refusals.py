"""What is lost when servers refuse for a while: a proxy that answers 502, and hosts that answer 429.

    python -m benchmarks.attacks.refusals

bad gateway   23 seeds behind a proxy that answers 502 to the first crawl; then the proxy is well, the dead
              letters are put back (`topiccrawl frontier requeue`), and the same command runs again
busy          a host with 20 pages that answers 429 with `Retry-After: 3` until it was left alone for so long:
              requests it refused, and pages stored

Results are written to results/attacks-refusals.json.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.processes import Lives, crawl_environment, topic_crawl
from benchmarks.sites.site import Site, title, write_topic
from benchmarks.measuring import PROJECT, save_result, show_table

sys.path.insert(0, str(PROJECT / "tests"))  # before what lies there

from e2e.crawling import Crawl
from e2e.fault_server import Answer, FaultServer

_SEEDS = 23
_PAGES = 20
_RETRY_AFTER = 3
_ARTICLES = Site("articles", ("pages.test",), ((),) * 100, 80)


def story(number: int, links: dict[str, str] | None = None) -> Answer:
    """An article, perhaps with links below it."""
    listed = "".join(f'<li><a href="{url}">{words}</a></li>' for url, words in (links or {}).items())
    return Answer(_ARTICLES.page(number).replace(b"</ul>", f"{listed}</ul>".encode()))


class Trial:
    """Crawls of a web behind a proxy, into one database."""

    def __init__(self, folder: Path, web: FaultServer, seeds: list[str]) -> None:
        self._web = web
        self._database = f"sqlite:///{folder / 'corpus.db'}"
        self._topic = write_topic(folder / "tea", seeds[0])
        settings = {"TOPICCRAWL_DATABASE_URL": self._database}
        self._command = [*topic_crawl(self._topic, settings), "-a", f"seeds={','.join(seeds)}"]
        proxy = {"http_proxy": web.proxy_url, "https_proxy": web.proxy_url}
        self._lives = Lives(folder / "lives", proxy)

    def crawl(self) -> int:
        """Run the command to its end; gives how many pages are stored by then."""
        with self._lives as lives:
            lives.start(self._command).wait()
        return len(Crawl(0, "", self._database).pages)

    def requeue(self) -> None:
        """Put the dead letters back by hand."""
        command = ["topiccrawl", "frontier", "requeue", "--topic", "tea", "--database", self._database]
        subprocess.run(
            [sys.executable, "-m", *command], env=crawl_environment(), check=False, capture_output=True
        )


def bad_gateway(folder: Path) -> dict[str, Any]:
    """Seeds behind a proxy that is ill."""
    seeds = {f"http://h{number}.test/": story(number) for number in range(_SEEDS)}
    with FaultServer({url: Answer(status=502) for url in seeds}) as web:
        trial = Trial(folder, web, list(seeds))
        trial.crawl()
        web.answers |= seeds
        trial.requeue()
        return {"pages": _SEEDS, "stored": trial.crawl()}


class _BusyWeb(FaultServer):
    """Answers 429 for a host until it was left alone for long enough."""

    def __init__(self, answers: dict[str, Answer]) -> None:
        super().__init__(answers)
        good, self.refused = self.answers, 0
        last = [0.0]

        class _Answers(dict[str, Answer]):
            def get(_, url: str, default: Any = None) -> Any:  # noqa: N805 - of the web around it
                if "busy.test" not in url or url.endswith("robots.txt"):
                    return good.get(url, default)
                now, waited = time.monotonic(), time.monotonic() - last[0]
                if last[0] and waited >= _RETRY_AFTER - 0.2:
                    return good.get(url, default)
                self.refused, last[0] = self.refused + 1, now
                return Answer(status=429, headers=(("Retry-After", str(_RETRY_AFTER)),))

        self.answers = _Answers()


def busy(folder: Path) -> dict[str, Any]:
    """A host that wants to be left alone for a while."""
    pages = {f"http://busy.test/{number}.html": number + 30 for number in range(_PAGES)}
    answers = {url: story(number) for url, number in pages.items()}
    answers["http://portal.test/"] = story(99, {url: title(number) for url, number in pages.items()})
    with _BusyWeb(answers) as web:
        trial = Trial(folder, web, ["http://portal.test/"])
        stored = trial.crawl()
        return {"pages": _PAGES + 1, "stored": stored, "refused_requests": web.refused}


def main() -> None:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    found = {}
    for name, measure in (("bad gateway", bad_gateway), ("busy", busy)):
        with TemporaryDirectory() as folder:
            found[name] = measure(Path(folder))
    shown = ("pages", "stored", "refused_requests")
    show_table(["", *shown], [[name, *map(one.get, shown)] for name, one in found.items()])
    save_result("attacks-refusals", found)


if __name__ == "__main__":
    main()
