"""Titles by one form that tell of different things: other people, places, meetings, numbers or years."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from topiccrawl.dedup.fingerprint import word_hash

_MOST_OTHER = 4
"""Words that only one of two such titles has; with more, one is a headline of its own."""
_ALIKE = """
    召开 举行 举办 开展 组织 进行 启动 开幕 开启 举办了 召开了 推出 发布 公布 印发 出台 通报 会见 会谈
    见面 同 与 和 在 的 了 于 为 将 已 被 对 向 并 全文 一图 图解 快讯 最新 今日 昨日 今天 昨天 近日 日前
    我市 我县 我省 我区 我校 全市 全县 全省 全区 市 县 省 区 原 日 号
    """.split()
"""Words that reposts change, add or leave out."""
_LAST_NUMBER, _LAST_YEAR, _LAST_HAN = 200, 2100, 99
_HAN = "〇一二三四五六七八九"
_UNITS = ("", "次", "届", "期", "批", "场", "轮", "季", "号", "集", "讲", "年", "月", "日", "季度", "年度")


def are_siblings(title: Mapping[int, float], other: Mapping[int, float]) -> bool:
    """Return whether two titles differ in what they tell of, in words of one form.

    Either they differ in numbers, ordinals or years alone, or in numbers on both sides; or each has a few
    words in place of the other's that mean something else.

    Args:
        title: weights by hash of word, see `Fingerprint.title`.
        other: those of the other title.
    """
    mine, yours, both = title.keys() - other.keys(), other.keys() - title.keys(), title.keys() & other.keys()
    if not both or not (mine or yours):
        return False
    if (mine | yours) <= _numbers().keys() or differ_in_numbers(title, other):
        return True
    alike = _alike()
    most = max(len(mine), len(yours))
    return not mine <= alike and not yours <= alike and most <= min(_MOST_OTHER, len(both))


def differ_in_numbers(title: Mapping[int, float], other: Mapping[int, float]) -> bool:
    """Return whether each of two titles has a number that the other one has not.

    >>> one, two, same = ({word_hash(word): 1.0} for word in ("第二次", "第三次", "第2次"))
    >>> differ_in_numbers(one, two), differ_in_numbers(one, same)
    (True, False)
    """
    numbers = _numbers()
    mine, yours = ({numbers[word] for word in words if word in numbers} for words in (title, other))
    return bool(mine - yours and yours - mine)


@cache
def _alike() -> frozenset[int]:
    """Return the hashes of words that reposts put in each other's place."""
    return frozenset(map(word_hash, _ALIKE))


@cache
def _numbers() -> Mapping[int, str]:
    """Return the numbers by the hashes of words for them: 2024, 二次, 第三届, 十二月."""
    values = {str(number): str(number) for number in (*range(_LAST_NUMBER), *range(1900, _LAST_YEAR))}
    values |= {_in_han(number): str(number) for number in range(_LAST_HAN + 1)}
    words = {f"{a}{word}{unit}": one for word, one in values.items() for a in ("", "第") for unit in _UNITS}
    words |= {word: word for word in ("上", "中", "下", "上篇", "中篇", "下篇")}
    words |= dict.fromkeys(("首次", "首届", "首批", "首期"), "1")
    return {word_hash(word): number for word, number in words.items()}


def _in_han(number: int) -> str:
    tens, ones = divmod(number, 10)
    before = "" if tens == 1 else _HAN[tens]
    return f"{before}十{_HAN[ones] if ones else ''}" if tens else _HAN[ones]
