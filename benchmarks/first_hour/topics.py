"""Six topics of ten words, written before any document was looked at, and the sections that belong to them.

The sections' own error: pages that a section runs although they are on something else, and pages on the topic
in other sections. Sections that overlap are left out of the figures, but not out of the crawl.
"""

from __future__ import annotations

from dataclasses import dataclass

UNSEEN = ("world", "culture")
"""Topics whose figures were not looked at before the method was chosen."""


@dataclass(frozen=True)
class ShortTopic:
    """A topic of ten words.

    Attributes:
        title: its title.
        words: its words.
        positive: sections whose pages are on it.
        left_out: sections that overlap with it.
        near: fields beside it, of which a stream has more pages than of others.
    """

    title: str
    words: tuple[str, ...]
    positive: frozenset[str]
    left_out: frozenset[str]
    near: frozenset[str]

    def label(self, section: str) -> bool | None:
        """Return whether pages of a section are on the topic; None: some are."""
        if section in self.positive:
            return True
        return None if section in self.left_out or ("hosts" in self.left_out and "." in section) else False


def _topic(title: str, words: str, positive: str, left_out: str, near: str) -> ShortTopic:
    return ShortTopic(
        title,
        tuple(words.split()),
        frozenset(positive.split()),
        frozenset(left_out.split()),
        frozenset(near.split()),
    )


_MONEY = " ".join(
    f"finance/{part}" for part in "chanjing china consume jjxw money roll stock tech wm".split()
)
_CAMPUS = "mtnk nkdxb nkpl nkrw nkyw nkzs qqxy spxw tpxw xsjw xwzt xxyg zhxw zttj"
_NATION = "xwlb hosts ydyl china science"

TOPICS = {
    "basketball": _topic(
        "篮球",
        "篮球 扣篮 三分球 后卫 中锋 前锋 篮板 助攻 季后赛 总冠军",
        "nba cba",
        "sports ty 体育 sports/o",
        "soccer china sports ty 体育",
    ),
    "international football": _topic(
        "国际足球",
        "英超 西甲 欧冠 意甲 德甲 皇马 曼联 欧洲杯 转会 进球",
        "soccer",
        "sports ty 体育 sports/o",
        "china nba sports ty 体育",
    ),
    "finance": _topic(
        "财经",
        "股市 银行 基金 投资 利率 人民币 上市公司 通胀 央行 证券",
        f"cj fortune 财经 {_MONEY}",
        f"{_NATION} gn sh dwq ll business house hr ga tw auto ny comment kong gsztc txy edu "
        "stock finance/world 房产 科技 news/c news/o",
        "gj gn dwq",
    ),
    "campus": _topic(
        "校园",
        "大学 学生 教授 校园 毕业 学院 招生 社团 奖学金 课堂",
        _CAMPUS,
        "edu 教育",
        "sh cul edu jk 教育",
    ),
    "world": _topic(
        "国际",
        "总统 外长 联合国 制裁 大选 议会 冲突 难民 首相 北约",
        "gj news/w",
        f"{_NATION} gn mil hr tw ga ll mil/china mil/dgby mil/world finance/world 时政",
        "cj gn hr ga",
    ),
    "culture": _topic(
        "文化",
        "文化 艺术 博物馆 文物 非遗 戏曲 文学 展览 书法 传统",
        "cul",
        f"{_NATION} {_CAMPUS} gn sh life yl hr tw ga edu dxw ll gsztc txy kong 娱乐 时尚 教育",
        "sh gn life",
    ),
}
