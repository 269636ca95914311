"""Alerts as messages to webhooks: generic JSON, DingTalk, WeCom and Feishu."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from topiccrawl.access.connections import RefusedAddressError
from topiccrawl.access.exchange import Exchange
from topiccrawl.access.proxies import listed_urls
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.reporting.monitoring.conditions import Alert

KINDS = ("generic", "dingtalk", "wecom", "feishu")
Send = Callable[[str, str, str, str], bool]
"""Sends topic, event, subject and text of a message; returns whether a webhook accepted it."""
TIMEOUT = 10.0
"""Timeout of a request to a webhook in seconds."""
_MOST_ANSWER = 65536
_MOST_WORDS = 300


class WebhookError(Exception):
    """A webhook cannot be used; the message has neither its URL's query nor its secret.

    Attributes:
        outcome: `refused`, `away` (nothing was sent) or `unanswered` (it may have the message).
        words: beginning of what the server answered; empty: nothing.
    """

    def __init__(self, text: str, outcome: str = "refused", words: str = "") -> None:
        super().__init__(text)
        self.outcome = outcome
        self.words = words[:_MOST_WORDS]


@dataclass(frozen=True)
class Webhook:
    """Where alerts go.

    Attributes:
        kind: one of `KINDS`.
        url: its URL; the query of a robot's URL is a secret.
        secret: signs messages; empty: they are not signed.
    """

    kind: str
    url: str = field(repr=False)
    secret: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """Kind and host, for messages."""
        return f"{self.kind} at {urlsplit(self.url).hostname}"


@dataclass(frozen=True)
class Message:
    """A request to a webhook.

    Attributes:
        url: where it is posted.
        body: JSON.
        headers: further headers.
    """

    url: str = field(repr=False)
    body: bytes
    headers: Mapping[str, str]


def parse_webhooks(setting: str) -> tuple[Webhook, ...]:
    """Return the webhooks of a list `KIND=URL#SECRET`, separated by commas, or of a file with one a line.

    The secret behind `#` may be missing; it is not sent.

    Raises:
        WebhookError: an entry has another form, or the file cannot be read.

    >>> [(one.kind, one.secret) for one in parse_webhooks("feishu=https://a.test/x#s, generic=http://b.test/")]
    [('feishu', 's'), ('generic', '')]
    """
    try:
        entries = listed_urls(setting)
    except ValueError as error:
        raise WebhookError(
            message("{setting}: neither webhooks nor a readable file ({error})", setting=setting, error=error)
        ) from None
    found = []
    for number, entry in enumerate(entries, 1):
        kind, _, rest = entry.strip().partition("=")
        url, _, secret = rest.partition("#")
        if kind not in KINDS or not is_http_url(url):  # not quoted: it may hold a secret
            raise WebhookError(
                message(
                    "webhook {number} is not KIND=URL with KIND one of {kinds}",
                    number=number,
                    kinds=", ".join(KINDS),
                )
            )
        found.append(Webhook(kind, url, secret))
    return tuple(found)


def message_for(webhook: Webhook, alert: Alert, topic: str, now: datetime) -> Message:
    """Return the request that sends an alert, signed as the service wants it.

    Args:
        webhook: where it goes.
        alert: the alert.
        topic: name of the topic.
        now: the time, which signatures contain.
    """
    text = f"[topiccrawl] {topic}: {alert.text}"
    content: dict[str, Any]
    if webhook.kind == "dingtalk":
        content = {"msgtype": "text", "text": {"content": text}}
        stamp = str(int(now.timestamp() * 1000))
        return _message(_with_dingtalk_sign(webhook, stamp), content)
    if webhook.kind == "wecom":
        return _message(webhook.url, {"msgtype": "text", "text": {"content": text}})
    if webhook.kind == "feishu":
        content = {"msg_type": "text", "content": {"text": text}}
        if webhook.secret:
            stamp = str(int(now.timestamp()))
            # This service uses the text as the key and signs an empty message.
            sign = _sign(f"{stamp}\n{webhook.secret}".encode(), b"")
            content |= {"timestamp": stamp, "sign": sign}
        return _message(webhook.url, content)
    said = {"event": alert.event, "topic": topic, "subject": alert.subject, "text": text}
    made = _message(webhook.url, said | {"time": now.astimezone(UTC).isoformat(timespec="seconds")})
    if not webhook.secret:
        return made
    digest = hmac.new(webhook.secret.encode(), made.body, hashlib.sha256).hexdigest()
    return Message(made.url, made.body, {**made.headers, "X-Topiccrawl-Signature": f"sha256={digest}"})


def send(message: Message, exchange: Exchange | None = None) -> None:
    """Post a message; blocks for up to `TIMEOUT` seconds.

    Args:
        message: the message.
        exchange: sends it to checked addresses; None: any address is allowed.

    Raises:
        WebhookError: the service is not reached, or does not accept it.
    """
    request = Request(message.url, message.body, dict(message.headers))  # noqa: S310 - checked when parsed
    try:
        with exchange.open(request, TIMEOUT) if exchange else urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
            answer = response.read(_MOST_ANSWER)
    except HTTPError as error:
        with error:
            words = error.read(_MOST_ANSWER).decode(errors="replace")
        raise WebhookError(f"it answered {error.code}", words=f"{error.code} {words}") from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        # urllib wraps what fails before the request is sent.
        outcome = "away" if isinstance(error, URLError) else "unanswered"
        outcome = "refused" if isinstance(reason, RefusedAddressError) else outcome
        # Others may quote the URL.
        words = (reason.strerror or str(reason)) if isinstance(reason, OSError) else ""
        raise WebhookError(f"it cannot be reached ({type(error).__name__})", outcome, words) from None
    words = answer.decode(errors="replace")
    try:
        found = json.loads(answer)
    except ValueError:
        return  # a generic webhook may answer anything
    # The services answer 200 also when they refuse a message.
    found = found if isinstance(found, dict) else {}
    codes = [found[key] for key in ("errcode", "code") if key in found]
    if codes and codes[0] not in (0, "0"):
        said = found.get("errmsg") or found.get("msg")
        words = f"{codes[0]} {said}" if isinstance(said, str) else words
        raise WebhookError(f"it refused the message with code {codes[0]}", words=words)


def _message(url: str, content: Mapping[str, Any]) -> Message:
    return Message(
        url, json.dumps(content, ensure_ascii=False).encode(), {"Content-Type": "application/json"}
    )


def _with_dingtalk_sign(webhook: Webhook, stamp: str) -> str:
    if not webhook.secret:
        return webhook.url
    sign = _sign(webhook.secret.encode(), f"{stamp}\n{webhook.secret}".encode())
    joint = "&" if urlsplit(webhook.url).query else "?"
    return f"{webhook.url}{joint}timestamp={stamp}&sign={quote(sign, safe='')}"


def _sign(key: bytes, text: bytes) -> str:
    return base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
