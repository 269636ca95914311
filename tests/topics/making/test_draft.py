"""Making a topic's folder, and looking one over."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from topiccrawl.relevance import Relevance, Topic, TopicError
from topiccrawl.topics.making.check import findings
from topiccrawl.topics.making.draft import Draft, read_word_list
from topiccrawl.topics.making.folder import create_topic

WORDS = ("党员", "党支部", "主题党日")
PARTY = [(f"党员活动{n}", "党支部开展主题党日活动，党员学习党章，党员讨论") for n in range(6)]
SPORT = [("足球比赛", "球员进球，教练满意，比赛精彩")] * 6


@pytest.mark.usefixtures("small_resources")
def test_a_topic_from_words_alone(tmp_path: Path) -> None:
    draft = Draft('"党建"\\', WORDS, ("http://党建.cn/",), ("党建.cn",))
    topic = create_topic(tmp_path / "dangjian", draft)
    assert (topic.name, topic.title) == ("dangjian", '"党建"\\')
    assert (topic.seeds, topic.domains) == (("http://党建.cn/",), ("党建.cn",))
    assert topic.words == dict.fromkeys(WORDS, 1.0)
    relevance = Relevance(topic)
    assert relevance.score("党员学习") > 0 == relevance.score("足球比赛")
    assert topic.scale.anchor < topic.scale.description


@pytest.mark.usefixtures("small_resources")
def test_weights_and_scales_come_from_documents(tmp_path: Path) -> None:
    topic = create_topic(tmp_path / "dangjian", Draft("党建", WORDS), PARTY, SPORT)
    # all six documents of the domain contain it, none of the six others
    assert topic.words["党员"] == 1.0
    raw = [line.split("\t") for line in (tmp_path / "dangjian" / "words.tsv").read_text("utf-8").splitlines()]
    # 18 times in 12 documents, 6 of which contain it (formula 2): title once, text twice
    assert float({row[0]: row[-1] for row in raw}["党员"]) == pytest.approx(18 / 12 * math.log(2), rel=1e-4)
    assert topic.weights["比赛"] == 0
    text = (tmp_path / "dangjian" / "topic.toml").read_text(encoding="utf-8")
    assert text.count("# by `topiccrawl topic new` from 6 documents of the domain, 6 others") == 2
    relevance = Relevance(topic)
    assert topic.scale.description == pytest.approx(0.5 * relevance.score(PARTY[0][0]), rel=0.01)
    assert topic.scale.body == pytest.approx(0.3 * relevance.score(PARTY[0][1]), rel=0.01)


@pytest.mark.usefixtures("small_resources")
def test_documents_whose_titles_hold_no_topic_word_are_good(tmp_path: Path) -> None:
    texts = [text for _, text in PARTY]
    for name, domain in {
        "other titles": [("昨天的一次活动", text) for text in texts],
        "few titles": [PARTY[0], *(("昨天的一次活动", text) for text in texts[1:])],
        "no titles": [("", f"昨天上午，记者在现场看到，来自全市各个单位的同志早早就来到了会议室里等候开会。{text}") for text in texts],
        "beginnings": [("", text) for text in texts],
    }.items():  # fmt: skip
        topic = create_topic(tmp_path / name, Draft("党建", WORDS), domain, SPORT)
        relevance = Relevance(topic)
        assert topic.scale.body == pytest.approx(0.3 * relevance.score(domain[-1][1]), rel=0.01)
        assert topic.scale.description > topic.scale.body
    half = [*PARTY[:2], *SPORT[:3]]
    with pytest.raises(TopicError, match="3 of 5 documents of the domain contain no topic word"):
        create_topic(tmp_path / "half", Draft("党建", WORDS), half, SPORT)


@pytest.mark.usefixtures("small_resources")
def test_words_that_all_documents_hold_are_told(tmp_path: Path) -> None:
    with pytest.raises(TopicError, match="the topic words weigh nothing"):
        create_topic(tmp_path / "same", Draft("党建", WORDS), PARTY, PARTY)


@pytest.mark.usefixtures("small_resources")
def test_what_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "mine.txt").write_text("我的", encoding="utf-8")
    with pytest.raises(TopicError, match="used: is not empty"):
        create_topic(tmp_path / "used", Draft("党建", WORDS))
    folder = tmp_path / "new"
    for draft, domain, general, message in (
        (Draft("党建", ()), [], [], "needs words"),
        (Draft("党建", WORDS), [], PARTY, "need documents of the domain"),
        (Draft("党建", WORDS), SPORT, PARTY, "contain no topic word"),
        (Draft("党建", ("党员", "黨員")), [], [], "twice"),
    ):
        with pytest.raises(TopicError, match=message):
            create_topic(folder, draft, domain, general)
        assert not folder.exists()
    assert (tmp_path / "used" / "mine.txt").exists()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("", WORDS), "the title '' is empty"),
        (("党建", WORDS, ("ftp://a.cn",)), "the seed 'ftp://a.cn' is not an http or https URL"),
        (("党建", WORDS, (), ("http://a.cn/",)), "the domain 'http://a.cn/' is not a host name"),
    ],
)
def test_values_that_no_topic_may_have_are_told_before_there_is_a_folder(values, said):
    with pytest.raises(TopicError, match=f"^{said}"):
        Draft(*values)  # type: ignore[arg-type]


def test_a_list_of_words(tmp_path: Path) -> None:
    file = tmp_path / "词.txt"
    file.write_text("\ufeff党员\t0.3\n# 注\n\n党支部，组织\n党员\n黨支部\n", encoding="utf-8")
    assert read_word_list(file) == ("党员", "党支部")
    file.write_text("1. 消防\n2、火灾、火警\n（3）救援\n• 灭火\n5G网络\n2.0版\n", encoding="utf-8")
    assert read_word_list(file) == ("消防", "火灾", "火警", "救援", "灭火", "5G网络", "2.0版")
    file.write_text("# 注\n", encoding="utf-8")
    with pytest.raises(TopicError, match="expected one word per line"):
        read_word_list(file)
    file.write_text("党支部\n党员 0.3\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r":2: expected a word, a tab and a weight, found '党员 0.3'"):
        read_word_list(file)
    file.write_bytes("党员".encode("gb18030"))
    with pytest.raises(TopicError, match=r":1: expected UTF-8, found the byte 0x"):
        read_word_list(file)


def _topic(folder: Path, words: str, extra: str = "") -> Topic:
    folder.mkdir()
    (folder / "topic.toml").write_text(f'title = "党建"\n{extra}', encoding="utf-8")
    (folder / "words.tsv").write_text(words, encoding="utf-8")
    return Topic.load(folder)


@pytest.mark.usefixtures("small_resources")
def test_words_that_cannot_work_are_found(tmp_path: Path) -> None:
    relevance = Relevance(_topic(tmp_path / "own", "党员\t0.5\n党支部\t0\n的\n", "[weights]\nmean = 0.1\n"))
    found = {(finding.problem, finding.what) for finding in findings(relevance)}
    assert found == {("no seeds", "own"), ("weighs nothing", "党支部"), ("function word", "的")}
    assert relevance.reached() == sum(
        value > 0
        for value in map(
            relevance.word_value,
            {
                *relevance.similarity.thesaurus.words,
                *relevance.similarity.vectors.words,
                *relevance.topic.words,
            },
        )
    )


@pytest.mark.usefixtures("small_resources")
def test_findings_name_the_line_and_the_cause(tmp_path: Path) -> None:
    words = "# 词\n党支部\t0.5\t3\n党支部前\t0.5\t1\n纪律\t0.5\t9\n红船精神\t\t0\n党员\t0.5\t2\n入党\t1\t3\n"
    relevance = Relevance(_topic(tmp_path / "own", words, 'seeds = ["http://a.cn/"]\n'))
    found = {finding.what: finding for finding in findings(relevance)}
    assert found.keys() == {"党支部前", "纪律", "红船精神"}
    assert (found["党支部前"].problem, found["党支部前"].line) == ("fragment", 3)
    assert "前" in found["党支部前"].advice
    assert (found["纪律"].problem, found["纪律"].line) == ("general", 4)
    assert "公司员工纪律涣散造成事故" in found["纪律"].advice
    assert (found["红船精神"].problem, found["红船精神"].line) == ("never seen", 5)


@pytest.mark.usefixtures("small_resources")
def test_words_that_segmentation_cuts_are_found(tmp_path: Path) -> None:
    relevance = Relevance(_topic(tmp_path / "own", "党员\t0.5\n甲/乙类\t0.5\n"))
    (cut,) = (finding for finding in findings(relevance) if finding.problem == "cut apart")
    assert (cut.what, cut.line) == ("甲/乙类", 2) and " / " in cut.advice


def test_a_word_of_several_fields_is_found_in_a_short_list(tmp_path: Path) -> None:
    words = ("火箭", "卫星", "飞船", "空间站", "火星", "月球")
    relevance = Relevance(create_topic(tmp_path / "hangtian", Draft("航天", words, ("http://a.cn/",))))
    (ambiguous,) = (finding for finding in findings(relevance) if finding.problem == "ambiguous")
    assert ambiguous.what == "火箭" and "球队" in ambiguous.advice and ambiguous.advice.count("；") == 2


@pytest.mark.usefixtures("small_resources")
def test_a_short_list_that_is_taken_for_a_wide_field_is_called_so(tmp_path: Path) -> None:
    words = ("足球", "篮球", "网球", "游泳", "马拉松", "羽毛球")
    relevance = Relevance(create_topic(tmp_path / "tiyu", Draft("体育", words, ("http://a.cn/",))))
    (wide,) = (finding for finding in findings(relevance) if finding.problem == "wide")
    assert wide.what == "体育" and "keep all of 体育" in wide.advice


def test_the_shipped_topic_has_nothing_odd() -> None:
    kinds = {finding.problem for finding in findings(Relevance(Topic.load("partybuild")))}
    assert kinds == {"never seen"}
