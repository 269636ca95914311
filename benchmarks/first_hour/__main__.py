"""Topics of ten words on streams of labelled documents: what a user's first export holds.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.first_hour [--topic NAME ...] [--draws 2] [--share .35]

Each topic is made as `topiccrawl topic new` makes it. A thousand documents arrive in random order and are
judged as in a crawl: at first by two different topic words, then by what was learned so far; what that
stores is judged again at the end, as a crawl does. Grades are given to the pages that `topic label` would
show, in steps of ten. Writes results/first_hour.json. Needs scikit-learn for the regressions.

lexical          the topic's own verdict alone, as before the learner
learned, N       what `export` writes by default after N grades
far left out     the same without a grade, and without groups that are far from the topic words
groups, 50       the same after an answer on each group of the first 50 pages kept, and nothing else
groups, 200      and on each group of the first 200; `--groups` measures these rows alone
words, N         logistic regression on tf-idf with the same grades
encoder, N       logistic regression on the packaged sentence encoder with the same grades
shipped, ...     the shipped topics' verdict on their own labels is in `benchmarks.relevance.topics`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import and_
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.first_hour.crawl import StreamCrawl, Words
from benchmarks.first_hour.stream import ON_TOPIC, Labelled, read_documents, stream
from benchmarks.first_hour.topics import TOPICS, UNSEEN, ShortTopic
from benchmarks.measuring import arguments, read_result, save_result, show_table
from topiccrawl.corpus.learned.page_groups import MILESTONES
from topiccrawl.priority.focus import Focus
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

GRADES = (0, 20, 50, 100)
_STEP = 10
_ENCODED_LENGTH = 100
"""Characters of a text that the encoder reads behind the title."""

Figure = tuple[float, float]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--topic", nargs="+", choices=TOPICS, default=list(TOPICS))
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--share", type=float, default=ON_TOPIC, help="share of documents on the topic")
    parser.add_argument("--encoder", action="store_true", help="also the sentence encoder, which is slow")
    parser.add_argument("--groups", action="store_true", help="only the rows of answered groups")
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    documents = read_documents()
    baselines: dict[str, Vectors] = {"words": _tfidf} | ({"encoder": _encoded} if args.encoder else {})
    found = {}
    for name in args.topic:
        draws = []
        for seed in range(1, args.draws + 1):
            pages = stream(documents, TOPICS[name], seed, on_topic=args.share)
            own = {} if args.groups else measured(TOPICS[name], pages, baselines)
            draws.append(own | grouped(TOPICS[name], pages))
        found[name] = {
            row: [round(mean(draw[row][side] for draw in draws), 3) for side in (0, 1)] for row in draws[0]
        }
        print(name, found[name], flush=True)
        if not args.dry:
            stored = read_result("first_hour").get("topics", {})
            stored[name] = stored.get(name, {}) | found[name]
            save_result("first_hour", {"share": args.share, "unseen": UNSEEN, "topics": stored})
    rows = list(next(iter(found.values())))
    show_table(
        ["precision / recall", *found],
        [[row, *("{:.2f} / {:.2f}".format(*found[name][row]) for name in found)] for row in rows],
    )


def measured(
    topic: ShortTopic, pages: Sequence[Labelled], baselines: Mapping[str, Vectors]
) -> dict[str, Figure]:
    """Return precision and recall of each method on one stream."""
    focus, words, relevances = prepared(topic, pages)
    lexical = [one >= focus.verdict.threshold for one in relevances]
    found = {"lexical": figures(pages, lexical)}
    crawl = StreamCrawl(focus, words)
    crawl.run(pages, relevances)
    judge, stored = crawl.judge, crawl.stored
    grades: dict[str, bool] = {}
    known = {page.key: page for page in pages}
    for count in GRADES:
        while len(grades) < count:
            for key in _next(crawl, focus.verdict.threshold, known, grades):
                grades[key] = bool(known[key].label)
                judge.grade(key, float(grades[key]), words[key])
            crawl.learn()
        rest = [page for page in pages if page.key not in grades]
        kept = [page.key in stored and crawl.relevance(page.key) >= focus.verdict.threshold for page in rest]
        found[f"learned, {count}"] = figures(rest, kept)
        if count:
            for name, vectors in baselines.items():
                found[f"{name}, {count}"] = figures(rest, regressed(pages, grades, vectors, words))
    return found


def grouped(topic: ShortTopic, pages: Sequence[Labelled]) -> dict[str, Figure]:
    """Return precision and recall of what is exported, without and with answers on groups."""
    focus, words, relevances = prepared(topic, pages)
    found = {}
    for answered in (0, *MILESTONES):
        crawl = StreamCrawl(focus, words, answered)
        crawl.run(pages, relevances)
        kept = [crawl.exports(page) for page in pages]
        found[f"groups, {answered}"] = figures(pages, kept)
        if not answered:
            near = [page.key not in crawl.far for page in pages]
            found["far left out"] = figures(pages, map(and_, kept, near))
    return found


def prepared(topic: ShortTopic, pages: Sequence[Labelled]) -> tuple[Focus, Words, list[float]]:
    """Return the topic, the words of pages, and their relevance by the topic's own verdict."""
    with TemporaryDirectory() as folder:
        focus = Focus(create_topic(Path(folder) / "topic", Draft(topic.title, topic.words)))
    words = {page.key: (frozenset(focus.short_words(page.title)), focus.words(page.text)) for page in pages}
    return focus, words, [focus.judge(focus.description(page.title), page.text).relevance for page in pages]


def figures(pages: Sequence[Labelled], kept: Iterable[bool]) -> Figure:
    """Return precision and recall over the pages with a label."""
    pairs = [(page.label, own) for page, own in zip(pages, kept, strict=True) if page.label is not None]
    right = sum(label and own for label, own in pairs)
    return right / max(1, sum(own for _, own in pairs)), right / max(1, sum(label for label, _ in pairs))


Vectors = Callable[[Sequence[Labelled], Words], np.ndarray]


def _next(
    crawl: StreamCrawl,
    threshold: float,
    known: dict[str, Labelled],
    grades: dict[str, bool],
) -> list[str]:
    """Return the pages to grade next: in turn kept and other ones, the least sure first."""
    values = {
        key: crawl.relevance(key)
        for key in crawl.stored
        if key not in grades and known[key].label is not None
    }
    kept = sorted((key for key in values if values[key] >= threshold), key=values.__getitem__)
    others = sorted((key for key in values if values[key] < threshold), key=lambda key: -values[key])
    half = _STEP // 2
    found = kept[:half] + others[:half]
    return found + (kept[half:] + others[half:])[: _STEP - len(found)]


def regressed(
    pages: Sequence[Labelled],
    grades: dict[str, bool],
    vectors: Vectors,
    words: Words,
) -> list[bool]:
    """Return the verdicts of a regression on the pages without a grade."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    answers = [grades[page.key] for page in pages if page.key in grades]
    if len(set(answers)) < 2:
        return [bool(answers[0]) for page in pages if page.key not in grades]
    rows = vectors(pages, words)
    graded = np.array([page.key in grades for page in pages])
    fitted = LogisticRegression(C=10, class_weight="balanced", max_iter=500).fit(rows[graded], answers)
    return [bool(one) for one in fitted.predict(rows[~graded])]


def _tfidf(pages: Sequence[Labelled], words: Words) -> np.ndarray:
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

    bags = [sorted(words[page.key][0] | words[page.key][1]) for page in pages]
    rows: np.ndarray = TfidfVectorizer(analyzer=lambda bag: bag).fit_transform(bags)
    return rows


_ENCODED: dict[str, np.ndarray] = {}


def _encoded(pages: Sequence[Labelled], words: Words) -> np.ndarray:
    from topiccrawl.relevance.vectors.encoder import EncoderVectors

    encoder = EncoderVectors.load()
    new = [page for page in pages if page.key not in _ENCODED]
    if new:
        texts = tuple(f"{page.title} {page.text[:_ENCODED_LENGTH]}" for page in new)
        _ENCODED.update(zip((page.key for page in new), encoder.matrix(texts), strict=True))
    return np.array([_ENCODED[page.key] for page in pages])


if __name__ == "__main__":
    main()
