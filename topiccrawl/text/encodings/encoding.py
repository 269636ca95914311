"""Decode pages by their bytes rather than by the encoding they declare.

Chinese pages have wrong, missing and contradicting declarations, so a declared encoding is only a hint.
Valid UTF-8 is UTF-8. Otherwise a sample of the page is decoded with every candidate encoding, and the result
with the largest share of frequent Chinese characters wins; a declared encoding gets a bonus. GB2312 and GBK
are always decoded as GB18030, Big5 with the Hong Kong and Windows characters.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import islice

from topiccrawl.text.encodings.double_byte import decode_big5, decode_gb
from topiccrawl.text.encodings.mixed_encoding import decode_with_utf8, has_gb_text, may_have_utf8

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_META = re.compile(rb"<meta\s[^<>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)")
_XML = re.compile(rb"\s*<\?xml[^<>]{0,100}?encoding\s*=\s*[\"']([\w.:-]+)")

_OTHER_LABELS = re.compile(
    r"(?:windows-|cp)(?P<windows>125\d)|(?P<iso>iso-8859-\d+|koi8-[ru]|tis-620|euc-jp)"
    r"|(?P<japanese>shift[_-]?jis|x-sjis|windows-31j)|(?P<korean>euc-kr|ks_c_5601.*|korean|windows-949)"
)
_LATIN = frozenset(("ascii", "us-ascii", "latin1", "latin-1", "iso-8859-1", "iso8859-1", "windows-1252"))

# Punctuation, Japanese kana and the characters that make up over half of any longer Chinese text, simplified
# and traditional. A wrong decoding hits them by chance only, in a few per cent.
_FREQUENT = frozenset(
    "，。、：；“”‘’「」『』（）《》！？·—…　"
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民"
    "得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那"
    "社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已"
    "通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几"
    "九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联认六共权收证"
    "改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传"
    "土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史"
    "感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包"
    "火住调满县局照参红细引听该铁价严首页闻网版登录站频视新讯者编辑媒体"
    "這個國為時來們會發動說產種後學經進著過電裡現實體機當點從業應開還與關內數兩無軍對樣間線質氣變條沒結問題黨員革總設長頭資邊"
    "級圖統將組見計別運農幾區強決戰則據處隊給門領導壓爭濟階術極聯認權證單風帶場車務萬達積議報鬥華確張馬節話傳許廣記研觀織眾書"
    "復兒須際驗連斷難礦備辦習約勞團歷構稱準號維劃選標寫親廠識屬圓滿縣參紅細聽該鐵價嚴頁聞網錄頻視訊編輯媒體灣"
    "ぁあいうえおかがきくけこさしじすせそただちつてでとどなにのはばまみもやよらりるれろわをんァアイウオカキクグコサシジスタダ"
    "チッテデトドナニネノハバパヒビピフブプマムメモャュラリルレロワンー"
    "이다의는에을를가고한하지로도은사인기대서자정전시리과일"
)
_BONUS = 0.15
"""Bonus of a declared encoding, as a share of frequent characters."""

_PLAIN = 0.35
"""Share of frequent characters that no wrong decoding reaches (measured: under 0.15)."""

_HEAD = 4096
"""Bytes among which most pages declare their encoding."""

_SURE = 30
"""Number of non-ASCII characters from which valid UTF-8 cannot be an accident."""

_DOUBLE_BYTE = ("gb18030", "big5hkscs")
_MANY_ERRORS = 8
"""Bad bytes of a page in UTF-8 that may be text in another encoding."""

_WINDOWS = 8
_PER_WINDOW = 300
_RUN = re.compile(rb"[\x80-\xff][\x40-\x7e\x80-\xff]*")
_ISOLATED = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_HIGH = re.compile(rb"[\x80-\xff]+")
_WIDE = re.compile("[\u0800-\U0010ffff]")


@dataclass(frozen=True)
class Decoded:
    """A decoded page.

    Attributes:
        text: the text, without byte order mark; unreadable bytes are U+FFFD.
        encoding: Python's name of the encoding; "gb18030" for gb2312 and gbk.
        source: evidence for the encoding: "bom", "header", "meta", "validity" (valid UTF-8 or plain ASCII),
            "zeros" (UTF-16 without a byte order mark), "statistics" (the characters), or "default" (none).
    """

    text: str
    encoding: str
    source: str


def decode_html(body: bytes, content_type: str = "") -> Decoded:
    """Decode a page. Never raises: a bad byte costs only its character.

    Args:
        body: body of the response, decompressed.
        content_type: the HTTP header `Content-Type`, or "".

    >>> decode_html("党的建设".encode("gbk"), "text/html; charset=gb2312")
    Decoded(text='党的建设', encoding='gb18030', source='header')
    """
    marked = _by_mark(body)
    if marked is not None:
        return marked
    body = body.removeprefix(codecs.BOM_UTF8)
    header, meta = _label(_CHARSET.search(content_type.encode("utf-8", "replace"))), _meta_label(body)
    if body.isascii():
        source = "header" if header == "utf-8" else "meta" if meta == "utf-8" else "validity"
        return Decoded(body.decode("ascii"), "utf-8", source if body else "default")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        doubted = {header, meta} - {"", "utf-8"}
        if not doubted or _has_many_wide(text):
            return Decoded(text, "utf-8", _source("utf-8", header, meta, "validity"))
    encoding, reason = _contest(body, header, meta)
    if encoding == "cp1252" and may_have_utf8(body):  # neither encoding of a mixed page wins clearly
        encoding = next((one for one in (header, meta) if one in _DOUBLE_BYTE), "gb18030")
    text, encoding = _decode(body, encoding)
    return Decoded(text, encoding, reason)


def _by_mark(body: bytes) -> Decoded | None:
    """Decode pages with a byte order mark, and UTF-16 without one, recognised by its zero bytes."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            text = body[len(mark) :].decode(encoding, "replace")
            # Editors put UTF-8 marks into templates whose content is GBK: a wrong mark causes many errors.
            if encoding != "utf-8" or text.count("\ufffd") * 20 <= len(text):
                return Decoded(text, encoding, "bom")
            return None
    head = body[:4096]
    if head.count(0) * 20 < len(head):
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < 4 * min(even, odd):
        return None
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    return Decoded(body.decode(encoding, "replace"), encoding, "zeros") if max(even, odd) else None


def _label(match: re.Match[bytes] | None) -> str:
    """Return the encoding that a declaration means, "" when there is none or it is unknown."""
    if match is None:
        return ""
    name = match[1].decode("ascii", "replace").lower()
    if name.startswith(("gb", "x-gb", "csgb", "cp936", "cn-gb", "chinese", "hz-gb")):
        return "gb18030"
    if "big5" in name or name == "cp950":
        return "big5hkscs"
    if name.startswith(("utf", "unicode")):
        return "utf-8"  # a page that declares UTF-16 in readable ASCII is not UTF-16
    if name in _LATIN:
        return "cp1252"
    other = _OTHER_LABELS.fullmatch(name)
    if other is None:
        return ""
    if other["windows"]:
        return "cp" + other["windows"]
    return other["iso"] or ("cp932" if other["japanese"] else "cp949")


def _meta_label(body: bytes) -> str:
    """Return the encoding that the page itself declares, wherever it does so."""
    head = body[:_HEAD].lower()
    found = _META.search(head)
    if found is None or found.end() == len(head):  # it stands further down, or is cut
        lower = body.lower()
        found = _META.search(lower) or _XML.match(lower)
    return _label(found)


def _source(encoding: str, header: str, meta: str, otherwise: str) -> str:
    return "header" if encoding == header else "meta" if encoding == meta else otherwise


def _has_many_wide(text: str) -> bool:
    """Return whether valid UTF-8 has too many characters beyond Latin, Greek and Cyrillic for an accident."""
    return sum(1 for _ in islice(_WIDE.finditer(text), _SURE)) == _SURE


def _sample(body: bytes) -> bytes:
    """Return runs of non-ASCII bytes from all parts of the page: one part may have another encoding."""
    step = max(len(body) // _WINDOWS, 1)
    runs = []
    position = 0
    for start in range(0, len(body), step):
        taken = 0
        for run in _RUN.finditer(body, max(start, position)):
            piece = run[0][:_PER_WINDOW]
            runs.append(piece)
            position = run.end()
            taken += len(piece)
            if taken >= _PER_WINDOW:
                break
    return b"\n".join(runs)


def _plausibility(text: str, encoding: str) -> float:
    """Return the share of frequent characters among the non-ASCII ones, less twice that of errors."""
    wide = [character for character in text if character > "\x7f"]
    if not wide:
        return 0.0
    frequent = sum(map(_FREQUENT.__contains__, wide))
    errors = wide.count("\ufffd")
    share = (frequent - 2 * errors) / len(wide)
    # UTF-8 with few errors is hardly ever an accident, in any language.
    return max(share, 1 - 8 * errors / len(wide)) if encoding == "utf-8" else share


def _single_byte_plausibility(sample: bytes, encoding: str) -> float:
    # In Latin text non-ASCII bytes stand alone between ASCII; in other alphabets they fill whole words.
    isolated = len(_ISOLATED.findall(sample)) / max(len(_HIGH.findall(sample)), 1)
    return 0.5 * isolated if encoding == "cp1252" else max(0.5 * isolated, 0.2)


def _contest(body: bytes, header: str, meta: str) -> tuple[str, str]:
    """Return the most plausible encoding of a page, and the evidence for it."""
    sample = _sample(body)
    candidates = dict.fromkeys(e for e in (header, meta, "utf-8", "gb18030", "big5hkscs", "cp1252") if e)
    scores = {}
    for encoding in candidates:  # declared ones first
        if encoding.startswith(("cp125", "iso", "koi8", "tis")):
            score = _single_byte_plausibility(sample, encoding)
        else:
            score = _plausibility(sample.decode(encoding, "replace"), encoding)
            if score >= _PLAIN and encoding in (header, meta):
                return encoding, _source(encoding, header, meta, "statistics")
        # Browsers follow the header, so wrong headers are noticed and corrected more often than wrong <meta>.
        scores[encoding] = score + (_BONUS if encoding == header else _BONUS * 0.9 if encoding == meta else 0)
    best = max(scores, key=scores.__getitem__)
    return best, _source(best, header, meta, "statistics")


def _decode(body: bytes, encoding: str) -> tuple[str, str]:
    if encoding == "gb18030":
        if may_have_utf8(body):
            return decode_with_utf8(body, _decode_gb, _share), encoding
        return _decode_gb(body), encoding
    if encoding == "big5hkscs":
        if may_have_utf8(body):
            return decode_with_utf8(body, lambda piece: decode_big5(piece)[0], _share), encoding
        return decode_big5(body)
    text = body.decode(encoding, "replace").removeprefix("\ufeff")
    # A page in UTF-8 with a bad byte here and there is one in UTF-8; with whole words of them it has two.
    if encoding == "utf-8" and text.count("\ufffd") >= _MANY_ERRORS and has_gb_text(body):
        return decode_with_utf8(body, _decode_gb, _share), encoding
    return text, encoding


def _decode_gb(body: bytes) -> str:
    return decode_gb(body, _FREQUENT)


def _share(text: str) -> float:
    return _plausibility(text, "")
