"""From a database URL to an engine: SQLite files, MySQL and MariaDB over PyMySQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, exc, make_url

from topiccrawl.errors import StorageError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.storage.damage import check_file, decode_text
from topiccrawl.storage.database_folder import make_folder_of, why_missing
from topiccrawl.storage.errors import reported

_FORMS = message("sqlite:///FILE or mysql+pymysql://user:password@host/database")
_UNKNOWN_DATABASE = 1049
_STATEMENTS = 512
"""Statements that a connection to a SQLite file keeps parsed; Python's default is 128."""


def parse_url(url: str) -> URL:
    """Parse and check a database URL.

    Raises:
        StorageError: it is not a URL of SQLite or MySQL, or names no database.
    """
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError) as error:
        raise StorageError(
            "not a database URL: {url}; write {forms}", url=_without_secrets(url), forms=_FORMS
        ) from error
    display_name = shown_url(parsed)
    if parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        if not parsed.database or parsed.database == ":memory:" or parsed.database.startswith("file:"):
            raise StorageError(
                "{database}: a corpus needs a file: sqlite:///corpus.db", database=display_name
            )
    elif parsed.drivername in ("mysql+pymysql", "mariadb+pymysql"):
        if not parsed.database:
            raise StorageError(
                "{database}: names no database; write {forms}", database=display_name, forms=_FORMS
            )
    else:
        raise StorageError(
            "{database}: cannot use {drivername!r}; write {forms}",
            database=display_name,
            drivername=parsed.drivername,
            forms=_FORMS,
        )
    return parsed


def _without_secrets(text: str) -> str:
    """Return a text that is not a URL for messages: it may hold a password, unless it looks like a file."""
    if "://" in text:
        return f"{text.partition('://')[0][:20] or '...'}://..."
    return repr(text[:200]) if not {"@", ":", "="} & {*text} else "..."


def shown_url(url: URL) -> str:
    """Return the URL for messages: passwords are hidden, a file's name is not escaped."""
    if url.get_backend_name() == "sqlite" and url.database:
        return f"{url.drivername}:///{url.database}"
    hidden = {key: "***" for key in url.query if key in ("password", "passwd")}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


def connect(url: URL, *, timeout: float, create: bool, page_bytes: int = 0) -> Engine:
    """Return an engine after checking that its database exists and answers.

    Args:
        url: from `parse_url`.
        timeout: seconds after which a lock or a silent server counts as the database being away.
        create: make a missing SQLite file (and its folder) or a missing MySQL database.
        page_bytes: of the pages of a SQLite file that is made; 0: SQLite's default.

    Raises:
        DamagedFileError: a SQLite file is damaged.
        StorageError: no such file or database, no access, or no answer.
    """
    with reported(shown_url(url)):
        if url.get_backend_name() == "sqlite":
            return _sqlite(url, timeout, create, page_bytes)
        return _mysql(url, timeout, create)


def _sqlite(url: URL, timeout: float, create: bool, page_bytes: int) -> Engine:
    path = Path(str(url.database))
    if create:
        make_folder_of(path, shown_url(url))
    elif not path.is_file():
        name, reason = shown_url(url), why_missing(path)
        if path.exists() or not path.parent.is_dir():
            raise StorageError("{database}: {reason}", database=name, reason=reason)
        raise StorageError(
            "{database}: {reason}; `topiccrawl crawl` makes it, or name another with --database",
            database=name,
            reason=reason,
        )
    check_file(path, shown_url(url))
    # Errors are logged, and their parameters would be whole pages.
    arguments: dict[str, Any] = {"timeout": timeout, "cached_statements": _STATEMENTS}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.text_factory = decode_text
        # With a write-ahead log, NORMAL loses nothing when a process dies and is ten times as fast as FULL.
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")  # as on MySQL: what belongs to a page goes with it
        if page_bytes:
            connection.execute(f"PRAGMA page_size={page_bytes}")

    with _closed_on_error(engine), engine.connect() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        if create and mode != "wal":
            # Without a transaction: inside one the mode cannot change.
            connection.connection.execute("PRAGMA journal_mode=WAL")
    return engine


def _mysql(url: URL, timeout: float, create: bool) -> Engine:
    engine = _mysql_engine(url, timeout)
    with _closed_on_error(engine):
        try:
            engine.connect().close()
        except exc.OperationalError as error:
            if not create or error.orig is None or error.orig.args[0] != _UNKNOWN_DATABASE:
                raise
            _create_database(url, timeout)
            engine.connect().close()
    return engine


def _mysql_engine(url: URL, timeout: float) -> Engine:
    require_extra("mysql")
    # The server gives up on a lock just before the client gives up on the server.
    waits = max(1, int(timeout) - 1)
    arguments: dict[str, Any] = {
        "connect_timeout": timeout,
        "read_timeout": timeout,
        "write_timeout": timeout,
        # Strict, so that no value is cut silently; without the modes that change how text is quoted.
        "init_command": "SET SESSION sql_mode='STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', "
        f"time_zone='+00:00', innodb_lock_wait_timeout={waits}, lock_wait_timeout={waits}, "
        "group_concat_max_len=1000000",
    }
    own = {key: value for key, value in arguments.items() if key not in url.query}
    # Whatever the server's default is: a locking read also locks rows that do not exist yet.
    return create_engine(
        url.update_query_dict({"charset": "utf8mb4"}),
        connect_args=own,
        hide_parameters=True,
        pool_pre_ping=True,
        isolation_level="REPEATABLE READ",
    )


def _create_database(url: URL, timeout: float) -> None:
    # Every account may connect to this database.
    engine = _mysql_engine(url.set(database="information_schema"), timeout)
    try:
        with engine.begin() as connection:
            name = str(url.database).replace("`", "``")
            connection.execution_options(no_parameters=True).exec_driver_sql(
                f"CREATE DATABASE IF NOT EXISTS `{name}` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
            )
    finally:
        engine.dispose()


@contextmanager
def _closed_on_error(engine: Engine) -> Iterator[None]:
    try:
        yield
    except BaseException:
        engine.dispose()
        raise
