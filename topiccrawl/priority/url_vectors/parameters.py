"""Parameters of URL vectors, the table `[url_vectors]` of a topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from topiccrawl.errors import ParameterError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.parameter_checks import check_choice, check_interval, constant
from topiccrawl.priority.history import Holds
from topiccrawl.priority.url_vectors.examples import Formula
from topiccrawl.priority.url_vectors.weights import LAYOUT_WEIGHT

Sm = Literal["once", "printed"]
WeightsReading = Literal["updated", "initial"]
Update = Literal["sum", "mean"]


@dataclass(frozen=True)
class UrlVectorParameters:
    """How URLs are compared, and which of them are followed and kept.

    Attributes:
        samples: URLs of pages such as are wanted, separated by blanks or commas; empty: the
            seeds that are neither home pages nor lists.
        keep: similarity from which on a page is kept.
        follow: similarity from which on a link is followed, and the links of its page.
        accepted_share: weight of the accepted pages against the samples, once there are some.
        accepted: number of accepted pages that a URL is compared with, drawn at random.
        nearest: number of the nearest accepted pages whose mean similarity counts.
        file: w_f, weight of the file name.
        depth: w_dd, weight of an equal number of directories.
        sm: whether directories and layout are weighted `once`, or twice as in the `printed` formula.
        weights: whether the weights of server and directories are `updated` or stay the `initial` ones.
        update: whether a position counts by the `sum` of the frequencies of its frequent values, or by their
            `mean`.
        gamma: URLs that must have a value at a position for it to be frequent.
        batch: number of new URLs after which the weights are updated.
        counted: whether the URLs of `accepted` pages are counted for that, or of all `visited` ones.
    """

    samples: str = ""
    keep: float = 0.85
    follow: float = 0.5
    accepted_share: float = 0.3
    accepted: int = constant(100)
    nearest: int = constant(5)
    file: float = constant(LAYOUT_WEIGHT)
    depth: float = constant(LAYOUT_WEIGHT)
    sm: Sm = constant("once")
    weights: WeightsReading = "updated"
    update: Update = constant("sum")
    gamma: int = constant(2)
    batch: int = constant(50)
    counted: Holds = constant("accepted")

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1]", "keep", "follow", "accepted_share")
        check_choice(self, weights=get_args(WeightsReading))
        for url in self.sample_urls():
            if not is_http_url(url):
                raise ParameterError("samples: {url!r} is not an http or https URL", url=url)

    def sample_urls(self) -> list[str]:
        """Return the samples."""
        return self.samples.replace(",", " ").split()

    @property
    def formula(self) -> Formula:
        """Return the formula of similarity."""
        return "printed" if self.sm == "printed" else "weighted once"
