"""Whether any page makes the extraction raise or hang: the measuring data's pages, mutated.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.fuzz [--mutations 10000] [--seed 1]

Each mutated page (`benchmarks.extraction.mutations`) goes the whole way that a page of a crawl goes:
decoding, description, links, whether it is a hub, text, kind and metadata. Writes
results/extraction-fuzz.json: exceptions, pages over two seconds and the slowest pages, in seconds of the
processor. Pages that fail are written to --keep.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time

from benchmarks.extraction.mutations import mutate
from benchmarks.measuring import arguments, data_folder, save_result
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.hub import is_hub
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

LIMIT = 2.0
"""Seconds of the processor that no page may take."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--mutations", type=int, default=10_000, help="how many pages")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations")
    parser.add_argument("--keep", type=Path, help="folder for pages that fail")
    args = parser.parse_args()
    originals = sorted(data_folder("extraction").glob("*/pages/*.html"))
    random = Random(args.seed)
    seconds: list[float] = []
    raised: list[str] = []
    for number in range(args.mutations):
        page = mutate(random.choice(originals).read_bytes(), random)
        start = process_time()
        problem = ""
        try:
            read(page, "http://www.example.cn/2018/03/05/1.html")
        except Exception as error:  # what is looked for
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
    """All that is done with the bytes of a page on their way to the corpus."""
    page = Page.from_bytes(body, url, "text/html")
    describe(page)
    is_hub(page, links_of(page))
    extract_page(page)


if __name__ == "__main__":
    main()
