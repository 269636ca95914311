from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.text.encodings.encoding import Decoded, decode_html

PARAGRAPH = (
    "全市组织工作会议昨天在市委礼堂召开。会议要求，各级党组织要把学习教育同中心工作结合起来，"
    "多到基层去，听一听群众怎么说，看一看问题在哪里。来自山区的一位村支部书记说，去年村里修通了公路，"
    "今年大家想把合作社办好，让外出打工的年轻人愿意回来。"
)
TRADITIONAL = (
    "縣政府昨天邀請地方代表舉行座談，討論舊圖書館的保存與再利用。與會的老師認為，建築物本身記錄了一個時代，"
    "應該留給下一代的孩子；也有居民擔心經費不足，希望先把周邊的道路與照明改善。主辦單位表示，會把大家的意見整理後公開。"
)


def page(body: str, meta: str = "") -> str:
    label = f'<meta http-equiv="Content-Type" content="text/html; charset={meta}">' if meta else ""
    head = f"<html><head>{label}<title>{body[:12]}</title></head>"
    return f"{head}<body><p>{body}</p>\n<p>{body}</p></body></html>"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\x00\x00", "utf-32-le"),
        (b"\x84\x31\x95\x33", "gb18030"),
    ],
)
def test_a_byte_order_mark_decides_and_is_taken_off(mark: bytes, encoding: str) -> None:
    source = page(PARAGRAPH, "big5")
    assert decode_html(mark + source.encode(encoding), "text/html; charset=gbk") == Decoded(
        source, encoding, "bom"
    )


@pytest.mark.parametrize("encoding", ["gb18030", "big5hkscs"])
def test_a_lying_byte_order_mark_is_not_believed(encoding: str) -> None:
    source = page(TRADITIONAL, "utf-8")
    found = decode_html(b"\xef\xbb\xbf" + source.encode(encoding))
    assert (found.text, found.encoding) == (source, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark(encoding: str) -> None:
    source = page(PARAGRAPH, "utf-16")
    assert decode_html(source.encode(encoding)) == Decoded(source, encoding, "zeros")


@pytest.mark.parametrize("label", ["gb2312", "GBK", "gb_2312-80", "x-gbk", "gb18030"])
def test_every_chinese_label_means_gb18030(label: str) -> None:
    # Outside GB2312: 镕 is GBK, 㐂 and 𠮷 are GB18030 in four bytes.
    source = page("镕㐂𠮷" + PARAGRAPH, label)
    assert decode_html(source.encode("gb18030")) == Decoded(source, "gb18030", "meta")
    assert decode_html(page(PARAGRAPH).encode("gb18030"), f"text/html;charset={label}").source == "header"


@pytest.mark.parametrize(("extra", "codec"), [("碁銹裏墻恒粧嫺", "cp950"), ("嘅咗喺啲嚟", "big5hkscs")])
def test_big5_with_its_additions(extra: str, codec: str) -> None:
    source = page(extra + TRADITIONAL, "big5")
    found = decode_html(source.encode(codec))
    assert (found.text, found.source) == (source, "meta")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
@pytest.mark.parametrize(
    "declared", ["", "utf-8", "gb2312", "big5", "iso-8859-1", "windows-1252", "shift_jis", "nonsense"]
)
def test_the_bytes_outweigh_a_wrong_or_missing_label(encoding: str, declared: str) -> None:
    source = page(TRADITIONAL, declared)
    found = decode_html(source.encode(encoding))
    assert (found.text, found.encoding) == (source, encoding)
    found = decode_html(page(TRADITIONAL).encode(encoding), f"text/html; charset={declared}")
    assert (found.text, found.encoding) == (page(TRADITIONAL), encoding)


@pytest.mark.parametrize(
    ("header", "meta", "truth", "source"),
    [
        ("gbk", "utf-8", "utf-8", "meta"),
        ("utf-8", "gbk", "utf-8", "header"),
        ("gbk", "utf-8", "gb18030", "header"),
        ("utf-8", "gbk", "gb18030", "meta"),
        ("big5", "gbk", "utf-8", "validity"),
        ("big5", "utf-8", "gb18030", "statistics"),
    ],
)
def test_header_against_meta(header: str, meta: str, truth: str, source: str) -> None:
    text = page(PARAGRAPH, meta)
    assert decode_html(text.encode(truth), f"text/html; charset={header}") == Decoded(text, truth, source)


def test_a_late_meta_is_found() -> None:
    script = "var a = 1;" * 3000
    text = f"<html><head><script>{script}</script><meta charset='gbk'><title>简</title></head></html>"
    assert decode_html(text.encode("gbk")) == Decoded(text, "gb18030", "meta")


@pytest.mark.parametrize("text", ["联通", "党建网", "首页", "机构设置", "<p>图片：张三 摄</p>"])
def test_a_few_characters_of_gbk_without_a_label(text: str) -> None:
    assert decode_html(text.encode("gbk")).text == text


def test_other_languages_are_left_alone() -> None:
    french = "<p>Le café à côté de l'école a été rénové; le père préfère le thé.</p>"
    assert decode_html(french.encode("cp1252")).text == french
    russian = "<p>Сегодня в городе открылась новая библиотека, и дети пришли туда с родителями.</p>"
    assert decode_html(russian.encode("cp1251"), "text/html; charset=windows-1251").text == russian
    assert decode_html(russian.encode()[:-5] + b"\xff</p>").encoding == "utf-8"
    japanese = "<p>昨日、市役所で図書館についての話し合いが行われ、多くの人が集まりました。</p>"
    for label in ("shift_jis", "euc-jp"):
        assert decode_html(japanese.encode(label), f"text/html; charset={label}").text == japanese
    korean = "<p>어제 시청에서 도서관에 대한 회의가 열렸고 많은 사람이 모였습니다.</p>"
    assert decode_html(korean.encode("euc-kr"), "text/html; charset=euc-kr").text == korean


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
@pytest.mark.parametrize("declared", ["", "utf-8", "gbk"])
@pytest.mark.parametrize("damage", ["lost", "added", "changed", "ascii"])
def test_one_bad_byte_costs_one_character(encoding: str, declared: str, damage: str) -> None:
    source = page(PARAGRAPH, declared)
    at = len(source[: source.index("山区")].encode(encoding))  # the first byte of a character in a long run
    raw = source.encode(encoding)
    broken = {
        "lost": raw[:at] + raw[at + 1 :],
        "added": raw[:at] + b"\xff" + raw[at:],
        "changed": raw[:at] + b"\xff" + raw[at + 1 :],
        "ascii": raw[:at] + b"?" + raw[at + 1 :],
    }[damage]
    found = decode_html(broken)
    before, after = source[: source.index("山区")], source[source.index("山区") + 1 :]
    # Where the number of bytes changed, the character next to the damage cannot always be told from it.
    assert found.text.startswith(before[:-1])
    assert found.text.endswith(after[1:])
    assert len(found.text) <= len(source) + 3
    assert "\ufffd" in found.text


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "big5"])
def test_a_page_cut_within_its_last_character(encoding: str) -> None:
    start = f"<html><body><p>{TRADITIONAL}"
    found = decode_html((start + "後").encode(encoding)[:-1])
    assert found.text.removesuffix("\ufffd") == start


def test_a_foreign_piece_in_a_utf8_page_stays_small() -> None:
    menu = "<div>网站导航和友情链接</div>".encode("gbk")
    body = PARAGRAPH * 5
    found = decode_html(menu + page(body).encode())
    assert found.encoding == "utf-8"
    assert body in found.text


def test_the_euro_sign_of_windows() -> None:
    raw = page(PARAGRAPH, "gbk").encode("gbk").replace(b"</p>", b"\x80 100</p>")
    assert "€ 100</p>" in decode_html(raw).text


def test_nothing_and_plain_ascii() -> None:
    assert decode_html(b"") == Decoded("", "utf-8", "default")
    assert decode_html(b"<p>hello</p>") == Decoded("<p>hello</p>", "utf-8", "validity")


@given(st.binary(max_size=300), st.text(max_size=40))
def test_it_never_raises(body: bytes, content_type: str) -> None:
    assert isinstance(decode_html(body, content_type).text, str)


@given(st.text(st.characters(codec="gbk"), max_size=60))
def test_a_correct_label_over_plain_chinese_is_kept(extra: str) -> None:
    source = page(PARAGRAPH + extra, "gbk")
    assert decode_html(source.encode("gbk")).text == source


def test_broken_pages_do_not_cost_quadratic_time() -> None:
    def decoding(lines: int) -> Callable[[], object]:
        raw = b"".join(f"{PARAGRAPH}\n".encode("gbk")[1:] for _ in range(lines))
        return lambda: decode_html(raw)

    assert growth(decoding, 400) < LINEAR


def squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_real_pages_of_known_encoding() -> None:
    data = os.environ.get("TOPICCRAWL_DATA")
    if not data:
        pytest.skip("TOPICCRAWL_DATA is not set")
    lines = right = 0
    files = [
        *Path(data, "extraction-encoding").glob("*/gold.jsonl"),
        *Path(data, "extraction").glob("*/gold.jsonl"),
    ]
    for file in files:
        for row in file.read_text("utf-8").splitlines():
            record = json.loads(row)
            found = decode_html((file.parent / "pages" / f"{record['id']}.html").read_bytes())
            text = re.sub(r"<!--.*?-->|<[^>]*>", "", found.text, flags=re.DOTALL)
            shown = squeeze(html.unescape(text))
            gold = [squeeze(line) for line in (record["text"] or "").splitlines() if len(squeeze(line)) > 10]
            lines += len(gold)
            right += sum(line in shown for line in gold)
            if file.parts[-3] == "extraction":
                assert found.encoding == record["encoding"], record["id"]
    assert right / lines > 0.95
