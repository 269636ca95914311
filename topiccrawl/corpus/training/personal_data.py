"""Personal data in texts, found by patterns whose check digits, dates and surroundings are checked.

Names stay, and so do landlines of offices and addresses of offices, shops and public places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """Kinds of personal data; the values name them in the plural."""

    IDENTITY = "identity numbers"
    BANK_CARD = "bank card numbers"
    MOBILE = "mobile numbers"
    EMAIL = "e-mail addresses"
    PLATE = "number plates"
    ADDRESS = "private addresses"


MARKS = {
    Kind.IDENTITY: "[身份证号]",
    Kind.BANK_CARD: "[银行卡号]",
    Kind.MOBILE: "[手机号]",
    Kind.EMAIL: "[邮箱]",
    Kind.PLATE: "[车牌号]",
    Kind.ADDRESS: "[住址]",
}
"""What stands for masked data."""


class Found(NamedTuple):
    """Personal data in a text: `text[start:end]`."""

    kind: Kind
    start: int
    end: int


_WIDE = {0xFF01 + place: 0x21 + place for place in range(94)} | {0x3000: 0x20}
_HAS_WIDE = re.compile("[\uff10-\uff19\uff20-\uff3a\uff41-\uff5a\uff0d\u3000]")
_GLUE = frozenset("/=_.-#&")
"""What stands before a number that is part of a URL, a code or another number."""

_IDENTITY = re.compile(r"[1-8]\d{5}((?:19|20)\d\d)(\d\d)(\d\d)\d{3}[\dXx](?![A-Za-z\d])")
_OLD_IDENTITY = re.compile(r"[1-8]\d{5}(\d\d)(\d\d)(\d\d)\d{3}(?![A-Za-z\d])")
_PROVINCES = frozenset(
    map(str, (*range(11, 16), *range(21, 24), *range(31, 38), *range(41, 47), *range(50, 55)))
)
_PROVINCES |= frozenset(map(str, (*range(61, 66), 71, 81, 82, 83)))
_LONG_NUMBER = re.compile(r"\d(?:[ -]?\d){9}")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CARD = re.compile(r"[2-69](?:[ -]?\d){14,18}(?![A-Za-z\d]|[ -]\d)")
_ISSUERS = (
    ("62", range(16, 20)),
    *((start, (19,)) for start in ("60", "9558", "95599")),
    *(
        (start, (16,))
        for start in ("4", "51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27", "35")
    ),
    *((start, (15,)) for start in ("34", "37")),
)
"""Beginnings of card numbers, each with the lengths of its cards."""
_MOBILE = re.compile(
    r"1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])([ -]?)\d{4}\1\d{4}(?![A-Za-z\d]|[-.]\d)"
)
_EMAIL = re.compile(
    r"[A-Za-z\d][\w.+-]{0,63}(?:@|[(\[]at[)\]]|#(?=(?:163|126|qq|sina)\.))(?:[A-Za-z\d-]{1,63}\.){1,4}[A-Za-z]{2,12}(?![\w-])",
    re.ASCII,
)
_IN_URL = re.compile(r"://[^\s/]{0,64}$")
_FILES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".js", ".css")
_PLATE = re.compile(
    "[京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新][A-HJ-Z][·•. ]?"
    r"(?:[A-HJK][A-HJ-NP-Z\d]\d{4}|\d{5}[A-HJK]|[A-HJ-NP-Z\d]{4}[A-HJ-NP-Z\d挂学警港澳领])(?![A-Za-z\d.]|-\d|号(?:文|令|公告|标))"
)

_NUMERAL = "[一二三四五六七八九十]"
_HOUSE = rf"(?:[A-Za-z]?\d{{1,4}}|[A-Za-z]|{_NUMERAL}{{1,3}})(?:号楼|幢|栋|座|号|弄)(?:\d{{1,4}}号楼?)?"
_UNIT = rf"(?:[A-Za-z]?\d{{1,2}}|[甲乙丙丁A-Za-z]|{_NUMERAL}{{1,2}})(?:单元|门栋?)"
_FLAT = re.compile(
    rf"{_HOUSE}(?P<unit>{_UNIT})?(?:\d{{1,2}}[楼层])?\d{{3,4}}(?P<room>室|户|房|号)?(?![\d.人名年])"
)
_MAYBE_FLAT = re.compile(r"[号楼幢栋座弄元门层]\d{3}")
"""Most texts have none, and are spared the pattern above, which takes most of the time."""
_BEFORE_HOUSE = re.compile(r"[^\W_到在至住于为是往从由的及与了]{2,24}$")
_DWELLING = re.compile("(?:区|园|苑|新村|公寓|里|庭|府|湾|城|居|邨|坊|郡|宿舍|家属院|大院|弄)$")
_OFFICE = re.compile(
    "大厦|大楼|中心|广场|写字楼|办公|政府|法院|检察院|学校|教学|实验|医院|门诊|行政|产业|工业|创业|科技|软件|物流|大学|学院|公司|商城|商场|市场|酒店|宾馆|会议"
)
_HOME = re.compile(
    "(?:家庭住址|家庭地址|住址|家住|户籍(?:所在)?地|户口所在地|现住|暂住地?|居住地|居住在|收件地址|收货地址)"
    "(?:[：: 为是在]|位于){0,2}"
    r"(?P<place>[^\s，。；、,;（）()：:]{3,40}\d{1,4}(?:号|室|户)(?!楼|线|文))"
)
_NO_NUMBER = re.compile(
    "(?:编号|单号|订单|运单|流水号|文号|许可证|登记号|批号|条形?码|书号|ISBN|识别号|代码|稿号|ID|id|"
    "[Qq]{2}群?|群号|期号|证书号)[：:为是号码 ]{0,3}$"
)
_CARD_WORDS = re.compile("卡|账|帐|银行|户名|信用社|汇|转|打入|存")
_AMOUNT = re.compile(
    "\\s?(?:元|美元|欧元|港元|日元|万|亿|千|百|吨|公里|米|平方|立方|亩|公顷|人次|个|户|件|台|辆|股|条|斤|公斤|[KMGT]B|字节|[kK]W|千瓦|度|倍|%|％|册|票|次)"
)
_NEAR = 20
"""Characters before a number in which words say what it is."""


def find_personal_data(text: str) -> list[Found]:
    """Return the personal data of a text in order, without overlaps.

    >>> [found.kind.name for found in find_personal_data("电话13800138000，传真0571-87654321。")]
    ['MOBILE']
    """
    plain = text.translate(_WIDE) if _HAS_WIDE.search(text) else text
    found: list[Found] = []
    for one in _candidates(plain):
        if all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def mask(text: str, counts: Counter[Kind] | None = None) -> str:
    """Return a text with a mark in place of each piece of personal data.

    Args:
        text: the text.
        counts: where the pieces are counted by kind.

    >>> mask("联系人：王芳，手机138-0013-8000。")
    '联系人：王芳，手机[手机号]。'
    """
    parts, last = [], 0
    for kind, start, end in find_personal_data(text):
        parts += (text[last:start], MARKS[kind])
        last = end
        if counts is not None:
            counts[kind] += 1
    return "".join((*parts, text[last:])) if parts else text


def _candidates(text: str) -> Iterator[Found]:
    """Yield what is found; of two pieces that overlap, the first one counts."""
    if _LONG_NUMBER.search(text):
        yield from _numbers(text)
    if "@" in text or "#" in text or "at" in text:
        for match in _EMAIL.finditer(text):
            if not match[0].lower().endswith(_FILES) and not _IN_URL.search(text, 0, match.start()):
                yield Found(Kind.EMAIL, *match.span())
    for match in _PLATE.finditer(text):
        if sum(map(str.isdecimal, match[0])) >= 3:
            yield Found(Kind.PLATE, *match.span())
    yield from _addresses(text)


def _numbers(text: str) -> Iterator[Found]:
    for match in _IDENTITY.finditer(text):
        if _stands_alone(text, match.start()) and _is_identity(match):
            yield Found(Kind.IDENTITY, *match.span())
    for match in _OLD_IDENTITY.finditer(text):
        # It has no check digit: a word has to say what it is.
        is_named = "证" in text[max(0, match.start() - 8) : match.start()]
        is_day = match[0][:2] in _PROVINCES and _is_day(f"19{match[1]}", match[2], match[3])
        if is_named and is_day and _stands_alone(text, match.start()):
            yield Found(Kind.IDENTITY, *match.span())
    for match in _CARD.finditer(text):
        before = text[max(0, match.start() - _NEAR) : match.start()]
        if _is_number(text, match) and _is_card(re.sub("[ -]", "", match[0]), before):
            yield Found(Kind.BANK_CARD, *match.span())
    for match in _MOBILE.finditer(text):
        if _is_number(text, match) and not _AMOUNT.match(text, match.end()):
            yield Found(Kind.MOBILE, *match.span())


def _stands_alone(text: str, start: int) -> bool:
    before = text[max(0, start - 1) : start]
    return not (before.isascii() and before.isalnum()) and before not in _GLUE


def _is_number(text: str, match: re.Match[str]) -> bool:
    """Return whether digits are a number of their own, and not that of an order, a document and the like."""
    start = match.start()
    before = text[max(0, start - _NEAR) : start]
    if before.endswith(("+86", "+86 ", "+86-", "0086")):
        return True
    return _stands_alone(text, start) and not _NO_NUMBER.search(before)


def _is_identity(match: re.Match[str]) -> bool:
    """Return whether province, day of birth and check digit of an identity number are possible."""
    number = match[0].upper()
    if number[:2] not in _PROVINCES or not _is_day(*match.groups()):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return "10X98765432"[total % 11] == number[-1]


def _is_day(year: str, month: str, day: str) -> bool:
    try:
        return date(int(year), int(month), int(day)) <= date.today()
    except ValueError:
        return False


def _is_card(number: str, before: str) -> bool:
    """Return whether a number has the length and check digit of a card; some issuers need a word, too."""
    if not any(number.startswith(start) and len(number) in lengths for start, lengths in _ISSUERS):
        return False
    doubled = (int(digit) * (2 - place % 2) for place, digit in enumerate(number[-2::-1]))
    if (sum(value - 9 if value > 9 else value for value in doubled) + int(number[-1])) % 10:
        return False
    return number.startswith("62") or _CARD_WORDS.search(before) is not None


def _addresses(text: str) -> Iterator[Found]:
    for match in _HOME.finditer(text):
        if not _OFFICE.search(match["place"]):
            yield Found(Kind.ADDRESS, *match.span("place"))
    if not _MAYBE_FLAT.search(text):
        return
    for match in _FLAT.finditer(text):
        if match["unit"] is None and match["room"] is None:
            continue
        before = _BEFORE_HOUSE.search(text, max(0, match.start() - 24), match.start())
        if before is None or _OFFICE.search(before[0]):
            continue
        if match["unit"] is not None or _DWELLING.search(before[0]):
            yield Found(Kind.ADDRESS, before.start(), match.end())
