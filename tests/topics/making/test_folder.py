from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError, VocabularyError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import Segmenter, parse_dictionary
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import add_words, create_topic
from topiccrawl.topics.making.scale import set_scale
from topiccrawl.topics.making.unlabelled_weights import unlabelled_weights
from topiccrawl.topics.words.general import lexicon


def text(whole: str) -> TextDocument:
    title, _, body = whole.rpartition("\n")
    return TextDocument(title, body, 0)


WORDS = ["华侨", "侨联", "归侨", "华媒圆桌会"]
DOMAIN = [
    text(f"华媒圆桌会第{n}次举行\n侨联请华侨和归侨出席华媒圆桌会。归侨说，侨联和华侨都来了，大家很高兴。")
    for n in range(6)
]
OTHERS = [text("股市今日收盘\n大盘上涨，成交量放大。"), text("明天有雨\n气温下降，出门带伞。")]
TEXTS = [(document.title, document.body) for document in (*DOMAIN, *OTHERS)]


@pytest.fixture
def folder(tmp_path: Path, small_resources: None) -> Path:
    create_topic(tmp_path / "侨情", Draft("侨情", tuple(WORDS)), TEXTS)
    return tmp_path / "侨情"


def test_texts_without_labels_give_weights_and_a_scale_that_makes_them_relevant(folder: Path) -> None:
    topic = Topic.load(folder)
    weights = unlabelled_weights(WORDS, [*DOMAIN, *OTHERS], lexicon().frequencies())
    assert list(topic.words) == WORDS
    assert topic.words["归侨"] == pytest.approx(weights.words["归侨"].weight(), rel=1e-4)
    assert topic.mean_weight == pytest.approx(weights.means()["mean"], rel=1e-4)
    focus = Focus(topic)
    kept = [focus.judge(focus.description(title), body).kept for title, body in TEXTS]
    assert kept == [True] * len(DOMAIN) + [False] * len(OTHERS)
    assert topic.scale.description == pytest.approx(0.5 * focus.relevance.score(DOMAIN[0].title), rel=0.05)
    assert topic.scale.body == pytest.approx(0.3 * focus.relevance.score(DOMAIN[0].body), rel=0.05)
    assert "topic new` from 8 unlabelled documents" in (folder / "topic.toml").read_text("utf-8")


def test_texts_without_relevance_are_refused(folder: Path) -> None:
    with pytest.raises(VocabularyError, match="any relevance"):
        set_scale(folder, OTHERS)


def test_titles_of_which_most_say_nothing_still_have_a_scale(folder: Path) -> None:
    silent = [TextDocument("今天的消息", document.text, 0) for document in DOMAIN]
    set_scale(folder, [*silent, DOMAIN[0]])
    topic = Topic.load(folder)
    assert topic.scale.description == pytest.approx(0.5 * Relevance(topic).score(DOMAIN[0].title), rel=0.05)


def test_the_user_dictionary_keeps_new_words_whole(folder: Path) -> None:
    entries = parse_dictionary((folder / "userdict.txt").read_text("utf-8"), "userdict.txt")
    assert [entry.word for entry in entries] == WORDS
    assert "华媒圆桌会" not in Segmenter().words("华媒圆桌会举行")
    assert Segmenter(entries).words("华媒圆桌会举行") == ["华媒圆桌会", "举行"]


def test_words_are_not_added_to_a_topic_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TopicError):
        add_words(tmp_path / "none", ["华侨"])
