"""A crawl multiplies matrices in one thread."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from e2e.crawling import ROOT, environment

SPIDER = """
import numpy, scrapy
from threadpoolctl import threadpool_info

class Threads(scrapy.Spider):
    name = "threads"
    custom_settings = {"ITEM_PIPELINES": {}}  # these are no pages
    async def start(self):
        yield {pool["filepath"]: pool["num_threads"] for pool in threadpool_info()}
"""


def test_the_libraries_of_matrix_products_get_one_thread(tmp_path: Path) -> None:
    (tmp_path / "threaded.py").write_text(SPIDER, encoding="utf-8")
    known = environment()
    known["PYTHONPATH"] = os.pathsep.join(filter(None, (str(tmp_path), known.get("PYTHONPATH"))))
    known |= {
        "OPENBLAS_NUM_THREADS": "2"
    }  # also where the machine has one core, or someone wants two threads
    feed = tmp_path / "threads.jsonl"
    subprocess.run(
        [
            *(sys.executable, "-m", "scrapy", "crawl", "threads"),
            *("-s", "SPIDER_MODULES=threaded", "-O", str(feed)),
        ],
        cwd=ROOT,
        env=known,
        check=True,
        capture_output=True,
    )
    pools = json.loads(feed.read_text(encoding="utf-8"))
    assert pools
    assert set(pools.values()) == {1}
