"""Share of a topic word's weight that is due to one source of the labelled documents.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.sources [--web FOLDER] [--topic partybuild ...]

Fits the weights of each topic on the held-out documents of the large replay web, as
`benchmarks.relevance.fit.topic` does, and reads what each weight is without its most important source; a
topic word has the floor without any. Writes results/relevance-sources.json.

seen           topic words that the held-out documents of the topic contain
highest        highest share of a weight that is due to one source
over half      words with a share of more than half
over a third   words with a share of more than a third
before         the same as `over half` for weights that are not limited by it
"""

from __future__ import annotations

from benchmarks.measuring import arguments, save_result, show_rows
from benchmarks.relevance.fit.topic import fit, read_documents
from benchmarks.relevance.topics import LABELS, add_web, built_web
from topiccrawl.relevance import Topic
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.topic.weights import FLOOR, TopicWeights

COLUMNS = ("documents", "sources", "seen", "highest", "over half", "over a third", "before")


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    parser.add_argument("--topic", nargs="+", choices=LABELS, default=list(LABELS))
    args = parser.parse_args()
    rows: dict[str, dict[str, float]] = {}
    with built_web(args.web) as web:
        for name in args.topic:
            topic = Topic.load(name)
            documents = read_documents(web / "heldout.jsonl", LABELS[name], Segmenter(topic.dictionary()))
            relevant = [document for document in documents if document.relevant]
            rows[name] = {
                "documents": len(relevant),
                "sources": len({document.source for document in relevant}),
                **shares(topic, fit(documents)),
            }
            print(name, rows[name], flush=True)
    show_rows("topic", rows, COLUMNS)
    save_result("relevance-sources", {"topics": rows})


def shares(topic: Topic, weights: TopicWeights) -> dict[str, float]:
    """Return the figures of the shares that single sources have in the weights of topic words."""
    limited, unlimited = [], []
    for word in topic.words:
        if weights.seen(word):
            found = weights.words[word]
            rest = max(FLOOR, found.elsewhere)
            limited.append(1 - rest / max(FLOOR, found.weight(FLOOR)))
            unlimited.append(1 - rest / max(FLOOR, found.smoothed))
    return {
        "seen": len(limited),
        "highest": round(max(limited), 3),
        "over half": sum(share > 0.5 for share in limited),
        "over a third": sum(share > 1 / 3 for share in limited),
        "before": sum(share > 0.5 for share in unlimited),
    }


if __name__ == "__main__":
    main()
