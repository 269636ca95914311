"""Words and weights for a topic, proposed from the pages where its crawls start (paper B, section 2.1).

A page is a vector of its words: occurrences weighted by position, as in paper B, times the information that
a word has in general Chinese text. The mean of the normalised vectors is K, so each page says as much as any
other. Of the words with the highest weights in K those are proposed whose field the others share: pages also
name people, places and what happens on any page (举办, 召开).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest

import numpy as np

from topiccrawl.errors import VocabularyError
from topiccrawl.extraction import extract_page
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.site_words import is_site
from topiccrawl.priority.two_step.noise_links import content_links
from topiccrawl.priority.two_step.page_vector import PageWords
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.general_idf import word_information, words_in_more_than
from topiccrawl.text.segment import DictionaryWord, Segmenter
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.words.discovery import discover

_HAN = re.compile("[\u3400-\u9fff]{2,}")
_LEAST = 2
"""Occurrences of a word in all pages."""
_GENERAL = 0.005
"""Words in more than this share of general documents are left out."""
_COMPARED = 200
"""Words with the highest weights, of which the proposed ones are chosen."""


class StartPage:
    """Title, anchor texts and text of a page where crawls start.

    Args:
        title: title of the page.
        anchors: anchor texts of its links, without noise such as menus and advertisements.
        text: its description and its main text; a home or channel page has no main text.
    """

    def __init__(self, title: str, anchors: Sequence[str], text: str) -> None:
        self.title = title
        self.anchors = tuple(anchors)
        self.text = text

    @classmethod
    def of(cls, page: Page) -> StartPage:
        """Read a parsed page."""
        description = describe(page)
        anchors = {link.anchor: None for link in content_links(links_of(page), page.url)}  # once, if repeated
        texts = (description.description, description.keywords, extract_page(page).text)
        return cls(description.title, [*anchors], "\n".join(texts))

    def document(self) -> TextDocument:
        """Return all texts as one document."""
        return TextDocument(self.title, "\n".join((*self.anchors, self.text)), 0)

    def words(self, segmenter: Segmenter) -> PageWords:
        """Return the words by position."""
        cut = segmenter.content_words
        return PageWords(cut(self.title), cut("\n".join(self.anchors)), cut(self.text))


def propose_words(pages: Sequence[StartPage], most: int = 30) -> dict[str, float]:
    """Return the words that say most about some pages, the best first, with weights in (0, 1].

    Args:
        pages: the pages.
        most: maximum number of words.

    Raises:
        VocabularyError: the pages hold no word that could be a topic word.
    """
    new = discover([page.document() for page in pages]).words if pages else []
    segmenter = Segmenter(DictionaryWord(one.word) for one in new)
    found_in = [page.words(segmenter) for page in pages]
    counts = Counter(word for words in found_in for word in (*words.title, *words.anchor, *words.body))
    too_general = words_in_more_than(_GENERAL)
    candidates = {
        word
        for word, count in counts.items()
        if count >= _LEAST and word not in too_general and _may_be_topic_word(word)
    }
    information = word_information(candidates)
    found = dict.fromkeys(candidates, 0.0)
    for words in found_in:
        one = words.frequencies()
        # A word missing from the table of general text counts like its median word.
        vector = {word: one[word] * information.get(word, 1.0) for word in one.keys() & candidates}
        for word, value in _normalised(vector).items():
            found[word] += value / len(pages)
    if not any(found.values()):
        raise VocabularyError("the start pages hold no words that could be topic words")
    heaviest = nlargest(_COMPARED, found, key=lambda word: (found[word], word))
    best = _of_one_field({word: found[word] for word in heaviest})[:most]
    highest = max(found[word] for word in best)
    return {word: float(f"{found[word] / highest:.3g}") for word in best}


def _of_one_field(weights: Mapping[str, float]) -> list[str]:
    """Return words by their weight times that of the words near to them, the best first.

    Words that are a part of each other do not speak for each other: their vectors may be composed alike.
    """
    words = list(weights)
    rows = WordVectors.default().centred().matrix(tuple(words))
    near = np.maximum(rows @ rows.T, 0) ** 2
    support = {
        word: sum(
            weights[other] * float(value)
            for other, value in zip(words, near[place], strict=True)
            if other not in word and word not in other
        )
        for place, word in enumerate(words)
    }
    return sorted(words, key=lambda word: (-weights[word] * support[word], -weights[word], word))


def _may_be_topic_word(word: str) -> bool:
    """Return whether a word has two or more characters, all Chinese, and does not name a site."""
    return bool(_HAN.fullmatch(word)) and not is_site(word)


def _normalised(vector: Mapping[str, float]) -> dict[str, float]:
    length = math.hypot(*vector.values())
    return {word: value / length for word, value in vector.items()} if length else {}
