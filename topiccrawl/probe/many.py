"""Probes of many sites: in parallel over hosts, one request at a time to a host."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event, Lock
from typing import Self
from urllib.parse import urlsplit

from topiccrawl.access.host_turns import HostTurns
from topiccrawl.access.polite_client import PoliteClient
from topiccrawl.probe.findings import SiteFindings, State
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.reasons import INTERNAL
from topiccrawl.probe.walk import MOST_SECONDS, TIMEOUT, probe_site

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProbeOptions:
    """How sites are probed.

    Attributes:
        user_agent: name of the crawler, sent to the servers and looked up in robots.txt.
        pause: seconds between two requests to a host; a longer Crawl-delay replaces it.
        allow_private: whether loopback and private addresses may be requested.
        accepts_unverified: whether servers whose certificate cannot be verified are read.
        posts: whether lists are asked for by POST.
        files: whether texts in files are read.
        seconds: largest time for a site.
        timeout: largest time for one request.
        parallel: number of hosts at a time.
        client: makes the clients; others than `PoliteClient` record or replay, see `access.recording`.
    """

    user_agent: str
    pause: float = 0.5
    allow_private: bool = False
    accepts_unverified: bool = True
    posts: bool = True
    files: bool = False
    seconds: float = MOST_SECONDS
    timeout: float = TIMEOUT
    parallel: int = 16
    client: Callable[..., PoliteClient] = PoliteClient

    def with_user_agent(self, user_agent: str) -> Self:
        """Return the options with another name of the crawler."""
        return replace(self, user_agent=user_agent)


def probe_sites(
    sites: Sequence[str],
    judge: Judge,
    options: ProbeOptions,
    on_site: Callable[[SiteFindings], object] = lambda _: None,
    stopped: Event | None = None,
) -> list[SiteFindings]:
    """Return the findings of sites, in their order; those that were not probed are left out.

    Args:
        sites: URLs where the sites begin.
        judge: judges their pages.
        options: how they are probed.
        on_site: called with the findings of each site as soon as they are there, from one thread at a time.
        stopped: ends the probes; findings of sites that were not read to the end are left out.
    """
    by_host: dict[str, list[str]] = {}
    for site in dict.fromkeys(sites):
        by_host.setdefault(urlsplit(site).hostname or "", []).append(site)
    ended = stopped or Event()
    turns, lock, found = HostTurns(options.pause, ended.wait), Lock(), dict[str, SiteFindings]()

    def probe(urls: Sequence[str]) -> None:
        client = _client(options, turns, ended)
        for url in urls:
            findings = _probe(url, client, judge, options)
            with lock:
                if ended.is_set():
                    return
                found[url] = findings
                on_site(findings)

    pool = ThreadPoolExecutor(max(1, min(options.parallel, len(by_host))), "probe")
    try:
        for run in [pool.submit(probe, urls) for urls in by_host.values()]:
            run.result()
    finally:
        ended.set()
        pool.shutdown(cancel_futures=True)
    return [found[site] for site in dict.fromkeys(sites) if site in found]


def _client(options: ProbeOptions, turns: HostTurns, ended: Event) -> PoliteClient:
    return options.client(
        options.user_agent,
        turns,
        allow_private=options.allow_private,
        accepts_unverified=options.accepts_unverified,
        posts=options.posts,
        files=options.files,
        stopped=ended.is_set,
    )


def _probe(url: str, client: PoliteClient, judge: Judge, options: ProbeOptions) -> SiteFindings:
    """Return the findings of a site; an error in the program is one of them, so that other sites go on."""
    try:
        return probe_site(url, client, judge, options.seconds, options.timeout)
    except Exception as error:
        logger.exception("the probe of %s failed", url)
        return SiteFindings(url, judge.topic, State.UNREACHABLE, INTERNAL, type(error).__name__)
