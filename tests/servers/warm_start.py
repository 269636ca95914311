"""Reads what every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads dictionaries, topic and vectors itself and compiles its expressions, and its
collections of garbage touch, and so copy, all that was imported: two thirds of the processor time of a short crawl.
"""

from __future__ import annotations

import gc
from functools import cache

import numpy.random  # noqa: F401
from known_topic import PATCHES, read_all
from scrapy import cmdline
from scrapy.utils.misc import walk_modules_iter

import topiccrawl.commands.crawl
import topiccrawl.scheduler.focused_scheduler  # noqa: F401

list(walk_modules_iter("scrapy.commands"))
# Scrapy reads what all installed packages declare, at each start.
cmdline.entry_points = cache(cmdline.entry_points)
cmdline.entry_points(group="scrapy.commands")
for patch in PATCHES:
    patch.start()
read_all()
gc.collect()
gc.freeze()
