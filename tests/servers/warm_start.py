"""Reads what every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads dictionaries, topic and vectors itself and compiles its expressions, and its
collections of garbage touch, and so copy, all that was imported: two thirds of the processor time of a short crawl.
"""

from __future__ import annotations

import gc

import numpy.random  # noqa: F401
from known_topic import PATCHES, read_all
from scrapy.utils.misc import walk_modules_iter

import topiccrawl.commands.crawl
import topiccrawl.scheduler.focused_scheduler  # noqa: F401

list(walk_modules_iter("scrapy.commands"))
for patch in PATCHES:
    patch.start()
read_all()
gc.collect()
gc.freeze()
