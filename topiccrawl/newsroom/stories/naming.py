"""Which site a source line or a text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from topiccrawl.newsroom.stories.entities.places import gazetteer
from topiccrawl.text.normalise import normalise

_SPLIT = re.compile(r"[、/／;；|｜,，]|\s+|—+|--+")
_ENDING = re.compile(
    r"(?:官方)?(?:新闻|体育|财经|娱乐|时政|要闻)?(?:客户端|微信公众号|公众号|微信|微博|官网|门户网站|"
    r"网站|电子版|新闻网|新闻频道|频道|编辑部|讯|app|新闻|体育|财经|娱乐|时政|要闻)$"
)
_OWN = frozenset(
    "本站 本网 本报 本刊 本台 原创 本站原创 本网原创 自采 本网讯 本报讯 本站讯 本网记者 本报记者".split()
)
_NOT_A_SITE = frozenset(
    "原文 原文链接 链接 综合 网络 互联网 网上 转载 未知 佚名 不详 整理 综合整理 网络整理 来源网络".split()
)
_NAME = r"[《“\"]?([一-鿿A-Za-z·]{2,16}?)[》”\"]?"
_IN_TEXT = re.compile(
    rf"据\s*{_NAME}(?:\d{{1,2}}月)?(?:\d{{1,2}}日)?的?(?:报道|消息|电|讯|记者|客户端|公众号|微博)"
    rf"|(?:转载自|转自|摘自|来源[:：为于]|源自|稿源[:：]|引自|出处[:：]|原载于?|"
    rf"首发于)\s*{_NAME}(?=[，,。）)（(\s]|$)"
)


def plain_name(name: str) -> str:
    """Return the name of a site in the form in which names are compared.

    >>> plain_name("江边日报客户端"), plain_name("《江边日报》")
    ('江边日报', '江边日报')
    """
    plain = re.sub(r"[\W_]+", "", normalise(name)).casefold()
    shorter = _ENDING.sub("", plain)
    # 中国新闻网 and 中国体育 are not one site.
    return shorter if len(shorter) > 1 and shorter not in gazetteer() else plain


def source_names(line: str) -> list[str]:
    """Return the names in a source line, without words that are not sites, such as 综合."""
    found = [part.strip() for part in _SPLIT.split(line) if part.strip()]
    return [name for name in found if len(plain_name(name)) > 1 and name not in _NOT_A_SITE]


def is_own_name(line: str) -> bool:
    """Return whether a source line says that the site wrote the text itself.

    >>> is_own_name("本站原创"), is_own_name("江边日报")
    (True, False)
    """
    return any(plain_name(name) in _OWN or name in _OWN for name in source_names(line))


def names_in_text(text: str) -> Iterator[str]:
    """Yield the sites that a text says it was taken from.

    >>> list(names_in_text("据江边日报报道，昨日"))
    ['江边日报']
    """
    for found in _IN_TEXT.finditer(text):
        yield found[1] or found[2]


def name_match(name: str, names: Iterable[str]) -> float:
    """Return how well a name fits one of a site's names: 1 the same, .6 a part of it, 0 another one."""
    plain = plain_name(name)
    best = 0.0
    for other in map(plain_name, names):
        if plain == other:
            return 1.0
        shorter, longer = sorted((plain, other), key=len)
        if len(shorter) > 2 and longer.startswith(shorter):
            best = 0.6
    return best
