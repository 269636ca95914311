"""Chinese names of people: which of a tagger's words are names, and where they end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from topiccrawl.newsroom.stories.entities.people_words import FAMOUS, NO_NAMES, ROLES, TITLES, WITHOUT_SURNAME
from topiccrawl.newsroom.stories.entities.places import gazetteer, named_places
from topiccrawl.newsroom.stories.entities.transcribed import (
    all_telling,
    is_all_sounds,
    is_no_person,
    is_transcribed,
    is_word,
)
from topiccrawl.page.facts.author import is_person
from topiccrawl.text.segment import function_words

_TITLE_BEFORE = re.compile(rf"(?:{TITLES}|名叫|名为|叫做|长|{ROLES})[ 　：:]?$")
_TITLE_BEHIND = re.compile(rf"[ 　]?(?:{TITLES}|[一-鿿]{{0,2}}(?:书记|主任|教授|院士|部长|院长|校长))")
_AFTER_TITLE = re.compile(rf"(?:{TITLES}|指挥长)(?=[一-鿿]{{2}})")
_AFTER_MARK = re.compile("(?:[、，。；：“\\s和与及]|^)(?=[一-鿿]{2})", re.MULTILINE)
_LATIN = re.compile(r"(?<![A-Za-z.])[A-Z][a-z]+(?: [A-Z][a-z]*\.?){0,2} [A-Z][a-z]+(?![A-Za-z.])")
_FORM_OF_ADDRESS = re.compile("教授|院士|博士|同学|同志|先生|女士|老师")
_QUOTED = re.compile("^([一-鿿]{2,8})[：:]", re.MULTILINE)
"""Who speaks in a headline: 周岚：赛季刚刚开始."""
_VERB_BEHIND = re.compile(
    "[ 　]?(?:说|表示|指出|强调|介绍|认为|称|告诉|回忆|透露|出席|主持|参加|作|致辞|讲话|会见|率|发表|"
    "宣布|坦言|提出|解释|陪同|接受|代表|带队|任|当选|因|在|就|向|为|等|和|与|同|对|担任|分别|撰写|获得|"
    "荣获|发明|看来|带队|坦言|紧急|此前|当天|当日|同日|时|以|方面|及|日前|今天)"
)
_SPEAKS = re.compile("[ 　]?(?:说|表示|指出|强调|介绍|认为|主持|出席|致辞|告诉|称，|坦言|率|：)")
_MARK_BEHIND = re.compile(r"[ 　]?[/、，。；：:！？!?,;（(）)“”《》·\n\d]|$")
_FUNCTION = frozenset(
    "说称道问答等在为和与及对向将把被让给从由到去来做作是有曾则也都又已还更任兼出讲谈写唱跳表指认率因就同当并均再不没很最共走主介强发提会其前后中里上下于之的了着过时地得致签赴获赞晒偕抵访晤拟拒携驳促吁盼祝悼邀斥买卖摄"
)
"""Characters behind a name that are no part of it."""
_SOFT = frozenset("为和平同明等强发中来文向")
"""Those that names end with, too."""
_LINKING = frozenset("为任是和与等当兼及对向由同说称的做让被副前原")
"""Characters between a name and a title."""
_COUNTRIES = re.compile(
    "[中美日韩朝俄英法德印欧乌伊以巴委越泰蒙阿加澳黎叙尼塔柯蓝]{2,3}[公军方三双两关]?$|"
    ".[方军媒境盟舆]$|.[方军]一?[道同]$|[中美日韩朝俄英法德]外"
    "|[黎卢马俄哈伊叙巴乌芬荷比葡波捷匈希挪瑞丹](?:方愿|建交|主权|[东南西北]部|[中一])$"
)
_HONOURED = re.compile(
    "(?:外长|部长|书记|主任|阿姨|叔叔|大爷|先生|女士|老师|同志|同学|夫人|小姐|教授|院士|博士|总统|总理|"
    "主席|政府|集团|时代|式|所)$"
)
_FAMILIAR = re.compile("^[小老阿].$|[老总导哥姐爷叔婶某氏]$")
_NOT_IN_NAME = re.compile(r"[·•・‧∙\sA-Za-z\d�“”\"'《》（）()、，]|[媒队赛杯奖委]$|学院$")
_NO_NAME = re.compile(
    "^(?:于[本今昨明上下近去当每同该此这那其]|战[全胜]|[三四五六七八九十]|[东西南北][部方]|[签却自仅登])"
)
_COMPOUND = re.compile("^(?:欧阳|司马|上官|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|令狐|宇文|长孙|夏侯|端木)")
_PLACE_ENDS = frozenset("府寨省市县镇区乡祠庙寺塔桥门站街路楼阁殿窟关园湖江河山村岛区")
_THING_ENDS = frozenset("官书证性花松党朝会塔区乐香卜")
"""Last characters of things among the names of jieba's dictionary: 郁金香, 许可证."""
_WHERE_BEFORE = re.compile(
    "(?:在|位于|抵达|前往|控制|袭击|炮击|城镇|城市|首都|港口|地区|小镇|轰炸|攻占|收复)$"
)
_ALSO_WORDS = frozenset("来应单时常任何于向和从同连成全高万方当经又解要好都正白边")
"""Surnames that are mostly other words."""
_NOT_FIRST = frozenset("p c u d m t f q".split())
"""Tags of words with which no name begins."""
_SITE_BEHIND = re.compile(
    "居民点|等[多各]地|一线|[州省市县海][^长委]|国王|导弹|火箭弹|海峡|民营|地区|方向|等地|难民营|水电站|核电站|国际机场|"
    "机场|港|边疆区|思想|理论|集团"
)
"""What follows the name of a place."""
_MORE_SURNAMES = frozenset(
    "习宗师岑亢朴迟敬蔺奚麻栗鞠揭巫覃阚冼怀束訚谌逄肇昝竺桓步狄缪厍郏邝荀郄阙檀厉麦母撒衡原占旷尚明惠冮禹练粟闻杭韶"
)
"""Surnames that are mostly other words where authors are named."""
_NEVER_IN_NAME = re.compile(
    "[的了是在把被从着过吗呢吧您我你他她它们这那某已]|成为|作为|应该|标题|表示|获悉|记者|编辑"
)


class Candidate(NamedTuple):
    """A word that a tagger takes for the name of a person.

    Attributes:
        start: its position in the text.
        name: the word.
    """

    start: int
    name: str

    @property
    def end(self) -> int:
        """Position behind the name."""
        return self.start + len(self.name)


def settled(text: str, candidates: Iterable[Candidate], *, sure: bool) -> list[Candidate]:
    """Return the names among candidates, without what does not belong to them and with what was cut off.

    Args:
        text: the text that they are from.
        candidates: what a tagger found.
        sure: whether the tagger's word suffices; otherwise a word of the dictionary needs a title, a verb of
            speech or another name beside it.
    """
    found = []
    for one in candidates:
        whole = _completed(text, _cut(text, _whole_run(text, one), sure=sure))
        if _may_be_name(whole.name) and _is_likely(text, whole, sure=sure):
            found.append(whole)
    return found


def _whole_run(text: str, one: Candidate) -> Candidate:
    """Return a part of a transcription with the characters around it that only transcriptions have."""
    if len(one.name) < 2 or not is_all_sounds(one.name):
        return one
    begin, end = one.start, one.end
    while begin and all_telling(text[begin - 1]) and end - begin < 9 and not is_word(text[begin - 2 : begin]):
        begin -= 1
    while end < len(text) and all_telling(text[end]) and end - begin < 9 and not is_word(text[end : end + 2]):
        end += 1
    near = max(0, begin - 5)
    if any(near + at < one.start < near + at + len(place) + 1 for at, place in named_places(text[near:end])):
        return one  # 哈萨克斯坦阿斯塔纳
    return Candidate(begin, text[begin:end])


def _cut(text: str, one: Candidate, *, sure: bool) -> Candidate:
    """Return a candidate without a title and without a verb or a particle that the tagger added."""
    name = _HONOURED.sub("", one.name)
    while len(name) > 3 and not is_all_sounds(name) and is_all_sounds(name[:-1]):
        name = name[:-1]  # 莫里尼克曾
    if _COMPOUND.match(name) or is_all_sounds(name):
        return one._replace(name=name)
    if len(name) == 3 and is_chinese_name(name[:2]) and _has_end(text, one.start, name, sure=sure):
        name = name[:2]
    if (
        len(name) > 3
        and is_chinese_name(name[:3])
        and not (is_chinese_name(name) or "日本" in text or is_word(name))
    ):
        name = name[:3]
    return one._replace(name=name)


def _has_end(text: str, start: int, name: str, *, sure: bool) -> bool:
    """Return whether the last of three characters belongs to what follows: 龚平说, 林青登场."""
    last = name[2]
    # What follows a name of two characters elsewhere in the text tells most.
    if text.count(name[:2]) > 1 or sure:
        followers = len(_followers(text, name[:2]))
        is_other = last in _FUNCTION or is_word(text[start + 2 : start + 4])
        return followers > 2 or (followers > 1 and is_other)
    rest = text[start + 3 : start + 9]
    if last in "向对为同和" and not any(
        form.match(rest) for form in (_MARK_BEHIND, _VERB_BEHIND, _TITLE_BEHIND)
    ):
        return True
    return last in _FUNCTION and last not in _SOFT


def _completed(text: str, one: Candidate) -> Candidate:
    """Return a candidate with the last character of the name if the tagger left it out."""
    name = one.name
    behind = text[one.end : one.end + 1]
    if len(name) != 2 or not is_chinese_name(name) or not "一" <= behind <= "鿿":
        return one
    if len(_followers(text, name)) > 1:
        return one
    longer = name + behind
    rest = text[one.end + 1 : one.end + 6]
    if behind != "等" and text[one.start - 1 : one.start] == rest[:1] and rest[:1] in ("、", " ", "　"):
        return one._replace(name=longer)  # 、张山任、
    if behind not in _LINKING and (_TITLE_BEHIND.match(rest) or rest.startswith("等")):
        return one._replace(name=longer)
    if behind in _FUNCTION and behind not in _SOFT:
        return one
    if behind in _SOFT and re.match("[、，。；]", rest):
        return one._replace(name=longer)  # 饶明和、
    if behind == "和" and re.match("进行|举行|表示|在|就|说|会见|出席|主持|参加|访问|通电话", rest):
        return one._replace(name=longer)  # 康民和举行
    if is_word(text[one.end : one.end + 2]):
        return one
    if text.count(name) > 1:
        return one._replace(name=longer)
    if _TITLE_BEHIND.match(text[one.end : one.end + 6]) or _VERB_BEHIND.match(text[one.end : one.end + 3]):
        return one
    if behind not in _FUNCTION and is_word(rest[:2]):
        return one._replace(name=longer)  # 王可娴上升
    if _MARK_BEHIND.match(rest) or _TITLE_BEHIND.match(rest) or _VERB_BEHIND.match(rest[:3]):
        return one._replace(name=longer)
    return one


def is_chinese_name(name: str) -> bool:
    """Return whether a word may be a Chinese name: two or three characters, or a compound surname.

    >>> is_chinese_name("周江宇"), is_chinese_name("会议室"), is_chinese_name("是否")
    (True, False, False)
    """
    if not re.fullmatch("[一-鿿]{2,4}", name) or _NEVER_IN_NAME.search(name):
        return False
    if _COMPOUND.match(name):
        return len(name) > 2
    if len(name) == 4:  # 陈冯富珍, with the husband's surname
        return _is_surname(name[0]) and _is_surname(name[1]) and not is_word(name)
    return _is_surname(name[0])


def _is_surname(character: str) -> bool:
    return character in _MORE_SURNAMES or is_person(f"{character}某")


def _followers(text: str, name: str) -> set[str]:
    return {text[found.end() : found.end() + 1] for found in re.finditer(re.escape(name), text)}


def _may_be_name(name: str) -> bool:
    if (
        len(name) < 2
        or name in NO_NAMES
        or is_no_person(name)
        or name in gazetteer()
        or name in function_words()
    ):
        return False
    if _NOT_IN_NAME.search(name) or (len(name) <= 3 and (_FAMILIAR.search(name) or _HONOURED.search(name))):
        return False
    if re.fullmatch(f".(?:{TITLES})", name):
        return False
    if _COUNTRIES.match(name) or _NO_NAME.match(name) or (len(name) == 3 and name[:2] in NO_NAMES):
        return False
    return len(name) <= 4 or is_transcribed(name)


def _is_likely(text: str, one: Candidate, *, sure: bool) -> bool:
    """Return whether a name is likely one by its form and by what stands beside it."""
    name = one.name
    if FAMOUS.fullmatch(name) or WITHOUT_SURNAME.fullmatch(name):
        return True
    if is_quoted(text, one) or _SITE_BEHIND.match(text, one.end) or name.endswith("号"):
        return False
    if is_all_sounds(name) and len(name) > 2 and _WHERE_BEFORE.search(text, max(0, one.start - 3), one.start):
        return False
    if not is_chinese_name(name):
        before = text[max(0, one.start - 6) : one.start]
        is_short = len(name) < 4 and not (is_all_sounds(name) or is_word(name) or name[-1] in _FUNCTION)
        if is_short and _TITLE_BEFORE.search(before):
            return True
        if len(name) == 2:
            return sure and is_all_sounds(name) and (all_telling(name) or not is_word(name))
        if len(name) > 3 and not is_all_sounds(name) and (is_word(name[-2:]) or "日本" not in text):
            return False
        return (sure and (len(name) > 3 or is_all_sounds(name) or has_reason(text, one))) or is_transcribed(
            name
        )
    if name[-1] in _FUNCTION and name[-1] not in _SOFT and len(name) == 2:
        return False
    # Words of three characters that jieba's dictionary takes for names mostly are some.
    if len(name) == 3 and name[2] in _THING_ENDS and is_word(name):
        return has_title(text, one)
    ordinary = (len(name) == 2 and is_word(name)) or (
        not sure and len(name) == 3 and (is_word(name[:2]) or name[2] in _PLACE_ENDS)
    )
    if not ordinary or (sure and (len(name) == 3 or is_all_sounds(name))):
        return True
    return has_reason(text, one)


def is_quoted(text: str, one: Candidate) -> bool:
    """Return whether a name stands alone in quotation marks, as those of ships and weapons do: “海马斯”."""
    mark = text.rfind("“", max(0, one.start - 5), one.start)
    whole = text[mark + 1 : one.end]
    return mark >= 0 and text.startswith("”", one.end) and (whole == one.name or is_all_sounds(whole))


def is_before_verb(text: str, at: int) -> bool:
    """Return whether what people do stands at a position."""
    return bool(
        _VERB_BEHIND.match(text, at)
        or re.match(
            "[ 　]?(?:接受|抵达|访问|致电|获|受|当|上|没|还|也|将|已|此前|今|昨|仍|谈|晒|场均)",
            text[at : at + 4],
        )
    )


def has_title(text: str, one: Candidate) -> bool:
    """Return whether a title stands beside a word."""
    before, behind = text[max(0, one.start - 6) : one.start], text[one.end : one.end + 8]
    return bool(_TITLE_BEFORE.search(before) or _TITLE_BEHIND.match(behind))


def has_reason(text: str, one: Candidate) -> bool:
    """Return whether a title or a verb of speech stands beside a word."""
    behind = text[one.end : one.end + 8]
    return has_title(text, one) or bool(_SPEAKS.match(behind))


def without_parts(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Leave out names that stand in the text only within longer ones."""
    names = {one.name for one in found}
    found = [
        one._replace(name=one.name[:-1]) if one.name[:-1] in names and one.name[-1] in _FUNCTION else one
        for one in found
    ]
    kept = []
    for one in found:
        longer = [name for name in names if one.name in name and name != one.name]
        if sum(text.count(name) for name in longer) < text.count(one.name) or not longer:
            kept.append(one)
    return kept


def named_by_words(text: str) -> list[Candidate]:
    """Return names that taggers miss, but that the words beside them tell.

    A name stands between a title and a mark or a verb, between a mark and a title, or alone before the colon
    with which a headline begins; one in Latin letters beside a title.
    """
    found: list[Candidate] = []
    for title in _AFTER_TITLE.finditer(text):
        found += _transcribed_name(text, title.end())
        found += _first_name(text, title.end(), _ends)
    for mark in _AFTER_MARK.finditer(text):
        found += _first_name(text, mark.end(), _is_before_title)
    latin = (Candidate(one.start(), one[0]) for one in _LATIN.finditer(text))
    found += [one for one in latin if has_title(text, one)]
    for line in _QUOTED.finditer(text):
        if _is_named(line[1]) or (all_telling(line[1]) and not is_word(line[1])):
            found.append(Candidate(line.start(1), line[1]))
    return found


def named_by_role(
    text: str, words: Sequence[tuple[int, str, str]], known: Iterable[Candidate]
) -> list[Candidate]:
    """Return names of three characters that a tagger splits, behind what somebody is: 村民(李)(拥军).

    Names at the beginning of a clause count before a verb of speech, too.

    Args:
        text: the text.
        words: its words, each with its position and its tag.
        known: names that are found; others may follow them in a list.
    """
    tags = {start: tag for start, _, tag in words} | {len(text): ""}
    ends = {one.end for one in known}
    found: list[Candidate] = []
    for start, word, tag in words:
        one = Candidate(start, text[start : start + 3])
        if len(one.name) < 3:
            break
        given = one.name[len(word) :]
        is_split = given and len(word) < 3 and start + len(word) in tags
        if not (is_split or (word == one.name and not is_word(word))) or one.end not in tags:
            continue
        if tag in _NOT_FIRST or not is_chinese_name(one.name) or not _may_be_name(one.name):
            continue
        in_list = text[start - 1 : start] == "、" and start - 1 in ends
        speaks = _SPEAKS.match(text, one.end) and _AFTER_MARK.match(text, max(0, start - 1))
        if not (in_list or speaks or _TITLE_BEFORE.search(text[max(0, start - 6) : start])):
            continue
        if one.name[2] in _FUNCTION - _SOFT or re.fullmatch(f"{TITLES}|{_VERB_BEHIND.pattern}", given or "-"):
            continue
        doubtful = one.name[2] in "为和同等中来向副原前" or (one.name[0] in _ALSO_WORDS and not in_list)
        if len(word) == 2 and not _COMPOUND.match(word):
            doubtful |= is_word(word) or tags[start + 2] == "v"
        behind = text[one.end : one.end + 8]
        if not doubtful or _MARK_BEHIND.match(behind) or _SPEAKS.match(behind):
            found.append(one)
            ends.add(one.end)
    return found


def _transcribed_name(text: str, start: int) -> list[Candidate]:
    """Return the transcription that begins behind a title and ends before a verb or a mark."""
    end = start
    while end < min(len(text), start + 8) and is_all_sounds(text[start : end + 1]):
        end += 1
    for stop in range(end, start + 1, -1):
        name = text[start:stop]
        if _ends(text, stop) and not is_word(name) and name not in gazetteer() and not is_chinese_name(name):
            return [Candidate(start, name)]
    return []


def _first_name(text: str, start: int, ends: Callable[[str, int], bool]) -> list[Candidate]:
    for length in (4, 3, 2):
        name = text[start : start + length]
        if length == 4 and "日本" in text and ends(text, start + 4) and _may_be_japanese(name):
            return [Candidate(start, name)]
        if len(name) == length and ends(text, start + length) and _is_named(name):
            return [Candidate(start, name)]
    return []


def _may_be_japanese(name: str) -> bool:
    """Return whether four characters may be a Japanese name: none of its parts is an ordinary word."""
    return bool(re.fullmatch("[一-鿿]{4}", name)) and not any(
        is_word(name[at : at + 2]) or name[at] in _FUNCTION for at in range(3)
    )


def _is_named(name: str) -> bool:
    if not is_chinese_name(name) or not _may_be_name(name):
        return len(name) == 2 and all_telling(name) and name not in gazetteer()
    if len(name) == 3 and name[2] in _FUNCTION and name[2] not in _SOFT:
        return False
    return not is_word(name[:2]) if len(name) == 3 else not is_word(name)


def _ends(text: str, at: int) -> bool:
    """Return whether a mark, a verb of people or a title follows."""
    behind = text[at : at + 6]
    return bool(_MARK_BEHIND.match(behind) or _VERB_BEHIND.match(behind) or _TITLE_BEHIND.match(behind))


def _is_before_title(text: str, at: int) -> bool:
    return bool(_FORM_OF_ADDRESS.match(text, at))


def in_list(text: str, found: Iterable[Candidate]) -> list[Candidate]:
    """Return names that follow others behind 、 and that taggers miss."""
    spans = {one.end: one for one in found}
    more = []
    waiting = list(spans.values())
    starts = {one.start for one in spans.values()}
    while waiting:
        one = waiting.pop()
        behind = re.compile(
            rf"(?:{TITLES})?(?:、|和|，)([一-鿿]{{2,3}})(?=(?:{TITLES}|[、，。；）)]|等|和|撰写))"
        ).match(text, one.end)
        if behind and behind.start(1) not in starts and is_chinese_name(behind[1]):
            name = behind[1]
            title = re.search(rf"(?:{TITLES})$", name)
            between = text[behind.start(1) - 1] + text[behind.end(1) : behind.end(1) + 1]
            verb = len(name) == 3 and name[2] in _FUNCTION and name[2] not in _SOFT
            if title or verb or not _may_be_name(name) or (is_word(name) and between != "、、"):
                continue
            candidate = Candidate(behind.start(1), name)
            starts.add(candidate.start)
            more.append(candidate)
            waiting.append(candidate)
    return more
