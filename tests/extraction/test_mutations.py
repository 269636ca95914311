"""Pages broken in many ways: nothing is raised, and none takes long (see benchmarks/extraction/fuzz.py)."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from time import process_time

import pytest
from extraction.pages import PARAGRAPHS, article, listing

from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import is_hub
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

MUTATIONS = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "extraction" / "mutations.py"))

SOUND_PAGES = 4.0
"""Time that a broken page may take, as a multiple of that of a sound page of the largest size."""

KINDS = {"article", "thread", "blog", "microblog", "list", "video", "picture", "login", "error"}


def read(body: bytes) -> tuple[str, float]:
    """Do with a page what a crawl does; its kind, and the seconds of the processor that took."""
    started = process_time()
    page = Page.from_bytes(body, "http://www.example.cn/2018/03/05/1.html", "text/html")
    is_hub(page, links_of(page))
    kind = extract_page(page).kind
    return kind, process_time() - started


@pytest.fixture(scope="module")
def limit() -> float:
    text = "".join(f"<p>　　{paragraph}</p>" for paragraph in PARAGRAPHS)
    sound = article(text * (MUTATIONS["MAX_BYTES"] // len(text.encode()))).encode()
    return SOUND_PAGES * min(read(sound)[1] for _ in range(2))


@pytest.mark.parametrize("seed", range(4))
def test_mutated_pages_raise_nothing_and_take_no_long_time(seed: int, limit: float) -> None:
    mutate = MUTATIONS["mutate"]
    random = Random(seed)
    for _ in range(30):
        original = random.choice((article(), listing())).encode(random.choice(("utf-8", "gbk")))
        body = mutate(original, random, large=0.01)
        kind, seconds = read(body)
        assert kind in KINDS
        assert seconds < limit or read(body)[1] < limit
