"""Messages to webhooks in the form, and with the signature, that each service wants."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from e2e.fault_server import Answer, FaultServer

from topiccrawl.reporting.monitoring.conditions import Alert
from topiccrawl.reporting.monitoring.webhooks import Webhook, WebhookError, message_for, parse_webhooks, send

ALERT = Alert("blocked", "a.test", "a.test refuses every request")
NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
TEXT = "[topiccrawl] 党建: a.test refuses every request"


def test_a_signed_message_to_dingtalk() -> None:
    made = message_for(
        Webhook("dingtalk", "https://oapi.test/send?access_token=t", "SEC1"), ALERT, "党建", NOW
    )
    query = {name: values[0] for name, values in parse_qs(urlsplit(made.url).query).items()}
    stamp = str(int(NOW.timestamp() * 1000))
    digest = hmac.new(b"SEC1", f"{stamp}\nSEC1".encode(), hashlib.sha256).digest()
    assert query == {"access_token": "t", "timestamp": stamp, "sign": base64.b64encode(digest).decode()}
    assert json.loads(made.body) == {"msgtype": "text", "text": {"content": TEXT}}


def test_a_signed_message_to_feishu() -> None:
    made = message_for(Webhook("feishu", "https://open.test/hook/t", "S"), ALERT, "党建", NOW)
    stamp = str(int(NOW.timestamp()))
    digest = hmac.new(f"{stamp}\nS".encode(), digestmod=hashlib.sha256).digest()
    assert json.loads(made.body) == {
        "msg_type": "text",
        "content": {"text": TEXT},
        "timestamp": stamp,
        "sign": base64.b64encode(digest).decode(),
    }


def test_messages_without_a_secret() -> None:
    wecom = message_for(Webhook("wecom", "https://qyapi.test/send?key=k"), ALERT, "党建", NOW)
    assert (wecom.url, json.loads(wecom.body)["text"]) == ("https://qyapi.test/send?key=k", {"content": TEXT})
    ding = message_for(Webhook("dingtalk", "https://oapi.test/send?access_token=t"), ALERT, "党建", NOW)
    assert ding.url == "https://oapi.test/send?access_token=t"


def test_a_signed_generic_message() -> None:
    made = message_for(Webhook("generic", "http://hook.test/", "key"), ALERT, "党建", NOW)
    assert json.loads(made.body) == {
        "event": "blocked",
        "topic": "党建",
        "subject": "a.test",
        "text": TEXT,
        "time": "2026-11-22T08:00:00+00:00",
    }
    digest = hmac.new(b"key", made.body, hashlib.sha256).hexdigest()
    assert made.headers["X-Topiccrawl-Signature"] == f"sha256={digest}"


def test_lists_of_webhooks(tmp_path: Path) -> None:
    (tmp_path / "hooks").write_text("wecom=https://a.test/?key=k\n\ngeneric=http://b.test/#geheim\n")
    assert [(one.kind, one.secret) for one in parse_webhooks(str(tmp_path / "hooks"))] == [
        ("wecom", ""),
        ("generic", "geheim"),
    ]
    for bad in ("slack=https://a.test/#geheim", "https://a.test/?key=geheim", "wecom=ftp://a.test/#geheim"):
        with pytest.raises(WebhookError, match="webhook 1 is not KIND=URL") as raised:
            parse_webhooks(bad)
        assert "geheim" not in str(raised.value)
    assert "geheim" not in repr(parse_webhooks("generic=http://b.test/?key=geheim#geheim"))


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer(b'{"errcode": 0}'), ""),
        (Answer(b"thanks"), ""),
        (Answer(b'{"code": 19021, "msg": "sign match fail"}'), "refused the message with code 19021"),
        (Answer(status=500), "it answered 500"),
        (Answer(fault="reset"), "cannot be reached"),
    ],
)
def test_what_a_service_answers(answer: Answer, error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with FaultServer() as service:
        service.answers = {f"{service.url}/hook": answer}
        message = message_for(Webhook("generic", f"{service.url}/hook"), ALERT, "党建", NOW)
        if not error:
            send(message)
            return
        with pytest.raises(WebhookError, match=error):
            send(message)
