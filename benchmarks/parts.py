"""What the parts cost that other projects take alone: processor time of the import, packages, size.

    python -m benchmarks.parts

Each import runs in processes of its own; the median counts. The size is that of the packages that the
import loads, with everything they install, and of the modules of topiccrawl that it loads. Packages that
Scrapy loads anyway do not count for the scheduler.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from statistics import median

from benchmarks.measuring import PROJECT, arguments, save_result, show_rows

PARTS = {
    "scrapy": "import scrapy.crawler, scrapy.core.engine",
    "scheduler": "import scrapy.crawler, scrapy.core.engine, topiccrawl.scheduler",
    "extraction": "import topiccrawl.extraction",
    "all of a topic crawl": "import topiccrawl.scheduler.focused_scheduler, topiccrawl.spiders.topic",
}
REPETITIONS = 5
PROBE = """
import json, sys, time
before = set(sys.modules)
start = time.process_time()
{code}
seconds = time.process_time() - start
new = [(name, module) for name, module in sys.modules.items() if name not in before]
files = {{name: getattr(module, "__file__", None) for name, module in new}}
print(json.dumps([seconds, files]))
"""


def main() -> None:
    arguments(__doc__).parse_args()
    found = {name: measure(code) for name, code in PARTS.items()}
    known = found["scrapy"][1]
    rows = {
        name: {
            "import_cpu_seconds": seconds,
            "packages": len(packages - (known if name == "scheduler" else set())),
            "packages_mb": mb(sum(map(installed, packages - (known if name == "scheduler" else set())))),
            "own_mb": mb(own),
        }
        for name, (seconds, packages, own) in found.items()
    }
    show_rows("part", rows)
    save_result("parts", rows)


def measure(code: str) -> tuple[float, set[str], int]:
    """Return the seconds of an import, the distributions that it loads, and the bytes of our own modules."""
    runs = []
    for _ in range(REPETITIONS):
        command = [sys.executable, "-c", PROBE.format(code=code)]
        ended = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
        runs.append(json.loads(ended.stdout))
    files: dict[str, str | None] = runs[0][1]
    owners = packages_distributions()
    loaded = {owner for name in files for owner in owners.get(name.partition(".")[0], [])} - {"topiccrawl"}
    own = [Path(file) for name, file in files.items() if file and name.partition(".")[0] == "topiccrawl"]
    return round(median(run[0] for run in runs), 2), loaded, sum(file.stat().st_size for file in own)


def installed(name: str) -> int:
    """Return the bytes of a distribution as it is installed."""
    places = [Path(str(file.locate())) for file in distribution(name).files or ()]
    return sum(place.stat().st_size for place in places if place.is_file())


def mb(size: int) -> float:
    return round(size / 1e6, 1)


if __name__ == "__main__":
    main()
