"""People named in a text: each span that may be a name gets a score of what speaks for and against it.

The weights (`resources/names.tsv`) are the mean of those of two logistic regressions, fitted by
`benchmarks.stories.fit_names` of revision 8dc969dd: see "Figures" in `docs/stories.md`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import log10
from typing import NamedTuple

from topiccrawl.newsroom.stories.entities.people_words import (
    COUNTRIES,
    JAPANESE,
    PART_BEHIND,
    ROLES,
    SITE_BEFORE,
    SITE_BEHIND,
    TITLES,
)
from topiccrawl.newsroom.stories.entities.places import gazetteer, named_places, region_names
from topiccrawl.newsroom.stories.entities.transcribed import (
    all_telling,
    is_all_sounds,
    is_junior,
    is_no_person,
    is_word,
    lone_names,
)
from topiccrawl.page.facts.author import is_person
from topiccrawl.text.jieba_dictionary import jieba_words
from topiccrawl.text.resources import read_resource

_TITLE_BEFORE = re.compile(rf"(?:{TITLES}|名叫|名为|叫做|长|{ROLES})[ 　：:]?$")
_TITLE_BEHIND = re.compile(rf"[ 　]?(?:{TITLES}|[一-鿿]{{0,2}}(?:书记|主任|教授|院士|部长|院长|校长))")
_LATIN = re.compile(r"(?<![A-Za-z.])[A-Z][a-z]+(?: [A-Z][a-z]*\.?){0,2} [A-Z][a-z]+(?![A-Za-z.])")
_VERB_BEHIND = re.compile(
    "[ 　]?(?:说|表示|指出|强调|介绍|认为|称|告诉|回忆|透露|出席|主持|参加|作|致辞|讲话|会见|率|发表|"
    "宣布|坦言|提出|解释|陪同|接受|代表|带队|任|当选|因|在|就|向|为|等|和|与|同|对|担任|分别|撰写|获得|"
    "荣获|发明|看来|带队|坦言|紧急|此前|当天|当日|同日|时|以|方面|及|日前|今天)"
)
_SPEAKS = re.compile("[ 　]?(?:说|表示|指出|强调|介绍|认为|主持|出席|致辞|告诉|称，|坦言|率|：)")
_MARK_BEHIND = re.compile(r"[ 　]?[/、，。；：:！？!?,;（(）)“”《》·\n\d]|$")
_HONOURED = re.compile(
    "(?:外长|部长|书记|主任|阿姨|叔叔|大爷|先生|女士|老师|同志|同学|夫人|小姐|教授|院士|博士|总统|总理|"
    "主席|政府|集团|时代|式|所)$"
)
_FAMILIAR = re.compile("^[小老阿].$|[老总导哥姐爷叔婶某氏]$")
_MARK_BESIDE = re.compile(r"[^\W\d_][·•・‧∙-]\||\|[·•・‧∙-][^\W\d_]")
_COMPOUND = re.compile("^(?:欧阳|司马|上官|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|令狐|宇文|长孙|夏侯|端木)")
_NUMBER = re.compile("[一二三四五六七八九十]{1,2}世(?!界|纪)")
"""What tells kings of one name apart: 菲利克斯二世."""
_TEAM_BEFORE = re.compile(
    "(?:留在|加盟|效力于?|转会[至到]?|租借[至到]|做客|豪门|劲旅|东家|旧主|客场挑战|客场对阵)$"
)
_TEAM_BEHIND = re.compile(
    "主帅|主教练|前锋|后卫|门将|名宿|高层|队史|俱乐部|青训|一线队|梯队|队(?![友员内里中])"
)
_BRAND_BEFORE = re.compile("[A-Z]{3,}[（(][^（()）]*$")
"""A name in capitals whose transcription is in brackets."""
_MORE_SURNAMES = frozenset(
    "习宗师岑亢朴迟敬蔺奚麻栗鞠揭巫覃阚冼怀束訚谌逄肇昝竺桓步狄缪厍郏邝荀郄阙檀厉麦母撒衡原占旷尚明惠冮禹练粟闻杭韶荣连乐喻鄢匡芮茆莘庹睢谯邰雒隽佴笪綦酆郯缑冒蒿仓逢茹隗"
)
_NEVER_IN_NAME = re.compile(
    "[的了是在把被从着过吗呢吧您我你他她它们这那某已姓]|^荣[获休誉登升]|^连[麦续连]|^乐[群队享]|家[庄窑湾沟村屯堡寨营坡桥坝店铺集口岭河嘴镇峪坪]$|成为|作为|应该|标题|表示|获悉|记者|编辑"
)
_SHORT_WORD = 3
"""Characters of the longest words whose frequency is looked up."""
_LONGEST = 8
"""Characters of the longest transcription."""
_MAY_BE_NAMES = frozenset("nr nrt nrfg nz ns x eng n".split())
"""Tags of words of the dictionary that may be transcriptions of names."""
_PERSON = frozenset(("nr", "nrt", "nrfg"))


class Candidate(NamedTuple):
    """A span that may be a name.

    Attributes:
        start: its position in the text.
        name: its text.
    """

    start: int
    name: str

    @property
    def end(self) -> int:
        """Position behind the name."""
        return self.start + len(self.name)


def find_people(
    text: str, words: Sequence[tuple[int, str, str]], tagged: Sequence[Candidate] | None = None
) -> list[Candidate]:
    """Return the names of people in a text, the most likely first; no two overlap.

    Args:
        text: the text.
        words: its words by jieba, each with its position and its tag.
        tagged: what another tagger takes for names of people; None without one.
    """
    scored = [(score(features), one) for one, features in candidates_with_features(text, words, tagged)]
    chosen: list[Candidate] = []
    for likely, one in sorted(scored, reverse=True):
        if likely >= 0 and all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return chosen + list(_latin(text, {one.end for one in chosen}))


def _latin(text: str, ends: Collection[int]) -> Iterator[Candidate]:
    """Yield Latin names beside a title or in brackets behind a name, and their last words elsewhere."""
    for found in _LATIN.finditer(text):
        one = Candidate(found.start(), found[0])
        if _has_title(text, one) or (one.start - 1 in ends and text[one.start - 1] in "（("):
            yield one
            family = one.name.split()[-1]
            for other in re.finditer(rf"(?<![A-Za-z.])(?<![A-Za-z.] ){family}(?![A-Za-z.])", text):
                yield Candidate(other.start(), family)


def candidates_with_features(
    text: str, words: Sequence[tuple[int, str, str]], tagged: Sequence[Candidate] | None
) -> Iterator[tuple[Candidate, list[str]]]:
    """Yield the spans of a text that may be names, each with what speaks for and against it."""
    reading = _Reading(text, words)
    spans = {**reading.candidates(), **{one: _form(one.name) for one in tagged or () if len(one.name) > 1}}
    never = {one.name for one, form in spans.items() if reading.is_never_a_name(one, form)}
    spans = {one: form for one, form in spans.items() if one.name not in never}
    spans = {one: form for one, form in spans.items() if not reading.is_part(one, form)}
    cues = {one: set(reading.cues(one)) for one in spans}
    same = defaultdict(list)
    for one in spans:
        same[one.name].append(one)
    for one, form in spans.items():
        features = [*reading.features(one, form, cues[one])]
        # What stands beside a name elsewhere speaks for it here, too.
        others = set().union(*(cues[other] for other in same[one.name] if other != one)) - cues[one]
        features += [f"{form} elsewhere {cue}" for cue in others]
        if tagged is not None:
            # It takes ships (“贝尔坎恩”号) and people without their given names (周老) for names, too.
            misled = "quoted" in cues[one] or _FAMILIAR.search(one.name)
            features.append("tagger " + ("none" if misled else _agreement(one, tagged)))
        yield one, features


def score(features: Iterable[str]) -> float:
    """Return the log odds that a candidate with these features is a name."""
    weights = _weights()
    return weights[""] + sum(weights.get(feature, 0.0) for feature in features)


def _agreement(one: Candidate, tagged: Iterable[Candidate]) -> str:
    """Return how a candidate lies to what another tagger found."""
    near = [other for other in tagged if one.start < other.end and other.start < one.end]
    if one in near:
        return "same"
    if not near:
        return "none"
    return "part" if any(one.name in other.name for other in near) else "other"


class _Reading:
    """A text with its words: finds what may be a name, and what speaks for and against it."""

    def __init__(self, text: str, words: Sequence[tuple[int, str, str]]) -> None:
        self._text, self._words = text, words
        self._word_at: dict[int, int] = {}
        for number, (start, word, _) in enumerate(words):
            self._word_at.update(dict.fromkeys(range(start, start + len(word)), number))

    def candidates(self) -> dict[Candidate, str]:
        """Return the spans that may be names, with their form: see `_form`."""
        found = dict.fromkeys(self._japanese(), "J")
        for one in self._with_surname():
            found.setdefault(one, "C")
        for start, word, tag in self._words:
            if tag in _PERSON and re.fullmatch("[一-鿿]{2,}", word):
                found.setdefault(Candidate(start, word), _form(word))
        for begin, end in lone_names(self._text):
            found.setdefault(Candidate(begin, self._text[begin:end]), "T")
        for one in self._transcribed():
            found.setdefault(one, "T")
        for one in [one for one, form in found.items() if form == "T"]:
            if len(one.name) > 2 and is_junior(self._text, one.start):
                found[Candidate(one.start - 1, "小" + one.name)] = "T"
            if number := _NUMBER.match(self._text, one.end):
                found[one._replace(name=one.name + number[0])] = "T"
        return found

    def is_part(self, one: Candidate, form: str) -> bool:
        """Return whether a candidate is part of another name, or has the name of a place within."""
        text = self._text
        beside = text[max(0, one.start - 2) : one.start] + "|" + text[one.end : one.end + 2]
        if _MARK_BESIDE.search(beside) or PART_BEHIND.match(text, one.end):
            return True
        if form == "T" and len(one.name) > 2 and is_junior(text, one.start):
            return True
        if one.name[-1] in "楼馆堂亭" and text[one.start - 1 : one.start] in tuple("在到于院校学"):
            return True
        if text.startswith(("）", ")"), one.end) and _BRAND_BEFORE.search(
            text, max(0, one.start - 16), one.start
        ):
            return True
        places = (place for _, place in named_places(one.name) if 2 < len(place) < len(one.name))
        around = (text[max(0, one.start - more) : one.end] for more in (1, 2))
        return form != "C" and (any(places) or any(place in gazetteer() for place in around))

    def is_never_a_name(self, one: Candidate, form: str) -> bool:
        """Return whether a candidate ends with a preposition (张明向其), or is a team of this text."""
        if one.name[-1] in "向与对和" and self._text.startswith(tuple("其他她它我你您"), one.end):
            return True
        before = max(0, one.start - 4)
        return form == "T" and bool(
            _TEAM_BEFORE.search(self._text, before, one.start) or _TEAM_BEHIND.match(self._text, one.end)
        )

    def _with_surname(self) -> Iterator[Candidate]:
        for start in range(len(self._text) - 1):
            compound = _COMPOUND.match(self._text[start : start + 2])
            if not (compound or _is_surname(self._text[start])) or self._is_within_word(start):
                continue
            if self._text[start - 1 : start] in ("小", "老"):
                continue  # 小陈和张明
            # 荣膺, 连日 and 乐团 are words.
            for length in (3, 4) if compound or self._text[start] in "荣连乐" else (2, 3, 4):
                name = self._text[start : start + length]
                if length == 4 and not compound and is_word(name[:2]) and is_word(name[2:]):
                    continue  # 周边县城
                if len(name) == length and is_chinese_name(name):
                    yield Candidate(start, name)

    def _japanese(self) -> Iterator[Candidate]:
        for surname in JAPANESE.finditer(self._text):
            for length in (1, 2, 3):
                name = self._text[surname.start() : surname.end() + length]
                if not self._is_within_word(surname.start()) and _form(name) == "J":
                    yield Candidate(surname.start(), name)

    def _is_within_word(self, at: int) -> bool:
        """Return whether a position is in a word that is no name, and not at its beginning or end."""
        if at not in self._word_at:
            return False
        start, word, tag = self._words[self._word_at[at]]
        return start < at < start + len(word) - 1 and tag not in _PERSON

    def _transcribed(self) -> Iterator[Candidate]:
        """Yield sequences of words in the characters of transcriptions, half of which are telling."""
        for first, (start, _, tag) in enumerate(self._words):
            end = start
            for begin, word, _ in self._words[first:]:
                if begin != end or begin + len(word) - start > _LONGEST or not is_all_sounds(word):
                    break
                end += len(word)
                name = self._text[start:end]
                is_ordinary = start == begin and tag not in _MAY_BE_NAMES and word in _frequencies()
                if len(name) > 1 and 2 * _telling(name) >= len(name) and not is_ordinary:
                    yield Candidate(start, name)

    def features(self, one: Candidate, form: str, cues: Collection[str]) -> Iterator[str]:
        """Yield what speaks for or against a candidate; cues are those of `cues`."""
        # 欧阳 counts as one character.
        kind = f"{form}{len(one.name) - bool(form == 'C' and _COMPOUND.match(one.name))}"
        yield kind
        yield from _form_features(one.name, form)
        yield from self._word_features(one, kind)
        yield from self._elsewhere(one, kind)
        before, behind = (
            self._text[one.start - 1 : one.start].strip(),
            self._text[one.end : one.end + 1].strip(),
        )
        yield f"before {before}"
        yield f"behind {behind}"
        yield f"{len(one.name)} behind {behind}"
        yield from (f"{form} {cue}" for cue in cues)
        yield f"{kind} " + ", ".join(sorted(cues))

    def cues(self, one: Candidate) -> Iterator[str]:
        """Yield the kinds of words and marks that stand beside a candidate."""
        text = self._text
        before, behind = text[one.start - 1 : one.start], text[one.end : one.end + 1]
        cues = {
            "title before": _TITLE_BEFORE.search(text, max(0, one.start - 6), one.start),
            "mark before": not before or before in "、，。；：“和与及" or before.isspace(),
            "title behind": _TITLE_BEHIND.match(text, one.end),
            "verb behind": _VERB_BEHIND.match(text, one.end),
            "speaks": _SPEAKS.match(text, one.end),
            "mark behind": _MARK_BEHIND.match(text, one.end),
            "site before": SITE_BEFORE.search(text, max(0, one.start - 6), one.start),
            "site behind": SITE_BEHIND.match(text, one.end),
            "sound before": before and all_telling(before),
            "sound behind": behind and all_telling(behind),
            "in list": "、" in (before, behind),
            "within list": before == behind == "、",
            "quoted": is_quoted(text, one),
        }
        yield from (cue for cue, holds in cues.items() if holds)

    def _word_features(self, one: Candidate, kind: str) -> Iterator[str]:
        """Yield the words of a candidate and those that it would break, by tag and frequency."""
        text, name = self._text, one.name
        parts = {
            "is": name,
            "before": text[max(0, one.start - 1) : one.start + 1],
            "behind": name[-1] + text[one.end : one.end + 1],
            "ends": name[-1],
        }
        if len(name) == 3:
            parts |= {
                "first": name[:2],
                "last": name[1:],
                "behind last": name[1:] + text[one.end : one.end + 1],
            }
        for place, word in parts.items():
            if known := _frequencies().get(word):
                yield f"{kind} {place} {known}"
        number = self._word_at.get(one.start)
        if number is None:
            return
        start, word, tag = self._words[number - 1] if number else (0, "", "")
        yield f"tag before {tag}"
        if tag not in _PERSON:
            yield f"word before {word[-3:].strip()}"
            if tag[:1] == "n" and len(word) > 1:
                yield f"noun before {word[-1]}"
        pattern = "" if self._words[number][0] == one.start else "<"
        at = one.start
        while at < one.end and number < len(self._words):
            start, word, tag = self._words[number]
            pattern += f"{min(start + len(word), one.end) - at}{tag[:3]}"
            at, number = start + len(word), number + 1
        yield f"{kind[0]} words {pattern}{'' if at == one.end else '>'}"
        start, word, tag = self._words[number] if number < len(self._words) else (0, "", "")
        yield f"tag behind {tag}"
        if tag not in _PERSON:
            yield f"word behind {word[:3].strip()}"

    def _elsewhere(self, one: Candidate, kind: str) -> Iterator[str]:
        """Yield how often the text has a candidate, and before and behind how many other characters."""
        text, name = self._text, one.name
        before, behind = _neighbours(text, name)
        count = text.count(name)
        yield f"{kind} {min(count, 4)} times, {min(len(behind), 3)} behind"
        yield f"{kind[0]} {min(count, 4)} times, {min(len(before), 3)} before"
        if len(name) == 3:
            shorter = text.count(name[:2])
            yield f"{kind} {min(count, 3)} times, shorter {min(shorter, 3)}"
            if shorter > count:
                yield f"{kind} shorter, {min(len(_neighbours(text, name[:2])[1]), 3)} behind"


def _form(name: str) -> str:
    """Return "J" for what may be a Japanese name, "C" a Chinese and "T" a transcribed one; others are "O"."""
    if (surname := JAPANESE.match(name)) and re.fullmatch("[一-鿿]{1,3}", name[surname.end() :]):
        return "O" if _NEVER_IN_NAME.search(name) else "J"
    return "C" if is_chinese_name(name) else "T" if is_all_sounds(_NUMBER.sub("", name)) else "O"


def _form_features(name: str, form: str) -> Iterator[str]:
    """Yield what the characters of a candidate tell."""
    if form == "C":
        surname = name[:2] if _COMPOUND.match(name) else name[0]
        yield f"surname {surname}"
        yield f"surname {len(name)} {surname}"
        given = name[len(surname) :]
        yield from (f"given {len(given)} {at} {character}" for at, character in enumerate(given))
    else:
        yield f"telling {round(4 * _telling(name) / len(name))}"
        yield f"first {name[0]}"
        yield f"last {name[-1]}"
    if is_no_person(name):
        yield "no person"
    if name in gazetteer() or any(region == name for _, region in region_names(name)):
        yield "place"
    if COUNTRIES.match(name):
        yield "countries"
    if _HONOURED.search(name):
        yield "honoured"
    if _FAMILIAR.search(name):
        yield "familiar"


def _telling(name: str) -> int:
    return sum(map(all_telling, name))


def is_chinese_name(name: str) -> bool:
    """Return whether a word may be a Chinese name: two or three characters, or a compound surname.

    >>> is_chinese_name("周江宇"), is_chinese_name("会议室"), is_chinese_name("是否")
    (True, False, False)
    """
    if not re.fullmatch("[一-鿿]{2,4}", name) or _NEVER_IN_NAME.search(name):
        return False
    if _COMPOUND.match(name):
        return len(name) > 2
    # Four characters: a married woman's, behind the surname of her husband.
    return _is_surname(name[0]) and (len(name) < 4 or _is_surname(name[1]))


@lru_cache(10_000)
def _is_surname(character: str) -> bool:
    return character in _MORE_SURNAMES or is_person(f"{character}某")


def _neighbours(text: str, name: str) -> tuple[set[str], set[str]]:
    """Return the characters before and behind a name, all places together."""
    before, behind, at = set(), set(), text.find(name)
    while at >= 0:
        before.add(text[max(0, at - 1) : at])
        behind.add(text[at + len(name) : at + len(name) + 1])
        at = text.find(name, at + 1)
    return before, behind


def is_quoted(text: str, one: Candidate) -> bool:
    """Return whether a name stands alone in quotation marks, as those of ships and weapons do: “海马斯”."""
    mark = text.rfind("“", max(0, one.start - 5), one.start)
    whole = text[mark + 1 : one.end]
    return mark >= 0 and text.startswith("”", one.end) and (whole == one.name or is_all_sounds(whole))


def _has_title(text: str, one: Candidate) -> bool:
    if _TITLE_BEFORE.search(text, max(0, one.start - 6), one.start):
        return True
    # A title behind one name and before another is that of the second.
    behind = _TITLE_BEHIND.match(text, one.end)
    return behind is not None and not _LATIN.match(text, behind.end())


@cache
def _frequencies() -> Mapping[str, str]:
    """Return the tags of short words with the magnitude of their frequency."""
    return {
        word: f"{tag[:2]}{min(4, int(log10(int(frequency) + 1)))}"
        for word, frequency, tag in jieba_words()
        if len(word) <= _SHORT_WORD
    }


@cache
def _weights() -> Mapping[str, float]:
    rows = (line.split("\t") for line in read_resource("names.tsv").splitlines() if line[:1] != "#")
    return {feature: float(weight) for feature, weight in rows}
