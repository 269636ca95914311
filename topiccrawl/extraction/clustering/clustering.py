"""Body extraction with clusters of bodies (patent CN106970938A, step c and figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from topiccrawl.extraction.article.extract import extract_article
from topiccrawl.extraction.clustering.features import Row, body_features, node_features
from topiccrawl.extraction.clustering.k_means import fit_clusters
from topiccrawl.extraction.clustering.method import LITERAL
from topiccrawl.extraction.clustering.model import ClusterModel, read_model
from topiccrawl.extraction.nodes import Nodes, read_nodes
from topiccrawl.page.page import Page
from topiccrawl.text.resources import imported_dir, read_resource

LINK_SHARE = 0.8
"""Maximum share of links among the pieces of text of a body."""

MODEL = "extraction/clusters.json"
"""File of the fitted clusters, in the packaged resources and in the user's folder of imported resources."""


@cache
def default_model() -> ClusterModel:
    """Return the clusters fitted by the user (`topiccrawl evaluate clusters --use`), else the packaged ones.

    Raises:
        ValueError: the user's file is not a model.
    """
    own = imported_dir() / MODEL
    if own.is_file():
        return read_model(own.read_text(encoding="utf-8"), str(own))
    return read_model(read_resource(MODEL), MODEL)


@cache
def literal_model() -> ClusterModel:
    """Return clusters of the same bodies by the literal patent."""
    return fit_clusters(default_model().samples, method=LITERAL)


def body_node(nodes: Nodes, model: ClusterModel) -> int | None:
    """Return the index of the body's element, None when no element is like the bodies of the model."""
    features, paragraphs = node_features(nodes)
    linked = nodes.sums(np.array(nodes.linked, dtype=np.int64))
    runs = np.array(nodes.end) - np.array(nodes.first)
    worth = (runs > 0) & (linked <= LINK_SHARE * runs)
    highest = model.memberships(features).max(axis=1)
    least = model.method.min_paragraphs
    for enough in (paragraphs >= least, paragraphs < least):
        candidates = np.flatnonzero(worth & enough & (highest >= model.method.candidate))
        if len(candidates):
            order = candidates[np.argsort(-highest[candidates], kind="stable")]
            return innermost(order.tolist(), nodes.parent)
    return None


def innermost(order: Sequence[int], parent: Sequence[int]) -> int:
    """Return the body among candidates in descending order of membership.

    Starts with the first candidate; as long as the next one is inside the current one, it replaces it.

    Args:
        order: indices of nodes, at least one.
        parent: for each node the index of its parent, smaller than its own, or -1.
    """
    current = order[0]
    for node in order[1:]:
        around = node
        while around > current:
            around = parent[around]
        if around != current or node == current:
            break
        current = node
    return current


def extract_clustering(page: Page, model: ClusterModel | None = None) -> str:
    """Return the text of the node most like the bodies of a model, line by line as displayed.

    Args:
        page: the page.
        model: clusters of bodies; those of `default_model` if None.
    """
    nodes = page.once(page_nodes)
    node = body_node(nodes, model or default_model())
    return "" if node is None else nodes.text(nodes.first[node], nodes.end[node])


def extract_clustering_literal(page: Page) -> str:
    """Return the text found by the literal patent."""
    return extract_clustering(page, literal_model())


def page_sample(page: Page) -> Row | None:
    """Return the features of a page's body by the default extractor, None if it has none.

    By these samples clusters grow in a crawl: bodies that the clusters find themselves would only confirm
    them.
    """
    return body_features(page.once(page_nodes), extract_article(page))


def page_nodes(page: Page) -> Nodes:
    """Return the elements of a page."""
    return read_nodes(page.tree)


START_MODELS = {"clustering": default_model, "clustering:literal": literal_model}
"""Extractors whose clusters can grow during a crawl, and the clusters that each begins with."""
