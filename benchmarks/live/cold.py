"""Crawls with 30 topic words: the value of similarity for a short list.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.cold [--web FOLDER] [--topic NAME ...] [LIST ...]

Builds the large replay web, or serves one that is built, and crawls it from the portals alone with shipped
topics whose lists are cut. The data's own judge reads harvest from the server's log, and precision and
recall from the corpus. Writes results/live-cold.json; crawls measured earlier stay in it. Needs jinja2
beside the project's own requirements.

full, 30 heaviest, 30 random, 1   the lists, see `python -m benchmarks.relevance.cold`
drafted, 30 random, 1             `topiccrawl topic new` with these words and no documents
..., off                          words are similar to themselves only

100, 300, 500    harvest: relevant articles among the first HTML pages; - where the crawl ended earlier
precision        relevant pages among those kept, marginal ones left out; strict: marginal ones are wrong
recall           stories kept, of the relevant stories whose pages were fetched
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from benchmarks.live.quality import judged_crawl
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import (
    add_sets,
    arguments,
    data_folder,
    read_result,
    save_result,
    show_table,
    work_folder,
)
from benchmarks.relevance.short_lists import DRAWS, LABELS, SIZE, cut_topic, draft_topic, word_lists
from topiccrawl.relevance import Topic

POINTS = (100, 300, 500)
_SEED = 2018
_SHORT = (f"{SIZE} heaviest", *(f"{SIZE} random, {draw}" for draw in DRAWS))
_ON = ("full", *_SHORT, *(f"drafted, {name}" for name in _SHORT))
LISTS = (*_ON, *(f"{name}, off" for name in _ON))
COLUMNS = (*map(str, POINTS), "pages", "kept", "precision", "strict", "recall")


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, LISTS)
    parser.add_argument("--web", type=Path, help="a built web; default: build one")
    parser.add_argument("--topic", nargs="+", choices=LABELS, default=list(LABELS))
    parser.add_argument("--pages", type=int, default=max(POINTS), help="HTML pages of each crawl")
    parser.add_argument("--work", type=Path, help="keep the web, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")

    with work_folder(args.work) as work:
        web = ReplayWeb(args.web, _SEED) if args.web else build(_SEED, work, preset="large")
        for chosen in args.sets:
            for name in args.topic:
                figures = crawled(web, name, chosen, args.pages, work / "cold")
                print(f"{name}, {chosen}: {figures}", flush=True)
                found = read_result("live-cold").get("crawls", {})
                found.setdefault(name, {})[chosen] = figures
                save_result("live-cold", {"pages": args.pages, "crawls": found})
    show_table(
        ["topic", "words", *COLUMNS],
        [
            [name, chosen, *map(crawls[chosen].get, COLUMNS)]
            for name, crawls in found.items()
            for chosen in LISTS
            if chosen in crawls
        ],
    )


def crawled(web: ReplayWeb, name: str, chosen: str, pages: int, folder: Path) -> dict[str, Any]:
    """Crawl a web with a topic whose list is cut, and return the judge's figures."""
    shutil.rmtree(folder, ignore_errors=True)
    topic = made_topic(name, chosen, folder / "topics" / name)
    judged, _ = judged_crawl(web, str(topic), LABELS[name], pages, folder)
    curve = {point["pages"]: point["harvest"] for point in judged["fetched"]["curve"]}
    kept = judged["collected"]
    return {
        **{str(at): curve[at] for at in POINTS if at in curve},
        "pages": judged["fetched"]["pages"],
        "kept": kept["kept"],
        "precision": kept["precision"],
        "strict": kept["strict_precision"],
        "recall": kept["story_recall_of_fetched"],
    }


def made_topic(name: str, chosen: str, folder: Path) -> Path:
    """Make the folder of a topic with the list that an entry of `LISTS` names."""
    words = chosen.removesuffix(", off").removeprefix("drafted, ")
    similarity = not chosen.endswith(", off")
    found = dict(word_lists(Topic.load(name)))[words]
    if chosen.startswith("drafted"):
        return draft_topic(found, folder, similarity)
    return cut_topic(name, found, folder, similarity)


if __name__ == "__main__":
    main()
