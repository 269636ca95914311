"""The status of a worker, in memory that it shares with its supervisor."""

from __future__ import annotations

import mmap
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_SLOTS = 8
_SLOT_BYTES = 2048
_HEADER_BYTES = 512
_NUMBER = struct.Struct("=Q")
_SLOT = struct.Struct("=QQHH")
"""Header of a slot: number of changes, thread, lengths of key and URL, which follow."""
_KEY_BYTES = 64
_URL_BYTES = _SLOT_BYTES - _SLOT.size - _KEY_BYTES
_NAME = 72
_NAME_BYTES = _HEADER_BYTES - _NAME


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """A page whose processing is timed.

    Attributes:
        url: URL of the page.
        key: the frontier's key; empty for what is not in the frontier, such as robots.txt.
    """

    url: str
    key: bytes = b""


_SOME_PAGE = WatchedPage("")


@dataclass(frozen=True, slots=True)
class Slot:
    """What one thread of the worker does.

    Attributes:
        change: number of changes of the slot; an unchanged number means the same step.
        thread: the system's id of the thread.
        page: the page that it processes; None while it processes none.
    """

    change: int
    thread: int
    page: WatchedPage | None


class _Number:
    """A number at an offset of a worker's memory."""

    def __init__(self, offset: int) -> None:
        self._offset = offset

    def __get__(self, status: WorkerStatus, _: type[WorkerStatus]) -> int:
        number: int = _NUMBER.unpack_from(status.memory, self._offset)[0]
        return number

    def __set__(self, status: WorkerStatus, number: int) -> None:
        _NUMBER.pack_into(status.memory, self._offset, number)


class WorkerStatus:
    """A block of shared memory, written by a worker and read by its supervisor.

    There are no locks: each slot has one writer, and the supervisor acts on what has not changed for seconds.
    A worker without a supervisor has a status as well.
    """

    resumable = _Number(0)
    """Whether the worker's frontier outlives it, so that another worker can continue."""
    signals = _Number(8)
    """Signals that the supervisor passes on; counted before."""
    requests = _Number(16)
    """Requests that were sent."""
    responses = _Number(24)
    """Responses that were received."""
    items = _Number(32)
    """Items that passed the pipelines."""
    errors = _Number(40)
    """Errors that callbacks raised."""
    _beats, _thread, _name_length = _Number(48), _Number(56), _Number(64)

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, _HEADER_BYTES + _SLOTS * _SLOT_BYTES)
        self._free = list(range(_SLOTS - 1, 0, -1))  # slot 0 belongs to the main thread
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Reset everything; called before another worker starts."""
        self.memory[:] = bytes(len(self.memory))

    @property
    def name(self) -> str:
        """The name of the worker in a shared frontier; empty without one."""
        return bytes(self.memory[_NAME : _NAME + self._name_length]).decode(errors="replace")

    @name.setter
    def name(self, value: str) -> None:
        encoded = value.encode()[:_NAME_BYTES]
        self.memory[_NAME : _NAME + len(encoded)] = encoded
        self._name_length = len(encoded)

    def count_request(self) -> None:
        """Count a request."""
        self.requests += 1

    def count_item(self) -> None:
        """Count an item."""
        self.items += 1

    def count_error(self) -> None:
        """Count an error of a callback."""
        self.errors += 1

    def begin(self, page: WatchedPage, number: int = 0) -> None:
        """Record the page that the calling thread starts to process; fast, since it is called often."""
        offset = _HEADER_BYTES + number * _SLOT_BYTES
        key, url = page.key[:_KEY_BYTES], page.url.encode(errors="replace")[:_URL_BYTES]
        change = _NUMBER.unpack_from(self.memory, offset)[0]
        text = key + url
        self.memory[offset + _SLOT.size : offset + _SLOT.size + len(text)] = text
        thread = threading.get_native_id()
        _SLOT.pack_into(self.memory, offset, change + 1 + change % 2, thread, len(key), len(url))

    def end(self, number: int = 0) -> None:
        """Record that the calling thread has finished its page."""
        offset = _HEADER_BYTES + number * _SLOT_BYTES
        change = _NUMBER.unpack_from(self.memory, offset)[0]
        _NUMBER.pack_into(self.memory, offset, change + change % 2)

    @contextmanager
    def in_thread(self, page: WatchedPage) -> Iterator[None]:
        """Record the page that a thread other than the main one processes inside the block."""
        with self._lock:
            number = self._free.pop() if self._free else None
        if number is None:  # more threads than slots: this thread is not timed
            yield
            return
        self.begin(page, number)
        try:
            yield
        finally:
            self.end(number)
            with self._lock:
                self._free.append(number)

    def beat(self) -> None:
        """Record a heartbeat of the event loop."""
        self._thread = threading.get_native_id()
        self._beats += 1

    def rest(self) -> None:
        """Record that the event loop is not watched any more."""
        self._beats = 0

    def loop(self) -> Slot:
        """Return the state of the event loop: an unknown page from the first heartbeat until `rest`."""
        beats = self._beats
        return Slot(beats, self._thread, _SOME_PAGE if beats else None)

    def slots(self) -> list[Slot]:
        """Return what the threads do."""
        return [self._slot(_HEADER_BYTES + number * _SLOT_BYTES) for number in range(_SLOTS)]

    def _slot(self, offset: int) -> Slot:
        change, thread, key_length, url_length = _SLOT.unpack_from(self.memory, offset)
        if not change % 2:
            return Slot(change, thread, None)
        start = offset + _SLOT.size
        text = bytes(self.memory[start : start + key_length + url_length])
        page = WatchedPage(text[key_length:].decode(errors="replace"), text[:key_length])
        return Slot(change, thread, page)
