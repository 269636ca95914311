"""The judges of a topic together."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_priority import saturate
from topiccrawl.relevance.relevance import Relevance, topic_similarity
from topiccrawl.relevance.topic.topic import Topic

PARTY = "弘扬中国共产党人历史担当精神"
FOREIGN = "与中国争夺影响力?俄媒论莫迪与普京私聊弦外之音"
"""The two titles of paper A."""


@pytest.fixture(scope="module")
def focus() -> Focus:
    return Focus(Topic.load("partybuild"))


@pytest.fixture(scope="module")
def bare(focus: Focus) -> Relevance:
    """The same topic without its overrides."""
    return Relevance(dataclasses.replace(focus.topic, overrides={}))


class TestThePapersTitles:
    def test_the_party_title_is_over_the_threshold(self, focus: Focus) -> None:
        assert focus.description(PARTY) >= focus.gate.threshold

    def test_the_foreign_title_is_under_the_threshold(self, focus: Focus) -> None:
        assert focus.description(FOREIGN) < focus.gate.threshold

    def test_without_the_overrides_they_are_closer(self, focus: Focus, bare: Relevance) -> None:
        scale = focus.scale.description
        apart = focus.description(PARTY) - focus.description(FOREIGN)
        assert saturate(bare.score(PARTY), scale) - saturate(bare.score(FOREIGN), scale) < apart


class TestScores:
    def test_all_are_in_range(self, focus: Focus) -> None:
        for text in (PARTY, FOREIGN, "党员" * 500, "党", "", "abc", "党支部书记讲党课，党员学党章"):
            assert 0 <= focus.description(text) < 1
            assert 0 <= focus.anchor(text) < 1
            assert 0 <= focus.body(text) < 1

    def test_a_kind_of_text_with_parameters_of_its_own_is_scored_by_them(self, focus: Focus) -> None:
        words = {"党员": 1.0, "党章": 1.0, "支部": 1.0}
        tables = {"similarity": {"admit": "graded", "title": {"share": 0.0}, "anchor": {"share": 0.0}}}
        own = Focus(dataclasses.replace(focus.topic, words=words, tables={**focus.topic.tables, **tables}))
        near = "共产党员"  # no topic word, but near to one
        assert own.body(near) > 0
        assert own.description(near) == own.anchor(near) == 0

    def test_they_are_formula_3_on_the_topics_scale(self, focus: Focus) -> None:
        text = "党员学习党章"
        title = focus.relevance.score(text)
        own = Relevance(focus.topic, topic_similarity(focus.topic, "body"), common=focus.relevance)
        assert focus.description(text) == title / (title + focus.scale.description)
        assert focus.body(text) == own.score(text) / (own.score(text) + focus.scale.body)
        assert own.score(text) < title  # of a long list, words that are only near count less

    def test_learned_words_move_the_verdict_alone(self, focus: Focus) -> None:
        text, plain = "党员学习党章，体育赛事门票售罄。", Focus(focus.topic, moved=False)
        assert focus.learned is not None
        assert (focus.body(text), focus.description(text)) == (plain.body(text), plain.description(text))
        before, after = (one.judge(0.5, text).relevance for one in (plain, focus))
        assert after == focus.learned.moved(before, focus.words(text)) != before

    def test_a_hub_is_the_mean_of_its_headlines(self, focus: Focus) -> None:
        titles = ["党支部开展主题党日活动", "台风明天登陆沿海"]
        assert focus.hub(titles) == pytest.approx(sum(map(focus.description, titles)) / 2)

    def test_an_anchor_of_few_words_is_believed_less(self, focus: Focus) -> None:
        similarity = topic_similarity(focus.topic, "anchor")
        relevance = Relevance(focus.topic, similarity, common=focus.relevance).score("党建")
        assert focus.anchor("党建") == pytest.approx(
            saturate(relevance, focus.scale.anchor) * 1 / (1 + focus.priority.evidence)
        )
        assert focus.anchor("党建") < focus.anchor("党支部书记讲党课，党员学习党章党规")


class TestDomains:
    @pytest.mark.parametrize(
        ("url", "inside"),
        [
            ("http://a.cn/", True),
            ("https://NEWS.A.cn:8080/x?y", True),
            ("http://x.b.com.cn/", True),
            ("http://ba.cn/", False),
            ("http://a.cn.evil.com/", False),
            ("http://a.cn@evil.com/", False),
            ("http://[", False),
            ("", False),
        ],
    )
    def test_whole_labels_count(
        self, focus: Focus, monkeypatch: pytest.MonkeyPatch, url: str, inside: bool
    ) -> None:
        monkeypatch.setattr(focus, "topic", dataclasses.replace(focus.topic, domains=("a.cn", "b.com.cn")))
        assert focus.in_domains(url) is inside

    def test_no_limit_lets_everything_pass(self, focus: Focus, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(focus, "topic", dataclasses.replace(focus.topic, domains=()))
        assert focus.in_domains("http://anywhere.example/")


BROKEN = [
    ('[url_structure]\nvalue = "alike"\n', r"3: \[url_structure\] value = 'alike' is not one of similar"),
    ('[url_structure]\nscope = "site"\n', r"3: \[url_structure\] scope = 'site' is not one of all"),
    ('[url_structure]\nhistory = "all"\n', r"3: \[url_structure\] history = 'all' is not one of accepted"),
    ("[url_structure]\nvalue = 2\n", r"3: value = 2 is not of type str"),
    ('[url_structure]\nrule = "algorithm2"\n', r"3: rule is no longer a key: value = \"similar\" always"),
    ("[gate]\nthreshold = 1.5\n", r"3: \[gate\] threshold = 1\.5 "),
    ("[gate]\ntopic_words = 0\n", r"3: \[gate\] topic_words = 0 "),
    ("[gate]\ntreshold = 0.1\n", r"3: unknown key 'treshold' in \[gate\]"),
    ('[gate]\nthreshold = "0.1"\n', r"3: threshold = '0\.1' is not of type float"),
    ("[gate]\nthreshold = true\n", r"3: threshold = True is not of type float"),
    ("[gate]\nthreshold = 2026-01-01\n", r"3: threshold = .* is not of type float"),
    ("[verdict]\nbody_share = -1\n", r"3: \[verdict\] body_share = -1"),
    ("[scale]\nbody = 0\n", r"3: \[scale\] body = 0"),
    ("[scale]\nanchor = inf\n", r"3: \[scale\] anchor = inf"),
    ("[similarity]\nalpha = 0.5\nth2 = 7\n", r"4: \[similarity\] th2 = 7"),
    ('[similarity]\nsimd_scope = "none"\n', r"3: \[similarity\] simd_scope = 'none'"),
    ("[url_structure]\nwww_divisor = 0\n", r"3: \[url_structure\] www_divisor = 0"),
    ("[url_structure]\nhost_step = nan\n", r"3: \[url_structure\] host_step = nan"),
    ('[url_structure]\nunits = "words"\n', r"3: \[url_structure\] units = 'words'"),
    ("[url_structure]\nequal_hosts_similar = 1\n", r"3: equal_hosts_similar = 1 is not of type bool"),
    ("[priority]\nmatrix = 3\n", r"3: matrix = 3 is not a list"),
    ('[priority]\nmatrix = [["a"]]\n', r"3: 'a' in matrix is not a number"),
    ("[priority]\nmatrix = [[1, 2], [0.5, 1]]\n", r"3: \[priority\] matrix = "),
    ("[priority]\nmatrix = [[1, 2], [1], [1, 2, 3]]\n", r"3: \[priority\] matrix = "),
    ("[priority]\nmatrix = [[1, 2, 2], [2, 1, 2], [1, 1, 1]]\n", r"3: \[priority\] matrix = .*reciprocal"),
    ("[priority]\nmatrix = [[1, 9, 0.1111], [0.1111, 1, 9], [9, 0.1111, 1]]\n", r"3: \[priority\] matrix = .*consistency"),
    ("[priority]\nmatrix = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]\nthreshold = 0.2\n", r"4: \[priority\] threshold = 0\.2 .*structure"),
    ("[priority]\nsample = 20\ncapacity = 3\n", r"4: capacity is 1000 for every topic now"),
]  # fmt: skip


@pytest.mark.parametrize(("section", "message"), BROKEN)
def test_building_it_checks_every_section(tmp_path: Path, section: str, message: str) -> None:
    (tmp_path / "topic.toml").write_text(f'title = "河长制"\n{section}', encoding="utf-8")
    (tmp_path / "words.tsv").write_text("河长\t1\n", encoding="utf-8")
    with pytest.raises(TopicError, match=rf"^{tmp_path}/topic\.toml:{message}") as caught:
        Focus(Topic.load(tmp_path))
    assert "\n" not in str(caught.value)


def test_the_shipped_topic_is_in_order(focus: Focus) -> None:
    assert focus.priority.weights == pytest.approx((0.267, 0.535, 0.198), abs=1e-3)
    assert 0 < focus.priority.weights[2] <= focus.priority.threshold < 1
