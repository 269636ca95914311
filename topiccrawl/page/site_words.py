"""Typical endings of site, organisation and channel names, to classify the parts of a page's title.

The lists have general words of the Chinese web in simplified characters; parts are simplified to match them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from topiccrawl.text.normalise import normalise


def _ending(words: str, also: str = "") -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(words.split())}{also})$", re.IGNORECASE)


_DOMAIN = r"|\.(?:com|cn|net|org|gov|edu|tw|hk)(?:\.[a-z]{2})?"

_SITE = _ending(
    """
    网 网站 官网 在线 频道 门户 新闻 快讯 资讯 日报 晚报 早报 晨报 时报 商报 周刊 论坛 社区 首页 主页
    博客 部落格 百科 客户端 电视台 电台 通讯社 新闻社 新闻中心
    """,
    _DOMAIN,
)

_CERTAIN_SITE = _ending("网 网站 官网 在线 频道 门户 日报", _DOMAIN)

_SECTIONS = ("频道", "首页", "主页", "新闻中心", "资讯")

# 网 also ends ordinary words.
_NO_SITE = _ending(
    """
    互联网 物联网 车联网 因特网 骨干网 电网 铁路网 高铁网 公路网 路网 管网 水网 气网 球网 渔网 法网 天网
    蛛网 关系网 防护网 上网 下网 入网 联网 组网 全网 落网 触网 破网 漏网 撒网 结网 织网 一张网
    """
)

_ORGANISATION = _ending(
    """
    大学 学院 学校 中学 小学 党校 政府 委员会 人大 政协 协会 研究院 研究所 集团 公司 组织部 宣传部 办公室
    公安局 法院 检察院 中心
    """
)

_CHANNEL = _ending(
    """
    党建 时政 政治 国内 国际 世界 环球 社会 财经 经济 金融 股票 证券 体育 足球 篮球 NBA CBA 中超 英超
    娱乐 明星 电影 音乐 游戏 科技 科学 互联网 数码 手机 教育 校园 高考 留学 移民 华人 侨务 侨乡 港澳 台湾
    地方 军事 文化 文学 读书 历史 艺术 健康 医疗 养生 旅游 美食 时尚 女性 亲子 育儿 房产 家居 汽车 环保
    能源 三农 农业 法治 法制 公益 慈善 人事 理论 评论 观点 要闻 头条 滚动 专题 专栏 栏目 公告 通知 图片
    视频 正文 详细 内容 标签
    """
)

# After a hyphen these are part of a name: "China-ASEAN ...".
_REGION = re.compile(
    "东盟|中东欧|中亚|欧盟|欧洲|非洲|阿拉伯|拉美|拉共体|加勒比|太平洋|东南亚|东北亚|南亚|西亚|中东|海湾|亚洲|俄罗斯"
    "|蒙古|巴基斯坦|新加坡|印度|越南|老挝"
)


_EPAPER = re.compile(
    r".{0,14}(?:数字报刊?|电子报|电子版|数字版|数字报纸|数字报刊平台|数字报平台)"
    r"|《[^《》]{2,12}[报刊]》|.{0,14}?\s*(?:(?:19"
    r"|20)\d\d[年.-]\d{1,2}[月.-]\d{1,2}日?)?.{0,5}?\s*第\s*[A-Z]?\d{1,3}\s*版(?:\s*[::]?\s*.{1,8})?"
)

_EDITION = re.compile(
    r"(?:第\s*(?:[A-Z]?\s*\d{1,3}|[一二三四五六七八九十]{1,3})|[A-Z]?\s?\d{1,3})\s*版"
    r"(?:\s*[:、·|\s-]\s*[^,。!?]{0,12}|[\u4e00-\u9fff]{0,5})|[A-Z]?\d{2,3}\s*:\s*[\u4e00-\u9fff·]{2,6}",
    re.IGNORECASE,
)
_NO_EDITION = re.compile("版[本权社次税式画]")


@lru_cache(maxsize=4096)
def _plain(part: str) -> str:
    return normalise(part).strip()


def is_site(part: str) -> bool:
    """Return whether a part ends like the name of a site.

    >>> is_site("江边新聞網"), is_site("工业互联网")
    (True, False)
    """
    plain = _plain(part)
    return bool(_SITE.search(plain)) and not _NO_SITE.search(plain)


def is_certain_site(part: str) -> bool:
    """Return whether a part ends like nothing but the name of a site."""
    return is_site(part) and bool(_CERTAIN_SITE.search(_plain(part)))


def is_epaper(part: str) -> bool:
    """Return whether a part names the electronic edition of a paper, or one of its pages.

    >>> is_epaper("青山日报数字报"), is_epaper("第01版：要闻"), is_epaper("青山日报创刊")
    (True, True, False)
    """
    return bool(_EPAPER.fullmatch(_plain(part)))


def is_edition(anchor: str) -> bool:
    """Return whether an anchor text names a page of a newspaper's issue.

    >>> is_edition("第02版：党建"), is_edition("A12版 文化"), is_edition("第三版权讲座开讲")
    (True, True, False)
    """
    if not 2 < len(anchor) < 24 or not ("版" in anchor or ":" in anchor or "：" in anchor):
        return False
    plain = _plain(anchor)
    return _EDITION.fullmatch(plain) is not None and not _NO_EDITION.search(plain)


def names_a_site(part: str) -> bool:
    """Return whether a part names one site, with more than words that all sites use.

    >>> names_a_site("江边新闻网"), names_a_site("新闻中心"), names_a_site("江边网国际频道")
    (True, False, False)
    """
    plain = _plain(part)
    own = _SITE.sub("", plain)
    return is_site(part) and not plain.endswith(_SECTIONS) and len(own) > 0 and not is_channel(own)


def is_organisation(part: str) -> bool:
    """Return whether a part ends like the name of a school, office or company."""
    return bool(_ORGANISATION.search(_plain(part)))


def is_channel(part: str) -> bool:
    """Return whether a part is the name of a channel.

    >>> is_channel("时政"), is_channel("江边时政")
    (True, False)
    """
    return bool(_CHANNEL.fullmatch(_plain(part)))


def ends_in_channel(part: str) -> bool:
    """Return whether a part ends with the name of a channel."""
    return bool(_CHANNEL.search(_plain(part)))


def starts_with_region(part: str) -> bool:
    """Return whether a part starts with a region that is often hyphenated with a country."""
    return bool(_REGION.match(_plain(part)))
