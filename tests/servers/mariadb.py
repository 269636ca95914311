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


class MariaDB(ServerProcess):
    """Root has no password; `fresh_database` creates an empty database for one test.

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
            self.resume()
            if not self.is_running:
                self.start()
            with self.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {name}")
