"""The strategy `whole-site`: every page of some sites, in depth (paper C)."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import SEED_PRIORITY, Priority
from topiccrawl.priority.strategies.contract import FetchedPage, Passage, Strategy
from topiccrawl.relevance.judgement import Verdict


class WholeSite(Strategy):
    """Fetches all pages of the topic's domains; without domains, of the hosts of its seeds and those below.

    Depth first: the links of a page come before all others. There is no gate, and every page with a main
    text is kept, whatever its relevance, which is stored with it.
    """

    name = "whole-site"
    has_budgets = False
    skips_links_of_copies = False

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        hosts = {urlsplit(seed).hostname or "" for seed in focus.topic.seeds}
        self._hosts = hosts | {host.removeprefix("www.") for host in hosts}
        self._above = tuple(f".{host}" for host in hosts if host)

    def in_scope(self, url: str) -> bool:
        if self.focus.topic.domains:
            return self.focus.in_domains(url)
        try:
            host = urlsplit(url).hostname or ""
        except ValueError:  # a bracket that is not an IPv6 address
            return False
        return host in self._hosts or host.endswith(self._above)

    def gate(self, page: FetchedPage) -> Passage:
        own = self.focus.description(page.description.text)
        return Passage(own, own, candidate=not page.is_hub, follows=True)

    def link(self, url: str, context: LinkContext) -> Priority:
        """Return 1/2 for the links of seeds, 2/3 for the links of their pages, and so on."""
        return SEED_PRIORITY if context.seed else Priority(1 - 1 / (1 + context.depth))

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        found = self.focus.judge(passage.description_relevance, text)
        return replace(found, kept=True)
