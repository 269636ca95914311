"""The contact of whoever crawls, which site owners read in the user agent."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from topiccrawl.errors import ContactError
from topiccrawl.messages import Message, message
from topiccrawl.page.canonical_url import is_http_url

SETTING = "TOPICCRAWL_CONTACT"
"""Setting and environment variable of the contact for all topics."""

MOST_CHARACTERS = 200
"""Maximum length of a contact."""

_HEADER_SAFE = re.compile(r"[!-'*-\[\]-~]+")
"""Printable ASCII without parentheses and backslashes, which have a meaning in comments of a header."""
_EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.ASCII | re.IGNORECASE)


def contact_problem(contact: str) -> Message | None:
    """Return why a text cannot be a contact; None if it can.

    >>> contact_problem("crawler@example.cn"), contact_problem("https://example.cn/crawler")
    (None, None)
    >>> contact_problem("example.cn")
    'expected an e-mail address or an http or https URL'
    """
    if len(contact) > MOST_CHARACTERS:
        return message("expected at most {most} characters", most=MOST_CHARACTERS)
    if not _HEADER_SAFE.fullmatch(contact):
        return message("expected printable ASCII without blanks, parentheses, backslashes and line breaks")
    if is_http_url(contact):
        if urlsplit(contact).username is not None:
            return message("expected a URL without user name and password, as all sites receive it")
    elif not _EMAIL.fullmatch(contact):
        return message("expected an e-mail address or an http or https URL")
    return None


def check_contact(name: str, contact: object) -> str:
    """Return the contact in a setting; empty if there is none.

    Args:
        name: name of the setting, for the message.
        contact: its value.

    Raises:
        ContactError: it is neither an e-mail address nor an http(s) URL, or cannot stand in a header; the
            message names the setting and the value.

    >>> check_contact("TOPICCRAWL_CONTACT", "crawler@example.cn"), check_contact("TOPICCRAWL_CONTACT", None)
    ('crawler@example.cn', '')
    """
    text = "" if contact is None else str(contact)
    if text and (reason := contact_problem(text)):
        value = repr(text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}...")
        raise ContactError("{name} = {value}: {reason}", name=name, value=value, reason=reason)
    return text


def contact_of_environment() -> str:
    """Return the contact in the environment variable `TOPICCRAWL_CONTACT`; empty if there is none.

    Raises:
        ContactError: it cannot be a contact, see `check_contact`.
    """
    return check_contact(SETTING, os.environ.get(SETTING))


def with_contact(user_agent: str, contact: str) -> str:
    """Return a user agent that names a contact; robots.txt knows the crawler by the same name as before.

    >>> with_contact("topiccrawl/1.0 (research)", "crawler@example.cn")
    'topiccrawl/1.0 (research) (+crawler@example.cn)'
    """
    return f"{user_agent} (+{contact})" if contact else user_agent
