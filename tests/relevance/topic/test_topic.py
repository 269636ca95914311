"""Topics: the shipped one, one's own, and broken ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.relevance.judgement import GateParameters, VerdictParameters
from topiccrawl.relevance.topic.scale import Scale
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.resources import read_resource
from topiccrawl.text.segment import DictionaryWord, Segmenter

TOML = """\
title = "河长制"  # 说明
seeds = [
    "http://river.example.cn/",
]
domains = ["example.cn"]

[weights]
mean = 0.5

[similarity]
alpha = 1
"""
WORDS = "河长\t0.3\t10\n巡河\t\t7\n水质\t0.1\t5\n"
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes a topic folder; a file given as None is left out."""

    def made(
        toml: str | bytes | None = TOML, words: str | bytes | None = WORDS, **tables: str | bytes
    ) -> Path:
        folder = tmp_path / "rivers"
        folder.mkdir()
        for name, content in {
            "topic.toml": toml,
            "words.tsv": words,
            **{f"{k}.tsv": v for k, v in tables.items()},
        }.items():
            if content is not None:
                (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return made


class TestShipped:
    def test_it_has_a_title_and_no_fewer_words_than_the_paper(self, partybuild: Topic) -> None:
        assert partybuild.name == "partybuild"
        assert partybuild.title
        assert len(partybuild.words) >= 429

    def test_most_words_were_seen_in_the_domain(self) -> None:
        rows = [line.split("\t") for line in read_resource("topics/partybuild/words.tsv").splitlines()]
        counts = [int(row[2]) for row in rows if not row[0].startswith("#")]
        assert sum(count >= 1 for count in counts) >= 0.75 * len(counts)
        assert sum(count >= 5 for count in counts) >= 500

    def test_seeds_and_domains_can_be_asked(self, partybuild: Topic) -> None:
        assert partybuild.seeds
        assert len(set(partybuild.seeds)) == len(partybuild.seeds)
        assert all(map(is_http_url, partybuild.seeds))
        for seed in partybuild.seeds:
            host = seed.split("/")[2]
            assert any(host == domain or host.endswith(f".{domain}") for domain in partybuild.domains), seed

    def test_parameters_are_in_range(self, partybuild: Topic) -> None:
        gate, verdict = (
            partybuild.section("gate", GateParameters),
            partybuild.section("verdict", VerdictParameters),
        )
        assert 0 < gate.hub_threshold <= gate.threshold < 1
        assert 0 < verdict.threshold < 1
        for value in dataclasses.astuple(partybuild.similarity)[:4]:
            assert 0 <= value <= 1
        assert all(0 < value < 1 for value in dataclasses.astuple(partybuild.scale)[:4])

    def test_weights_and_overrides(self, partybuild: Topic) -> None:
        assert len(partybuild.overrides) >= 38
        assert all(0 <= weight < 10 for weight in partybuild.words.values())
        assert partybuild.weight("历史") == partybuild.overrides["历史"] < partybuild.weights["历史"]
        assert partybuild.weight("党员") == partybuild.words["党员"] > partybuild.mean_weight > 0
        assert partybuild.weight("一个谁也没见过的词") == partybuild.mean_weight

    def test_overridden_words_have_a_fitted_weight_to_be_compared_with(self, partybuild: Topic) -> None:
        fitted = partybuild.words.keys() | partybuild.weights.keys()
        assert [word for word in partybuild.overrides if word not in fitted] == []

    def test_every_topic_word_can_be_found(self, partybuild: Topic) -> None:
        segmenter = Segmenter(partybuild.dictionary())
        lost = [
            word for word in partybuild.words if word not in segmenter.content_words(f"他说，{word}：很好。")
        ]
        assert lost == []

    def test_words_do_not_repeat_between_tables(self, partybuild: Topic) -> None:
        assert not partybuild.words.keys() & partybuild.weights.keys()


class TestOwn:
    def test_a_folder_anywhere(self, make: Make) -> None:
        topic = Topic.load(make(weights="岸\t0.2\n", overrides="水质\t0\n中国\t0.001\n"))
        assert (topic.name, topic.title, topic.seeds) == ("rivers", "河长制", ("http://river.example.cn/",))
        assert topic.domains == ("example.cn",)
        assert topic.words == {"河长": 0.3, "巡河": 0.5, "水质": 0.1}
        assert [topic.weight(word) for word in ("河长", "巡河", "水质", "岸", "中国", "堤")] == [
            0.3,
            0.5,
            0,
            0.2,
            0.001,
            0.5,
        ]
        assert topic.similarity.alpha == 1.0
        assert topic.scale == Scale()

    def test_a_path_as_text_and_a_byte_order_mark(self, make: Make) -> None:
        assert Topic.load(str(make(b"\xef\xbb\xbf" + TOML.encode()))).title == "河长制"

    def test_the_least_a_topic_needs(self, make: Make) -> None:
        topic = Topic.load(make('title = "甲"\n', "河长\n"))
        assert (topic.seeds, topic.domains, topic.words) == ((), (), {"河长": 1.0})

    def test_addresses_are_taken_as_they_are(self, make: Make) -> None:
        """A seed in traditional characters is another address than the same in simplified ones."""
        topic = Topic.load(
            make('title = "甲"\nseeds = ["http://example.cn/黨建/ａ"]\ndomains = ["黨建.cn"]\n')
        )
        assert topic.seeds == ("http://example.cn/黨建/ａ",)
        assert topic.domains == ("黨建.cn",)

    @pytest.mark.parametrize("title", ["河长制", " 河長制 "])
    def test_a_chinese_title_may_be_a_topic_word(self, make: Make, title: str) -> None:
        toml = TOML.replace("河长制", title).replace("mean = 0.5", "mean = 0.5\nfloor = 0.2\ntitle = true")
        topic = Topic.load(make(toml))
        assert dict(topic.words) == {"河长": 0.3, "巡河": 0.5, "水质": 0.2, "河长制": 0.5}
        assert "河长制" in Segmenter(topic.dictionary()).words("全面推行河长制工作")

    @pytest.mark.parametrize("title", ["River chiefs", "河长制 2026", "河"])
    def test_another_title_is_none(self, make: Make, title: str) -> None:
        toml = TOML.replace("河长制", title).replace("mean = 0.5", "mean = 0.5\ntitle = true")
        assert Topic.load(make(toml)).words.keys() == {"河长", "巡河", "水质"}

    def test_a_title_that_is_in_the_list_keeps_its_weight(self, make: Make) -> None:
        toml = TOML.replace("河长制", "水质").replace("mean = 0.5", "mean = 0.5\ntitle = true")
        assert Topic.load(make(toml)).words["水质"] == 0.1

    def test_a_title_alone_is_no_list_of_words(self, make: Make) -> None:
        with pytest.raises(TopicError, match="has no words"):
            Topic.load(make(TOML.replace("mean = 0.5", "mean = 0.5\ntitle = true"), "# none\n"))

    def test_the_dictionary_has_words_of_two_and_more_characters(self, make: Make) -> None:
        assert Topic.load(make(words="河\n河长\n")).dictionary() == (DictionaryWord("河长"),)

    def test_the_fingerprint_follows_every_weight(self, make: Make) -> None:
        topic = Topic.load(make(weights="岸\t0.2\n", overrides="水质\t0\n"))
        changed = [
            dataclasses.replace(topic, words={**topic.words, "河长": 0.31}),
            dataclasses.replace(topic, words={**topic.words, "湖长": 0.3}),
            dataclasses.replace(topic, weights={"岸": 0.21}),
            dataclasses.replace(topic, overrides={}),
            dataclasses.replace(topic, mean_weight=0.6),
        ]
        assert len({topic.weights_fingerprint(), *(other.weights_fingerprint() for other in changed)}) == 6
        assert dataclasses.replace(topic, title="乙").weights_fingerprint() == topic.weights_fingerprint()


BROKEN_TOML = [
    ('title = "甲"\ndedup = "body"\n', r":2: dedup = 'body' must be one of story, title"),
    ('title = "甲"\ncontact = "example.cn"\n', r":2: contact = 'example\.cn': expected an e-mail address"),
    ('title = "甲"\nsedes = []\n', r":2: unknown key 'sedes'; known: title, seeds, domains"),
    (f'{TOML}\n[gates]\nthreshold = 0.1\n', r":13: unknown key 'gates'"),
    ('title = 3\n', r":1: title = 3 must be a non-empty string"),
    ('seeds = []\n', r":1: title = None must be a non-empty string"),
    ('title = "甲"\nseeds = "http://a.cn/"\n', r":2: seeds = 'http://a\.cn/' must be a list of strings"),
    ('title = "甲"\ndomains = [""]\n', r":2: domains = \[''\] must be a list of strings"),
    ('title = "甲"\nseeds = [\n"http://a.cn/",\n"www.b.cn",\n]\n', r":4: seed 'www\.b\.cn' is not an http or https URL"),
    ('title = "甲"\nseeds = ["http://[x/"]\n', r":2: seed 'http://\[x/'"),
    ('title = "甲"\nseeds = ["http://a.cn:80x/"]\n', r":2: seed 'http://a\.cn:80x/'"),
    *((f'title = "甲"\ndomains = ["{one}"]\n', r":2: domain ") for one in ("http://a.cn/", "a.cn/", "*.a.cn", ".a.cn")),
    (f'title = "甲"\n[weights]\nmean = 1{"0" * 400}\n', r":3: mean is too large a number"),
    ('title = "甲"\nsimilarity = 3\n', r":2: 'similarity' must be a table"),
    ('title = "甲"\n[weights]\nmean = -1\n', r":3: \[weights\] mean = -1"),
    ('title = "甲"\n[weights]\nmean = "一"\n', r":3: mean = '一' is not of type float"),
    ('title = "甲"\n[weights]\nmaen = 1\n', r":3: unknown key 'maen' in \[weights\]; known: .*mean"),
    ('title = "甲\n', r":1: "),
    ('title = "甲"\nseeds = [\n"http://a.cn/"\n', r":\d+: "),
    ('title = "甲"\n# '.encode() + "党".encode("gbk"), r":2: expected UTF-8"),
    (None, r": cannot be read \(No such file"),
]  # fmt: skip


class TestBroken:
    @pytest.mark.parametrize(("toml", "message"), BROKEN_TOML)
    def test_errors_of_the_topic_name_file_line_and_value(
        self, make: Make, toml: str | bytes | None, message: str
    ) -> None:
        folder = make(toml)
        with pytest.raises(TopicError, match=rf"^{folder}/topic\.toml{message}") as caught:
            Topic.load(folder)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("tables", "message"),
        [
            ("[similarity.title]\npowr = 6\n", r":5: unknown key 'powr' in \[similarity.title\]"),
            ("[similarity.title]\nshare = 0.3\npower = 0\n", r":6: \[similarity\.title\] power = 0"),
            ("[similarity.title]\nnearest = 1.5\n", r":5: nearest = 1\.5 is not of type int"),
            ("[similarity.titel]\npower = 6\n", r":\d+: unknown key 'titel' in \[similarity\]"),
            ("title = 6\n", r":4: 'title' must be a table, \[similarity\.title\]"),
        ],
    )
    def test_errors_of_parameters_for_one_kind_of_text_name_their_line(
        self, make: Make, tables: str, message: str
    ) -> None:
        folder = make(f'title = "甲"\n[similarity]\npower = 4\n{tables}')
        topic = Topic.load(folder)
        with pytest.raises(TopicError, match=rf"^{folder}/topic\.toml{message}"):
            topic.similarity_of("title")

    def test_parameters_for_one_kind_of_text_replace_the_common_ones(self, make: Make) -> None:
        topic = Topic.load(
            make('title = "甲"\n[similarity]\npower = 5\nshare = 0.2\n[similarity.title]\nshare = 0.3\n')
        )
        assert (topic.similarity.power, topic.similarity.share) == (5, 0.2)
        assert (topic.similarity_of("title").power, topic.similarity_of("title").share) == (5, 0.3)
        assert topic.similarity_of("anchor") == topic.similarity_of("body") == topic.similarity

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("", ": the topic has no words"),
            ("# 词\n\n", ": the topic has no words"),
            ("河长\t1\n河长\t2\n", ":2: '河长' is in the table twice"),
            ("河长\t一\n", ":1: weight '一'"),
            ("河长\t-1\n", ":1: weight '-1'"),
            ("河长\n".encode("gbk"), ":1: expected UTF-8"),
            (None, r": cannot be read \(No such file"),
        ],
    )
    def test_errors_of_the_word_list(self, make: Make, words: str | bytes | None, message: str) -> None:
        folder = make(words=words)
        with pytest.raises(TopicError, match=rf"^{folder}/words\.tsv{message}"):
            Topic.load(folder)

    @pytest.mark.parametrize("table", ["weights", "overrides"])
    def test_errors_of_the_other_tables(self, make: Make, table: str) -> None:
        folder = make(**{table: "河长\t1\n岸\tx\n"})
        with pytest.raises(TopicError, match=rf"^{folder}/{table}\.tsv:2: weight 'x'"):
            Topic.load(folder)

    @pytest.mark.parametrize(
        "name", ["no_such_topic", "./none", "/none/at/all", "../partybuild/", "党建", "a\0b"]
    )
    def test_a_topic_that_is_not_there(self, name: str) -> None:
        with pytest.raises(TopicError) as caught:
            Topic.load(name)
        assert str(caught.value).startswith(f"{name}: no such topic")

    def test_too_many_words(self, make: Make) -> None:
        words = "".join(f"词{number}号\t1\n" for number in range(20_001))
        with pytest.raises(TopicError, match=r"words\.tsv: 20,001 words, at most 20,000"):
            Topic.load(make(words=words))

    def test_a_file_in_place_of_a_folder(self, make: Make) -> None:
        with pytest.raises(TopicError, match="no such topic folder"):
            Topic.load(make() / "topic.toml")

    @pytest.mark.parametrize("table", ["axis", "corrections"])
    def test_tables_that_grades_replace_are_named_with_what_replaced_them(
        self, make: Make, table: str
    ) -> None:
        reason = (
            rf"topic\.toml:13: \[{table}\] is no longer a table: remove it and {table}\.tsv.*learned\.tsv"
        )
        with pytest.raises(TopicError, match=reason):
            Topic.load(make(f"{TOML}\n[{table}]\noffset = 0.1\n"))

    def test_the_line_is_that_of_the_key_and_not_of_one_whose_name_it_contains(self, make: Make) -> None:
        topic = Topic.load(
            make(f"{TOML}\n[learned]\noffset = 0.1\n[scale]\nlevel = 0.1\ndescription_level = -7.0\n")
        )
        with pytest.raises(TopicError, match=r"topic\.toml:17: \[scale\] description_level = -7"):
            _ = topic.scale
