"""The docs say what the code has."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from topiccrawl import settings
from topiccrawl.corpus import COLUMNS
from topiccrawl.demo.articles import load_articles
from topiccrawl.priority.strategies.registry import STRATEGIES
from topiccrawl.relevance.topic.topic import SECTIONS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OWN = sorted(name for name in dir(settings) if name.startswith("TOPICCRAWL_"))
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))

LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def links(page: str) -> list[tuple[Path, str]]:
    """Files that a page links to, with the heading."""
    found = [target for target in LINK.findall(read(page)) if "://" not in target]
    return [
        ((ROOT / page).parent / name if name else ROOT / page, heading)
        for name, _, heading in (target.partition("#") for target in found)
    ]


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip("# ").lower()).replace(" ", "-")


def test_every_setting_is_in_the_docs_with_its_default_and_has_a_comment() -> None:
    documented = read("docs/settings.md").splitlines()
    lines = Path(settings.__file__).read_text(encoding="utf-8").splitlines()
    for name in OWN:
        rows, value = [line for line in documented if f"`{name}`" in line], getattr(settings, name)
        assert len(rows) == 1, name
        assert f"`{value}`" in rows[0] or (value == "" and '`""`' in rows[0]), name
        (at,) = [number for number, line in enumerate(lines) if line.startswith(f"{name} =")]
        assert lines[at - 1].startswith("# "), name


def test_every_table_of_a_topic_and_every_strategy_is_in_the_docs() -> None:
    topics, strategies = read("docs/topics.md"), read("docs/strategies.md")
    assert [section for section in SECTIONS if f"[{section}]" not in topics] == []
    assert [name for name in STRATEGIES if not re.search(rf"(?m)^\| `{name}` \|", strategies)] == []


def test_no_other_settings_are_promised() -> None:
    promised = {
        cell.strip("` ")
        for line in read("docs/settings.md").splitlines()
        if line.startswith("| `TOPICCRAWL_")
        for cell in line.split("|")[1:2]
    }
    assert promised == set(OWN)


def test_the_indices_link_every_page() -> None:
    pages = ("docs/index.md", "docs/decisions/index.md")
    linked = {path.resolve() for page in pages for path, _ in links(page)}
    assert linked >= {path.resolve() for path in DOCS.rglob("*.md") if path.name != "index.md"}


@cache
def slugs(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {slug(line) for line in lines if line.startswith("#")}


def test_links_lead_somewhere() -> None:
    found = [(page, path, heading) for page in PAGES for path, heading in links(page)]
    assert [(page, path) for page, path, _ in found if not path.exists()] == []
    assert [(page, heading) for page, path, heading in found if heading and heading not in slugs(path)] == []


def test_files_of_the_project_that_a_page_names_exist() -> None:
    names = re.compile(r"`((?:topiccrawl|tests|benchmarks|resources|docs)/[\w./-]*(?:/|\.\w+))`")
    named = [(page, name) for page in PAGES for name in names.findall(read(page))]
    assert [(page, name) for page, name in named if not (ROOT / name).exists()] == []


def test_decisions_have_one_form() -> None:
    for path in DECISIONS:
        text, number = path.read_text(encoding="utf-8"), int(path.name[:4])
        head = rf"# {number}\. .+\n\n\* Date: \d{{4}}-\d\d-\d\d\n\* Status: .+\n"
        assert re.match(head, text), path
        assert re.findall(r"(?m)^## (.+)$", text)[:2] == ["Context", "Decision"], path
        assert re.search(r"(?m)^## What else was (tried|considered)$", text), path


def test_decisions_are_numbered_without_gaps() -> None:
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    listed = re.findall(r"(?m)^\* \[(\d+)\]\((.+?)\): ", read("docs/decisions/index.md"))
    assert listed == [(str(int(path.name[:4])), path.name) for path in DECISIONS]


def test_both_readmes_show_the_same_commands_and_figures() -> None:
    english, chinese = read("README.md"), read("README.zh-CN.md")
    for kind in (r"(?m)^#+ ", r"(?m)^\|", r"(?m)^```", r"(?m)^\d\. "):
        assert len(re.findall(kind, english)) == len(re.findall(kind, chinese)), kind
    commands = re.compile(r"(?m)^(?:scrapy|topiccrawl|make|redis-cli) [\w-]+(?: [\w|-]+)?")
    assert commands.findall(english) == commands.findall(chinese)
    figures = re.compile(r"(?<![\d.])\.\d\d+")
    assert sorted(figures.findall(english)) == sorted(figures.findall(chinese))


def test_the_readmes_are_one_screen() -> None:
    assert len(read("README.md").split()) <= 650
    assert len(read("CONTRIBUTING.md").split()) < 700


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_the_python_of_the_readmes_is_right(page: str) -> None:
    (block,) = re.findall(r"(?s)```python\n(.*?)```", read(page))
    example = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    assert len(example.examples) == 6
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_the_record_of_the_readmes_has_the_columns_of_an_export(page: str) -> None:
    (block,) = re.findall(r"(?s)```json\n(.*?)```", read(page))
    record = json.loads(block)
    assert set(record) <= set(COLUMNS)
    assert (record["title"], record["source"]) in {(one.title, one.source) for one in load_articles()}


def test_pre_commit_runs_the_checks_of_make_lint() -> None:
    (local,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    assert local["repo"] == "local"  # no network
    (recipe,) = re.findall(r"(?m)^lint:.*\n((?:\t.+\n)+)", read("Makefile"))
    wanted = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]
    assert [hook["entry"] for hook in local["hooks"]] == wanted


def test_the_readmes_show_the_figures_of_the_results() -> None:
    spec = importlib.util.spec_from_file_location("make_figures", DOCS / "make_figures.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    for name in made.TABLES:
        assert made.table(name) in read(name), "run python docs/make_figures.py"
