"""Sending warnings to the webhooks of `TOPICCRAWL_ALERTS`."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from topiccrawl.messages import said
from topiccrawl.reporting.monitoring.conditions import Alert
from topiccrawl.text.language import localized, say

if TYPE_CHECKING:
    from topiccrawl.reporting.monitoring.webhooks import Send

_VARIABLE = "TOPICCRAWL_ALERTS"


def alert_sender(on_failure: Callable[[str], object]) -> Send | None:
    """Return a function that sends a warning to every webhook; None without webhooks.

    Args:
        on_failure: called with a line for each webhook that fails.

    Raises:
        typer.BadParameter: the variable cannot be read.
    """
    from topiccrawl.reporting.monitoring.webhooks import WebhookError, message_for, parse_webhooks, send

    try:
        webhooks = parse_webhooks(os.environ.get(_VARIABLE, ""))
    except WebhookError as error:
        raise typer.BadParameter(said(error), param_hint=_VARIABLE) from None

    def send_to_all(topic: str, event: str, subject: str, text: str) -> bool:
        taken = False
        for webhook in webhooks:
            try:
                send(message_for(webhook, Alert(event, subject, text), topic, datetime.now(UTC)))
                taken = True
            except WebhookError as error:
                on_failure(
                    say("not sent to {webhook}: {error}", webhook=webhook.name, error=localized(error))
                )
        return taken

    return send_to_all if webhooks else None
