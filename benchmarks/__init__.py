"""Every quality and performance figure of the project, one command each.

A folder holds the benchmarks of one subject. `python -m benchmarks.WING` runs its main benchmark where it has one,
`python -m benchmarks.WING.NAME` another; results go to `results/WING-NAME.json`. README.md lists all commands.

replay, extraction, relevance, dedup   quality and speed on the measuring data (TOPICCRAWL_DATA)
kills, attacks, restart, frontier      storage and robustness, on sites and servers of their own
upstream                               other projects' tests
house                                  size and structure of the code itself

Shared by all: `measuring` (data, arguments, results), `processes` (crawls as processes), `servers` (MariaDB and
Redis) and the made `sites`.
"""
