"""Clusters of bodies in the database: they survive restarts and are shared by all workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, func, insert, select, update

from topiccrawl.errors import DatabaseAwayError, RowRefusedError, StorageError
from topiccrawl.extraction.clustering.features import Row as Features
from topiccrawl.extraction.clustering.growth import Generation
from topiccrawl.extraction.clustering.model import ClusterModel, read_model
from topiccrawl.storage.errors import reported
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.sampled.bodies import FEATURE_COLUMNS
from topiccrawl.storage.schema.clusters import body_clusters, body_samples

T = TypeVar("T")

_ATTEMPTS = 5
"""Two workers that write the first row at once may lock each other out; one must try again."""
_PAUSE = 0.05


class BodyClusters:
    """The clusters of one topic and extractor; a `ClusterStore` of the extraction.

    Samples are written with the pages (`CorpusStore.write`). Every method is one transaction or one read, and
    each bears being interrupted: a sample waits until the transaction that lets it join is committed.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
        extractor: name of the extractor.
    """

    def __init__(self, store: CorpusStore, topic: str, extractor: str) -> None:
        self._store = store
        self._key = {"topic": topic, "extractor": extractor}

    def newest(self) -> Generation | None:
        """Return the newest clusters; None before the first `add`.

        Raises:
            StorageError: the database cannot be read, or holds no clusters in their place.
        """
        columns = (body_clusters.c.generation, body_clusters.c.model)
        query = select(*columns).where(*self._own(body_clusters)).order_by(columns[0].desc()).limit(1)
        rows = self._store.fetch(query)
        if not rows:
            return None
        with reported(self._store.display_name):
            return Generation(rows[0]["generation"], read_model(rows[0]["model"], "body_clusters"))

    def history(self) -> list[tuple[datetime, Generation]]:
        """Return all clusters with the time of their fitting, oldest first.

        Raises:
            StorageError: as `newest`.
        """
        query = select(body_clusters).where(*self._own(body_clusters))
        rows = self._store.fetch(query.order_by(body_clusters.c.generation))
        with reported(self._store.display_name):
            return [
                (found["fitted_at"], Generation(found["generation"], read_model(found["model"])))
                for found in rows
            ]

    def all_samples(self) -> list[tuple[datetime, Features]]:
        """Return all samples with the times of their extraction, oldest first."""
        time_column = body_samples.c.sampled_at
        query = select(time_column, *FEATURE_COLUMNS).where(*self._own(body_samples)).order_by(time_column)
        return [(found["sampled_at"], _features(found)) for found in self._store.fetch(query)]

    def waiting(self, most: int) -> dict[str, Features]:
        """Return samples of the buffer by their keys, at most so many."""
        query = select(body_samples.c.url_hash, *FEATURE_COLUMNS).where(
            *self._own(body_samples), body_samples.c.generation.is_(None)
        )
        rows = self._store.fetch(query.order_by(body_samples.c.url_hash).limit(most))
        return {found["url_hash"]: _features(found) for found in rows}

    def joined(self, most: int) -> list[Features]:
        """Return samples that have joined a cluster, at most so many.

        The order by hash makes a part of them a random one, and the same one each time.
        """
        query = select(*FEATURE_COLUMNS).where(
            *self._own(body_samples), body_samples.c.generation.is_not(None)
        )
        rows = self._store.fetch(query.order_by(body_samples.c.url_hash).limit(most))
        return [_features(found) for found in rows]

    def join(self, keys: Collection[str], generation: int) -> None:
        """Take samples out of the buffer, unless another worker has done so."""
        if keys:
            self._transact(lambda connection: self._join(connection, keys, generation))

    def add(self, number: int, model: ClusterModel, samples: int, keys: Collection[str]) -> bool:
        """Store new clusters and take their samples out of the buffer, both or neither.

        Args:
            number: number of the generation.
            model: the clusters.
            samples: number of bodies that were clustered.
            keys: those of them that waited.

        Returns:
            False when another worker has stored this generation; nothing is changed then.
        """
        values = {
            **self._key,
            "generation": number,
            "model": model.without_samples().to_json(),
            "samples": samples,
            "waiting": len(keys),
            "fitted_at": datetime.now(UTC),
        }

        def write(connection: Connection) -> bool:
            newest = connection.scalar(
                select(func.max(body_clusters.c.generation)).where(*self._own(body_clusters))
            )
            if newest is not None and newest >= number:
                return False
            # Of two workers that come this far MySQL refuses the second one's row, see `_transact`.
            connection.execute(insert(body_clusters).values(values))
            self._join(connection, keys, number)
            return True

        return self._transact(write)

    def _join(self, connection: Connection, keys: Collection[str], generation: int) -> None:
        # In the same order in all workers, so that they cannot lock each other out.
        for some in chunks(sorted(keys)):
            chosen = (body_samples.c.url_hash.in_(some), body_samples.c.generation.is_(None))
            statement = update(body_samples).where(*self._own(body_samples), *chosen)
            connection.execute(statement.values(generation=generation))

    def _transact(self, operation: Callable[[Connection], T]) -> T:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with reported(self._store.display_name):
                    return self._store.transact(operation)
            except StorageError as error:
                # A refused row is that of another worker: the next attempt sees it.
                if attempt == _ATTEMPTS or not isinstance(error, DatabaseAwayError | RowRefusedError):
                    raise
                time.sleep(_PAUSE)
        raise AssertionError("the last attempt returns or raises")

    def _own(self, table: Table) -> list[ColumnElement[bool]]:
        return [table.c[name] == value for name, value in self._key.items()]


def _features(found: RowMapping) -> Features:
    return tuple(found[column.name] for column in FEATURE_COLUMNS)
