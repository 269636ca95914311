"""The user agent of a crawl, with the contact of whoever crawls."""

from __future__ import annotations

import logging

from scrapy.settings import BaseSettings

from topiccrawl import settings as shipped
from topiccrawl.relevance.topic.contact import SETTING, check_contact, with_contact
from topiccrawl.supervision.worker import this_life
from topiccrawl.text.language import marked, translated

logger = logging.getLogger(__name__)

NO_CONTACT = marked(
    "no contact is set: the owners of the sites cannot ask you about this crawl. Give an e-mail address or a "
    "URL: TOPICCRAWL_CONTACT, or `contact` in topic.toml"
)
_NOT_SENT = marked("USER_AGENT is set and stays as it is: the contact %s is not added to it")


def set_user_agent(settings: BaseSettings, contact: str) -> None:
    """Add the contact of a crawl to topiccrawl's own user agent; a `USER_AGENT` of the user does not change.

    `TOPICCRAWL_CONTACT` overrides the contact of the topic. A crawl without either is warned of, once.

    Args:
        settings: of the crawl, before components read them.
        contact: that of the topic; empty: none.

    Raises:
        ContactError: `TOPICCRAWL_CONTACT` is neither an e-mail address nor an http(s) URL.
    """
    contact = check_contact(SETTING, settings.get(SETTING)) or contact
    is_first = this_life().number == 1
    if (agent := str(settings.get("USER_AGENT"))) != shipped.USER_AGENT:
        if contact and contact not in agent and is_first:
            logger.warning(translated(_NOT_SENT), contact)
    elif contact:
        settings.set("USER_AGENT", with_contact(agent, contact), "spider")
    elif is_first:
        logger.warning(translated(NO_CONTACT))
