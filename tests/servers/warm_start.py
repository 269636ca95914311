"""Reads what every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads dictionaries, topic and vectors itself and compiles its expressions, and its
collections of garbage touch, and so copy, all that was imported: two thirds of the processor time of a short crawl.
"""

from __future__ import annotations

import gc
import os
from functools import cache
from types import SimpleNamespace
from unittest import mock

import numpy.random  # noqa: F401
from e2e.crawling import stories, story_html
from e2e.forked import Child, execve
from known_topic import PATCHES, read_all
from scrapy import cmdline
from scrapy.utils.misc import walk_modules_iter

import topiccrawl.admin.lists.text_search
import topiccrawl.commands.crawl
import topiccrawl.corpus.after_run
import topiccrawl.corpus.audit
import topiccrawl.middlewares.description_gate.reading
import topiccrawl.newsroom.after_run
import topiccrawl.newsroom.analysis.word_alerts
import topiccrawl.newsroom.stories.build
import topiccrawl.page.sites.list_dates
import topiccrawl.priority.budgets.same_text
import topiccrawl.reporting.outcome
import topiccrawl.scheduler.focused_scheduler
import topiccrawl.storage.pages.existing
import topiccrawl.topics.page_groups  # noqa: F401
from topiccrawl.cli.starts import watch
from topiccrawl.extraction import extract_page
from topiccrawl.newsroom.stories.entities.names import find_names
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import shown

list(walk_modules_iter("scrapy.commands"))
# Scrapy reads what all installed packages declare, at each start.
cmdline.entry_points = cache(cmdline.entry_points)
cmdline.entry_points(group="scrapy.commands")
_FORKED = (
    mock.patch.object(os, "execve", execve),
    mock.patch.object(watch, "subprocess", SimpleNamespace(Popen=Child)),
)
for patch in (*PATCHES, *_FORKED):
    patch.start()
read_all()
# So do expressions that the first page compiles, and words by which the first story finds names.
page = Page.from_bytes(story_html(stories()[0]), "http://a.test/")
why_too_complex(page.html)
extract_page(shown(page))
find_names("福建省侨联主席陈俊泳会见了菲律宾华商")
gc.collect()
gc.freeze()
