"""Pages without an article: of how many nothing is stored.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.no_article [--list FILE] [--show]

Sets: real pages that the data labels so, lists of its real sites, pages of a replay web, real pages named in
a file of one's own, and made-up pages, each kind in the looks of three invented sites (20 of the kinds were
written after the rules: of their 60 pages 52 were rejected at first). A page is rejected
when a crawl as shipped stores no main text of it. `60 pages` are the pages of the data and, of each made-up
kind, one in a look drawn by a seed, as many as fill up to 60. --show prints what is stored of the others.

Writes results/extraction-no_article.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.extraction.no_article.data_pages import DataPage, labelled, listed, lists_of_sites, of_web
from benchmarks.extraction.no_article.lists import LISTS, Content
from benchmarks.extraction.no_article.looks import LOOKS
from benchmarks.extraction.no_article.notices import NOTICES
from benchmarks.extraction.no_article.unseen import UNSEEN
from benchmarks.extraction.no_article.words import Words
from benchmarks.measuring import arguments, save_result, show_rows, work_folder
from topiccrawl.extraction import extract
from topiccrawl.extraction.cleaning import clean

SEED = 60
PAGES = 60
SITES = {"tables": "松岭信息港", "boxes": "白河新闻网", "hashed": "云溪时报"}


class Judged(NamedTuple):
    """What becomes of a page.

    Attributes:
        name: what it is.
        stored: its main text as stored; empty when it is rejected.
        kind: kind of the page, as in `Document.kind`.
    """

    name: str
    stored: str
    kind: str


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--list", type=Path, help="file that names more pages of the data, one a line")
    parser.add_argument("--show", action="store_true", help="print what is stored")
    parser.add_argument("--work", type=Path, help="keep the replay web in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work:
        data = {
            "labelled": judged(labelled()),
            "lists of sites": judged(lists_of_sites(SEED)),
            "replay web": judged(of_web(SEED, work)),
            "named": judged(listed(args.list)) if args.list else [],
        }
    made = {look: judged(made_pages(look, (*LISTS, *NOTICES))) for look in LOOKS}
    later = [page for look in LOOKS for page in judged(made_pages(look, UNSEEN))]
    of_data = [page for pages in data.values() for page in pages]
    whole = [*of_data, *drawn(list(made.values()), PAGES - len(of_data))]
    sets = {
        **data,
        **{f"made: {look}": pages for look, pages in made.items()},
        "made after the rules": later,
        f"{PAGES} pages": whole,
    }
    rows = {name: row(pages) for name, pages in sets.items() if pages}
    show_rows("set", rows)
    if args.show:
        for name, pages in sets.items():
            for page in pages:
                if page.stored:
                    print(f"\n{name}: {page.name} ({page.kind})\n{page.stored[:1000]}")
    save_result(
        "extraction-no_article", {"kinds made": len(LISTS) + len(NOTICES) + len(UNSEEN), "sets": rows}
    )


def made_pages(look: str, kinds: Sequence[Callable[[Words], Content]]) -> Iterable[DataPage]:
    """Yield a page of each of some made-up kinds in one look."""
    for make in kinds:
        words = Words(Random(f"{look} {make.__name__}"), SITES[look])
        title, content = make(words)
        whole = LOOKS[look](f"{title}-{words.site}" if title else words.site, content, words)
        yield DataPage(make.__name__, whole.encode("utf-8"), "http://www.example.cn/page/")


def judged(pages: Iterable[DataPage]) -> list[Judged]:
    """Extract pages as a crawl does."""
    found = []
    for page in pages:
        document = extract(page.body, page.url)
        found.append(Judged(page.name, clean(document.text), document.kind))
    return found


def drawn(looks: Sequence[Sequence[Judged]], number: int) -> list[Judged]:
    """Return some of the made-up pages: as many kinds, each in one look."""
    chance = Random(SEED)
    kinds = chance.sample(range(len(looks[0])), min(max(0, number), len(looks[0])))
    return [chance.choice(looks)[kind] for kind in sorted(kinds)]


def row(pages: Sequence[Judged]) -> dict[str, float]:
    """Return the number of pages, how many are rejected, and their share."""
    rejected = sum(not page.stored for page in pages)
    return {"pages": len(pages), "rejected": rejected, "share": round(rejected / len(pages), 3)}


if __name__ == "__main__":
    main()
