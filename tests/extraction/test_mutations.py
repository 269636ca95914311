"""Pages broken in many ways: nothing is raised, and none takes long (see benchmarks/fuzz_extraction.py)."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from time import process_time

import pytest
from extraction.pages import article, listing

from topiccrawl.extraction import extract_page
from topiccrawl.extraction.hub import is_hub
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

MUTATIONS = Path(__file__).parents[2] / "benchmarks" / "page_mutations.py"
LIMIT = 2.0
"""Seconds of the processor."""


@pytest.mark.parametrize("seed", range(4))
def test_mutated_pages_raise_nothing_and_take_no_long_time(seed: int) -> None:
    mutate = runpy.run_path(str(MUTATIONS))["mutate"]
    random = Random(seed)
    for _ in range(60):
        original = random.choice((article(), listing())).encode(random.choice(("utf-8", "gbk")))
        body = mutate(original, random, large=0.01)
        started = process_time()
        page = Page.from_bytes(body, "http://www.example.cn/2018/03/05/1.html", "text/html")
        is_hub(page, links_of(page))
        document = extract_page(page)
        assert process_time() - started < LIMIT
        assert document.kind in ("article", "list", "video", "picture", "login", "error")
