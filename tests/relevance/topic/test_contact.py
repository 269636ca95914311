from __future__ import annotations

import pytest

from topiccrawl.access.robots import product_token
from topiccrawl.errors import ContactError
from topiccrawl.relevance.topic.contact import MOST_CHARACTERS, check_contact, with_contact
from topiccrawl.settings import USER_AGENT

NAME = "TOPICCRAWL_CONTACT"


@pytest.mark.parametrize(
    "contact",
    [
        "",
        "crawler@example.cn",
        "zhang.san+crawl@news.example.cn",
        "http://example.cn",
        "https://xn--fiqs8s.example.cn/%E9%87%87%E9%9B%86?a=1#who",
        "https://social.example.cn/@crawler",
        "http://" + "a" * (MOST_CHARACTERS - 7),
    ],
)
def test_an_e_mail_address_or_a_url_is_a_contact(contact: str) -> None:
    assert check_contact(NAME, contact) == contact


@pytest.mark.parametrize(
    ("contact", "reason"),
    [
        ("example.cn", "an e-mail address or an http or https URL"),
        ("mailto:crawler@example.cn", "an e-mail address or an http or https URL"),
        ("crawler@localhost", "an e-mail address or an http or https URL"),
        ("a@b@example.cn", "an e-mail address or an http or https URL"),
        ("http://", "an e-mail address or an http or https URL"),
        (True, "an e-mail address or an http or https URL"),
        ("crawler@example.cn\r\nX-Header: 1", "printable ASCII"),
        ("crawler@example.cn\x7f", "printable ASCII"),
        ("crawler@example.cn (Zhang)", "printable ASCII"),
        ("http://example.cn/a)b", "printable ASCII"),
        ("http://example.cn/a\\b", "printable ASCII"),
        (" crawler@example.cn", "printable ASCII"),
        ("张三@example.cn", "printable ASCII"),
        ("http://user:geheim@example.cn/", "without user name and password"),
        ("http://" + "a" * (MOST_CHARACTERS - 6), f"at most {MOST_CHARACTERS} characters"),
    ],
)
def test_anything_else_is_refused_with_setting_and_value(contact: object, reason: str) -> None:
    with pytest.raises(ContactError) as caught:
        check_contact(NAME, contact)
    text = str(caught.value)
    shown = repr(str(contact))[:-1][:MOST_CHARACTERS]
    assert text.startswith(f"{NAME} = {shown}") and reason in text.partition(": expected ")[2]
    assert text.isprintable()


@pytest.mark.parametrize("contact", ["crawler@example.cn", "https://example.cn/crawler"])
def test_robots_txt_knows_the_crawler_by_the_same_name(contact: str) -> None:
    agent = with_contact(USER_AGENT, contact)
    assert agent == f"{USER_AGENT} (+{contact})"
    assert product_token(agent) == product_token(USER_AGENT) == "topiccrawl"
