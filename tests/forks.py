"""Processes forked from one that has imported what a crawl needs."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from unittest import mock


@cache
def forks() -> ForkServerContext:
    """Return what makes such processes; a process of tests has one server of forks."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["topiccrawl.spiders.topic", "pymysql", *sorted(set(_components())), "warm_start"]
    )
    # Python 3.11 does not tell the server where the tests are.
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    with mock.patch.dict(os.environ, PYTHONPATH=os.pathsep.join(paths)):
        forkserver.ensure_running()
    return context


def _components() -> Iterator[str]:
    """Yield the modules of the classes that Scrapy's and our settings name."""
    from scrapy.settings import default_settings

    from topiccrawl import settings

    for name, value in [*vars(default_settings).items(), *vars(settings).items()]:
        paths = [*value, *value.values()] if isinstance(value, dict) else [value]
        for path in paths:
            if name.isupper() and str(path).startswith(("scrapy.", "topiccrawl.")) and "MODULE" not in name:
                yield str(path).rpartition(".")[0]
