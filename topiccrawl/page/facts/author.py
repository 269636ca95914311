"""Authors of a page."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

from topiccrawl.text.normalise import compatible, simplify

# A search gives up most places at the first character, before it tries each of the alternatives.
_LABEL = re.compile(
    r"(?=[本文原责作撰采供投整编来图Aa\[【□■◎○●])(?:(?<![\u4e00-\u9fff])(?:(?:本文|文章|原文|原创|原|责任)?作\s*者|撰\s*文|撰\s*[稿写](?:人|记者|者)?|采\s*写|采写记者|文字(?:记者|整理)?"
    r"|供稿(?:人|者)|供\s*稿|投稿(?:人|者)?|整理|编[译写撰]|来稿人|图\s*[、/]?\s*文|文\s*[、/]?\s*图"
    r"|文\s*[、/]?\s*摄影|[Aa]uthor|AUTHOR)\s*[:/|丨︱][ \t]*"
    r"|(?<![\w\u4e00-\u9fff/])文\s*[:/|丨︱](?!图[\t ])[ \t]*"
    r"|(?<![\u4e00-\u9fff])(?:作者|文/图|图/文|文、图)[\t ](?=\S)|[\[【](?:作者|撰稿|撰文)[\]】]\s*"
    r"|(?<!\S)[□■◎○●]\s*)"
)
_ALSO = frozenset(("摄影",))
_VAGUE = frozenset("供□■◎○●")
"""First characters of labels before which a pen name may be something else, as in 供稿：宣传科."""
_SEPARATORS = re.compile(r"[、,，/／;；&和与\s]+")
_TOKEN = re.compile(
    r"[A-Za-z][A-Za-z.'-]*(?: [A-Za-z][A-Za-z.'-]*){0,3}"
    r"|[\u3400-\u9fff]+(?:[·•．‧・][\u3400-\u9fff]+)+"
    r"|[^\s|｜，,。；;<>【】\[\]()（）:：“”\"'‘’!?！？…、/／&]+"
)
_ROLE = re.compile(
    r"^(?:本报|本网|本刊|本台|特约|实习|见习|驻站|首席|全媒体|融媒体)*(?:记者|記者|通讯员|通訊員|特约撰稿人|评论员|作者|实习生|實習生)"
)
_OFFICE = re.compile(
    "(?:书记|主任|教授|院长|校长|部长|局长|处长|科长|厅长|司长|县长|市长|镇长|乡长|区长|村长|所长|站长|队长|会长|理事长|秘书长|董事长|经理|总裁"
    "|主席|主编|总编|编审|编辑|研究员|学者|博士|硕士|讲师|老师|教师|专家|委员|代表|干部|党员|同志|先生|女士|律师|工程师|院士|学生|选调生|第一书记|作者|评论员|评论人|专栏作家|撰稿人|记者|通讯员"
    "|文联|作协|侨联|大学|学院|学校|中学|小学|研究院|研究所|研究中心|中心|党校|支部|党委|办公室|委员会|政府|公司|集团|医院|法院|检察院|部|局|委|院|系|处|科|厅|所)$"
)
_PARENTHESIS = re.compile(r"\s*[(（\[【〔][^()（）\[\]【】〔〕]{0,40}[)）\]】〕]")
_MOST_AUTHORS = 8
_LONGEST_LINE = 20
"""Characters of a line below a label that may have its names."""
_LINES_ABOVE = 2
"""Lines above the headline in which the dateline row of a newspaper may stand."""
_NEXT_LABEL = re.compile(
    "(?:文章|信息)?(?:来源|來源|责任编辑|责编|编辑|发布时间|发布日期|时间|日期|点击|浏览|浏览次数|审核|摄影|单位|校对|阅读|录入|发布)$"
)
_NOBODY = frozenset("admin administrator root null undefined test user editor".split())
_TAG = re.compile(r"<[^>]*>")
_HAN = r"[\u4e00-\u9fff]"
_REPORTER = re.compile(
    r"(?:记\s*者|記\s*者|通\s*讯\s*员|通\s*訊\s*員|实习生|實習生|评论员|評論員|报道员|報道員|主笔|主筆|特约撰稿人?)\s*[:：/|丨︱]?\s*"
    rf"((?:{_HAN}{{1,6}}(?:·{_HAN}{{1,8}})+|{_HAN}{{2,4}}|{_HAN}\s{_HAN})"
    rf"(?:(?:[ 　、]+|/(?![文图圖摄攝]|{_HAN}{{2,8}}(?:報導|报道|报导))|,(?={_HAN}{{2,3}}(?:\s|$)))"
    r"(?!记者|通讯员"
    rf"|記者|通訊員|实习|實習)(?:{_HAN}{{2,3}}|{_HAN}\s{_HAN}(?!{_HAN}))){{0,3}})"
    rf"(?=\s|\s*(?:[|,;，。)）】\]/／<〉》]|$|摄|報導|报道|文|于|在|\d{{4}}))"
)
_DISPATCH = re.compile(
    rf"(?:记者|記者)\s*({_HAN}{{3}}|{_HAN}{{2}}|{_HAN}{{4}}){_HAN}{{2,4}}?\s*\d{{1,2}}\s*日?\s*[电電]"
)
_BYLINE = re.compile(rf"(?:^|[\s【(（〔]|报|報)({_HAN}{{2,4}})\s*[／/╱]\s*{_HAN}{{2,8}}(?:報導|报道|报导)")
_NAME_FIRST = re.compile(
    rf"(?:^|[\s(（【|])({_HAN}{{2,4}}(?:[\s、]{_HAN}{{2,4}}){{0,3}})\s*/\s*(?:文|图文|文图|文并图|撰文)(?!{_HAN})"
)
_BY = re.compile(r"(?:^|\n|\s)By:?\s+([A-Z][A-Za-z.'-]+(?: [A-Z][A-Za-z.'-]+){1,3})(?=\s|$)")
_FAR = 20_000
"""Characters of HTML after the headline in which brackets and lines with authors are searched."""
_NAMED_AT_END = (
    "记者",
    "記者",
    "作者",
    "通讯员",
    "通訊員",
    "撰稿",
    "供稿",
    "文字",
    "编译",
    "編譯",
    "采写",
    "撰文",
)
_AT_END = re.compile("|".join(f"{label[0]}(?=({label[1:]}))" for label in _NAMED_AT_END))
"""One search for all of them takes half the time of one for each."""
_NAMES = rf"{_HAN}{{2,4}}(?:[\s、]+{_HAN}{{2,4}}){{0,3}}"
_PLACED = rf"({_HAN}{{3}}|{_HAN}{{2}}|{_HAN}{{4}})"
_CLOSING = r"\s*[)\]】〕]"
_IN_BRACKETS = tuple(
    re.compile(form)
    for form in (
        rf"\s*[:/]?\s*({_NAMES}){_CLOSING}",
        rf"\s*{_PLACED}{_HAN}{{2,4}}?\s*\d{{1,2}}\s*日?\s*[电電]{_CLOSING}",
        rf"\s*{_PLACED}(?:\s*[/╱]\s*{_HAN}{{2,6}}|{_HAN}{{2,4}})?(?:综合|綜合)?(?:报导|報導|报道){_CLOSING}",
    )
)
"""What follows a label in brackets: names, or a name with place and day of a dispatch or with a place."""
_SIGNED = re.compile(rf"[（(](?<=[。！？”>;\u3000].)\s*({_NAMES})(?<![摄攝])\s*[)）](?=(?:\s|&nbsp;)*<)")
"""Names in brackets behind the last sentence of a text, or in a line of their own."""
_OPENING = re.compile(rf"[(（【〔\[]({_HAN}{{0,8}})$")
_NO_OFFICE = re.compile("[图圖摄攝片责責由据據对對向]|编辑|編輯")
_REPORTED = re.compile(rf"[(（【〔\[]({_HAN}{{2,4}})\s*[/／╱]\s*{_HAN}{{2,8}}$")
"""The beginning of brackets such as 【李明╱青山報導】, up to the last word."""
_IN_A_LINE = re.compile(
    rf"\s*:\s*(?:{_HAN}{{0,6}}(?:记者|記者|通讯员))?\s*({_NAMES})\s*(?:[<(]|责|責|编|編|$)"
)
_LINE_OF_REPORTERS = re.compile(rf"\s+({_NAMES})\s*<")
_CREDITS = ("编辑", "編輯", "责编", "来源", "來源", "稿源", "校对", "审核")
_BESIDE = 150
"""Characters of HTML beside 作者 in which another label shows that it is that of the text."""
_MARKS = ("author", "authi", "Author", "zuozhe", "writer", "byline", "zz")
_MARK = re.compile("|".join(rf"{mark[0]}(?<!\w{mark[0]}){mark[1:]}\b" for mark in _MARKS))
"""What begins with plain characters is found fast."""
_MARKED = re.compile(
    r"<(?:span|a|i|em|p|div|b|strong|font|label|td|li|address)\b[^>]*?\b(?:rel|class|id"
    r"|itemprop|href)\s*=\s*[\"']?[^\"'>]{0,60}?"
    rf"\b(?:{'|'.join(_MARKS)})\b[^>]*>(?:\s*<(?:a|span)\b[^<>]*>)?([^<]{{2,60}})<",
    re.IGNORECASE,
)
_PEN_NAME = re.compile(rf"{_HAN}{{2,8}}")
_BETWEEN_NAMES = re.compile(r"[、,，/／;；]|(?<=[\u4e00-\u9fff])\s+")
_NAME = re.compile(
    rf"{_HAN}{{2,4}}|{_HAN}+(?:[·•．‧・]{_HAN}+)+|[A-Za-z][A-Za-z.'-]*(?:\s[A-Za-z.'-]+){{1,3}}"
)
_MAKER = re.compile(r"(?:CMS|\b(?:Team|Inc|Ltd|Corporation|Studio|Software))\b", re.IGNORECASE)
"""What the name of a page's software or its maker has."""
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪"
    "严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席"
    "卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵇苟全褚廉简娄盖符"
    "骆臧鞠巢蒯荆竺桓蔺屠茅茹訾宓糜郦雍胥阙阚岑邝冼庾卞贲奚帅佘栾郗郜晁亓逯戎隗矫穆党仝晏郎邸冀郁桑冷鹿谈应初巩濮窦蓝蒙粟麻谯庹缪卓练危揭敬尧漆禤仇蒲燕楚战艾闫付肖代信封佟苍黑敖昌门阴仲农"
)
_COMPOUND = frozenset("欧阳 司马 上官 诸葛 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 夏侯 端木".split())
_NO_NAME = re.compile(
    r"[的了是对被把将已也都很只还]|[在与及从向又再和]$|^向[你我他她记群社市]|表示|获悉|了解|采访|报道|注意|看到|发现|介绍|提问|^问|问$|统计|认为"
    r"|编辑|记者|通讯|摄影|未知|佚名|匿名|实习|见习|来源|本报|本刊|本网|网站|日报|晚报|新闻|中心|综合|全文|文章|内容|声明|[站馆局厅处网]$"
)


def is_person(name: str) -> bool:
    """Return whether a text is a person's name: Chinese with a common surname, transcribed, or Latin.

    >>> is_person("李明"), is_person("歐陽開宇"), is_person("注意到"), is_person("青山日报")
    (True, True, False, False)
    """
    if not _NAME.fullmatch(name):
        return False
    plain = simplify(name)
    if not "\u4e00" <= plain[0] <= "\u9fff" or any(mark in plain for mark in "·•．‧・"):
        return _MAKER.search(plain) is None
    if _NO_NAME.search(plain):
        return False
    return (plain[:2] in _COMPOUND and len(plain) > 2) or (plain[0] in _SURNAMES and len(plain) <= 3)


def choose_author(
    head: Mapping[str, str],
    machine: Mapping[str, str],
    near: str,
    row: int = 600,
    source: str = "",
    position: int = 0,
    above: Callable[[], str] = str,
) -> str:
    """Return the author: from the text after the headline, else from the machine-readable metadata.

    Args:
        head: contents of the meta elements by name.
        machine: "author" from JSON-LD.
        near: visible text after the headline, with its lines.
        row: number of its characters to search.
        source: HTML of the page.
        position: where the headline is in it, or where its text begins.
        above: returns the visible text before the headline; called only when it is needed.

    Returns:
        Names separated by 、; empty when there are none. Names of sites and companies do not count.
    """
    near = near[:row]
    names = read_authors(near) or _reporters(near)
    if names:
        return "、".join(names)
    for stated in (machine.get("author", ""), head.get("author", "")):
        names = _parts(_TAG.sub("", stated).strip())
        if names and all(map(is_person, names)):
            return "、".join(names)
    if "By" in near and (by := _BY.search(near)):
        return by[1]
    row_above = "\n".join(above().split("\n")[-_LINES_ABOVE:])
    return "、".join(_marked(source, position) or read_authors(row_above) or _at_end(source, position))


def read_authors(text: str) -> list[str]:
    """Return the authors that labels such as 作者 name in a text.

    >>> read_authors("作者：王小明 李红 点击：203"), read_authors("作者：青山大学党委书记 王小明")
    (['王小明', '李红'], ['王小明'])
    >>> read_authors("作者：阿不都·热西提"), read_authors("作者： 来源：青山日报")
    (['阿不都·热西提'], [])
    >>> read_authors("青山日报 文/图 王小明 2024-05-06")
    ['王小明']
    """
    text = compatible(text)
    for found in _LABEL.finditer(text):
        line, _, rest = text[found.end() : found.end() + 120].partition("\n")
        if not line.strip():  # the value may stand on a line of its own, but the body may follow, too
            line = rest.partition("\n")[0]
            if len(line) > _LONGEST_LINE or not all(map(_is_name, _tokens(line))):
                continue
        names = _labelled(_PARENTHESIS.sub(" ", line).strip())
        if names and (is_person(names[0]) or found[0][0] not in _VAGUE):
            return _with_reporters(names, text[found.end() :])
    return []


def _labelled(line: str) -> list[str]:
    """Return the names at the beginning of a line; the first may be a pen name."""
    tokens = _tokens(line)
    while len(tokens) > 1 and (_ROLE.fullmatch(tokens[0]) or _is_office(tokens[0])) and _is_name(tokens[1]):
        tokens = tokens[1:]
    names: list[str] = []
    for token in tokens[:_MOST_AUTHORS]:
        # As in 记者 王小明 通讯员 李红, or 撰文/摄影 王小明.
        if _ROLE.fullmatch(token) or (not names and token in _ALSO):
            continue
        name = _bare_name(token)
        if _NEXT_LABEL.fullmatch(token) or not (_is_name(name) or (not names and _may_be_pen_name(name))):
            break
        if name not in names:
            names.append(name)
    return names


def _tokens(line: str) -> list[str]:
    """Return the words of a line up to the next label; a name of two spaced characters is one word."""
    tokens: list[str] = []
    at = 0
    while found := _TOKEN.match(line, at):
        behind = line[found.end() : found.end() + 2].lstrip()
        word = re.split(r"\d", found[0])[0]
        if behind[:1] in (":", "："):  # the next label, which may be glued to the last name
            word = _NEXT_LABEL.sub("", word)
            if word and word != found[0] and is_person(word):
                tokens.append(word)
            break
        if not word:
            break
        tokens.append(word)
        gap = _SEPARATORS.match(line, found.end())
        if gap is None:
            break
        at = gap.end()
    return _with_spaced_names(tokens)


def _with_spaced_names(words: Sequence[str]) -> list[str]:
    """Return words with the two characters of a spaced name as one word."""
    joined: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if len(word) == 1 and left and len(left[0]) == 1 and is_person(word + left[0]):
            word += left.pop(0)
        joined.append(word)
    return joined


def _bare_name(token: str) -> str:
    """Return a name without the role before it and the office behind it."""
    role = _ROLE.match(token)
    name = token[role.end() :] if role and is_person(token[role.end() :]) else token
    if not is_person(name):
        for length in (2, 3):
            if is_person(name[:length]) and len(name) > length + 1 and _OFFICE.search(name[length:]):
                return name[:length]
    return name


def _is_name(token: str) -> bool:
    return is_person(_bare_name(token)) and not _is_office(token)


def _is_office(token: str) -> bool:
    long = len(token) > 3 or (len(token) == 3 and not is_person(token))
    return long and _OFFICE.search(token) is not None and "·" not in token


def _may_be_pen_name(name: str) -> bool:
    plain = simplify(name)
    if plain.lower() in _NOBODY or "\ufffd" in plain:
        return False
    return (
        1 < len(name) <= 20
        and not _NO_NAME.search(plain)
        and any(map(str.isalpha, name))
        and not _is_office(name)
    )


def _may_be_listed(name: str) -> bool:
    """Return whether a text in a list of persons may be another one: surnames are more than a table has."""
    return len(name) in (2, 3) and not _NO_NAME.search(simplify(name))


def _with_reporters(names: list[str], behind: str) -> list[str]:
    """Return names with those of the same line behind 通讯员 or 记者."""
    line = behind.partition("\n")[0][:120]
    return names + [name for name in _reporters(line) if name not in names] if is_person(names[0]) else names


def _reporters(text: str) -> list[str]:
    """Return the reporters that a text names: all of one line, as 记者 and 通讯员."""
    for form in (_REPORTER, _DISPATCH, _BYLINE, _NAME_FIRST):
        found_names: list[str] = []
        line_end = -1
        for found in form.finditer(text):
            if found_names and found.start() > line_end:
                break
            if not found_names and found[0][0] in "实實":  # an intern alone may be one of whom the text tells
                continue
            # The body may follow without a delimiter: only the leading names of persons count.
            names = list(takewhile(is_person, parts := _parts(found[1])))
            if names and len(names) < len(parts) and "、" in found[1] and not re.search(r"\s", found[1]):
                names = list(takewhile(_may_be_listed, parts))
            found_names += [name for name in names if name not in found_names]
            if names and line_end < 0:
                line_end = text.find("\n", found.end())
                line_end = len(text) if line_end < 0 else line_end
                line_end = min(line_end, found.end() + 40)
        if found_names:
            return found_names
    return []


def _marked(source: str, position: int) -> list[str]:
    """Return the persons in an element under the headline whose class says that they are authors.

    Without one, a pen name counts.
    """
    window = source[max(position, 0) : max(position, 0) + 4000]
    pen_names: list[str] = []
    for found in _marked_in(window):
        text = html_module.unescape(found[1]).strip()
        names = read_authors(text) or _parts(text)
        if names and all(map(is_person, names)):
            return names
        pen_names += [text] if _PEN_NAME.fullmatch(text) and _may_be_pen_name(text) else []
    return pen_names[:1]


def _marked_in(window: str) -> Iterator[re.Match[str]]:
    """Yield the elements that are marked as those of authors; begun at the few marks the search is fast."""
    if not any(mark in window for mark in _MARKS):
        return
    for mark in _MARK.finditer(window):
        if (begin := window.rfind("<", 0, mark.start())) >= 0 and (found := _MARKED.match(window, begin)):
            yield found


def _at_end(source: str, position: int) -> list[str]:
    """Return the persons whom brackets in the text, or a line below it, name as its authors.

    Brackets are such as （记者 王小明） or 【王小明╱青山報導】, lines such as 来源：青山日报 作者：王小明.
    If no label names any, the only brackets behind a sentence that have nothing but names do: （王小明）.
    """
    begin = max(position, 0)
    labels = [
        (at.start(), f"{at[0]}{at[at.lastindex or 0]}")
        for at in _AT_END.finditer(source, begin, begin + _FAR)
    ]
    for at, label in sorted(labels, key=lambda one: _NAMED_AT_END.index(one[1])):
        names = _in_brackets(source, at, label) or _in_a_line(source, at, label)
        if names:
            return names
    at = source.find("報導", begin, begin + _FAR)
    while at >= 0:
        found = _REPORTED.search(source[max(at - 20, begin) : at])
        if found and is_person(found[1]):
            return [found[1]]
        at = source.find("報導", at + 2, begin + _FAR)
    signed = (_parts(found[1]) for found in _SIGNED.finditer(source, begin, begin + _FAR))
    persons = [names for names in signed if all(map(is_person, names))]
    return persons[0] if len(persons) == 1 else []


def _in_brackets(source: str, at: int, label: str) -> list[str]:
    """Return the persons in brackets that begin with a label at a position; an office may be before it."""
    opening = _OPENING.search(source[max(at - 9, 0) : at])
    if opening is None or _NO_OFFICE.search(opening[1]):
        return []
    behind = _plain(source[at + len(label) : at + 100])
    for form in _IN_BRACKETS:
        if found := form.match(behind):
            named = (name for name in _parts(found[1]) if not _ROLE.fullmatch(name))
            return list(takewhile(is_person, named))
    return []


def _in_a_line(source: str, at: int, label: str) -> list[str]:
    """Return the persons that a line of its own names behind a label at a position."""
    before = source[max(at - _BESIDE, 0) : at]
    behind = _plain(source[at + len(label) : at + _BESIDE])
    if label == "记者":
        found = _LINE_OF_REPORTERS.match(behind) if before.rstrip("\u3000\xa0 ").endswith(">") else None
    else:
        found = _IN_A_LINE.match(behind)
        if label == "作者" and not any(word in before or word in behind for word in _CREDITS):
            found = None
    return list(takewhile(is_person, _parts(found[1]))) if found else []


def _plain(source: str) -> str:
    return compatible(html_module.unescape(source))


def _parts(text: str) -> list[str]:
    """Split a list of names."""
    return _with_spaced_names([name.strip() for name in _BETWEEN_NAMES.split(text) if name.strip()])
