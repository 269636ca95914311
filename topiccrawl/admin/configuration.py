"""Options of `topiccrawl admin`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from topiccrawl.probe.many import ProbeOptions
from topiccrawl.reporting.monitoring.mail import MailServer
from topiccrawl.storage.database import parse_url, shown_url
from topiccrawl.storage.frontier.location import OWN_FOLDER


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of the application.

    Attributes:
        database: URL of the crawls' database.
        folder: where users, logs of crawls and exports are kept.
        topics: folder with the topics that may be edited.
        hosts: allowed host names of requests, besides those of this machine.
        redis: URL of the Redis server of shared crawls; empty: none.
        scrapyd: URL of a scrapyd server that runs the crawls; empty: they are processes of this machine.
        probe: how sites are probed for users who wait.
        mail: the server that takes e-mail; None: there is none.
        allow_private: whether webhooks that users enter may have loopback and private addresses.
    """

    database: str
    folder: Path
    topics: Path
    hosts: frozenset[str] = field(default_factory=frozenset)
    redis: str = ""
    scrapyd: str = ""
    probe: ProbeOptions = field(default_factory=lambda: ProbeOptions("topiccrawl"))
    mail: MailServer | None = None
    allow_private: bool = False

    @property
    def has_one_writer(self) -> bool:
        """Return whether only one crawl may use the database at a time."""
        return parse_url(self.database).get_backend_name() == "sqlite"

    @property
    def names_of_database(self) -> tuple[str, ...]:
        """Return what errors call the database: its URL without a password, and its file."""
        url = parse_url(self.database)
        return (shown_url(url), str(url.database)) if self.has_one_writer else (shown_url(url),)


def data_folder(database: str) -> Path:
    """Return the folder of the application's own files: beside a SQLite database, else `.topiccrawl`.

    >>> data_folder("sqlite:///data/corpus.db").as_posix()
    'data/corpus.db-admin'
    """
    url = parse_url(database)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        return file.with_name(f"{file.name}-admin")
    return OWN_FOLDER / "admin"
