"""Check a topic as an editor would: words and seeds without effect, fragments, words that are too general."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topiccrawl.messages import message
from topiccrawl.relevance.learner.fields import topic_fields
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.text.language import marked
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.folder import SHORT
from topiccrawl.topics.making.sample_titles import titles_with
from topiccrawl.topics.making.word_fields import other_fields
from topiccrawl.topics.words.general import lexicon

MEANING = {
    "no seeds": marked("no seeds"),
    "cut apart": marked("cut apart by the segmenter"),
    "function word": marked("a function word"),
    "weighs nothing": marked("weighs nothing"),
    "unknown": marked("in no resource"),
    "fragment": marked("looks like a fragment"),
    "general": marked("other topics use it, too"),
    "ambiguous": marked("has several meanings"),
    "wide": marked("a wide field"),
    "never seen": marked("never seen"),
}
"""Problems, and their names for users."""


@dataclass(frozen=True)
class Finding:
    """A problem of a topic.

    Attributes:
        problem: its kind, a key of `MEANING`.
        what: the word or seed.
        advice: the cause and what to do.
        line: the line of the word in `words.tsv`; 0 if it is not about a line.
    """

    problem: str
    what: str
    advice: str
    line: int = 0


def findings(relevance: Relevance) -> Iterator[Finding]:
    """Yield the problems of a topic, kind by kind, in the order of the words."""
    topic = relevance.topic
    if not topic.seeds:
        advice = message("write them into `seeds` of topic.toml, or give them to a crawl by -a seeds=URL")
        yield Finding("no seeds", topic.name, advice)
    found = [
        *_without_effect(relevance),
        *_fragments(topic.words),
        *_general(relevance),
        *_ambiguous(relevance),
        *_wide(relevance),
        *_never_seen(relevance),
    ]
    order = list(MEANING)
    for finding in sorted(found, key=lambda finding: order.index(finding.problem)):
        row = topic.rows.get(finding.what)
        yield Finding(finding.problem, finding.what, finding.advice, row.line if row else 0)


def _without_effect(relevance: Relevance) -> Iterator[Finding]:
    topic = relevance.topic
    for word in topic.words:
        if word not in relevance.segmenter.content_words(word):
            pieces = relevance.segmenter.words(word)
            if len(pieces) > 1:
                cut = " / ".join(pieces)
                advice = message("texts are cut into {cut}, so it is never found: use these words", cut=cut)
                yield Finding("cut apart", word, advice)
            else:
                advice = message("function words and stop words are left out of texts: remove it")
                yield Finding("function word", word, advice)
        elif not topic.weight(word):
            advice = message("its weight is 0, so no text scores by it: remove it, or change overrides.tsv")
            yield Finding("weighs nothing", word, advice)
        elif not relevance.is_known(word):
            advice = message("neither thesaurus nor vectors have it: it alone scores, without near words")
            yield Finding("unknown", word, advice)


_LOOSE_ENDS = ("f", "y", "uj", "ul", "uz", "ug")
"""Tags of pieces that no term ends with: 前 and 左侧, 吧, 的, 了, 着, 过."""
_LOOSE_STARTS = ("uj", "ul", "uz", "y")
"""Tags of pieces that no term starts with."""


def _fragments(words: Iterable[str]) -> Iterator[Finding]:
    """Words that no dictionary has and that begin or end with a loose piece: cut out of a sentence."""
    plain, known = Segmenter(), lexicon()
    for word in words:
        pieces = plain.words(word)
        if len(pieces) < 2 or word in known.counts or word in plain.dictionary:
            continue
        first, last = pieces[0], pieces[-1]
        tag = known.tags.get(first, "")
        # An adverb that repeats its character (稍稍) describes an act, while others (从严) start terms.
        doubled = tag == "d" and len(first) == 2 and first[0] == first[1]
        loose = ""
        if known.tags.get(last, "") in _LOOSE_ENDS or last == "第":
            loose = last
        elif tag in _LOOSE_STARTS or doubled:
            loose = first
        if loose:
            advice = message("{piece} is cut out of a sentence: complete the word, or remove it", piece=loose)
            yield Finding("fragment", word, advice)


def _general(relevance: Relevance) -> Iterator[Finding]:
    """Words in titles of other fields, unless their weight is already under the floor."""
    topic = relevance.topic
    floor = topic.section("weights", WeightSettings).floor
    heavy = {word for word in topic.words if topic.weight(word) >= (floor or 1e-9)}
    for word, titles in titles_with(heavy, relevance.segmenter).items():
        advice = message(
            "titles of {field} have it, too, such as {title}: lower it in overrides.tsv, or remove it",
            field=titles[0].field,
            title=titles[0].text,
        )
        yield Finding("general", word, advice)


def _ambiguous(relevance: Relevance) -> Iterator[Finding]:
    """Words of a short list whose neighbours are of other fields."""
    topic = relevance.topic
    if len(topic.words) <= SHORT:
        for word, fields in other_fields(relevance.similarity.vectors.centred(), topic.words.keys()).items():
            advice = message(
                "its near words belong to: {fields}. Add words of those that you mean, or remove it",
                fields="；".join(fields),
            )
            yield Finding("ambiguous", word, advice)


def _wide(relevance: Relevance) -> Iterator[Finding]:
    """Wide fields that crawls take a short list for."""
    words = relevance.topic.words
    for wide in topic_fields(frozenset(words)).wide if len(words) <= SHORT else ():
        advice = message(
            "crawls that learn from their pages keep all of {wide}, as the topic words stand in many of its"
            " fields: if you mean less, leave some out, or add words of what you mean",
            wide=wide,
        )
        yield Finding("wide", wide, advice)


def _never_seen(relevance: Relevance) -> Iterator[Finding]:
    for word, row in relevance.topic.rows.items():
        if row.field(2) == "0":
            advice = message("no document of the weights has it: is it spelt right? Its weight is a mean")
            yield Finding("never seen", word, advice)
