"""A topic folder with every file and key that a topic had before strategies, log-ins and learned links."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic

TOML = """\
title = "侨情"

# 侨务机构
seeds = [
    "http://overseas.example.cn/",  # 侨网
    "https://news.example.com/huaren/",
]
domains = ["example.cn", "example.com"]

[weights]
mean = 0.0163

[scale]
# by `topiccrawl vocabulary build`: parts of the medians
description = 0.0019
anchor = 0.00019
body = 0.00042

[resources]
thesaurus = "cilin"
vectors = "words"

[similarity]
alpha = 1.0
beta = 0.6
th1 = 0.95
th2 = 0.95
simd_scope = "every"

[gate]
threshold = 0.1
hub_threshold = 0.05
topic_words = 4

[verdict]
threshold = 0.44
body_share = 0.7

[priority]
matrix = [[1, 0.5, 3], [2, 1, 6], [0.3333, 0.1667, 1]]
threshold = 0.2
evidence = 3.0
picture = 0.5
sample = 20
capacity = 1000

[url_structure]
host_weight = 0.7
path_weight = 0.3
threshold = 0.93
host_first = 0.6
host_step = 0.3
path_first = 1.0
www_divisor = 1.0
units = "characters"
equal_hosts_similar = false
contained_hosts_similar = false
"""
FILES = {
    "topic.toml": TOML,
    "words.tsv": "# topic word, weight (empty: the mean), occurrences\n华人\t0.36\t84\n侨联\t\t20\n",
    "weights.tsv": "# other words\n一带\t0.069\n",
    "overrides.tsv": "# word\tweight\twhy\n大使馆\t0.05\tforeign news\n华人\t0.3\tby hand\n",
    "userdict.txt": "华人 940 n\n侨联 300 nz\n",
}


@pytest.fixture
def topic(tmp_path: Path) -> Topic:
    folder = tmp_path / "overseas"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Topic.load(folder)


def test_its_words_and_starts_are_read(topic: Topic) -> None:
    assert (topic.name, topic.title) == ("overseas", "侨情")
    assert topic.seeds == ("http://overseas.example.cn/", "https://news.example.com/huaren/")
    assert topic.domains == ("example.cn", "example.com")
    weights = [topic.weight(word) for word in ("华人", "侨联", "一带", "大使馆", "天气")]
    assert weights == [0.3, 0.0163, 0.069, 0.05, 0.0163]


def test_its_parameters_hold(topic: Topic) -> None:
    focus = Focus(topic)
    assert (focus.gate.topic_words, focus.verdict.body_share) == (4, 0.7)
    assert (focus.verdict.words_share, focus.verdict.section_share) == (0, 0), (
        "new parts of the verdict are off"
    )
    assert (focus.priority.evidence, focus.priority.sample, focus.priority.capacity) == (3.0, 20, 1000)
    assert focus.priority.weights == pytest.approx((0.3, 0.6, 0.1), abs=1e-3)
    assert (focus.url_structure.units, focus.url_structure.host_step) == ("characters", 0.3)
    assert (topic.scale.description, topic.scale.body) == (0.0019, 0.00042)
    assert (topic.resources.thesaurus, topic.resources.vectors) == ("cilin", "words")
    assert (topic.similarity.admit, topic.similarity.th1) == ("algorithm1", 0.95)


def test_a_key_that_is_a_constant_now_is_told(topic: Topic) -> None:
    file = Path(topic.source)
    file.write_text(TOML.replace("evidence = 3.0", "evidence = 2.0"), encoding="utf-8")
    line = TOML.splitlines().index("evidence = 3.0") + 1
    with pytest.raises(TopicError, match=rf":{line}: evidence is 3.0 for every topic now: remove"):
        Focus(Topic.load(file.parent))
    # an experiment may vary it
    file.write_text(TOML, encoding="utf-8")
    varied = Topic.load(file.parent).with_tables({"priority": {"evidence": 2.0}})
    assert Focus(varied).priority.evidence == 2.0
