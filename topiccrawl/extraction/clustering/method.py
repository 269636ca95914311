"""Methods of fitting and using clusters of bodies: the literal patent, or with deviations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """Choices the patent leaves open, or from which the shipped clusters deviate.

    Attributes:
        scale: how features become coordinates before they are standardised, see
            `topiccrawl.extraction.clustering.scale`.
        core: share of a cluster's samples, nearest first, whose mean distance is the cluster's (definition 6
            takes all). A few odd bodies would otherwise make room for nearly everything.
        candidate: minimum membership of the node that is extracted. The patent has one threshold for this and
            for joining a cluster.
        min_paragraphs: minimum number of paragraphs of a body, unless no such node is like a body. Without
            it, the result is nearly always a single paragraph, which is like a short body.
        keeps_scale: whether clustering again keeps the scale of the features and the least distance of a
            cluster. Otherwise the bodies of one crawl, which are much alike, would shrink all clusters.
        left_out: names of features that are ignored, to measure what each is worth.
    """

    scale: str
    core: float = 1.0
    candidate: float = 0.5
    min_paragraphs: int = 0
    keeps_scale: bool = False
    left_out: tuple[str, ...] = ()


SHIPPED = Method("shares", core=0.3, candidate=0.3, min_paragraphs=3, keeps_scale=True)
"""The method of the extractor `clustering`."""

LITERAL = Method("raw")
"""The literal patent, the method of the extractor `clustering:literal`."""

LOGARITHMS = Method("log", min_paragraphs=3)
"""The method of clusters that were fitted by earlier versions, whose files do not name one."""
