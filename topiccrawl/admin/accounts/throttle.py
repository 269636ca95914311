"""Rate limit for failed log-ins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

FREE = 5
"""Failures allowed before the first pause."""
_FIRST = 30.0
_LONGEST = 900.0
_FORGOTTEN = 3600.0
_MOST = 10_000
_SITE_BITS = 64
"""Bits of an IPv6 address that one customer of a provider has for all of its machines."""


def log_in_keys(name: str, address: str) -> tuple[str, str]:
    """Return the keys by which the log-ins of a name from an address are counted.

    The name counts together with the address: failures from elsewhere must not lock its owner out. The
    addresses of one IPv6 network count as one.

    >>> log_in_keys("editor", "2001:db8::17")
    ('user editor 2001:db8::/64', 'address 2001:db8::/64')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return f"user {name} {address}", f"address {address}"
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            address = str(parsed.ipv4_mapped)
        else:
            network = IPv6Address(int(parsed) >> _SITE_BITS << _SITE_BITS)
            address = f"{network}/{_SITE_BITS}"
    return f"user {name} {address}", f"address {address}"


class Throttle:
    """Counts log-ins by keys; after five failures of a key, each further one doubles its pause.

    An attempt counts as failed from its beginning on: of many at the same time no more are tried than one
    after the other.

    Args:
        clock: returns seconds; for tests.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[str, tuple[int, float]] = {}
        self._known: dict[str, None] = {}
        self._lock = threading.Lock()

    def wait(self, *keys: str) -> float:
        """Return the seconds until the next attempt is allowed; 0: now."""
        now = self._clock()
        with self._lock:
            return max((self._left(key, now) for key in keys), default=0.0)

    def begin(self, *keys: str) -> float:
        """Count an attempt and return 0; if it is not allowed yet, return the seconds until it is."""
        now = self._clock()
        with self._lock:
            if wait := max((self._left(key, now) for key in keys), default=0.0):
                return wait
            if len(self._failures) > _MOST:
                self._failures = {key: one for key, one in self._failures.items() if now - one[1] < _LONGEST}
            for key in keys:
                count, last = self._failures.get(key, (0, now))
                self._failures[key] = (1 if now - last > _FORGOTTEN else count + 1), now
        return 0.0

    def take_back(self, *keys: str) -> None:
        """Uncount an attempt whose password was not looked at."""
        with self._lock:
            for key in keys:
                count, last = self._failures.get(key, (0, 0.0))
                if count > FREE:
                    # The pause before it was over; it must not begin again.
                    self._failures[key] = count - 1, last - _LONGEST
                elif count > 1:
                    self._failures[key] = count - 1, last
                else:
                    self._failures.pop(key, None)

    def succeeded(self, own: str, *wider: str) -> None:
        """Forget the failures of a key, also where wider keys count them, and know the key from now on.

        Wider keys keep the failures of others: an account of their own does not help those who guess.
        """
        with self._lock:
            forgotten, _ = self._failures.pop(own, (0, 0.0))
            for key in wider:
                count, last = self._failures.get(key, (0, 0.0))
                if count > forgotten:
                    self._failures[key] = count - forgotten, last
                else:
                    self._failures.pop(key, None)
            self._known[own] = None
            if len(self._known) > _MOST:
                del self._known[next(iter(self._known))]

    def is_known(self, key: str) -> bool:
        """Return whether a log-in of a key has succeeded since the start."""
        with self._lock:
            return key in self._known

    def _left(self, key: str, now: float) -> float:
        count, last = self._failures.get(key, (0, now))
        if count < FREE:
            return 0.0
        return max(0.0, last + min(_LONGEST, _FIRST * 2.0 ** min(count - FREE, 10)) - now)
