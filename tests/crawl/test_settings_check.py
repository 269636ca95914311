from __future__ import annotations

import runpy

import pytest
from scrapy.settings import Settings

from topiccrawl import settings as shipped
from topiccrawl.crawl.checks.settings_check import check_settings
from topiccrawl.text.language import localized

SHIPPED = {name: getattr(shipped, name) for name in dir(shipped) if name.startswith("TOPICCRAWL_")}


def test_the_shipped_settings_are_right() -> None:
    check_settings(Settings(SHIPPED))


@pytest.mark.parametrize("name", [name for name, value in SHIPPED.items() if type(value) in (int, float)])
@pytest.mark.parametrize("value", ["abc", "-1", None, ""])
def test_a_wrong_value_is_named(name: str, value: str | None) -> None:
    with pytest.raises(ValueError, match=f"{name} = {value!r}: expected "):
        check_settings(Settings(SHIPPED | {name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOPICCRAWL_MAX_ATTEMPTS", "0"),
        ("TOPICCRAWL_MAX_ATTEMPTS", "2.5"),
        ("TOPICCRAWL_TITLE_THRESHOLD", "5"),
        ("TOPICCRAWL_DEDUP", "body"),
        ("TOPICCRAWL_CONTACT", "example.cn"),
        ("TOPICCRAWL_LEASE_SECONDS", "0"),
        ("TOPICCRAWL_PATIENCE", "inf"),
        ("TOPICCRAWL_PATIENCE", "nan"),
        ("TOPICCRAWL_METRICS_PORT", "0.0.0.0:"),
    ],
)
def test_a_value_out_of_range_is_named(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{name} = '{value}': expected "):
        check_settings(Settings(SHIPPED | {name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOPICCRAWL_PATIENCE", "0"),
        ("TOPICCRAWL_ALLOW_PRIVATE", "1"),
        ("TOPICCRAWL_METRICS_PORT", "0.0.0.0:9410"),
    ],
)
def test_values_of_the_command_line_are_text(name: str, value: str) -> None:
    check_settings(Settings(SHIPPED | {name: value}))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("TOPICCRAWL_STEPS", "是的", "应为 True 或 False"),
        ("TOPICCRAWL_MAX_ATTEMPTS", "0", "应为 不小于 1 的整数"),
        ("TOPICCRAWL_DEDUP", "body", "应为 下列之一：story, title；或留空"),
        ("TOPICCRAWL_TLS", "never", "应为 下列之一：record, strict"),
        ("TOPICCRAWL_EXTRATCOR", "density", "没有设置 TOPICCRAWL_EXTRATCOR；是不是 TOPICCRAWL_EXTRACTOR？"),
    ],
)
def test_what_is_wrong_is_said_in_chinese_too(name: str, value: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:
        check_settings(Settings(SHIPPED | {name: value}))
    assert localized(raised.value, "zh").endswith(said)


def test_a_name_that_nobody_knows_is_told() -> None:
    with pytest.raises(ValueError, match="TOPICCRAWL_EXTRATCOR; did you mean TOPICCRAWL_EXTRACTOR"):
        check_settings(Settings(SHIPPED | {"TOPICCRAWL_EXTRATCOR": "density"}))


def test_a_setting_that_is_a_constant_now_says_which_value_holds() -> None:
    with pytest.raises(ValueError, match=r"TOPICCRAWL_MOST_PARTS is no setting any more, .*: 20 parts"):
        check_settings(Settings(SHIPPED | {"TOPICCRAWL_MOST_PARTS": "5"}))


def test_networks_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Crawls that the administration pages start have no other way to a feed bridge in the house."""
    monkeypatch.setenv("TOPICCRAWL_ALLOW_NETWORKS", "10.1.0.0/16")
    found = runpy.run_path(shipped.__file__)
    assert found["TOPICCRAWL_ALLOW_NETWORKS"] == "10.1.0.0/16"
