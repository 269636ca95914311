"""Figures of result files at an earlier revision beside those of today.

    python -m benchmarks.compare REVISION [RESULT ...] [--figures PATTERN] [--markdown]

REVISION is a commit of this project, RESULT the name of a file in results/ without its ending; default: all
files. Only figures that both versions of a file have are compared. Files that were renamed are found under
their old names. --figures selects figures by a regular expression on their names. A file whose figures are
all equal, times included, was not measured again, and is only named.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

from benchmarks.measuring import PROJECT, RESULTS, arguments, read_result, show_rows

OLD_NAMES = {
    "attacks-database": "attack_database",
    "attacks-database_away": "database_away",
    "attacks-imports": "attack_imports",
    "attacks-pages": "hostile_pages",
    "attacks-refusals": "refusals",
    "attacks-traps": "traps",
    "extraction-folds": "extraction_folds",
    "extraction-fuzz": "fuzz_extraction",
    "extraction-speed": "extraction_speed",
    "extraction-web": "extraction_web",
    "frontier-crawl": "frontier_crawl",
    "frontier-polite_hosts": "polite_hosts",
    "frontier-redis_queue": "frontier_redis",
    "frontier-worker_speed": "worker_speed",
    "kills-workers": "kill_workers",
    "live": "replay",
    "live-mariadb": "replay-mariadb",
    "live-polite": "replay-polite",
    "live-renamed": "replay-renamed",
    "live-speed": "crawl_speed",
    "relevance-refining": "refining",
    "relevance-similarity": "similarity",
    "relevance-speed": "relevance_speed",
    "relevance-topics": "topics",
}
"""Names of result files before the benchmarks got folders."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("revision", help="commit of the earlier figures")
    parser.add_argument("results", nargs="*", help="names of result files")
    parser.add_argument("--figures", default="", help="regular expression on the names of figures")
    parser.add_argument("--markdown", action="store_true", help="print rows of a Markdown table")
    args = parser.parse_args()
    for name in args.results or sorted(file.stem for file in RESULTS.glob("*.json")):
        if (earlier := earlier_result(args.revision, name)) is None:
            continue
        today = read_result(name)
        if all(row["before"] == row["now"] for row in compared(earlier, today).values()):
            print(f"{name}: not measured since then")
            continue
        rows = compared(earlier, today, args.figures)
        if args.markdown:
            for figure, row in rows.items():
                print(f"| `{name}` | {figure} | {row['before']:,} | {row['now']:,} |")
        elif rows:
            show_rows(name, rows)


def earlier_result(revision: str, name: str) -> dict[str, Any] | None:
    """Return the figures of a result file at a revision; None if it did not exist."""
    renamed = {old: new for new, old in OLD_NAMES.items()}
    for file in (OLD_NAMES.get(name, name), name):
        # An old name may be that of another benchmark today, such as `replay`.
        other = renamed.get(file, name)
        if other != name and _stored(revision, other) is None:
            continue
        if (text := _stored(revision, file)) is not None:
            found: dict[str, Any] = json.loads(text)
            found.pop("machine", None)
            return found
    return None


def _stored(revision: str, name: str) -> str | None:
    path = (RESULTS / f"{name}.json").relative_to(PROJECT)
    done = subprocess.run(
        ["git", "show", f"{revision}:{path}"], cwd=PROJECT, capture_output=True, encoding="utf-8", check=False
    )
    return None if done.returncode else done.stdout


def compared(earlier: Any, today: Any, pattern: str = "") -> dict[str, dict[str, float]]:
    """Return the figures that both have, by their names; `pattern` selects some of them.

    >>> compared({"a": {"F1": 0.9, "old": 1}}, {"a": {"F1": 0.8, "new": 2}})
    {'a / F1': {'before': 0.9, 'now': 0.8}}
    """
    before, now = dict(flat(earlier)), dict(flat(today))
    return {
        name: {"before": value, "now": now[name]}
        for name, value in before.items()
        if name in now and re.search(pattern, name)
    }


def flat(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers in a result by the path of their keys."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from flat(part, f"{name} / {key}" if name else key)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield name, value


if __name__ == "__main__":
    main()
