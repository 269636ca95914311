"""Pauses of hosts that refuse requests, and the limit after which such a host is given up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from topiccrawl.storage.frontier.contract import SharedFrontier

_FIRST = 5.0
"""Seconds of the first pause of a host without Retry-After; each further pause is twice as long."""


def seconds_to_wait(retry_after: str, now: datetime | None = None) -> float | None:
    """Return the seconds of a Retry-After header; None when the header is invalid.

    Args:
        retry_after: a number of seconds, or a date as HTTP writes it (RFC 9110, section 10.2.3).
        now: the time to count from; default: the current time.

    >>> seconds_to_wait("120"), seconds_to_wait("soon") is None
    (120.0, True)
    >>> seconds_to_wait("Sun, 22 Nov 2026 08:00:30 GMT", datetime(2026, 11, 22, 8, tzinfo=UTC))
    30.0
    """
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())


@dataclass(slots=True)
class _Pause:
    until: float = 0.0
    paused: float = 0.0
    """Total seconds of pauses since the last answer of the host."""
    refusals: int = 0


class HostPauses:
    """Hosts that have answered 429 or 503 since their last page, or deny every page.

    Args:
        longest: maximum seconds of one pause.
        patience: seconds of pauses without an answer in between after which a host is given up.
        denials: answers 401 or 403 in a row after which a host is given up; 0: never.

    Attributes:
        others: the frontier that workers share, with the refusals of hosts; None: there are no other workers.
    """

    def __init__(self, longest: float, patience: float, denials: int = 0) -> None:
        self._longest = longest
        self._patience = patience
        self._most_denials = denials
        self._denials: Counter[str] = Counter()
        self._denying: set[str] = set()
        self._hosts: dict[str, _Pause] = {}
        self.others: SharedFrontier | None = None

    def refuse(self, host: str, retry_after: float | None, now: float) -> float:
        """Record that a host refused a request.

        Args:
            host: the downloader's slot.
            retry_after: seconds of its Retry-After; None without one.
            now: monotonic seconds.

        Returns:
            Seconds of the pause that begins or is extended; 0 when the host is paused for at least as long.
        """
        pause = self._hosts.setdefault(host, _Pause())
        is_paused = pause.until > now
        if is_paused and retry_after is None:  # another of the requests that were in flight at the refusal
            return 0.0
        wanted = _FIRST * 2.0**pause.refusals if retry_after is None else retry_after
        seconds = min(wanted, self._longest)
        # Each Retry-After counts from its own answer, and the answers to requests in flight come one by one.
        added = now + seconds - max(pause.until, now)
        if added <= 0.0:
            return 0.0
        if not is_paused:
            pause.refusals = min(pause.refusals + 1, 30)
        pause.until = now + seconds
        pause.paused += added
        if self.others is not None:
            self.others.pause(host, seconds, self._patience)
        return seconds

    def rest(self, host: str, seconds: float, now: float) -> None:
        """Pause a host whatever it answers.

        Args:
            host: the downloader's slot.
            seconds: of the pause.
            now: monotonic seconds.
        """
        self._hosts[host] = _Pause(until=now + seconds)

    def deny(self, host: str) -> bool:
        """Record that a host answered 401 or 403; return whether it is now given up."""
        if self.others is not None and self._most_denials:
            self.others.deny(host, self._most_denials)
        self._denials[host] += 1
        if not self._most_denials or self._denials[host] < self._most_denials or host in self._denying:
            return False
        self._denying.add(host)
        return True

    def answered(self, host: str, now: float) -> None:
        """Record that a host answered; a running pause continues, since the request was sent before it."""
        if self.others is not None:
            self.others.answered(host)
        self._denials.pop(host, None)
        pause = self._hosts.get(host)
        if pause is None or pause.until <= now:
            self._hosts.pop(host, None)
        else:
            pause.refusals, pause.paused = 0, pause.until - now

    def is_over(self, host: str, now: float) -> bool:
        """Return whether a host has no pause; given-up hosts have none, so that their links are dropped."""
        pause = self._hosts.get(host)
        return pause is None or pause.until <= now or self.is_given_up(host)

    def is_given_up(self, host: str) -> bool:
        """Return whether a host has refused for so long that its requests are dropped."""
        pause = self._hosts.get(host)
        if host in self._denying or (pause is not None and pause.paused > self._patience):
            return True
        return self.others is not None and host in self.others.hosts_given_up()

    def given_up(self) -> list[str]:
        """Return the hosts that were given up."""
        shared = self.others.hosts_given_up() if self.others is not None else ()
        return sorted(host for host in {*self._hosts, *self._denying, *shared} if self.is_given_up(host))
