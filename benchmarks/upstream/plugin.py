"""A pytest plugin, loaded with `-p`, that puts our scheduler and frontiers into other people's tests.

Tests that cannot apply are skipped with the reason. Each test that runs notes how many stand-ins it made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from benchmarks.upstream import stand_ins
from benchmarks.upstream.reasons import PROJECTS, reason_not_to_apply

PROJECT = os.environ.get("UPSTREAM_PROJECT", "")
"""Whose tests are to run with what is ours; empty: they run as they are."""


def pytest_pycollect_makeitem(obj: object) -> None:
    """Tests for pytest before version 8 may set themselves up in `setup`."""
    if isinstance(obj, type) and "setup" in vars(obj) and not hasattr(obj, "setup_method"):
        obj.setup_method = vars(obj)["setup"]  # type: ignore[attr-defined]


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Put the stand-ins in, once the modules are there."""
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
    """Clear up after each test."""
    try:
        return (yield)
    finally:
        stand_ins.end_of_test()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note whether what is ours was used."""
    try:
        return (yield)
    finally:
        item.user_properties.append(("ours", len(stand_ins.used)))
