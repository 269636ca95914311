"""A MariaDB server for tests, with its default character set latin1."""

from __future__ import annotations

import getpass
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pymysql
from pymysql.cursors import Cursor
from servers.process import ServerProcess, program

from topiccrawl.storage.migrations.tables import VERSION_TABLE
from topiccrawl.storage.schema import metadata


class MariaDB(ServerProcess):
    """Root has no password; `fresh_database` creates an empty database for one test, `corpus_database` empties one.

    Args:
        options: further options of the server; they win over ours.
    """

    name = "mariadb"

    def __init__(self, *options: str) -> None:
        self._options = options
        self._server = program("mariadbd", "mysqld")
        self._install = program("mariadb-install-db", "mysql_install_db")
        super().__init__()
        self._numbers = count(1)
        self._emptied = ""

    def start(self) -> None:
        if not (self.folder / "data" / "mysql").exists():
            subprocess.run(
                [
                    self._install,
                    "--no-defaults",
                    f"--user={getpass.getuser()}",
                    f"--datadir={self.folder / 'data'}",
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                ],
                check=True,
                capture_output=True,
            )
        super().start()

    def command(self) -> list[str]:
        return [
            self._server,
            "--no-defaults",
            f"--user={getpass.getuser()}",
            f"--datadir={self.folder / 'data'}",
            f"--socket={self.folder / 's'}",
            f"--pid-file={self.folder / 'pid'}",
            # A server that starts deletes the temporary tables in its tmpdir, also those of another server.
            f"--tmpdir={self.folder}",
            f"--port={self.port}",
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            "--innodb-buffer-pool-size=64M",
            *self._options,
        ]

    def is_ready(self) -> bool:
        try:
            with self.cursor() as cursor:
                cursor.execute("SELECT 1")
        except pymysql.MySQLError:
            return False
        return True

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """Yield a cursor of root that commits each statement."""
        connection = pymysql.connect(
            host="127.0.0.1", port=self.port, user="root", autocommit=True, connect_timeout=2
        )
        try:
            with connection.cursor() as cursor:
                yield cursor
        finally:
            connection.close()

    def url(self, database: str, user: str = "root") -> str:
        return f"mysql+pymysql://{user}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def account(self, *grants: str) -> Iterator[str]:
        """Yield `user:password` of a temporary account with only these grants, such as "SELECT ON name.*"."""
        with self.cursor() as cursor:
            cursor.execute("CREATE USER gast@'127.0.0.1' IDENTIFIED BY 'geheim'")
            for grant in grants:
                cursor.execute(f"GRANT {grant} TO gast@'127.0.0.1'")
        try:
            yield "gast:geheim"
        finally:
            with self.cursor() as cursor:
                cursor.execute("DROP USER gast@'127.0.0.1'")

    @contextmanager
    def fresh_database(self) -> Iterator[str]:
        """Yield the URL of an empty database, and drop it; start the server if it is not running."""
        name = f"test_{next(self._numbers)}"
        with self.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self._run()
            with self.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {name}")

    @contextmanager
    def corpus_database(self) -> Iterator[str]:
        """Yield the URL of a database without rows, which may have the tables of a corpus already.

        To make and to drop them takes ten times as long as to empty them.
        """
        name, self._emptied = self._emptied or f"test_{next(self._numbers)}", ""
        with self.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE IF NOT EXISTS {name}")
        try:
            yield self.url(name)
        finally:
            self._run()
            with self.cursor() as cursor:
                if _is_emptied(cursor, name):
                    self._emptied = name
                else:
                    cursor.execute(f"DROP DATABASE IF EXISTS {name}")

    def _run(self) -> None:
        """Go on after a test that has paused or killed the server."""
        self.resume()
        if not self.is_running:
            self.start()


def _is_emptied(cursor: Cursor, name: str) -> bool:
    """Delete the rows of a database with the tables of a corpus and no others; return whether it has these."""
    cursor.execute(
        "SELECT table_name, auto_increment FROM information_schema.tables "
        "WHERE table_schema = %s AND table_type = 'BASE TABLE'",
        (name,),
    )
    numbers = dict(cursor.fetchall())
    if numbers.keys() != {*metadata.tables, VERSION_TABLE}:
        return False
    try:
        cursor.execute("SET lock_wait_timeout = 2, innodb_lock_wait_timeout = 2, foreign_key_checks = 0")
        for table in metadata.tables:
            cursor.execute(f"DELETE FROM {name}.{table}")
            if (numbers[table] or 1) > 1:
                cursor.execute(f"ALTER TABLE {name}.{table} AUTO_INCREMENT = 1")
    except pymysql.MySQLError:  # a test has left a lock
        return False
    return True
