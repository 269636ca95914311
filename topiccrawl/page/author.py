"""Author and source of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile

from topiccrawl.text.normalise import simplify

_STOP = r"[^\s|｜，,。；;<>【】\[\]()（）:：“”\"'‘’!?！？…]"
_SOURCE = re.compile(rf"(?:来源|來源|稿源|出处|出處)\s*[:：]\s*({_STOP}{{2,30}})")
_LABELS = re.compile(
    r"(?:作者|来源|編輯|编辑|责任编辑|責任編輯|责编|发布|發布|时间|時間|日期|点击|點擊|浏览|瀏覽|记者|記者|字号|字號"
    r"|評論|评论|分享).*$"
)
_AUTHOR = re.compile(rf"(?:作者|撰文)\s*[:：/]\s*({_STOP}{{2,20}})|(?<![\w])文\s*[:：/]\s*({_STOP}{{2,12}})")
_TAG = re.compile(r"<[^>]*>")
_HAN = r"[\u4e00-\u9fff]"
_REPORTER = re.compile(
    rf"(?:记者|記者|通讯员|通訊員)\s*[:：/]?\s*((?:{_HAN}{{2,4}}|{_HAN}\s{_HAN})(?:[\s、]+{_HAN}{{2,3}}){{0,3}})"
    rf"(?=\s|\s*(?:[|,，。)）】\]/／<〉》]|$|摄|報導|报道|文|于|在|\d{{4}}))"
)
_DISPATCH = re.compile(
    rf"(?:记者|記者)\s*({_HAN}{{3}}|{_HAN}{{2}}|{_HAN}{{4}}){_HAN}{{2,4}}?\s*\d{{1,2}}\s*日?\s*[电電]"
)
_BYLINE = re.compile(rf"(?:^|[\s【(（〔]|报|報)({_HAN}{{2,4}})\s*[／/]\s*{_HAN}{{2,8}}(?:報導|报道|报导)")
_BETWEEN_NAMES = re.compile(r"[、,，/／;；]|(?<=[\u4e00-\u9fff])\s+")
_NAME = re.compile(rf"{_HAN}{{2,4}}|{_HAN}+(?:[·•．]{_HAN}+)+|[A-Za-z][A-Za-z.'-]*(?:\s[A-Za-z.'-]+){{1,3}}")
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪"
    "严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席"
    "卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵇苟全褚廉简娄盖符"
    "穆党仝晏郎邸冀郁桑冷鹿谈应初巩濮窦仇蒲燕楚战艾闫付肖代信封佟苍黑敖昌门阴仲农"
)
_COMPOUND = frozenset("欧阳 司马 上官 诸葛 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 夏侯 端木".split())
_NO_NAME = re.compile(
    r"[的了是在和与及对从向被把将已也都很又只再还]|表示|获悉|了解|采访|报道|注意|看到|发现|介绍|提问|问|统计|认为"
    r"|编辑|记者|通讯|摄影|未知|佚名|匿名|实习|见习|来源|本报|本刊|本网|网站|日报|晚报|新闻|中心|综合|全文|文章|内容|声明"
)


def read_source(near: str) -> str:
    """Return the source named in the dateline row; empty when there is none."""
    found = _SOURCE.search(near)
    return _LABELS.sub("", found[1]).strip() if found else ""


def is_person(name: str) -> bool:
    """Return whether a text is a person's name: Chinese with a common surname, transcribed, or Latin.

    >>> is_person("李明"), is_person("歐陽開宇"), is_person("注意到"), is_person("青山日报")
    (True, True, False, False)
    """
    if not _NAME.fullmatch(name):
        return False
    plain = simplify(name)
    if not "\u4e00" <= plain[0] <= "\u9fff" or any(mark in plain for mark in "·•．"):
        return True
    if _NO_NAME.search(plain):
        return False
    return (plain[:2] in _COMPOUND and len(plain) > 2) or (plain[0] in _SURNAMES and len(plain) <= 3)


def choose_author(head: Mapping[str, str], machine: Mapping[str, str], near: str, row: int = 600) -> str:
    """Return the author: from the text after the headline, else from the machine-readable metadata.

    Args:
        head: contents of the meta elements by name.
        machine: "author" from JSON-LD.
        near: visible text after the headline.
        row: number of its characters to search.

    Returns:
        Names separated by 、; empty when there are none. Names of sites and companies do not count.
    """
    near = near[:row]
    labelled = _AUTHOR.search(near)
    if labelled:
        value = _LABELS.sub("", labelled[1] or labelled[2]).strip(" 、/／·")
        if len(value) > 1 and not _NO_NAME.search(simplify(value)) and any(map(str.isalpha, value)):
            return value
    for form in (_REPORTER, _DISPATCH, _BYLINE):
        for found in form.finditer(near):
            # The body may follow without a delimiter: only the leading names of persons count.
            names = list(takewhile(is_person, _parts(found[1])))
            if names:
                return "、".join(names)
    for stated in (machine.get("author", ""), head.get("author", "")):
        names = _parts(_TAG.sub("", stated).strip())
        if names and all(map(is_person, names)):
            return "、".join(names)
    return ""


def _parts(text: str) -> list[str]:
    """Split a list of names."""
    if re.fullmatch(rf"{_HAN}\s{_HAN}", text):  # a name of two characters, spaced out
        text = text.replace(" ", "")
    return [name.strip() for name in _BETWEEN_NAMES.split(text) if name.strip()]
