"""Check a topic as an editor would: words and seeds without effect, fragments, words that are too general."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.weight_settings import WeightSettings
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.folder import SHORT
from topiccrawl.topics.making.sample_titles import titles_with
from topiccrawl.topics.making.word_fields import other_fields
from topiccrawl.topics.words.general import lexicon

MEANING = {
    "no seeds": "没有种子网址",
    "cut apart": "被分词切开",
    "function word": "虚词",
    "weighs nothing": "权重为零",
    "unknown": "资源中没有",
    "fragment": "像是片段",
    "general": "别的题目也用",
    "ambiguous": "有几种意思",
    "never seen": "从未见过",
}
"""Problems, and their names for users."""


@dataclass(frozen=True)
class Finding:
    """A problem of a topic.

    Attributes:
        problem: its kind, a key of `MEANING`.
        what: the word or seed.
        advice: the cause and what to do, in Chinese.
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
        advice = "请写入 topic.toml 的 seeds，或在采集时用 -a seeds=URL 给出"
        yield Finding("no seeds", topic.name, advice)
    found = [
        *_without_effect(relevance),
        *_fragments(topic.words),
        *_general(relevance),
        *_ambiguous(relevance),
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
                yield Finding(
                    "cut apart", word, f"文本会切成“{cut}”，这个词永远不会命中：改用切出的词，或删去"
                )
            else:
                yield Finding("function word", word, "是虚词或停用词，文本中会被去掉：删去")
        elif not topic.weight(word):
            yield Finding("weighs nothing", word, "权重是 0，不会给任何文本加分：删去，或改 overrides.tsv")
        elif not relevance.is_known(word):
            yield Finding("unknown", word, "词林和词向量都没有它：只有它本身算分，没有近义词")


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
            yield Finding("fragment", word, f"“{loose}”不成词，像从句子里切下来的：改成完整的词，或删去")


def _general(relevance: Relevance) -> Iterator[Finding]:
    """Words in titles of other fields, unless their weight is already under the floor."""
    topic = relevance.topic
    floor = topic.section("weights", WeightSettings).floor
    heavy = {word for word in topic.words if topic.weight(word) >= (floor or 1e-9)}
    for word, titles in titles_with(heavy, relevance.segmenter).items():
        advice = f"也出现在{titles[0].field}类标题中，如“{titles[0].text}”：在 overrides.tsv 中调低，或删去"
        yield Finding("general", word, advice)


def _ambiguous(relevance: Relevance) -> Iterator[Finding]:
    """Words of a short list whose neighbours are of other fields."""
    topic = relevance.topic
    if len(topic.words) <= SHORT:
        for word, fields in other_fields(relevance.similarity.vectors.centred(), topic.words.keys()).items():
            shown = "；".join(fields)
            advice = f"近义词分属：{shown}。请加上所要一类的词；哪一类都不是所要的，就删去它"
            yield Finding("ambiguous", word, advice)


def _never_seen(relevance: Relevance) -> Iterator[Finding]:
    for word, row in relevance.topic.rows.items():
        if row.field(2) == "0":
            yield Finding("never seen", word, "算权重的文档里没有它，用的是平均权重或下限：请确认写法和说法")
