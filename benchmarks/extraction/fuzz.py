"""Mutated pages of the measuring data: does any page make the extraction raise or hang?

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.fuzz [--mutations 10000] [--seed 1]

Each mutated page (`benchmarks.extraction.mutations`) is processed as in a crawl: decoding, description,
links, hub check, text, kind and metadata. Writes results/extraction-fuzz.json: exceptions, pages that take
more than two processor seconds, and the slowest pages. Pages that fail are written to --keep.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time

from benchmarks.extraction.labelled import page_files
from benchmarks.extraction.mutations import mutate
from benchmarks.measuring import arguments, save_result
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import is_hub
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

LIMIT = 2.0
"""Processor seconds that no page may exceed."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--mutations", type=int, default=10_000, help="number of pages")
    parser.add_argument("--seed", type=int, default=1, help="seed of the mutations")
    parser.add_argument("--keep", type=Path, help="folder for pages that fail")
    args = parser.parse_args()
    originals = page_files()
    random = Random(args.seed)
    seconds: list[float] = []
    raised: list[str] = []
    for number in range(args.mutations):
        page = mutate(random.choice(originals).read_bytes(), random)
        start = process_time()
        problem = ""
        try:
            read(page, "http://www.example.cn/2018/03/05/1.html")
        except Exception as error:  # any exception is a finding
            problem = f"{type(error).__name__}: {error}"[:200]
            raised.append(f"{number}: {problem}")
        seconds.append(process_time() - start)
        if args.keep and (problem or seconds[-1] > LIMIT):
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{args.seed}-{number}.html").write_bytes(page)
    seconds.sort()
    figures = {
        "mutations": len(seconds),
        "seed": args.seed,
        "exceptions": len(raised),
        "raised": raised[:20],
        f"over_{LIMIT:.0f}_s": sum(spent > LIMIT for spent in seconds),
        "median_s": round(seconds[len(seconds) // 2], 4),
        "slowest_s": [round(spent, 2) for spent in seconds[-5:]],
    }
    print(figures)
    save_result("extraction-fuzz", figures)


def read(body: bytes, url: str) -> None:
    """Process the bytes of a page as a crawl does."""
    page = Page.from_bytes(body, url, "text/html")
    describe(page)
    is_hub(page, links_of(page))
    extract_page(page)


if __name__ == "__main__":
    main()
