"""How the clusters of bodies have grown in a crawl, read from its database."""

from __future__ import annotations

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.clusters.growth import WINDOW, crawl_table
from topiccrawl.experiments.results import ResultTable
from topiccrawl.messages import message
from topiccrawl.storage.pages.body_clusters import BodyClusters
from topiccrawl.storage.pages.existing import existing_corpus


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
    with existing_corpus(url) as store:
        clusters = BodyClusters(store, topic, extractor)
        generations, samples = clusters.history(), clusters.all_samples()
    if not generations:
        raise EvaluationError(
            message(
                "{database}: no crawl of {topic} with the extractor {extractor} has clusters",
                database=store.display_name,
                topic=topic,
                extractor=extractor,
            )
        )
    return crawl_table(samples, generations, window)
