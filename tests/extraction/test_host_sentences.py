"""Pages woven from the sentences of other pages of their host, and pages that are not."""

from __future__ import annotations

import random
from collections.abc import Callable

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


@pytest.mark.parametrize(("stock", "count", "most"), [(8, 6, 4), (40, 12, 8)])
def test_woven_pages_are_seen_after_a_few(stock: int, count: int, most: int) -> None:
    found = read(SiteMemory(MemoryStore()), woven(STOCK[:stock], count, 60))
    assert found.index(True) < most
    assert sum(found[most:]) > 0.6 * len(found[most:])


LEADS = "首先 其次 据悉 此外 同时 另外 目前 近日 其实 总之".split()
PASSAGES = ["".join(STOCK[start : start + 4]) for start in range(0, 40, 4)]
WEAVERS: dict[str, Callable[[random.Random], str]] = {
    "commas": lambda chance: "，".join(one[:-1] for one in chance.sample(STOCK, 12)) + "。",
    "blanks": lambda chance: " ".join(one[:-1] for one in chance.sample(STOCK, 12)),
    "leads": lambda chance: "".join(f"{chance.choice(LEADS)}，{one}" for one in chance.sample(STOCK, 12)),
    "numbers": lambda chance: "".join(
        f"{one}（{chance.randrange(9999)}）" for one in chance.sample(STOCK, 12)
    ),
    "passages": lambda chance: "\n".join(chance.sample(PASSAGES, 4)),
    "three": lambda chance: "".join(chance.sample(STOCK[:12], 4)),
    "half of their own": lambda chance: (
        "".join(chance.sample(STOCK, 10))
        + "".join(f"{chance.random()}号船在{chance.random()}点钟靠岸。" for _ in range(4))
    ),
}


@pytest.mark.parametrize("kind", WEAVERS)
def test_however_sentences_are_joined(kind: str) -> None:
    found = read(SiteMemory(MemoryStore()), [WEAVERS[kind](random.Random(f"{kind} {n}")) for n in range(60)])
    assert found.index(True) < 16
    assert sum(found[16:]) > 0.4 * len(found[16:])


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


def bulletin(number: int) -> str:
    chance = random.Random(number)
    choices = (
        ("今天白天多云转晴", "今天白天有小到中雨"),
        ("偏南风三到四级", "偏北风四级左右"),
        ("请注意携带雨具出行", "适宜晾晒和户外活动", "请市民注意防暑降温"),
        ("山区请防范地质灾害", "江面请防范突起大风"),
    )
    return f"{number}日，" + "，".join(chance.choice(one) for one in choices if chance.random() < 0.8) + "。"


def test_bulletins_from_set_phrases_are_not_spam() -> None:
    assert sum(read(SiteMemory(MemoryStore()), [bulletin(number) for number in range(200)])) < 6


def test_reposts_and_excerpts_are_not_woven() -> None:
    story = STOCK[:12]
    texts = ["".join(story), "".join(story[:8]), "".join(story), "".join(story[2:]), "".join(story[:5])]
    assert not any(read(SiteMemory(MemoryStore()), texts * 4))


def test_one_digest_of_other_pages_is_not_spam() -> None:
    pages = ["".join(f"第{n}个村子在第{part}天办了一件新鲜事。" for part in range(6)) for n in range(30)]
    digest = "".join(f"第{n}个村子在第0天办了一件新鲜事。" for n in range(12))
    assert not any(read(SiteMemory(MemoryStore()), [*pages, digest]))
