"""Kinds of bad behaviour of web servers: what each sends, and the expected outcome.

Some kinds share a reason on purpose; docs/safety.md says which, and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.attacks.hostile.server import Answer

KEPT = "kept"
"""The page is stored in spite of the oddity."""
LIST = "list"
"""The page is read, but not stored in the corpus."""
FEW = "few"
"""An endless number of pages, of which only a few may be requested."""


@dataclass(frozen=True)
class Kind:
    """A kind of bad behaviour, on a host of its own.

    Attributes:
        name: also the first label of the host.
        expects: the expected outcome of the page: one of these drops (`stage/reason`), `KEPT`, `LIST` or
            `FEW`.
        answers: by path; others get a 404, and robots.txt allows everything.
        link: path that the portal links to.
        any_path: answer to all other paths, made from the host and the path.
        told: for `FEW`, what must be told of: a drop (`stage/reason`), `parked GROUP`, or `one URL`.
        least: requests for pages at least, for `FEW`: the crawl did go in.
        most: requests for pages at most, for `FEW`.
    """

    name: str
    expects: tuple[str, ...]
    answers: dict[str, Answer] = field(default_factory=dict)
    link: str = "/1.html"
    any_path: str = ""
    told: str = ""
    least: int = 0
    most: int = 60

    @property
    def host(self) -> str:
        """The host of this kind."""
        return f"{self.name}.test"


def all_kinds(port: int) -> list[Kind]:
    """Return all kinds.

    Args:
        port: of the server.
    """
    from benchmarks.attacks.hostile.pages import page_kinds
    from benchmarks.attacks.hostile.transport import redirect_kinds, transport_kinds
    from benchmarks.attacks.hostile.traps import robots_kinds, trap_kinds

    def made() -> Iterator[Kind]:
        yield from transport_kinds()
        yield from redirect_kinds(port)
        yield from page_kinds()
        yield from robots_kinds(port)
        yield from trap_kinds(port)

    kinds = list(made())
    assert len({kind.name for kind in kinds}) == len(kinds)
    return kinds
