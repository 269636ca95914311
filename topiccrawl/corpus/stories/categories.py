"""What a story is about, by words of its headline and text."""

from __future__ import annotations

import re
from functools import cache

CATEGORIES = {
    "党建": "党建 党员 党支部 党组织 主题党日 党课 党章 支部 党委 党纪 纪律处分 巡视 基层党组织 入党",
    "政治": "总书记 国务院 人大 政协 会议 主席 总理 部署 条例 政策 改革 政府 代表大会 选举 法律 立法 两会",
    "外交": "外交 大使 会见 访华 双边 外长 联合国 制裁 谈判 外交部 使馆 邦交 首脑",
    "经济": "经济 企业 投资 市场 贸易 金融 银行 股市 增长 产业 消费 出口 价格 楼市 房价 税 上市 亿元 营商",
    "社会": "居民 社区 警方 民警 事故 救援 交通 法院 案件 诈骗 养老 就业 志愿者 慈善 火灾 地震 暴雨",
    "教育": "学生 学校 大学 教师 高考 教育 校园 招生 毕业生 课程 高校 师生 研究生",
    "科技": "科技 技术 研发 人工智能 芯片 互联网 航天 卫星 科学家 机器人 数据 5G 创新 实验室",
    "文化": "文化 艺术 电影 音乐 演出 展览 博物馆 非遗 文物 图书 作家 戏曲 文艺 书法",
    "体育": "比赛 球队 球员 联赛 冠军 足球 篮球 奥运 教练 国足 世界杯 主场 进球 赛季 金牌 夺冠",
    "军事": "军队 部队 军事 战机 导弹 演习 国防 解放军 海军 空军 官兵 战争 舰",
    "健康": "医院 患者 疫情 健康 医生 疫苗 治疗 病例 医疗 药品 手术 卫生",
    "华人华侨": "华侨 华人 华商 侨乡 侨胞 侨联 侨务 侨办 侨商 留学生 华文 唐人街 侨领 归侨 华裔 移民",
}
"""Words by category; they are written here, not measured, as no labelled texts come with the project."""

_TITLE = 4
"""How much a word of the headline counts."""
_LEAST = 3
"""Points that the best category needs."""
_READ = 600


def category_of(title: str, text: str) -> str | None:
    """Return the category that the words of a report speak for; None: too few do.

    >>> category_of("国足主场进球夺冠", "")
    '体育'
    """
    points: dict[str, int] = {}
    for form, weight in ((title, _TITLE), (text[:_READ], 1)):
        for found in _words().finditer(form):
            name = _category_by_word()[found[0]]
            points[name] = points.get(name, 0) + weight
    best = max(points, key=lambda name: points[name], default=None)
    return best if best is not None and points[best] >= _LEAST else None


@cache
def _category_by_word() -> dict[str, str]:
    return {word: name for name, words in CATEGORIES.items() for word in words.split()}


@cache
def _words() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, _category_by_word()), key=len, reverse=True)))
