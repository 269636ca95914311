from __future__ import annotations

import pytest
from scrapy.settings import Settings

from topiccrawl import settings as shipped
from topiccrawl.spiders import user_agent
from topiccrawl.spiders.user_agent import set_user_agent
from topiccrawl.supervision.life import Life

CONTACT = "crawler@example.cn"


def chosen(**values: str) -> Settings:
    """Settings of a project in which the user set some."""
    settings = Settings({"USER_AGENT": shipped.USER_AGENT, "TOPICCRAWL_CONTACT": ""})
    settings.setdict(values, "cmdline")
    return settings


@pytest.mark.parametrize(("contact", "warnings"), [(CONTACT, 0), ("", 0), ("http://other.test/", 1)])
def test_a_user_agent_that_has_the_contact_already_is_no_reason_to_warn(
    caplog: pytest.LogCaptureFixture, contact: str, warnings: int
) -> None:
    agent = f"archive/1 (+{CONTACT})"
    settings = chosen(USER_AGENT=agent)
    set_user_agent(settings, contact)
    assert settings.get("USER_AGENT") == agent
    assert len(caplog.records) == warnings


def test_the_setting_overrides_the_contact_of_the_topic() -> None:
    settings = chosen(TOPICCRAWL_CONTACT="http://other.test/")
    set_user_agent(settings, CONTACT)
    assert settings.get("USER_AGENT") == f"{shipped.USER_AGENT} (+http://other.test/)"


def test_only_the_first_worker_of_a_crawl_warns(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    set_user_agent(settings := chosen(), "")
    assert settings.get("USER_AGENT") == shipped.USER_AGENT
    (record,) = caplog.records
    assert "没有联系方式：网站的管理员无从向您询问这次采集" in record.getMessage()
    monkeypatch.setattr(user_agent, "this_life", lambda: Life(number=2))
    set_user_agent(chosen(), "")
    set_user_agent(chosen(USER_AGENT="archive/1"), CONTACT)
    assert len(caplog.records) == 1
