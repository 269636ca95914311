"""Which requests are settled, read from Scrapy's engine.

Scrapy tells nobody when it is through with a request: no signal is sent after a callback that raises, a
redirect or an errback. What does tell is the engine's own set of requests in progress: a request enters it
when it goes to the downloader and leaves it after its callback and the item pipelines have ended, and after a
redirect or retry of it was enqueued. Everything that topiccrawl reads of Scrapy and that Scrapy does not
promise stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any

from scrapy import Request, __version__
from scrapy.crawler import Crawler
from scrapy.exceptions import NotSupported

if TYPE_CHECKING:
    from scrapy.core.downloader import Downloader

_NO_LIMIT = 2**31
_NOTHING: frozenset[Request] = frozenset()


class EngineView:
    """What a scheduler may know of the engine it serves.

    Args:
        crawler: its engine may not be there yet, as in a test of a scheduler alone: then nothing is in
            progress and no host is busy.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    def check(self) -> None:
        """See that this Scrapy has what is read here; called once, before the first request.

        Raises:
            NotSupported: it has not; without this line addresses would be lost, or never settled, in silence.
        """
        engine = self.engine
        if engine is None:
            return
        in_progress = getattr(getattr(engine, "_slot", None), "inprogress", None)
        downloader = getattr(engine, "downloader", None)
        missing = [
            name
            for name, there in (
                ("engine._slot.inprogress, a set", isinstance(in_progress, Set)),
                ("engine.downloader.slots, a dict", isinstance(getattr(downloader, "slots", None), dict)),
                ("engine.downloader.get_slot_key", callable(getattr(downloader, "get_slot_key", None))),
            )
            if not there
        ]
        if missing:
            raise NotSupported(
                f"Scrapy {__version__} has no {'; no '.join(missing)}: topiccrawl cannot tell which requests "
                "are settled. Use the version of Scrapy that requirements.txt names."
            )

    def settled(self, requests: Iterable[Request]) -> list[Request]:
        """Those of the requests handed out earlier that the engine is through with."""
        in_progress = self._in_progress
        return [request for request in requests if request not in in_progress]

    def slot_of(self, request: Request) -> str:
        """The name of the downloader's slot, which is the host unless the request says otherwise."""
        downloader = self._downloader
        if downloader is None:
            from scrapy.utils.httpobj import urlparse_cached

            return str(request.meta.get("download_slot") or urlparse_cached(request).hostname or "")
        return downloader.get_slot_key(request)

    def slot(self, host: str) -> Any | None:
        """The downloader's slot of a host that was asked lately, with `queue`, `active`, `delay`."""
        downloader = self._downloader
        return None if downloader is None else downloader.slots.get(host)

    def is_free(self, host: str) -> bool:
        """Whether a host may be asked now: its slot has room and nobody queues in it."""
        slot = self.slot(host)
        return slot is None or not (slot.queue or len(slot.active) >= slot.concurrency)

    def concurrency(self, host: str) -> int:
        """How many requests to a host may run at once."""
        slot = self.slot(host)
        if slot is not None:
            return int(slot.concurrency)
        return self._crawler.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") or _NO_LIMIT

    def wake(self) -> None:
        """Have the engine ask for the next request soon, as after a page; it looks by itself now and then."""
        slot = getattr(self.engine, "_slot", None)
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()

    @property
    def is_closing(self) -> bool:
        """Whether the crawl is being ended: what is in flight is finished, nothing new is asked for."""
        slot = getattr(self.engine, "_slot", None)
        return bool(getattr(slot, "closing", None))

    @property
    def engine(self) -> Any | None:
        """The engine; None before there is one."""
        try:
            return self._crawler.engine
        except RuntimeError:
            return None

    @property
    def _in_progress(self) -> Set[Request]:
        engine = self.engine
        if engine is None or engine._slot is None:
            return _NOTHING
        found: Set[Request] = engine._slot.inprogress
        return found

    @property
    def _downloader(self) -> Downloader | None:
        engine = self.engine
        return None if engine is None else engine.downloader
