from __future__ import annotations

from topiccrawl.relevance import Topic
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.found_words import find_words
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters

TEXTS = [
    TextDocument("侨联", f"侨联请华侨谈丝博会。{left}丝博会{right}。{right}丝博会{left}。今天天气很好。", 0)
    for left, right in zip("春夏秋冬东西南北", "山水田林湖草沙石", strict=True)
]
PARAMETERS = DiscoveryParameters(least=3, cohesion=1.5)


def test_words_of_the_dictionary_and_new_ones_are_found_and_topic_words_are_not() -> None:
    topic = Topic.load("overseas")
    found = find_words(topic, TEXTS, PARAMETERS)
    words = [row.word for row in found.rows]
    assert {"华侨", "侨联"} <= topic.words.keys() and not topic.words.keys() & set(words)
    assert "丝博会" in found.new and words[0] == "丝博会"
    assert found.size == len(TEXTS)
    (new,) = (row for row in found.rows if row.word == "丝博会")
    assert (new.count, new.documents) == (24, 8)  # although the segmenter cuts it apart


def test_a_word_as_frequent_in_general_texts_is_not_offered() -> None:
    from topiccrawl.topics.words.counting import count_words

    found = find_words(
        Topic.load("overseas"), TEXTS, PARAMETERS, lambda cut: count_words(TEXTS, cut).frequencies()
    )
    assert not found.rows


def test_the_table_is_as_long_as_asked() -> None:
    found = find_words(Topic.load("overseas"), TEXTS, PARAMETERS)
    assert len(found.table(1).rows) == 1
    assert len(found.table(0).rows) == len(found.rows) > 1
    assert found.table(1).rows[0]["found"] == "cut apart"


def test_words_of_pages_about_the_topic_come_before_those_of_sites_and_of_pages_that_mention_it() -> None:
    about = [
        TextDocument("华侨华人", f"华侨、侨胞、侨联和华裔参观博物馆，{n}日捐赠。新闻联播。青岛。", 0)
        for n in "12345678"
    ]
    beside = [TextDocument("球赛", f"球队赢得比赛，{n}名华人观看。新闻联播。", 0) for n in "12345678"]
    found = find_words(Topic.load("overseas"), about + beside, DiscoveryParameters(least=3))
    words = [row.word for row in found.rows]
    assert set(words[:3]) == {"参观", "博物馆", "捐赠"}
    assert {"新闻联播", "球队", "比赛"} <= set(words[3:])
    assert words[-1] == "青岛", "names of places stand behind all others"


def test_without_a_contrast_words_are_ranked_by_general_text() -> None:
    found = find_words(Topic.load("overseas"), TEXTS[:3], DiscoveryParameters(least=1, least_documents=1))
    keyness = [row.keyness for row in found.rows if row.tag not in ("nr", "ns", "nt")]
    assert keyness == sorted(keyness, reverse=True) != []
