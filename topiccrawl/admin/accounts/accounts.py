"""The file with users and sessions."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from topiccrawl.admin.accounts.hashing import USERS, HashingThreads, Shares
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError

SHORTEST_PASSWORD = 10
"""Characters of a password."""
LONGEST_SESSION = 12 * 3600.0
"""Seconds after which a session ends."""
LONGEST_REST = 2 * 3600.0
"""Seconds without a request after which a session ends."""

_NAME = re.compile(r"[\w.@-]{1,64}")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS users (
    name TEXT PRIMARY KEY, password TEXT NOT NULL, role INTEGER NOT NULL, language TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS sessions (
    digest TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES users (name) ON DELETE CASCADE,
    began REAL NOT NULL, used REAL NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class User:
    """A user.

    Attributes:
        name: the name to log in with.
        role: what the user may do.
        language: of the pages, `zh` or `en`; empty: that of the browser.
    """

    name: str
    role: Role
    language: str = ""


class Accounts:
    """Users and sessions in a SQLite file that only its owner may read; every method may run in any thread.

    The file stores only the digest of a session's token and the argon2 hash of a password.

    Args:
        file: the file; created if missing.
        clock: returns the time in seconds; for tests.
        hasher: hashes passwords; for tests.

    Raises:
        AdminError: the file cannot be used.
    """

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.time,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._file = file
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._hashing = HashingThreads()
        self._nobody = self._hasher.hash(secrets.token_hex())
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.chmod(0o600)
            with self._connection() as connection:
                connection.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise AdminError(f"{file}: cannot hold the users: {error}") from error

    def users(self) -> list[User]:
        """Return all users by name."""
        with self._connection() as connection:
            rows = connection.execute("SELECT name, role, language FROM users ORDER BY name")
            return [User(name, Role(role), language) for name, role, language in rows]

    def set_user(self, name: str, password: str, role: Role) -> None:
        """Add a user, or change password and role of an existing one, which ends the user's sessions.

        Raises:
            AdminError: the name or the password cannot be used, or too many passwords are being hashed.
        """
        if not _NAME.fullmatch(name):
            raise AdminError(marked("用户名须为 1 至 64 个字母、数字或 - _ . @"))
        self._check_password(password)
        digest = self._hashing.submit(USERS, self._hasher.hash, password).result()
        with self._connection() as connection:
            if role is not Role.OPERATOR and self._is_last_operator(connection, name):
                raise AdminError(marked("不能降低最后一位管理员的角色"))
            connection.execute(
                "INSERT INTO users (name, password, role) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
                "password = excluded.password, role = excluded.role",
                (name, digest, int(role)),
            )
            connection.execute("DELETE FROM sessions WHERE user = ?", (name,))

    def remove_user(self, name: str) -> None:
        """Delete a user and the user's sessions.

        Raises:
            AdminError: it is the last operator.
        """
        with self._connection() as connection:
            if self._is_last_operator(connection, name):
                raise AdminError(marked("不能删除最后一位管理员"))
            connection.execute("DELETE FROM users WHERE name = ?", (name,))

    def set_language(self, name: str, language: str) -> None:
        """Set the language of the pages of a user."""
        with self._connection() as connection:
            connection.execute("UPDATE users SET language = ? WHERE name = ?", (language, name))

    def first_password(self) -> str | None:
        """Create the user `admin` with a random password if there are no users; return the password."""
        if self.users():
            return None
        password = secrets.token_urlsafe(15)
        self.set_user("admin", password, Role.OPERATOR)
        return password

    def check(self, name: str, password: str, shares: Shares = USERS) -> Future[bool]:
        """Return, in a future, whether a password is right.

        An unknown name takes as long as a wrong password.

        Args:
            name: of the user, who need not exist.
            password: what was typed.
            shares: the places of the queue that it may take; those of users who are logged in by default.

        Raises:
            BusyError: too many passwords are being hashed.
        """
        return self._hashing.submit(shares, self._check, name, password)

    def _check(self, name: str, password: str) -> bool:
        with self._connection() as connection:
            row = connection.execute("SELECT password FROM users WHERE name = ?", (name,)).fetchone()
        try:
            self._hasher.verify(row[0] if row else self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return row is not None

    def has(self, name: str) -> bool:
        """Return whether there is a user of a name."""
        return any(user.name == name for user in self.users())

    def close(self) -> None:
        """Stop hashing after the hash that runs."""
        self._hashing.close()

    def begin_session(self, name: str) -> str:
        """Return the token of a new session."""
        token, now = secrets.token_urlsafe(32), self._clock()
        with self._connection() as connection:
            connection.execute("DELETE FROM sessions WHERE began < ?", (now - LONGEST_SESSION,))
            connection.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (_digest(token), name, now, now))
        return token

    def user_of(self, token: str) -> User | None:
        """Return the user of a session; None if it has ended or does not exist."""
        now, digest = self._clock(), _digest(token)
        with self._connection() as connection:
            row = connection.execute(
                "SELECT name, role, language, began, used FROM sessions "
                "JOIN users ON name = user WHERE digest = ?",
                (digest,),
            ).fetchone()
            if row is None or now - row[3] > LONGEST_SESSION or now - row[4] > LONGEST_REST:
                return None
            if now - row[4] > 60:
                connection.execute("UPDATE sessions SET used = ? WHERE digest = ?", (now, digest))
        return User(row[0], Role(row[1]), row[2])

    def end_session(self, token: str) -> None:
        """End a session."""
        with self._connection() as connection:
            connection.execute("DELETE FROM sessions WHERE digest = ?", (_digest(token),))

    def _is_last_operator(self, connection: sqlite3.Connection, name: str) -> bool:
        query = "SELECT name FROM users WHERE role = ?"
        return connection.execute(query, (int(Role.OPERATOR),)).fetchall() == [(name,)]

    def _check_password(self, password: str) -> None:
        if not SHORTEST_PASSWORD <= len(password) <= 1000:
            raise AdminError(marked("密码须为 10 至 1000 个字符"))

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=10.0)) as connection, connection:
            connection.execute("PRAGMA foreign_keys=ON")
            yield connection


def form_token(secret: bytes, session: str) -> str:
    """Return the CSRF token of a session's forms."""
    return hmac.new(secret, session.encode(), hashlib.sha256).hexdigest()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
