"""Scrapy's and scrapy-redis's own tests of schedulers, queues and duplicate filters, run on topiccrawl's.

    python -m benchmarks.upstream [--project scrapy|scrapy-redis] [--all]

Downloads the source of the installed versions with pip and runs the tests three ways: unchanged; with
topiccrawl's scheduler and frontiers in place of theirs, persistent in SQLite; and the same, persistent in
Redis. A test that cannot apply is listed with the reason (`reasons.py`); a test that passes without using
anything of topiccrawl's counts as failed. --all shows the tests that passed as well. Writes
results/upstream.json.

Downloads are kept in the cache (`TOPICCRAWL_CACHE_DIR`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from benchmarks.measuring import PROJECT, arguments, save_result, show_rows
from benchmarks.servers import Redis, running
from benchmarks.upstream.reasons import PROJECTS, Upstream
from topiccrawl.text.resources import cache_dir

PLUGINS = ("pytest-twisted==1.14.3", "decorator==5.3.1")
"""Packages that the tests need besides the installed ones; their dependencies are installed."""
TIMEOUT = 600
UNCHANGED = "as they are"
STATES = ("passed", "failed", "not ours", "skipped")


@dataclass(frozen=True)
class Outcome:
    """Result of a test: passed, failed, "not ours" (did not use topiccrawl) or skipped, with the reason."""

    state: str
    reason: str = ""


def pip(*arguments: str) -> None:
    """Run pip; its own configuration says where packages come from."""
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def fetched(project: Upstream) -> Path:
    """Download the source distribution of the installed version of a project; return its folder."""
    release = f"{project.package}-{version(project.package)}"
    folder = cache_dir() / "upstream" / release
    if not folder.exists():
        with tempfile.TemporaryDirectory() as name:
            there = Path(name)
            exact = release.replace(f"{project.package}-", f"{project.package}==")
            pip("download", "--no-deps", "--no-binary", ":all:", "--dest", name, exact)
            (archive,) = there.glob("*.tar.gz")
            with tarfile.open(archive) as source:
                source.extractall(there / "source", filter="data")
            (unpacked,) = (there / "source").iterdir()
            # The tests must import the installed packages.
            for package in (unpacked / "scrapy", unpacked / "src"):
                shutil.rmtree(package, ignore_errors=True)
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(unpacked, folder)
    return folder


def plugins() -> Path:
    """Install the pytest plugins of Scrapy's tests into a folder of their own and return it."""
    folder = cache_dir() / "upstream" / "plugins"
    if not folder.exists():
        pip("install", "--no-deps", "--target", str(folder), *PLUGINS)
    return folder


def run(name: str, folder: Path, server: Redis, frontier: str | None) -> dict[str, Outcome]:
    """Run the tests of a project and return their outcomes by name.

    Args:
        name: name of the project.
        folder: folder of its source.
        server: server for the tests, and for the frontier "redis".
        frontier: persistent frontier to use, "sqlite" or "redis"; None runs the tests unchanged.

    Raises:
        RuntimeError: pytest could not run the tests.
    """
    server.clear()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(plugins()), str(PROJECT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "REDIS_HOST": "127.0.0.1",
        "REDIS_PORT": str(server.port),
        "UPSTREAM_PROJECT": name if frontier else "",
        "UPSTREAM_REDIS_URL": server.url if frontier == "redis" else "",
    }
    with tempfile.TemporaryDirectory() as report:
        xml = Path(report) / "report.xml"
        command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", f"--junit-xml={xml}"]
        command += ["-o", "junit_family=xunit1", "-p", "benchmarks.upstream.plugin"]
        ended = subprocess.run(
            [*command, *PROJECTS[name].files],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        if not xml.exists() or ended.returncode > 1:
            raise RuntimeError(f"pytest could not run the tests of {name}:\n{ended.stdout}{ended.stderr}")
        return dict(_outcomes(ElementTree.parse(xml), bool(frontier)))


def _outcomes(report: Any, ours: bool) -> Iterator[tuple[str, Outcome]]:
    for case in report.iter("testcase"):
        node = "::".join([*case.get("classname").removeprefix("tests.").split("."), case.get("name")])
        results = {one.tag: one.get("message", "") for one in case}
        if failure := next((results[tag] for tag in ("failure", "error") if tag in results), None):
            yield node, Outcome("failed", " ".join(failure.split())[:300])
        elif "skipped" in results:
            yield node, Outcome("skipped", results["skipped"])
        elif ours and not any(
            one.get("name") == "ours" and one.get("value") != "0" for one in case.iter("property")
        ):
            yield node, Outcome("not ours")
        else:
            yield node, Outcome("passed")


def grouped(outcomes: Mapping[str, Outcome]) -> dict[str, list[str]]:
    """Group the tests that did not pass by outcome; a module in which no test passed is one entry."""
    modules = Counter(node.split("::")[0] for node in outcomes)
    found: dict[str, list[str]] = {}
    for node, outcome in outcomes.items():
        if outcome.state != "passed":
            found.setdefault(f"{outcome.state}: {outcome.reason}".rstrip(": "), []).append(node)
    for outcome_name, nodes in found.items():
        whole = {
            name
            for name, count in Counter(node.split("::")[0] for node in nodes).items()
            if count == modules[name]
        }
        found[outcome_name] = [node for node in nodes if node.split("::")[0] not in whole]
        found[outcome_name] += [f"{name} (all {modules[name]})" for name in sorted(whole)]
    return found


def tested(name: str, server: Redis) -> dict[str, dict[str, Outcome]]:
    """Run the tests of a project in each way; return the outcomes by way and test."""
    folder = fetched(PROJECTS[name])
    ways = {UNCHANGED: run(name, folder, server, None)}
    return ways | {f"ours, {kind}": run(name, folder, server, kind) for kind in PROJECTS[name].frontiers}


def show(name: str, ways: Mapping[str, Mapping[str, Outcome]], with_passed: bool) -> None:
    """Print the counts of each way, and the tests by outcome."""
    print(f"\n{name} {version(PROJECTS[name].package)}")
    show_rows("", {way: counted(found) for way, found in ways.items()})
    for way, found in ways.items():
        print(f"\n{name}, {way}")
        groups = grouped(found) | ({"passed": passed(found)} if with_passed else {})
        for outcome, nodes in groups.items():
            print(f"  {outcome}", *nodes, sep="\n      ")


def counted(found: Mapping[str, Outcome]) -> dict[str, int]:
    """Return the number of tests in each state."""
    counts = Counter(one.state for one in found.values())
    return {state: counts[state] for state in STATES}


def passed(found: Mapping[str, Outcome]) -> list[str]:
    """Return the tests that passed."""
    return [node for node, one in found.items() if one.state == "passed"]


def main() -> None:
    """Run the tests, show and save the outcomes."""
    parser = arguments(__doc__)
    parser.add_argument("--project", choices=PROJECTS, help="only this one; the result is not saved")
    parser.add_argument("--all", action="store_true", help="show tests that passed as well")
    args = parser.parse_args()
    result: dict[str, Any] = {}
    wrong = 0
    with running(Redis()) as server:
        for name in [args.project] if args.project else PROJECTS:
            ways = tested(name, server)
            show(name, ways, args.all)
            ours = {way: found for way, found in ways.items() if way != UNCHANGED}
            wrong += sum(
                one.state in ("failed", "not ours") for found in ours.values() for one in found.values()
            )
            result[name] = {
                "version": version(PROJECTS[name].package),
                "counts": {way: counted(found) for way, found in ways.items()},
                "passed": {way: passed(found) for way, found in ours.items()},
                "not passed": {way: grouped(found) for way, found in ways.items()},
            }
    if not args.project:
        save_result("upstream", result)
    if wrong:
        sys.exit(f"{wrong} tests that apply do not pass")


if __name__ == "__main__":
    main()
