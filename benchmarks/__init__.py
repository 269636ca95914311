"""Every quality and performance figure of the project, one command each.

A folder has the benchmarks of one subject. `python -m benchmarks.FOLDER` runs its main benchmark if it has
one, `python -m benchmarks.FOLDER.NAME` another; results go to `results/FOLDER-NAME.json`. README.md lists all
commands.

replay, extraction, relevance, dedup   quality and speed on the measuring data (TOPICCRAWL_DATA)
kills, attacks, restart, frontier      storage and robustness, on generated sites and local servers
upstream                               other projects' tests
house                                  size and structure of the code itself

All of them share `measuring` (data, arguments, results), `processes` (crawls as processes), `servers`
(MariaDB and Redis) and the generated `sites`.
"""

import sys
from pathlib import Path

# Benchmarks start the servers of the tests: their packages `servers` and `e2e`.
sys.path.append(str(Path(__file__).parent.parent / "tests"))
