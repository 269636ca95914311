"""Quality of `topiccrawl topic refine` on many raw candidates.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.refining

Candidates are the 1,500 words with the highest document frequency among the relevant articles of one half;
they are refined on that half. Articles of the other half are ranked by formula 3 with a weight of 1 for all
words: area under the curve of titles and of whole articles, with all candidates and with those that remain.
Writes results/relevance-refining.json.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measuring import arguments, save_result
from benchmarks.relevance.corpus import articles
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.topic.refining import RefiningParameters, refine

CANDIDATES = 1500
OTHERS = 6
"""One in this number of the irrelevant articles is used."""
BODY = 3000
"""Characters of an article that are read."""
SETTINGS = {
    "default": RefiningParameters(),
    "covered words too": RefiningParameters(plenty=0),
    "ratio 3": RefiningParameters(ratio=3),
    "ratio 10": RefiningParameters(ratio=10),
    "plenty 5": RefiningParameters(plenty=5),
}


class Article(NamedTuple):
    relevant: bool
    title: list[str]
    words: set[str]


def main() -> None:
    arguments(__doc__).parse_args()
    known = list(segmented_articles(Segmenter()))
    chosen = np.random.default_rng(0).random(len(known)) < 0.5
    fit = [article for article, here in zip(known, chosen, strict=True) if here]
    test = [article for article, here in zip(known, chosen, strict=True) if not here]
    domain = [article.words for article in fit if article.relevant]
    general = [article.words for article in fit if not article.relevant]
    holders = Counter(word for words in domain for word in words)
    candidates = [word for word, _ in holders.most_common(CANDIDATES)]
    figures: dict[str, Any] = {
        "documents": {"domain": len(domain), "others": len(general), "ranked": len(test)},
        "all candidates": {"words": len(candidates), **ranked(candidates, test)},
    }
    print("all candidates", figures["all candidates"], flush=True)
    for name, parameters in SETTINGS.items():
        rows = refine(candidates, domain, general, parameters)
        kept = [row.word for row in rows if not row.reason]
        dropped = Counter(row.reason for row in rows if row.reason)
        figures[name] = {"words": len(kept), "dropped": dict(dropped), **ranked(kept, test)}
        print(name, figures[name], flush=True)
    save_result("relevance-refining", figures)


def segmented_articles(segmenter: Segmenter) -> Iterator[Article]:
    for number, row in enumerate(articles()):
        relevant = bool(row["label"]["party"])
        if relevant or number % OTHERS == 0:
            title = segmenter.content_words(row["title"])
            body = segmenter.content_words("\n".join(row["paras"])[:BODY])
            yield Article(relevant, title, {*title, *body})


def ranked(words: Sequence[str], test: Sequence[Article]) -> dict[str, float]:
    """Return the areas under the curve with these topic words."""
    plain = replace(
        Topic.load("partybuild"), words=dict.fromkeys(words, 1.0), weights={}, overrides={}, mean_weight=1.0
    )
    relevance = Relevance(plain)
    labels = np.array([article.relevant for article in test])
    titles = np.array([relevance.score_words(article.title) for article in test])
    wholes = np.array([relevance.score_words(article.words) for article in test])
    return {
        "titles": round(area_under_curve(titles, labels), 4),
        "articles": round(area_under_curve(wholes, labels), 4),
    }


if __name__ == "__main__":
    main()
