"""Sending one message to one receiver: e-mail by SMTP, webhooks by HTTP to checked addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.exchange import Exchange
from topiccrawl.errors import TopiccrawlError
from topiccrawl.messages import message, said
from topiccrawl.reporting.monitoring.conditions import Alert
from topiccrawl.reporting.monitoring.mail import MailError, MailServer, send_mail
from topiccrawl.reporting.monitoring.webhooks import Webhook, WebhookError, message_for, parse_webhooks, send
from topiccrawl.text.display import one_line

MAIL = "mail"
FAILED = "failed"
"""Outcome of a delivery for which nothing was sent."""
_MOST_BYTES = {"wecom": 1_900}
"""Bytes of a text that a service takes; others take more than a briefing has."""


class DeliveryError(TopiccrawlError):
    """A message did not arrive, or it is not known whether it did; the text is what the server said.

    Attributes:
        outcome: as in `topiccrawl.reporting.monitoring.mail.MailError`.
    """

    def __init__(self, outcome: str, text: str) -> None:
        super().__init__(text)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Letter:
    """What a receiver gets.

    Attributes:
        topic: name of the topic.
        subject: its subject.
        text: plain text; the first line is the subject.
        html: the same for e-mail.
        office: shown name of the sender; empty: none.
        files: attachments of an e-mail, by name.
    """

    topic: str
    subject: str
    text: str
    html: str
    office: str = ""
    files: Mapping[str, tuple[bytes, str]] = field(default_factory=dict)


def webhook_of(kind: str, address: str) -> Webhook:
    """Return the webhook of a receiver.

    Raises:
        WebhookError: it is none.
    """
    (webhook,) = parse_webhooks(f"{kind}={address.replace(',', '%2C')}")
    return webhook


def deliver(
    receiver: Mapping[str, Any], letter: Letter, server: MailServer | None, *, allow_private: bool
) -> None:
    """Send a letter to a receiver; blocks until the server has answered.

    Args:
        receiver: a row with `kind` and `address`.
        letter: what is sent.
        server: of e-mail; None: there is none.
        allow_private: whether webhooks may have loopback and private addresses.

    Raises:
        DeliveryError: the server has not taken it, or has not said so.
    """
    kind, address = receiver["kind"], receiver["address"]
    try:
        if kind != MAIL:
            _post(webhook_of(kind, address), letter, allow_private=allow_private)
        elif server is None:
            raise DeliveryError(FAILED, message("no mail server is configured"))
        else:
            send_mail(server, address, _mail_of(server, address, letter))
    except WebhookError as error:
        raise DeliveryError(error.outcome, one_line(error.words or str(error))) from None
    except MailError as error:
        raise DeliveryError(error.outcome, said(error)) from None


def _mail_of(server: MailServer, receiver: str, letter: Letter) -> bytes:
    made = EmailMessage(SMTP.clone(cte_type="7bit"))
    made["From"] = Address(one_line(letter.office), addr_spec=server.sender)
    made["To"] = receiver
    made["Subject"] = one_line(letter.subject)
    made["Date"] = format_datetime(datetime.now(UTC))
    made["Message-ID"] = make_msgid(domain=server.sender.partition("@")[2])
    made["Auto-Submitted"] = "auto-generated"  # no answers by machines
    made.set_content(letter.text)
    made.add_alternative(letter.html, subtype="html")
    for name, (content, kind) in letter.files.items():
        main, _, sub = kind.partition("/")
        made.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return made.as_bytes()


class _NoRedirects(HTTPRedirectHandler):
    """Leaves redirects unanswered: a receiver is one address."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _post(webhook: Webhook, letter: Letter, *, allow_private: bool) -> None:
    rules = AddressRules(allow_private)
    if rules.refuses_host(urlsplit(webhook.url).hostname or ""):
        raise DeliveryError(FAILED, message("a loopback or private address"))
    text = letter.text.encode()[: _MOST_BYTES.get(webhook.kind)].decode(errors="ignore")
    alert = Alert("briefing", letter.subject, text)
    exchange = Exchange(rules, _NoRedirects())
    send(message_for(webhook, alert, letter.topic, datetime.now(UTC)), exchange)
