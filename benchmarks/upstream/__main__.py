"""Scrapy's and scrapy-redis's own tests of schedulers, queues and duplicate filters, run against ours.

    python -m benchmarks.upstream [--project scrapy|scrapy-redis] [--all]

Fetches the source of the installed versions through pip and runs the tests three ways: as they are; with our
scheduler and frontiers in the place of theirs, where SQLite holds what has to last; and the same with Redis.
A test that cannot apply is listed with the reason (`upstream_reasons.py`); a test that passes without
anything of ours in it counts as failed. --all shows the tests that passed as well.

What is fetched stays in the cache (`TOPICCRAWL_CACHE_DIR`).
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
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from benchmarks.measuring import PROJECT, arguments, save_result, show_table
from benchmarks.upstream.reasons import PROJECTS, Upstream
from topiccrawl.text.resources import cache_dir

sys.path.insert(0, str(PROJECT / "tests"))

from servers.redis import Redis

PLUGINS = ("pytest-twisted==1.14.3", "decorator==5.3.1")
"""What the tests need besides the packages that are installed; without their dependencies, which are."""
PATIENCE = 600


@dataclass(frozen=True)
class Outcome:
    """How a test ended: passed, failed, "not ours" (nothing of ours was used) or skipped, with the reason."""

    state: str
    reason: str = ""


def pip(*arguments: str) -> None:
    """Run pip; its own configuration says where packages come from."""
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def fetched(project: Upstream) -> Path:
    """The tests of the installed version of a project, from its source distribution."""
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
            # What is tested is what is installed.
            for package in (unpacked / "scrapy", unpacked / "src"):
                shutil.rmtree(package, ignore_errors=True)
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(unpacked, folder)
    return folder


def plugins() -> Path:
    """A folder with the pytest plugins of Scrapy's tests, apart from what is installed."""
    folder = cache_dir() / "upstream" / "plugins"
    if not folder.exists():
        pip("install", "--no-deps", "--target", str(folder), *PLUGINS)
    return folder


@contextmanager
def redis_server() -> Iterator[Redis]:
    """A Redis of our own."""
    server = Redis()
    try:
        server.start()
        yield server
    finally:
        server.stop()


def run(name: str, folder: Path, server: Redis, frontier: str | None) -> dict[str, Outcome]:
    """The tests of a project by name.

    Args:
        name: of the project.
        folder: of its source.
        server: for tests, and for the frontier "redis".
        frontier: what holds what has to last in ours; None runs the tests as they are.

    Raises:
        RuntimeError: they could not be run at all.
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
            timeout=PATIENCE,
            check=False,
        )
        if not xml.exists() or ended.returncode > 1:
            raise RuntimeError(f"pytest could not run the tests of {name}:\n{ended.stdout}{ended.stderr}")
        return dict(_outcomes(ElementTree.parse(xml), bool(frontier)))


def _outcomes(report: Any, ours: bool) -> Iterator[tuple[str, Outcome]]:
    for case in report.iter("testcase"):
        node = "::".join([*case.get("classname").removeprefix("tests.").split("."), case.get("name")])
        told = {one.tag: one.get("message", "") for one in case}
        if failure := next((told[tag] for tag in ("failure", "error") if tag in told), None):
            yield node, Outcome("failed", " ".join(failure.split())[:300])
        elif "skipped" in told:
            yield node, Outcome("skipped", told["skipped"])
        elif ours and not any(
            one.get("name") == "ours" and one.get("value") != "0" for one in case.iter("property")
        ):
            yield node, Outcome("not ours")
        else:
            yield node, Outcome("passed")


def grouped(outcomes: Mapping[str, Outcome]) -> dict[str, list[str]]:
    """The tests that did not pass, by what became of them; a module of which none passed is one entry."""
    modules = Counter(node.split("::")[0] for node in outcomes)
    found: dict[str, list[str]] = {}
    for node, outcome in outcomes.items():
        if outcome.state != "passed":
            found.setdefault(f"{outcome.state}: {outcome.reason}".rstrip(": "), []).append(node)
    for told, nodes in found.items():
        whole = {
            name
            for name, count in Counter(node.split("::")[0] for node in nodes).items()
            if count == modules[name]
        }
        found[told] = [node for node in nodes if node.split("::")[0] not in whole]
        found[told] += [f"{name} (all {modules[name]})" for name in sorted(whole)]
    return found


def main() -> None:
    """Run, show and write down."""
    parser = arguments(__doc__)
    parser.add_argument("--project", choices=PROJECTS, help="only this one; nothing is written down then")
    parser.add_argument("--all", action="store_true", help="show tests that passed as well")
    arguments = parser.parse_args()
    result: dict[str, Any] = {}
    wrong = 0
    with redis_server() as server:
        for name in [arguments.project] if arguments.project else PROJECTS:
            project = PROJECTS[name]
            folder = fetched(project)
            ways = {"as they are": run(name, folder, server, None)}
            ways |= {f"ours, {kind}": run(name, folder, server, kind) for kind in project.frontiers}
            print(f"\n{name} {version(project.package)}")
            states = ("passed", "failed", "not ours", "skipped")
            counts = {way: Counter(one.state for one in found.values()) for way, found in ways.items()}
            show_table(
                ["", *states], [[way, *(count[state] for state in states)] for way, count in counts.items()]
            )
            for way, found in ways.items():
                print(f"\n{name}, {way}")
                for told, group in grouped(found).items():
                    print(f"  {told}", *group, sep="\n      ")
                if arguments.all:
                    print("  passed")
                    print(
                        *(f"      {node}" for node, one in found.items() if one.state == "passed"), sep="\n"
                    )
            wrong += sum(
                count["failed"] + count["not ours"] for way, count in counts.items() if way != "as they are"
            )
            result[name] = {
                "version": version(project.package),
                "counts": {way: {state: count[state] for state in states} for way, count in counts.items()},
                "passed": {
                    way: [node for node, one in found.items() if one.state == "passed"]
                    for way, found in ways.items()
                    if way != "as they are"
                },
                "not passed": {way: grouped(found) for way, found in ways.items()},
            }
    if not arguments.project:
        save_result("upstream", result)
    if wrong:
        sys.exit(f"{wrong} tests that apply do not pass")


if __name__ == "__main__":
    main()
