"""Names of people in the characters in which foreign names are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

import rjieba

from topiccrawl.newsroom.stories.entities.people_words import ROLES, TITLES
from topiccrawl.newsroom.stories.entities.places import gazetteer, named_places

_SOUNDS = (
    "丁万不丘东丰丹丽乌乍乐乔买亚亨什仁仑伊休伦伯佐佛佩依侬侯俄保兆克兰兹内冈冉冯凌凡凯切契列利力加努劳勋勒"
    "匹华卓博卜卡卢厄历厚古可台史叶吉君哈哥哲唐喀喜因图圣圭坂坎坛坡坦埃培基塔塞士夏多夫夸奇奥妙妮妲姆威娄"
    "娅娇娜娥孙孚孟季宁安宗宝宰宾密寇富尊尔尚尤尧尼屈屯山巍巴布希帕帝库底庞康廉廖延廷弗弥强弼当彤彭彼律德"
    "志怀思恩恰恺惠惹懋戈戴扎托扬拉拜捷提摩撒支敏敦文斯施日旦旺昂昆昌明易普曼朗本朱朵杜杨杰松林柏查柯柳柴"
    "栋根格桂桑梅梭森楠榆榭樊欣欧歇武比毕毛汉汤汪沃沙治法波泰泽洛津洪济浦海涅涛温游湛滕滨潘炎烈热焦爱爵特"
    "玛玻珀珂珊珍班珲理琳琴瑙瑞瑟璐瓜瓦甘甫田申畅疆登白皇皮盖盘盛石祖祥祺福秀科穆穹笛简米索约纳纽绍绥维绵"
    "缅缪罕罗翁翠翰考耐耳耶肃肇肖肯育胡腊腾舍艮良艺艾芙芝芬芮苏苔苗若英茂范茜茨茹荣荷莉莎莫莱莲莹菈菲营萨"
    "葛蒂蒙蒲蓝蓬蔡蕾薇藤衣裘西詹诃诸诺谢豆豪贝贡费贾赖赛赞赫路辉辛辽达迈连迦迪迭逊邓那邦郎郭都里金钦铎锁"
    "锡门闵阮阿陶隆雄雅雍雨雷霄霍霞露青韦顺顿颂饶香马骚高魁魏鲁鲍鲜鸠麦黎黑默黛齐龄龙奎斐"
)
"""Characters in which foreign names are transcribed."""
_S = f"(?:[{_SOUNDS}]|别(?=[尔列洛林里涅])|(?<=彼)得)"
_J = (
    f"(?:[{_SOUNDS}大外让吐买江吾热玉素合汗孜牙肉铁其木呼音措次平央增仁奔宋察舒丝琪楚披銮猜攀哇"
    "何雪居略伍琼汀果通坚奈勃修娃墨席采度]|(?<=[·•・‧∙])[立如代]|(?<=如)则|(?<=大)卫|所(?=罗门)|(?<=彼)得|(?<![特分])别)"
)
"""Those of names with a mark and of names behind a title, also of Uyghurs and other peoples of China."""
_SOUND = re.compile(_J)
_H = f"(?:[{_SOUNDS}察舒丝琪楚大何略琼汀通奈勃修娃墨席采度]|(?<=大)卫|所(?=罗门)|别(?=[尔列洛林里涅利]))"
"""Those of names with a hyphen."""
_FAMILY = "[张周曾黄道李王陈吴刘徐赵萧郑]"
"""Others with which the last part of such a name may begin: 布莱恩-李."""
_TELLING = frozenset(
    "丹乌乔亚亨什伊休伦佩克兰兹内凯切契列利加劳勒博卡卢厄吉哈因坎坦埃基塔塞夫奇奥妮姆娜尔尤尼巴布希帕库弗德恩戈戴扎托拉斯普曼朗杰格桑梅森沃法波泽洛温特玛珀琳琴瑟瓦登皮盖科穆米索约纳维罗耶"
    "肯艾莫莱菲萨蒂蒙詹诺贝费赫辛达迪里阿隆雷霍韦顿马鲁鲍默"
)
"""Those that few other words have."""
_DOTTED = re.compile(
    r"(?<![A-Za-z])(?:[A-Z]|[一-鿿]{1,10}(?:-[一-鿿]{1,6})?)"
    + f"(?:[·•・‧∙](?:[A-Z](?![a-z])|{_FAMILY}{_J}{{0,10}}|{_J}{{1,10}}(?:-{_J}{{1,8}})?"
    + "|[一-鿿]{2,3}(?![一-鿿]*[·•・‧∙]))){1,4}"
)
_HYPHENED = re.compile(rf"{_H}{{1,10}}(?:[-－‐](?:{_FAMILY}|{_H}){_H}{{0,10}}){{1,3}}")
_MARK = re.compile("[·•・‧∙－‐-]")
_BEFORE = re.compile("主席|首席|富豪|富翁|首富|总理|经理|教皇|博士|院士|女士|同志|新秀|感谢")
"""Words before a name that end with a character of transcriptions."""
_TITLE = re.compile(TITLES)
_BEHIND_TITLE = re.compile(rf"(?:{TITLES}|{ROLES}|是)$")
_BEHIND = re.compile(
    "大学|学院|中学|研究所|研究院|实验室|医院|中心|集团|公司|银行|基金|奖|杯|队|路|节|团|号|”号|》|航母|"
    "机场|博物馆|图书馆|广场|山|河|湖|岛|州|市|县|镇|省|区|村|港|湾|海峡|半岛|酒店|宫|主义|学派|汽车|"
    "乐队|国际|集|俱乐部|家族|市场"
)
_ALONE = re.compile(rf"{_S}{{3,8}}")
_NOT_ALONE = tuple(
    "克里姆林 奥林匹克 马拉松 阿里巴巴 特斯拉 雅诗兰黛 欧莱雅 沙特阿美 哈马斯 塔利班 阿拉伯 伊斯兰 "
    "穆斯林 基督 犹太 斯巴鲁 雷诺 英特尔 谷歌 亚马逊 "
    "埃博拉 孟加拉 独行侠 "
    "以色列 比特币 沃尔玛 巴塞罗那 切尔西 利物浦 皇家马德里 多特蒙德 阿森纳 尤文图斯 马德里 国家 "
    "布尔什维克 芭蕾 苏维埃 梅赛德斯 凯迪拉克 法拉利 保时捷 "
    "诺贝尔 格莱美 奥斯卡 西西里 加沙 真主 阿尔法 奥密克戎 德尔塔 麦当劳 肯德基 星巴克 可口可乐 阿司匹林 "
    "布洛芬 敖德萨 顿巴斯 卢布 欧罗巴 杰哈德 斯诺克 法西斯 塔斯社 喀斯特 乌托邦 迪士尼 迪斯尼 多米诺 "
    "柯达 穆迪 惠誉 阿贾克斯 奥林巴斯 摩根 纳斯达克 米高梅 任天堂 欧佩克 福布斯 彭博 胡塞 瓦良格 "
    "卡尔蔡司 罗斯柴尔德 牛津 奥特莱斯 阿普尔 阿维塔 科普 索尼 三菱 奇瑞 波音 道琼斯 加泰罗尼亚 萨哈林 "
    "因特网 普拉多 沙龙 巴士 威士忌 巧克力 维生素 卡路里 歇斯底里 萨德 贝莱德 辛贝特".split()
)
_VERBS = tuple("加盟 加入 加时 达到 达成 登上 登场 都在 特别 因涉 因为 因伤 因病 因“ 里面".split())
_AFTER_NAME = tuple(
    "日前 当日 当天 当时 当地 当选 高度 本人 本周 本月 明确 明日 明天 提出 提名 都是 都在 都有 都说".split()
)
"""Words that follow a name and begin with characters of transcriptions."""
_SHORTEST_TELLING = 0.6
"""Share of telling characters of a name without a dot."""


def joined_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of names with a dot or a hyphen, in the order of the text.

    Words before the first part and behind the last one are left out, as is a name that is part of that of
    something else.

    >>> text = "总统唐纳德·特朗普在会上说，约翰·霍普金斯大学"
    >>> [text[begin:end] for begin, end in joined_names(text)]
    ['唐纳德·特朗普']
    """
    ends = set()
    for form in (_DOTTED, _HYPHENED):
        for found in form.finditer(text):
            span = _trimmed(text, *found.span())
            # Not a part of 让-皮埃尔·杜邦.
            if span is not None and span[1] not in ends and not text.startswith(tuple("·•・‧∙"), span[1]):
                ends.add(span[1])
                yield span


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int] | None:
    marks = [found.start() for found in _MARK.finditer(text, begin, end)]
    first = _start_of_first(text, begin, marks[0])
    last = _end_of_last(text, marks[-1] + 1, end)
    if first is None or last is None:
        return None
    left, right = marks[0], marks[-1] + 1
    if _has_place(text[max(0, left - more) : left] for more in range(2, 5)) and _has_place(
        text[right : right + more] for more in range(2, 5)
    ):
        return None
    for one, other in pairwise(marks):
        if not re.fullmatch(rf"{_J}+|[A-Z]", text[one + 1 : other]):
            return None
    # The last character of a long part may be one, too: 喜马拉雅山.
    if any(_BEHIND.match(text, at) for at in (last - (last > right + 3), last, min(last + 1, end))):
        return None
    return first, last


def _has_place(parts: Iterable[str]) -> bool:
    return any(part in gazetteer() for part in parts)


def _start_of_first(text: str, begin: int, mark: int) -> int | None:
    """Return where the part before the first mark begins; None: it is not one of a name."""
    start = mark
    while start > begin and (_SOUND.match(text, start - 1) or text[start - 1].isascii()):
        start -= 1
    if start == mark:
        return None
    cut = begin
    # The last title or place before the part: 德国总理安格拉, 美国约翰.
    for found in _BEFORE.finditer(text, max(0, begin - 3), mark):
        if begin < found.end() < mark:
            cut = found.end()
    for position, name in named_places(text[begin:mark]):
        at = begin + position
        if cut - at < len(name) < mark - at - 1 and not _BEHIND_TITLE.search(text, max(0, at - 6), at):
            cut = at + len(name)
    start = max(start, cut)
    while start < mark - 2 and _begins_within_word(text, start):
        start += 1  # 嘉宾特雷西
    return start - is_junior(text, start)


def is_junior(text: str, start: int) -> bool:
    """Return whether the character before a foreign name belongs to it: 小卡契奇, but not 大小."""
    return text[start - 1 : start] == "小" and not is_word(text[max(0, start - 2) : start])


def _end_of_last(text: str, start: int, end: int) -> int | None:
    """Return where the part behind the last mark ends; None: it is not one of a name."""
    if (stop := _common_end(text, start)) is None:
        stop = start + bool(re.match(_FAMILY, text[start]))
        while stop < end and _SOUND.match(text, stop):
            stop += 1
        if stop == start:
            return stop + 1 if text[start:end].isascii() and end > start else None
        # The last character may begin the next word: 爱伦·科恩南方演讲.
        if stop - start > 2 and _ends_within_word(text, stop):
            stop -= 1
    for cut in range(start + 2, stop):
        if text.startswith(_AFTER_NAME + _VERBS, cut) or _TITLE.match(text, cut):
            return cut
    return stop


def _begins_within_word(text: str, start: int) -> bool:
    """Return whether a name would begin with the end of a word, but not 秘书|卡特琳, though 书卡 is one."""
    if not is_word(text[max(0, start - 1) : start + 1]) or _BEHIND_TITLE.search(
        text, max(0, start - 6), start
    ):
        return False
    return len(_words().cut(text[max(0, start - 5) : start + 1], hmm=False)[-1]) > 1


def _ends_within_word(text: str, end: int) -> bool:
    """Return whether a name would end with the start of a word, but not 布兰特|长期, though 特长 is one."""
    if not is_word(text[end - 1 : end + 1]):
        return False
    first, *rest = _words().cut(text[end - 1 : end + 5], hmm=False)
    return len(first) > 1 or len(rest[0]) < 2


def _common_end(text: str, start: int) -> int | None:
    """Return the end of a part that the text has behind the same mark before different characters."""
    same = re.finditer(re.escape(text[max(0, start - 4) : start]), text)
    behind = {text[found.end() : found.end() + 9] for found in same}
    length = next((at for at in range(9) if len({one[: at + 1] for one in behind}) > 1), 0)
    end = start + length
    return end if length > 1 and re.fullmatch("[一-鿿]+", text[start:end]) else None


def lone_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of transcribed names without a mark, but not those of known places."""
    places = [(position, position + len(name)) for position, name in named_places(text)]
    for found in _ALONE.finditer(text):
        begin, end = found.span()
        # A run may begin with the end of a word: 总理安格拉.
        for title in _BEFORE.finditer(text, max(0, begin - 3), end):
            if begin < title.end() < end:
                begin = title.end()
        while begin < end - 1 and begin and _begins_within_word(text, begin):
            begin += 1
        if end > begin + 2 and text.startswith(_VERBS, end - 1):
            end -= 1
        while end > begin + 2 and text[end - 1] not in _TELLING and _ends_within_word(text, end):
            end -= 1
        name = text[begin:end]
        in_place = any(start < end and begin < stop for start, stop in places)
        if is_transcribed(name) and not _BEHIND.match(text, end) and not in_place:
            yield begin, end


def is_transcribed(name: str) -> bool:
    """Return whether a name without a mark is likely the transcription of a foreign one."""
    if len(name) < 3 or is_no_person(name) or name in gazetteer():
        return False
    return sum(character in _TELLING for character in name) >= max(2, _SHORTEST_TELLING * len(name))


def is_no_person(name: str) -> bool:
    """Return whether a name begins with a known one that is not of a person (特斯拉), or ends as towns do."""
    if len(name) > 3 and name.endswith(("斯克", "格勒", "哥罗德", "波利斯")):
        return True
    return name.startswith(_NOT_ALONE) or (len(name) > 2 and any(one.startswith(name) for one in _NOT_ALONE))


def is_all_sounds(name: str) -> bool:
    """Return whether all characters of a name are used in transcriptions."""
    return bool(re.fullmatch(rf"{_S}+", name))


def all_telling(name: str) -> bool:
    """Return whether all characters of a name are mostly used in transcriptions."""
    return all(character in _TELLING for character in name)


def short_forms(name: str) -> list[str]:
    """Return the parts of a name with marks by which a text may call its bearer afterwards."""
    return [part for part in _MARK.split(name) if len(part) > 1 and part not in gazetteer()]


@cache
def is_word(text: str) -> bool:
    """Return whether jieba's dictionary has a text of two or more characters as a word."""
    return len(text) > 1 and len(_words().cut(text, hmm=False)) == 1


@cache
def _words() -> rjieba.Jieba:
    return rjieba.Jieba()
