"""Made-up news that repeats itself as real news does: reposts, retouched stories, titles by formula."""

from __future__ import annotations

import random
from collections.abc import Iterator

PLACES = "江边市 柳河县 青石镇 白塔村 南门街道 东湖社区 云岭乡 石桥村".split()
WHO = "党员干部 驻村工作队 社区志愿者 老支书 第一书记 年轻选调生 车间党支部 护士长".split()
WHAT = "帮助村民修好灌溉渠 走访慰问困难群众 学习贯彻会议精神 开展主题党日活动 为老人送去御寒衣物 把夜校办到了田间地头".split()
FORMULAS = ["要闻速览", "今日新闻联播快讯", "关于召开党员大会的通知", "人事任免公告", "组图：一周回顾"]
SUFFIXES = ["", "", "_江边新闻网", " - 柳河在线", "(图)", "-要闻-白塔网"]
BOILERPLATE = ["责任编辑：王晓明。", "更多精彩内容请关注本报官方微信公众号。", "版权所有，未经许可不得转载。"]
SENTENCES = (
    "清晨六点，村口的大喇叭准时响起，{who}开始播报当天的农事安排。",
    "{place}的{who}这个月已经是第{n}次来到这里，{what}。",
    "在{place}采访时，记者看到墙上挂着一张写满名字的值班表，第{n}行用红笔圈了出来。",
    "“只要大家愿意，我们就一定能做好。”{who}说，接下来还要{what}。",
    "据统计，{place}全年共有{n}户人家从中受益，比上一年增加了{n}个百分点。",
    "为了{what}，{who}连续{n}个晚上没有回家，手机里存着每一户的电话。",
)


class Story:
    """A title and a text."""

    def __init__(self, title: str, body: str) -> None:
        self.title = title
        self.body = body


def stories(count: int, seed: int) -> Iterator[Story]:
    """Make stories, many of which tell again what an earlier one tells."""
    rng = random.Random(seed)
    told: list[Story] = []
    for _ in range(count):
        kind = rng.random()
        if told and kind < 0.45:
            story = _retold(rng, rng.choice(told))
        else:
            story = _new(rng)
        told.append(story)
        yield story


def _new(rng: random.Random) -> Story:
    title = (
        rng.choice(FORMULAS)
        if rng.random() < 0.2
        else rng.choice(PLACES) + rng.choice(WHO) + rng.choice(WHAT)
    )
    length = rng.choice([0, 1, 2, 12, 12, 12])
    body = "".join(_sentence(rng) for _ in range(length))
    if rng.random() < 0.6:
        body += rng.choice(BOILERPLATE)
    return Story(title + rng.choice(SUFFIXES) if rng.random() < 0.95 else " ", body)


def _retold(rng: random.Random, story: Story) -> Story:
    title, body = story.title, story.body
    if rng.random() < 0.4:
        title = rng.choice(PLACES) + title if rng.random() < 0.5 else title + rng.choice(SUFFIXES)
    if rng.random() < 0.2:
        title = _new(rng).title
    sentences = body.split("。")
    for _ in range(rng.choice([0, 0, 1, 2, 4, 8])):
        sentences[rng.randrange(len(sentences))] = _sentence(rng).rstrip("。")
    if rng.random() < 0.3:
        sentences = sentences[: rng.randint(1, len(sentences))]
    return Story(title, "。".join(sentences) if rng.random() < 0.95 else "")


def _sentence(rng: random.Random) -> str:
    return rng.choice(SENTENCES).format(
        place=rng.choice(PLACES), who=rng.choice(WHO), what=rng.choice(WHAT), n=rng.randint(2, 400)
    )
