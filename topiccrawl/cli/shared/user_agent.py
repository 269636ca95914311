"""The user agent of commands that fetch pages themselves."""

from __future__ import annotations

from topiccrawl import settings
from topiccrawl.relevance.topic.contact import check_contact, with_contact


def own_user_agent() -> str:
    """Return topiccrawl's user agent with the contact in `TOPICCRAWL_CONTACT`.

    Raises:
        ContactError: it is neither an e-mail address nor an http(s) URL.
    """
    return with_contact(settings.USER_AGENT, known_contact())


def known_contact() -> str:
    """Return the contact in the environment variable `TOPICCRAWL_CONTACT`; empty if there is none.

    Raises:
        ContactError: it is neither an e-mail address nor an http(s) URL.
    """
    return check_contact("TOPICCRAWL_CONTACT", settings.TOPICCRAWL_CONTACT)
