"""Processor time of reading a page, beside that of another checkout, in turns.

    python -m benchmarks.page_cost --tree CHECKOUT [--turns 5]

Each checkout reads real pages of TOPICCRAWL_DATA in a process of its own: those that both take for
articles, without lists that their scripts ask for. That is source, tree, links with hidden ones, description,
hub, text, cleaning, quality and rights. Printed are the milliseconds a page and the ratios, of each turn and
of the least time of each page. Writes results/page_cost.json.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.hidden_links.real_pages import real_pages
from benchmarks.measuring import PROJECT, arguments, save_result, show_table, work_folder

READ = """
import functools, gc, json, pickle, sys
from time import process_time
try:
    from topiccrawl.extraction.kinds.hub import is_hub
    from topiccrawl.page.links import links_of
except ImportError:  # of older checkouts
    from topiccrawl.extraction.hub import is_hub
    from topiccrawl.page.links.page_links import links_of
from topiccrawl.corpus.quality import measure_quality
from topiccrawl.extraction import clean, extract_page
from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.page.rights import read_rights
from topiccrawl.page.shown.data_page import shown

def read(body, url):
    page = shown(Page.from_bytes(body, url, "text/html"))
    links, document = links_of(page, 2000), extract_page(page)
    describe(page), read_rights(page, {}), measure_quality(clean(document.text))
    is_list = is_hub(page, links) or any(getattr(link, "role", "") == "source" for link in links)
    return "list" if is_list else document.kind

pages = pickle.load(open(sys.argv[1], "rb"))
print(json.dumps([read(*page) for page in pages]), flush=True)
caches = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
for _ in sys.stdin:
    for one in caches:  # what a turn remembered of its pages is not the next one's
        (one.cache_parameters()["maxsize"] or 0) > 100 and one.cache_clear()
    gc.collect()
    times = []
    for page in pages:
        start = process_time(), read(*page)
        times.append(process_time() - start[0])
    print(json.dumps(times), flush=True)
"""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--tree", type=Path, required=True, help="the other checkout")
    parser.add_argument("--turns", type=int, default=5)
    args = parser.parse_args()
    with work_folder() as work:
        pages = work / "pages.pickle"
        read = [(body, url or "http://a.example/1.html") for body, url in real_pages()]
        pages.write_bytes(pickle.dumps(read))
        readers = [_reader(tree, pages) for tree in (args.tree.resolve(), PROJECT)]
        kinds = list(zip(*(_line(one) for one in readers), strict=True))
        plain = [at for at, both in enumerate(kinds) if set(both) == {"article"}]
        turns = [_turn(readers if turn % 2 else readers[::-1], plain) for turn in range(args.turns)]
    other, own = ([turn[one.pid] for turn in turns] for one in readers)
    ratios = [sum(mine) / sum(theirs) for theirs, mine in zip(other, own, strict=True)]
    least = [1000 * sum(map(min, zip(*times, strict=True))) / len(plain) for times in (other, own)]
    figures: dict[str, Any] = {
        "pages": len(plain),
        "ratio by median": round(median(ratios), 3),
        "ratio by least time": round(least[1] / least[0], 3),
        "ms a page, other and own": [round(one, 2) for one in least],
        "ratios of the turns": [round(one, 3) for one in ratios],
    }
    show_table(["", "figure"], [[name, str(value)] for name, value in figures.items()])
    save_result("page_cost", figures)


def _reader(tree: Path, pages: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command, pipe = [sys.executable, "-c", READ, str(pages)], subprocess.PIPE
    return subprocess.Popen(command, cwd=tree, env=environment, stdin=pipe, stdout=pipe, text=True)


def _line(reader: subprocess.Popen[str]) -> list[Any]:
    assert reader.stdout is not None
    return list(json.loads(reader.stdout.readline()))


def _turn(readers: list[subprocess.Popen[str]], plain: list[int]) -> dict[int, list[float]]:
    """Let the readers read all pages, one after the other; return the seconds of the plain ones."""
    found = {}
    for one in readers:
        print(file=one.stdin, flush=True)
        found[one.pid] = list(map(_line(one).__getitem__, plain))
    return found


if __name__ == "__main__":
    main()
