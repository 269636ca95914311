"""Probes of the sites that users enter in the wizard, in the background."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from topiccrawl.probe.findings import SiteFindings
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.many import ProbeOptions, probe_sites

logger = logging.getLogger(__name__)

MOST_SITES = 30
"""Sites that are probed at once; longer lists are for `topiccrawl probe`."""


@dataclass
class ProbeRun:
    """Probes of some sites.

    Attributes:
        sites: URLs that are probed.
        found: findings by URL, as far as they are there.
        running: whether more will come.
        left_out: number of sites that are too many.
    """

    sites: tuple[str, ...]
    found: dict[str, SiteFindings] = field(default_factory=dict)
    running: bool = True
    left_out: int = 0
    _stopped: Event = field(default_factory=Event)

    def stop(self) -> None:
        """End the probes; requests that were sent are not waited for."""
        self._stopped.set()

    def probe(self, judge: Judge, options: ProbeOptions) -> None:
        """Probe the sites."""
        try:
            probe_sites(self.sites, judge, options, self._add, self._stopped)
        except Exception:  # nobody waits for this thread
            logger.exception("probing sites failed")
        finally:
            self.running = False

    def _add(self, findings: SiteFindings) -> None:
        self.found[findings.site] = findings


class SiteProbes:
    """The last probes of each user; a new one ends that before it."""

    def __init__(self) -> None:
        self._runs: dict[str, ProbeRun] = {}
        self._lock = Lock()

    def begin(self, user: str, sites: Sequence[str], judge: Judge, options: ProbeOptions) -> None:
        """Begin to probe sites; of a long list, the first ones.

        Args:
            user: who wants it.
            sites: URLs where the sites begin.
            judge: judges their pages.
            options: how they are probed.
        """
        urls = tuple(dict.fromkeys(sites))
        run = ProbeRun(urls[:MOST_SITES], left_out=len(urls[MOST_SITES:]))
        with self._lock:
            before = self._runs.get(user)
            self._runs[user] = run
        if before is not None:
            before.stop()
        Thread(target=run.probe, args=(judge, options), name="probes", daemon=True).start()

    def of(self, user: str) -> ProbeRun | None:
        """Return the last probes of a user; None if there were none."""
        return self._runs.get(user)

    def forget(self, user: str) -> None:
        """Stop and forget the probes of a user."""
        with self._lock:
            run = self._runs.pop(user, None)
        if run is not None:
            run.stop()

    def close(self) -> None:
        """Stop all probes."""
        for run in list(self._runs.values()):
            run.stop()
