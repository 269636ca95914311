"""Pages woven from the sentences of other pages of their host, and pages that are not."""

from __future__ import annotations

import random

import pytest

from topiccrawl.extraction.host_sentences import Woven
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory

HOST = "www.example.cn"
STOCK = [
    f"{who}在{where}为大家讲了{what}的来历。"
    for who in ("老支书", "讲解员", "女教师", "退伍军人")
    for where in ("村口的大树下", "镇上的礼堂里")
    for what in ("那面旧旗", "石桥和渡口", "山上的水渠", "第一所夜校", "合作社的账本")
]


def read(memory: SiteMemory, texts: list[str]) -> list[bool]:
    return [
        memory.read(HOST, f"第{number}篇的标题", text)[1] is Woven.OF_MANY
        for number, text in enumerate(texts)
    ]


def woven(stock: list[str], count: int, pages: int) -> list[str]:
    chance = random.Random(7)
    return ["".join(chance.sample(stock, count)) for _ in range(pages)]


@pytest.mark.parametrize(("stock", "count", "most"), [(8, 6, 3), (40, 12, 8)])
def test_woven_pages_are_seen_after_a_few(stock: int, count: int, most: int) -> None:
    found = read(SiteMemory(MemoryStore()), woven(STOCK[:stock], count, 60))
    assert found.index(True) < most
    assert all(found[most:])


LONGER = [
    f"{one[:-1]}，有{n}位村民坐在前排听得入神，会后又问了第{n}件旧事。" for n, one in enumerate(STOCK, 1)
]
OPENINGS = ("据了解", "记者近日了解到", "有关负责人介绍说", "与此同时", "值得一提的是")


def _clauses(sentences: list[str]) -> list[str]:
    return [clause for one in sentences for clause in one.strip("。").split("，")]


WEAVES = {
    "behind openings": lambda chance: "".join(
        f"{chance.choice(OPENINGS)}，{one}" for one in chance.sample(LONGER, 12)
    ),
    "joined by commas": lambda chance: "，".join(one.strip("。") for one in chance.sample(LONGER, 12)),
    "of clauses": lambda chance: "，".join(chance.sample(_clauses(LONGER), 30)) + "。",
    "of shuffled sentences": lambda chance: "".join(
        "，".join(chance.sample(parts := _clauses([one]), len(parts))) + "。"
        for one in chance.sample(LONGER, 12)
    ),
}


@pytest.mark.parametrize("weave", WEAVES)
def test_pages_woven_of_clauses_are_seen_after_a_few(weave: str) -> None:
    chance = random.Random(7)
    found = read(SiteMemory(MemoryStore()), [WEAVES[weave](chance) for _ in range(60)])
    assert found.index(True) < 12
    assert sum(found) > 40


def test_articles_that_share_most_of_their_clauses_are_not_woven() -> None:
    chance = random.Random(7)
    clauses = _clauses(LONGER)
    texts = [
        "，".join(
            chance.sample(
                [*chance.sample(clauses, 16), *(f"第{n}个村子的第{k}件新鲜事" for k in range(5))], 21
            )
        )
        for n in range(60)
    ]
    assert not any(read(SiteMemory(MemoryStore()), texts))


def test_what_was_seen_outlives_the_process() -> None:
    store = MemoryStore()
    first = SiteMemory(store)
    read(first, woven(STOCK, 12, 20))
    first.save()
    assert (
        SiteMemory(store).read(HOST, "新的标题", "".join(random.Random(9).sample(STOCK, 12)))[1]
        is Woven.OF_MANY
    )


def test_a_host_that_ends_it_recovers() -> None:
    memory = SiteMemory(MemoryStore())
    read(memory, woven(STOCK, 12, 8))
    read(
        memory, [f"第{n}天的清早，{n}个人在河边种下了{n}棵树。大家看到第{n}条船靠了岸。" for n in range(300)]
    )
    assert memory.read(HOST, "新的标题", "".join(random.Random(9).sample(STOCK, 12)))[1] is not Woven.OF_MANY


def notice(number: int) -> str:
    name = f"{'赵钱孙李周吴郑王'[number % 8]}{'志明小红建国'[number % 6]}"
    end = "公示期间，可以通过来信来访反映问题。" if number % 2 else "公示期间，可以通过电话向我们反映问题。"
    return (
        "为了扩大干部工作中的民主，现将拟任职的同志予以公示。"
        f"{name}，男，{1970 + number}年生，大学学历，拟任第{number}镇的副镇长。"
        f"{end}反映问题要实事求是，并请署上真实姓名。联系地址是县委组织部干部科。"
    )


def test_notices_from_one_form_are_not_woven() -> None:
    assert not any(read(SiteMemory(MemoryStore()), [notice(number) for number in range(80)]))


def test_reposts_and_excerpts_are_not_woven() -> None:
    story = STOCK[:12]
    texts = ["".join(story), "".join(story[:8]), "".join(story), "".join(story[2:]), "".join(story[:5])]
    assert not any(read(SiteMemory(MemoryStore()), texts * 4))


def test_one_digest_of_other_pages_is_not_spam() -> None:
    pages = ["".join(f"第{n}个村子在第{part}天办了一件新鲜事。" for part in range(6)) for n in range(30)]
    digest = "".join(f"第{n}个村子在第0天办了一件新鲜事。" for n in range(12))
    assert not any(read(SiteMemory(MemoryStore()), [*pages, digest]))
