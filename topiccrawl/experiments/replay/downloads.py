"""Scrapy's downloader in simulated time: slots of hosts with a delay and a limit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import exp
from random import Random

from topiccrawl.experiments.replay.clock import Clock
from topiccrawl.experiments.replay.model import CrawlModel

Arrival = Callable[[float], None]
"""Called with the latency of a response that has arrived."""


@dataclass
class Slot:
    """The slot of a host.

    Attributes:
        delay: time between two requests.
        jitter: share of the delay by which it varies.
        adjusts: whether the delay follows latencies.
        active: requests that wait in the queue or are transferred.
        transferring: requests whose response is awaited.
        queue: requests that wait for the delay or for another response.
        last: when the last request was sent.
        timer: whether the queue will be processed again at a later time.
    """

    delay: float
    jitter: float
    adjusts: bool
    active: int = 0
    transferring: int = 0
    queue: deque[Arrival] = field(default_factory=deque)
    last: float = float("-inf")
    timer: bool = False


class Downloads:
    """Sends requests as Scrapy's downloader does, and draws the latencies of their responses.

    Responses are received one after the other, as one thread reads them.

    Attributes:
        sent: host and time of each request.
    """

    def __init__(self, model: CrawlModel, clock: Clock, random: Random) -> None:
        self.sent: list[tuple[str, float]] = []
        self._model = model
        self._clock = clock
        self._random = random
        self._slots: dict[str, Slot] = {}
        self._received = 0.0  # when the last response that has begun to arrive will be there

    def delay(self, host: str) -> float:
        """Return the delay of a host."""
        slot = self._slots.get(host)
        return self._model.delay if slot is None else slot.delay

    def is_free(self, host: str) -> bool:
        """Return whether a host's slot has room and an empty queue."""
        slot = self._slots.get(host)
        return slot is None or not (slot.queue or slot.active >= self._model.per_host)

    def fetch(self, host: str, arrived: Arrival) -> None:
        """Queue a request; `arrived` is called when its response has arrived, and must call `finish`."""
        slot = self._slot(host)
        slot.active += 1
        slot.queue.append(arrived)
        self._process(host, slot)

    def finish(self, host: str, latency: float, ok: bool) -> None:
        """Free a slot after a response.

        Args:
            host: the host.
            latency: of the response.
            ok: whether its status was 200.
        """
        slot = self._slots[host]
        slot.transferring -= 1
        slot.active -= 1
        if slot.adjusts:
            slot.delay = self._model.next_delay(slot.delay, latency, ok)
        self._process(host, slot)

    def slow_down(self, host: str, delay: float) -> None:
        """Let a host wait between two requests as its robots.txt says; a longer delay stays."""
        slot = self._slot(host)
        if slot.delay < delay:
            slot.delay, slot.jitter = delay, 0.0
        slot.adjusts = False

    def _slot(self, host: str) -> Slot:
        model = self._model
        return self._slots.setdefault(host, Slot(model.first_delay, model.jitter, model.throttle))

    def _process(self, host: str, slot: Slot) -> None:
        if slot.timer:
            return
        clock = self._clock
        delay = slot.delay * (1 + self._random.uniform(-slot.jitter, slot.jitter))
        if delay and slot.last + delay > clock.now:
            slot.timer = True
            clock.at(slot.last + delay, lambda: self._later(host, slot))
            return
        while slot.queue and slot.transferring < self._model.per_host:
            slot.last = clock.now
            self._send(host, slot, slot.queue.popleft())
            if delay:  # the next one waits for the delay
                self._process(host, slot)
                return

    def _later(self, host: str, slot: Slot) -> None:
        slot.timer = False
        self._process(host, slot)

    def _send(self, host: str, slot: Slot, arrived: Arrival) -> None:
        slot.transferring += 1
        self.sent.append((host, self._clock.now))
        sent = self._clock.now
        self._clock.at(sent + self._model.latency * self._vary(), partial(self._receive, sent, arrived))

    def _receive(self, sent: float, arrived: Arrival) -> None:
        """Receive a response when those that came before are received."""
        self._received = max(self._clock.now, self._received) + self._model.receive_time * self._vary()
        self._clock.at(self._received, partial(arrived, self._received - sent))

    def _vary(self) -> float:
        """Return a random factor of a duration; its median is 1."""
        return exp(self._random.gauss(0.0, self._model.spread))
