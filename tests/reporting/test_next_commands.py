from __future__ import annotations

import pytest

from topiccrawl import settings as shipped
from topiccrawl.reporting.next_commands import OPTIONS_VARIABLE, next_commands

REDIS = "redis://:geheim@host/0"


@pytest.fixture(autouse=True)
def shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl whose environment names database and Redis."""
    monkeypatch.setattr(shipped, "TOPICCRAWL_DATABASE_URL", "sqlite:///mine.db")
    monkeypatch.setattr(shipped, "TOPICCRAWL_REDIS_URL", REDIS)
    monkeypatch.delenv(OPTIONS_VARIABLE, raising=False)


def test_what_the_environment_says_is_left_out() -> None:
    commands = next_commands("党建", "sqlite:///mine.db", "sqlite:///mine.db", REDIS)
    assert commands.export == "topiccrawl export --topic '党建' --out '党建.jsonl'"
    assert commands.requeue == "topiccrawl frontier requeue --topic '党建'"


def test_settings_of_the_command_line_are_named() -> None:
    commands = next_commands("tea", "mysql://u:p@h/d", "mysql://u:***@h/d", "redis://other/1")
    assert commands.export == "topiccrawl export --topic tea --database 'mysql://u:***@h/d' --out tea.jsonl"
    assert commands.dead.endswith("--database 'mysql://u:***@h/d' --redis redis://other/1")


def test_options_of_topiccrawl_crawl_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OPTIONS_VARIABLE, "--database --redis")
    commands = next_commands("tea", "sqlite:///mine.db", "sqlite:///mine.db", REDIS)
    assert commands.export == "topiccrawl export --topic tea --database sqlite:///mine.db --out tea.jsonl"
    assert commands.requeue.endswith("--database sqlite:///mine.db --redis 'redis://:***@host/0'")


def test_a_frontier_with_a_name_of_its_own_is_named() -> None:
    commands = next_commands("tea", "sqlite:///a.db", "sqlite:///a.db", "", "tea@shop")
    assert commands.export == "topiccrawl export --topic tea --database sqlite:///a.db --out tea.jsonl"
    assert commands.dead == "topiccrawl frontier show --state dead --topic tea@shop --database sqlite:///a.db"
