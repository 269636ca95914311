"""How to log in to a site: `[login.NAME]` in `topic.toml`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from topiccrawl.access.hosts import is_among
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_host_name, is_http_url

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class LoginRecipe:
    """A form log-in and the hosts that its session is for.

    Attributes:
        hosts: hosts or domains whose pages need the session.
        page: URL of the page with the form; it may be on another host.
        user_env: name of the environment variable with the user name. A variable of the same name with
            `_FILE` at its end names a file with it instead.
        password_env: the same for the password.
        user_field: name of the form's field for the user name.
        password_field: name of the form's field for the password.
        form: CSS selector of the form; empty: the form that has the password field.
        fields: other fields to fill in, as "name=value".
        login_hosts: further hosts that the log-in may lead to, such as a single sign-on.
        success: text that the page after the log-in must have; empty: it must not have the form again.
        expired: text of a page that means that the session is over, besides a redirect to `page`, the
            status 401 and a page with the log-in form.
    """

    hosts: tuple[str, ...] = ()
    page: str = ""
    user_env: str = ""
    password_env: str = ""
    user_field: str = "username"
    password_field: str = "password"  # noqa: S105 - the name of a field
    form: str = ""
    fields: tuple[str, ...] = ()
    login_hosts: tuple[str, ...] = ()
    success: str = ""
    expired: str = ""

    def __post_init__(self) -> None:
        if not self.hosts:
            raise ValueError(message("hosts is missing: name the hosts whose pages need the log-in"))
        for key in ("hosts", "login_hosts"):
            for host in getattr(self, key):
                if not is_host_name(host):
                    raise ValueError(
                        message("{key}: {host!r} is not a host name such as example.cn", key=key, host=host)
                    )
        if not is_http_url(self.page):
            raise ValueError(message("page = {page!r} is not an http or https URL", page=self.page))
        for key in ("user_env", "password_env"):
            if not _VARIABLE.fullmatch(getattr(self, key)):
                reason = "must be the name of an environment variable; topic.toml holds no passwords"
                raise ValueError(
                    message("{key} = {value!r} {reason}", key=key, value=getattr(self, key), reason=reason)
                )
        for key in ("user_field", "password_field"):
            if not getattr(self, key):
                raise ValueError(message("{key} is empty", key=key))
        for field in self.fields:
            if "=" not in field:
                raise ValueError(message('fields: {field!r} must have the form "name=value"', field=field))

    def is_content(self, host: str) -> bool:
        """Return whether pages of a host need the session."""
        return is_among(host, self.hosts)

    def is_part(self, host: str) -> bool:
        """Return whether a host may see the session: it gets cookies, and the log-in may lead to it."""
        return is_among(host, (*self.hosts, *self.login_hosts, urlsplit(self.page).hostname or ""))

    def credentials(self, variables: Mapping[str, str] = os.environ) -> tuple[str, str]:
        """Return user name and password.

        Raises:
            ValueError: a variable is not set, or its file cannot be read; the message starts with the key.
        """
        return (
            _secret("user_env", self.user_env, variables),
            _secret("password_env", self.password_env, variables),
        )


def _secret(key: str, name: str, variables: Mapping[str, str]) -> str:
    if value := variables.get(name):
        return value
    file = variables.get(f"{name}_FILE")
    if not file:
        raise ValueError(message("{key} = {name!r}: the environment variable is not set", key=key, name=name))
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(
            message(
                "{key} = {name!r}: {name}_FILE cannot be read ({reason})", key=key, name=name, reason=reason
            )
        ) from None
