"""A crawl multiplies matrices in one thread."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(("wish", "threads"), [(None, 1), ("2", min(2, os.cpu_count() or 1))])
def test_matrix_products_have_one_thread_unless_the_user_wants_more(
    wish: str | None, threads: int, tmp_path: Path
) -> None:
    (tmp_path / "threaded.py").write_text(SPIDER, encoding="utf-8")
    known = environment()
    known.pop("OPENBLAS_NUM_THREADS", None)
    if wish is not None:
        known["OPENBLAS_NUM_THREADS"] = wish
    known["PYTHONPATH"] = os.pathsep.join(filter(None, (str(tmp_path), known.get("PYTHONPATH"))))
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
    assert set(pools.values()) == {threads}


def test_commands_have_one_thread(tmp_path: Path) -> None:
    # No command shows it; this one loads numpy.
    program = (
        "import topiccrawl.cli\n"
        "from threadpoolctl import threadpool_info\n"
        "topiccrawl.cli.main(['similarity', '党员', '干部'])\n"
        "import numpy\n"
        "print(*{pool['num_threads'] for pool in threadpool_info()})\n"
    )
    known = environment()
    known.pop("OPENBLAS_NUM_THREADS", None)
    run = subprocess.run(
        [sys.executable, "-c", program], env=known, cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert run.stdout.split()[-1] == "1"
