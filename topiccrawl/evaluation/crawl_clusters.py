"""How the clusters of bodies have grown in a crawl, read from its database."""

from __future__ import annotations

from topiccrawl.errors import EvaluationError
from topiccrawl.evaluation.cluster_growth import WINDOW, crawl_table
from topiccrawl.evaluation.results import ResultTable
from topiccrawl.storage.pages.body_clusters import BodyClusters
from topiccrawl.storage.pages.store import CorpusStore


def read_growth(url: str, topic: str, extractor: str, window: int = WINDOW) -> ResultTable:
    """Return the table of a crawl, see `crawl_table`.

    Args:
        url: URL of an existing database.
        topic: name of the topic.
        extractor: name of the extractor whose clusters have grown.
        window: number of bodies of a row.

    Raises:
        StorageError: the database cannot be read.
        EvaluationError: no clusters have grown in it.
    """
    store = CorpusStore(url)
    store.open(create=False)
    try:
        clusters = BodyClusters(store, topic, extractor)
        generations, samples = clusters.history(), clusters.all_samples()
    finally:
        store.close()
    if not generations:
        raise EvaluationError(
            f"{store.display_name}: no crawl of {topic} with the extractor {extractor} has clusters"
        )
    return crawl_table(samples, generations, window)
