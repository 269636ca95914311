"""A contest of topiccrawl and other crawlers on the same served web.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.peers [PEER ...] [--topics NAME ...] [OPTION ...]

Every crawler starts from the portals of a large web whose hosts are renamed, through the same proxy, and
fetches the same number of HTML pages, one crawler after the other. The others get the words of the topic, the
most important ones first; each runs in a virtual environment with the versions of its file in requirements/,
and stores the text of each page by trafilatura's defaults. A crawl that was measured earlier is not repeated
(`--again` does). Writes results/peers.json. Needs jinja2 and uv beside the project's own requirements.

100, 500, 1000      harvest: relevant articles among the first HTML pages in the server's log
CPU s               of the crawl and all its processes, without the server
kept, relevant      pages that the crawler keeps by its own rule, and those of grade 2 among them
copies              of the relevant pages kept, those whose story was kept before
relevant a CPU s    relevant pages kept for each second of the processor
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import add_webs, arguments, data_folder, read_result, save_result, work_folder
from benchmarks.peers.contestants import KEEPS, OTHERS, OURS, POLITENESS, version
from benchmarks.peers.crawl import crawled
from benchmarks.peers.environments import NotInstallableError
from benchmarks.peers.judging import markdown
from benchmarks.processes import HangingError
from benchmarks.replay.captures import LABELS

_NAMES = (OURS, *OTHERS)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("peers", nargs="*", default=list(_NAMES), metavar="PEER")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=["partybuild", "football"])
    parser.add_argument("--pages", type=int, default=1000, help="HTML pages of each crawl")
    add_webs(parser)
    parser.set_defaults(seeds=[2018])
    parser.add_argument("--again", action="store_true", help="repeat crawls that were measured earlier")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="draw the harvest of each crawl")
    parser.add_argument("--work", type=Path, help="keep webs, logs and pages in this folder")
    args = parser.parse_args()
    if unknown := set(args.peers) - set(_NAMES):
        parser.error(f"no crawler {', '.join(sorted(unknown))}; choose from {', '.join(_NAMES)}")
    data_folder("web")
    with work_folder(args.work) as work:
        for seed in args.seeds:
            web = build(seed, work, renamed=True, preset="large")
            for topic in args.topics:
                compare(web, topic, args.pages, args.peers, work, again=args.again)
    for row, crawls in read_result("peers")["crawls"].items():
        print(f"\n{row}\n\n{markdown(crawls)}")
        if args.plots:
            draw(row, crawls, args.plots)


def compare(
    web: ReplayWeb, topic: str, pages: int, names: list[str], work: Path, *, again: bool = False
) -> None:
    """Run the crawlers on a web, one after the other, and save the figures of each at once."""
    row = f"{topic}, web {web.seed}, {pages} pages"
    for name in names:
        stored = read_result("peers").get("crawls", {})
        if name in stored.get(row, {}) and not again:
            continue
        folder = work / f"peers-{topic}-{web.seed}" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        print(f"{row}: {name} ({POLITENESS[name]})", flush=True)
        try:
            found = crawled(web, topic, pages, name, folder)
        except (NotInstallableError, HangingError, RuntimeError) as error:
            found = {"failed": str(error)}
        print(found, flush=True)
        stored.setdefault(row, {})[name] = found
        settings = {
            one: {"version": version(one), "politeness": POLITENESS[one], "keeps": KEEPS[one]}
            for one in _NAMES
        }
        save_result("peers", {"crawlers": settings, "crawls": stored})


def draw(row: str, crawls: Mapping[str, Mapping[str, Any]], folder: Path) -> None:
    """Draw the harvest of each crawler by pages fetched, as SVG and PNG."""
    from topiccrawl.experiments.output.plots import Plot, lines

    name = re.sub(r"\W+", "-", row)
    curves = {peer: found["curve"] for peer, found in crawls.items() if found.get("curve")}
    series = {peer: (list(map(int, curve)), list(curve.values())) for peer, curve in curves.items()}
    lines(Plot(f"peers-{name}", row, "HTML pages fetched", "harvest"), series, folder)


if __name__ == "__main__":
    main()
