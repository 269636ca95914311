"""Personal data in texts, found by patterns whose check digits, dates and surroundings are checked.

Names stay, and so do landlines of offices and addresses of offices, shops and public places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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


MARKS = dict(zip(Kind, "[身份证号] [银行卡号] [手机号] [邮箱] [车牌号] [住址]".split(), strict=True))
"""What stands for masked data."""


class Found(NamedTuple):
    """Personal data in a text: `text[start:end]`."""

    kind: Kind
    start: int
    end: int


_TRADITIONAL = str.maketrans(
    "號樓棟單門戶層區園灣證帳賬銀轉匯滬蘇閩贛魯貴雲陝遼寧晉粵瓊現暫縣組隊編訂運許識碼書",
    "号楼栋单门户层区园湾证帐账银转汇沪苏闽赣鲁贵云陕辽宁晋粤琼现暂县组队编订运许识码书",
)
_PLAIN = {0xFF01 + place: 0x21 + place for place in range(94)} | {0x3000: 0x20} | _TRADITIONAL
_NOT_PLAIN = re.compile(
    f"[\uff10-\uff19\uff20-\uff3a\uff41-\uff5a\uff0d\u3000{''.join(map(chr, _TRADITIONAL))}]"
)
_GLUE = frozenset("/=_.-#&")
"""What stands before a number that is part of a URL, a code or another number."""
_LISTED = re.compile(r"(?:[^\x00-\x7f]|(?:^|[^\x00-\x7f]/?|[\s(,;:])1\d{10}|\d{17}[\dXx])/$")
"""A stroke between two numbers, or between a name and a number."""
_CALLED = re.compile(r"(?:\+|00|(?<![A-Za-z\d.-]))86[) -]{0,2}$")

_LONG_NUMBER = re.compile(r"\d(?:[ ._·•—–-]?\d){9}")
_REGION = r"(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])\d{4}"
_IDENTITY = re.compile(rf"{_REGION}([ -]?)((?:19|20)\d\d)\1?(\d\d)(\d\d)\1\d{{3}}[\dXx](?![A-Za-z\d])")
_OLD_IDENTITY = re.compile(rf"{_REGION}(\d\d)(\d\d)(\d\d)\d{{3}}(?![A-Za-z\d])")
_OF_A_PERSON = re.compile("证.{0,7}$|[男女][，,、 ]{1,2}$")
_IDENTITY_WORD = re.compile("身份证|身份号|证件号")
_TABLE = 2000
"""Characters above a number in which the heading of its column is looked for."""
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CARD = re.compile(r"[2-69](?:(?:[ -]?\d){14,18}(?![A-Za-z\d]|[ -]\d)|\d{14,18}(?![A-Za-z\d]|-\d))")
_ISSUED = re.compile(
    r"62\d{14,17}|(?=\d{19}$)(?:60|9558|95599)\d+|(?=\d{16}$)(?:4|5[1-5]|2[2-7]|35)\d+|(?=\d{15}$)3[47]\d+"
)
"""Beginnings of card numbers with the lengths of their cards."""
_MOBILE = re.compile(
    r"1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])"
    r"(?:([ ._·•—–-]?)\d{4}\1\d{4}|(?P<uneven>[ -]\d{8}|\d{4}[ -]\d{4}))(?![A-Za-z\d]|[-.]\d)"
)
_CALL = re.compile("电话|手机|微信|联系|致电|拨|号码|热线|[Tt][Ee][Ll]")
_BRACKETED = r" ?[(\[{（【] ?%s ?[)\]}）】] ?"
_EMAIL = re.compile(
    rf"(?<!\w)[a-z\d][\w.+-]{{0,63}}(?:@| @ |_at_|#|{_BRACKETED % '(?:at|[@#])'}| at (?=[a-z\d-]+ dot ))"
    rf"(?:[a-z\d-]{{1,63}}(?:\.| dot |{_BRACKETED % 'dot'})){{1,4}}[a-z]{{2,12}}(?![\w-])",
    re.ASCII | re.IGNORECASE,
)
_MAIL_HOST = re.compile(
    r"#(?:163|126|qq|sina|gmail|foxmail|outlook|sohu)\.|#.*[换改替代为].{0,4}@", re.DOTALL
)
"""A host of private mail behind #, or a note that # stands for @."""
_IN_URL = re.compile(r"://[^\s/]*$")
_FILES = tuple(".png .jpg .jpeg .gif .webp .svg .bmp .js .css .doc .docx .xls .xlsx .pdf .zip .rar".split())
_PLATE = re.compile(
    "[京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新](?:[A-HJ-Z][·•・‧. -]?| [A-HJ-Z] )"
    r"(?:[A-HJK][A-HJ-NP-Z\d]\d{4}|\d{5}[A-HJK]|[A-HJ-NP-Z\d]{4}[A-HJ-NP-Z\d挂学警港澳领])(?![A-Za-z\d.]|-\d|号(?:文|令|公告|标))",
    re.IGNORECASE,
)

_NUMERAL = "[一二三四五六七八九十]"
_HOUSE = rf"(?:[A-Za-z]?\d{{1,4}}|[A-Za-z]|{_NUMERAL}{{1,3}})(?:号楼|幢|栋|座|号|弄)(?:\d{{1,4}}号楼?)?"
_UNIT = rf"(?:[A-Za-z]?\d{{1,2}}|[甲乙丙丁A-Za-z]|{_NUMERAL}{{1,2}})(?:单元|门栋?)"
_ROOM = r"[A-Za-z]?\d{3,4}|(?<=[楼层])[A-Za-z]|(?<=[元门楼层])\d{1,2}(?=[室号])"
_FLAT = re.compile(
    rf"{_HOUSE}(?P<unit>{_UNIT})?(?:\d{{1,2}}[楼层])?(?:{_ROOM})(?P<room>室|户|房|号)?(?![\d.人名年车])"
)
_MAYBE_FLAT = re.compile(r"[号楼幢栋座弄元门层][A-Za-z]?\d{3}|[元门楼层]\d{1,2}[室号]|[楼层][A-Za-z]室")
"""Most texts have none, and are spared the pattern above, which takes most of the time."""
_BEFORE_HOUSE = re.compile(r"[^\W_到在至住于为是往从由的及与了]{2,24}$")
_DWELLING = re.compile("(?:区|园|苑|新村|公寓|里|庭|府|湾|城|居|邨|坊|郡|宿舍|家属院|大院|号院|弄)$")
_HOMES = re.compile("住宅|公寓|小区|家属|宿舍")
"""What people live in, also where an office gave it its name."""
_OFFICE = re.compile(
    "(?:大厦|大楼|中心|广场|写字楼|办公|政府|法院|检察院|学校|教学|实验|医院|门诊|行政|产业|工业|创业|科技|软件|物流|大学|学院|公司|商城|商场|市场|酒店|宾馆|会议)"
    "(?![东南西北中一二三四五六七八九十]?(?:路|街|道|巷|大街|大道))"
)
_HOME = re.compile(
    "(?:家庭住址|家庭地址|住址|家住|户籍(?:所在)?地址?|户口所在地|现住(?!院)|暂住(?:地址?)?|居住地址?|[居租借]住[在于]|收件地址|收货地址"
    r"|[，,、；;]\s?住(?=[^\s，。；、,;]{1,9}[省市县区州盟]))"
    "(?:[：: 为是在]|位于){0,2}"
    r"(?P<place>[^\s，。；、,;（）()：:的有]{3,40}"
    rf"(?:(?:\d{{1,4}}|{_NUMERAL}{{1,5}})(?:[号室房](?!楼|线|文)(?:\d{{1,2}}-\d{{1,4}})?|[组队](?![织员长]))|(?:单元|[层楼栋幢座门]|\d{{1,3}}-\d{{1,2}}-)\d{{3,4}}(?!\d)))"
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
    plain = text.translate(_PLAIN) if _NOT_PLAIN.search(text) else text
    taken = bytearray(len(plain))
    found: list[Found] = []
    for one in _candidates(plain):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"x" * (one.end - one.start)
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def mask(text: str, on_found: Callable[[Kind], object] = lambda kind: None) -> str:
    """Return a text with a mark in place of each piece of personal data.

    Args:
        text: the text.
        on_found: called with the kind of each piece.

    >>> mask("联系人：王芳，手机138-0013-8000。")
    '联系人：王芳，手机[手机号]。'
    """
    parts: list[str] = []
    last = 0
    for kind, start, end in find_personal_data(text):
        parts += (text[last:start], MARKS[kind])
        last = end
        on_found(kind)
    return "".join((*parts, text[last:])) if parts else text


def _candidates(text: str) -> Iterator[Found]:
    """Yield what is found; of two pieces that overlap, the first one counts."""
    patterns = _NUMBERS if _LONG_NUMBER.search(text) else ()
    for kind, pattern, is_right in (*patterns, *_OTHERS):
        for match in pattern.finditer(text):
            if is_right(match, text[max(0, match.start() - _NEAR) : match.start()]):
                yield Found(kind, *match.span())
    yield from _addresses(text)


def _stands_alone(before: str) -> bool:
    last = before[-1:]
    if last in _GLUE:
        return _LISTED.search(before) is not None
    return not (last.isascii() and last.isalnum())


def _is_number(before: str) -> bool:
    """Return whether digits are a number of their own, and not that of an order, a document and the like."""
    if _CALLED.search(before):
        return True
    return _stands_alone(before) and not _NO_NUMBER.search(before)


def _is_identity(match: re.Match[str], before: str) -> bool:
    """Return whether the day of birth and the check digit of an identity number are possible."""
    if not _stands_alone(before) or not _is_day(*match.groups()[1:]):
        return False
    number = match[0].replace(" ", "").replace("-", "")
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return "10X98765432"[total % 11] == number[-1].upper()


def _is_old_identity(match: re.Match[str], before: str) -> bool:
    """Return whether a number without a check digit is one: a word before it has to say so."""
    year, month, day = match.groups()
    named = _OF_A_PERSON.search(before) or _IDENTITY_WORD.search(
        match.string, max(0, match.start() - _TABLE), match.start()
    )
    return named is not None and _stands_alone(before) and _is_day(f"19{year}", month, day)


def _is_day(year: str, month: str, day: str) -> bool:
    try:
        return date(int(year), int(month), int(day)) <= date.today()
    except ValueError:
        return False


def _is_card(match: re.Match[str], before: str) -> bool:
    """Return whether a number has the length and check digit of a card; some issuers need a word, too."""
    number = match[0].replace(" ", "").replace("-", "")
    if not _is_number(before) or not _ISSUED.fullmatch(number):
        return False
    doubled = (int(digit) * (2 - place % 2) for place, digit in enumerate(number[-2::-1]))
    if (sum(value - 9 if value > 9 else value for value in doubled) + int(number[-1])) % 10:
        return False
    return number.startswith("62") or _CARD_WORDS.search(before) is not None


def _is_mobile(match: re.Match[str], before: str) -> bool:
    if before[-1:] in ("¥", "￥", "$") or (match["uneven"] and not _CALL.search(before)):
        return False
    return _is_number(before) and not _AMOUNT.match(match.string, match.end())


def _is_email(match: re.Match[str], before: str) -> bool:
    if "#" in match[0] and not _MAIL_HOST.search(match.string, match.start(), match.end() + _NEAR):
        return False
    return not match[0].lower().endswith(_FILES) and not _IN_URL.search(before)


def _is_plate(match: re.Match[str], before: str) -> bool:
    return sum(map(str.isdecimal, match[0])) > 2


_NUMBERS = (
    (Kind.IDENTITY, _IDENTITY, _is_identity),
    (Kind.IDENTITY, _OLD_IDENTITY, _is_old_identity),
    (Kind.BANK_CARD, _CARD, _is_card),
    (Kind.MOBILE, _MOBILE, _is_mobile),
)
"""Patterns of texts that have long numbers, each with its check, which gets the characters before, too."""
_OTHERS = ((Kind.EMAIL, _EMAIL, _is_email), (Kind.PLATE, _PLATE, _is_plate))


def _addresses(text: str) -> Iterator[Found]:
    for match in _HOME.finditer(text):
        if not _is_office(match["place"]):
            yield Found(Kind.ADDRESS, *match.span("place"))
    if not _MAYBE_FLAT.search(text):
        return
    for match in _FLAT.finditer(text):
        if match["unit"] is None and match["room"] is None:
            continue
        before = _BEFORE_HOUSE.search(text, max(0, match.start() - 24), match.start())
        if before is None or _is_office(before[0]):
            continue
        if match["unit"] is not None or "弄" in match[0] or _DWELLING.search(before[0]):
            yield Found(Kind.ADDRESS, before.start(), match.end())


def _is_office(place: str) -> bool:
    return _OFFICE.search(place) is not None and not _HOMES.search(place)
