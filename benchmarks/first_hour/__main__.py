"""Topics of ten words on streams of labelled documents: what a user's first export holds.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.first_hour [--topic NAME ...] [--draws 2] [--share .35]

Each topic is made as `topiccrawl topic new` makes it. A thousand documents arrive in random order and are
judged as in a crawl: at first by two different topic words, then by what was learned so far; what that
stores is judged again at the end, as a crawl does. Grades are given to the pages that `topic label` would
show, in steps of ten. Writes results/first_hour.json. Needs scikit-learn for the regressions.

lexical          the topic's own verdict alone, as before the learner
learned, N       what `export` writes by default after N grades
far left out     the same without a grade, and without the groups of pages that are far from the topic words
groups, 50       the same after an answer on each group of the first 50 pages kept: wanted if more than half
                 of its labelled pages are on the topic
groups, 200      and after one on each group of the first 200
words, N         logistic regression on tf-idf with the same grades
encoder, N       logistic regression on the packaged sentence encoder with the same grades
shipped, ...     the shipped topics' verdict on their own labels is in `benchmarks.relevance.topics`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.first_hour.stream import ON_TOPIC, Labelled, read_documents, stream
from benchmarks.first_hour.topics import TOPICS, UNSEEN, ShortTopic
from benchmarks.measuring import arguments, read_result, save_result, show_table
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.relevance.learner.seen import evidence
from topiccrawl.vocabulary.page_groups import PageGroup, group_pages
from topiccrawl.vocabulary.topic.draft import Draft
from topiccrawl.vocabulary.topic.folder import create_topic

GRADES = (0, 20, 50, 100)
MILESTONES = (50, 200)
"""Numbers of kept pages after which a crawl groups them."""

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
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    documents = read_documents()
    baselines: dict[str, Vectors] = {"words": _tfidf} | ({"encoder": _encoded} if args.encoder else {})
    found = {}
    for name in args.topic:
        draws = []
        for seed in range(1, args.draws + 1):
            pages = stream(documents, TOPICS[name], seed, on_topic=args.share)
            draws.append(measured(TOPICS[name], pages, baselines))
        found[name] = {
            row: [round(mean(draw[row][side] for draw in draws), 3) for side in (0, 1)] for row in draws[0]
        }
        print(name, found[name], flush=True)
        if not args.dry:
            stored = read_result("first_hour").get("topics", {}) | {name: found[name]}
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
    with TemporaryDirectory() as folder:
        made = create_topic(Path(folder) / "topic", Draft(topic.title, topic.words))
        focus = Focus(made)
    lexical = [focus.judge(focus.description(page.title), page.text) for page in pages]
    found = {"lexical": figures(pages, [one.kept for one in lexical])}
    relevances = [one.relevance for one in lexical]
    words = {page.key: (frozenset(focus.short_words(page.title)), focus.words(page.text)) for page in pages}
    crawl = Crawl(focus, words)
    crawl.run(pages, relevances)
    found["far left out"] = figures(pages, crawl.exported(pages, far=True))
    found["plain"] = figures(pages, crawl.exported(pages))
    for last in MILESTONES:
        asked = Crawl(focus, words)
        asked.run(pages, relevances, [one for one in MILESTONES if one <= last])
        found[f"groups, {last}"] = figures(pages, asked.exported(pages))
    judge, stored = crawl.judge, crawl.stored
    grades: dict[str, bool] = {}
    known = {page.key: page for page in pages}
    for count in GRADES:
        while len(grades) < count:
            for key in _next(judge, focus.verdict.threshold, words, stored, known, grades):
                grades[key] = bool(known[key].label)
                judge.grade(key, float(grades[key]), words[key])
            _learn(judge)
        rest = [page for page in pages if page.key not in grades]
        kept = [
            page.key in stored and _relevance(judge, page.key, words) >= focus.verdict.threshold
            for page in rest
        ]
        found[f"learned, {count}"] = figures(rest, kept)
        if count:
            for name, vectors in baselines.items():
                found[f"{name}, {count}"] = figures(rest, regressed(pages, grades, vectors, words))
    return found


def figures(pages: Sequence[Labelled], kept: Iterable[bool]) -> Figure:
    """Return precision and recall over the pages with a label."""
    pairs = [(page.label, own) for page, own in zip(pages, kept, strict=True) if page.label is not None]
    right = sum(label and own for label, own in pairs)
    return right / max(1, sum(own for _, own in pairs)), right / max(1, sum(label for label, _ in pairs))


class Crawl:
    """Judges a stream of pages as a crawl does."""

    def __init__(self, focus: Focus, words: Words) -> None:
        self.judge = PageJudge(focus.topic.words, focus.verdict.threshold)
        self.stored: set[str] = set()
        self._focus, self._words = focus, words
        self._answers: dict[str, bool] = {}

    def run(
        self, pages: Sequence[Labelled], lexical: Sequence[float], milestones: Iterable[int] = ()
    ) -> None:
        """Judge pages; answer for the groups of those kept once there are so many."""
        due = sorted(milestones)
        for number, (page, own) in enumerate(zip(pages, lexical, strict=True), 1):
            relevance, aside = self.judge.judged(page.key, *self._words[page.key], own)
            if relevance >= self._focus.verdict.threshold or aside is not None:
                self.stored.add(page.key)
            if self.judge.is_due:
                _learn(self.judge)
            if due and len(self.stored) >= due[0]:
                seen = pages[:number]
                kept = [one for one, is_kept in zip(seen, self.exported(seen), strict=True) if is_kept]
                if len(kept) >= due[0]:
                    self._answer(kept)
                    del due[0]
        _learn(self.judge)

    def exported(self, pages: Sequence[Labelled], *, far: bool = False) -> list[bool]:
        """Return whether each page is exported now.

        Args:
            pages: the pages.
            far: whether groups of pages that are far from the topic are left out.
        """
        threshold = self._focus.verdict.threshold
        found = [
            page.key in self.stored
            and self._answers.get(page.key, _relevance(self.judge, page.key, self._words) >= threshold)
            for page in pages
        ]
        if far:
            kept = [place for place, is_kept in enumerate(found) if is_kept]
            for group in self._groups([pages[place] for place in kept]):
                for member in group.members if group.is_far else ():
                    found[kept[member]] = False
        return found

    def _groups(self, kept: Sequence[Labelled]) -> list[PageGroup]:
        words, topic_words = self._words, self._focus.topic.words
        return group_pages(
            [words[page.key][0] | words[page.key][1] for page in kept],
            topic_words,
            [evidence(topic_words, *words[page.key]) for page in kept],
            [_relevance(self.judge, page.key, words) for page in kept],
        )

    def _answer(self, kept: Sequence[Labelled]) -> None:
        for group in self._groups(kept):
            labels = [kept[member].label for member in group.members]
            known = [label for label in labels if label is not None]
            wanted = sum(known) > len(known) / 2
            for member in group.members[: CORE(len(group.members))] if known else ():
                key = kept[member].key
                self._answers[key] = wanted
                self.judge.grade(key, float(wanted), self._words[key])
        _learn(self.judge)


Words = dict[str, tuple[frozenset[str], frozenset[str]]]
Vectors = Callable[[Sequence[Labelled], Words], np.ndarray]


def _learn(judge: PageJudge) -> None:
    judge.model = judge.learned(judge.sample()) or judge.model


def _relevance(judge: PageJudge, key: str, words: Words) -> float:
    found = judge.again(key, *words[key], None)
    return 0.0 if found is None else found[0]


def _next(
    judge: PageJudge,
    threshold: float,
    words: Words,
    stored: set[str],
    known: dict[str, Labelled],
    grades: dict[str, bool],
) -> list[str]:
    """Return the pages to grade next: in turn kept and other ones, the least sure first."""
    values = {
        key: _relevance(judge, key, words)
        for key in stored
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
