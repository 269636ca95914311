"""Why an address gave no page."""

from __future__ import annotations

from scrapy.exceptions import IgnoreRequest

_SAID = {"robots.txt": "robots", "redirections": "redirects", "maxsize": "too_large"}
"""Words of Scrapy's own middlewares, which have no codes for what they turn away."""


class Dropped(IgnoreRequest):
    """A request that was turned away, with a reason fit for a counter.

    Attributes:
        reason: a word or two, joined by underscores.
        noted: whether it has been counted and written down already.
    """

    def __init__(self, reason: str, noted: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.noted = noted


def failure_reason(error: BaseException) -> str:
    """The reason under which a failed request is counted.

    >>> failure_reason(TimeoutError()), failure_reason(IgnoreRequest("Forbidden by robots.txt"))
    ('TimeoutError', 'robots')
    """
    if isinstance(error, Dropped):
        return error.reason
    if isinstance(error, IgnoreRequest):
        said = str(error).lower()
        return next((reason for words, reason in _SAID.items() if words in said), "ignored")
    return type(error).__name__
