"""Detection of passwords on command lines, where other accounts of the machine can read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from topiccrawl.text.language import marked

WARNING = marked(
    "a password stands on the command line (%s): every account of this machine can read it, and shells keep "
    "it. Name databases, Redis, proxies and webhooks in the environment: TOPICCRAWL_DATABASE_URL, "
    "TOPICCRAWL_REDIS_URL, TOPICCRAWL_PROXIES, TOPICCRAWL_ALERTS."
)
_IN_URL = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^:/@\s]*):([^\s]+)@", re.IGNORECASE)
_IN_QUERY = re.compile(r"([?&](?:password|passwd|pwd)=)([^&\s]+)", re.IGNORECASE)
_IN_TABLE = re.compile(r"""["'](?:password|passwd)["']\s*:\s*["'][^"']""", re.IGNORECASE)
_SECRET_NAME = re.compile(r"PASSWORD|PASSWD|SECRET|_PASS$|TOKEN|_ALERTS$", re.IGNORECASE)


def without_password(url: str) -> str:
    """Return a URL with its password hidden.

    >>> without_password("redis://:geheim@host:6379/0"), without_password("http://u:p@h/?password=x&a=1")
    ('redis://:***@host:6379/0', 'http://u:***@h/?password=***&a=1')
    """
    return _IN_QUERY.sub(r"\1***", _IN_URL.sub(r"\1:***@", url))


def holds_password(value: str) -> bool:
    """Return whether a value has a password: in a URL, in the query of a URL, or as an entry of a dict.

    >>> holds_password("mysql+pymysql://u:p@h/d"), holds_password('{"password": "x"}'), holds_password("http://h:80/")
    (True, True, False)
    """
    return any(pattern.search(value) for pattern in (_IN_URL, _IN_QUERY, _IN_TABLE))


def options_with_passwords(settings: Iterable[str], arguments: Mapping[str, str]) -> list[str]:
    """Return the options of `scrapy crawl` whose values have a password.

    Args:
        settings: values of `-s`, as `NAME=VALUE`.
        arguments: values of `-a` by name.

    >>> options_with_passwords(["TOPICCRAWL_REDIS_URL=redis://:x@h", "LOG_LEVEL=INFO"], {})
    ['-s TOPICCRAWL_REDIS_URL']
    """
    pairs = [("-s", *setting.partition("=")[::2]) for setting in settings]
    pairs += [("-a", name, str(value)) for name, value in arguments.items()]
    return [f"{option} {name}" for option, name, value in pairs if _is_secret(name, value)]


def words_with_passwords(words: Sequence[str]) -> list[str]:
    """Return the options, or the numbers of the arguments, of a command line that have a password.

    >>> words_with_passwords(["export", "--database", "mysql+pymysql://u:p@h/d", "--out=a"])
    ['--database']
    """
    named = []
    for number, word in enumerate(words):
        option, equals, value = word.partition("=")
        before = words[number - 1] if number else ""
        if word.startswith("-") and equals and _is_secret(option, value):
            named.append(option)
        elif not word.startswith("-") and holds_password(word):
            named.append(before if before.startswith("-") else f"argument {number + 1}")
    return named


def _is_secret(name: str, value: str) -> bool:
    return holds_password(value) or bool(value and _SECRET_NAME.search(name))
