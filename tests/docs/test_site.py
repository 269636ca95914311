"""The site of the docs: every page has its place, the reference is that of the code, commands exist."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from topiccrawl import settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOR_USERS = [
    "start.md",
    "troubleshooting.md",
    "addon.md",
    *(f"zh/{path.name}" for path in (DOCS / "zh").glob("*.md")),
]


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def reference() -> str:
    return (DOCS / "reference.md").read_text(encoding="utf-8")


def test_the_reference_is_that_of_the_code(reference: str) -> None:
    assert reference == load("make_reference").document(), "run python docs/make_reference.py"


def test_the_reference_has_something_of_each_kind(reference: str) -> None:
    for row in ("`topiccrawl_link`", "`topiccrawl status`"):
        assert f"| {row} |" in reference


def test_every_counter_is_in_the_docs() -> None:
    rows = (DOCS / "settings.md").read_text(encoding="utf-8").splitlines()
    for name in load("make_reference").counters():
        kind, _, rest = name.removeprefix("topiccrawl/").partition("/")
        fixed = rest.partition("<")[0].rstrip("/")
        assert any(f"| `topiccrawl/{kind}" in row and fixed in row.split(" | ")[0] for row in rows), name


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without its Python tags."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def in_nav(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            yield from in_nav(value) if isinstance(value, list) else [value]


def test_every_page_is_in_the_navigation() -> None:
    site = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)
    named = [page for page in in_nav(site["nav"]) if not page.startswith("project/")]
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert sorted(named) == sorted(page for page in pages if not page.startswith("decisions/0"))
    assert next(iter(site["nav"][0])) == "中文"  # Chinese first


@pytest.mark.parametrize("page", FOR_USERS)
def test_commands_and_options_that_a_page_names_exist(page: str, reference: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    known = {
        command: set(re.findall(r"--[\w-]+", options))
        for command, options in re.findall(r"(?m)^\| `(topiccrawl [\w -]+)` \| .* \| (.*) \|$", reference)
    }
    named = re.findall(r"(?m)(?:^|`)(topiccrawl [a-z][^`\n]*)", text)
    for line in named:
        words = line.split()
        command = next((c for n in (3, 2) if (c := " ".join(words[:n])) in known), None)
        assert command or any(one.startswith(f"{' '.join(words[:2])} ") for one in known), line
        assert not command or set(re.findall(r"(?<= )--[\w-]+", line)) <= known[command], line
    assert named or page in ("zh/index.md", "zh/day.md")


def test_settings_that_a_page_names_exist() -> None:
    for page in FOR_USERS:
        for name in re.findall(r"TOPICCRAWL_[A-Z_]*[A-Z]", (DOCS / page).read_text(encoding="utf-8")):
            assert hasattr(settings, name), (page, name)


@pytest.mark.parametrize(
    ("page", "link", "expected"),
    [
        ("index.md", "../README.md", "project/README.md"),
        ("project/README.md", "docs/admin.md", "admin.md"),
        ("project/benchmarks/README.md", "../docs/replay.md", "replay.md"),
        ("zh/start.md", "../admin.md", "admin.md"),
        ("topics.md", "../topiccrawl/settings.py", None),
    ],
)
def test_links_lead_to_the_places_of_the_site(page: str, link: str, expected: str | None) -> None:
    pytest.importorskip("mkdocs")
    assert load("site_hooks").site_path(page, link) == expected
