"""Pytest plugin (`-p`) that puts topiccrawl's scheduler and frontiers into other projects' tests.

Tests that cannot apply are skipped with the reason. Each test that runs records how many stand-ins it made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from benchmarks.upstream import stand_ins
from benchmarks.upstream.reasons import PROJECTS, reason_not_to_apply

PROJECT = os.environ.get("UPSTREAM_PROJECT", "")
"""Project whose tests use topiccrawl's classes; empty: the tests run unchanged."""


def pytest_pycollect_makeitem(obj: object) -> None:
    """Call `setup` as pytest before version 8 did."""
    if isinstance(obj, type) and "setup" in vars(obj) and not hasattr(obj, "setup_method"):
        obj.setup_method = vars(obj)["setup"]  # type: ignore[attr-defined]


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Replace classes by stand-ins once the test modules are imported."""
    if not PROJECT:
        return
    for module in {item.module for item in items if isinstance(item, pytest.Function)}:
        for name, stand_in in stand_ins.names_of(module.__name__):
            *outer, last = name.split(".")
            holder: Any = getattr(module, outer[0]) if outer else module
            new = stand_in(getattr(holder, last)) if last == "get_crawler" else stand_in
            setattr(holder, last, new)
    for item in items:
        if reason := reason_not_to_apply(PROJECTS[PROJECT].reasons, item.nodeid):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Close the stand-ins after each test."""
    try:
        return (yield)
    finally:
        stand_ins.end_of_test()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Record the number of stand-ins used."""
    try:
        return (yield)
    finally:
        item.user_properties.append(("ours", len(stand_ins.used)))
