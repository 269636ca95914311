"""HowNet 2000: reading its files, and the published similarities."""

from __future__ import annotations

import codecs
import csv
from pathlib import Path

import pytest
from relevance.hownet.hownet_files import GLOSSARY, SEMEMES, archive, glossary, write_edition

from topiccrawl.relevance import HowNet, HowNetError
from topiccrawl.relevance.hownet.definition import Definition, parse_definition
from topiccrawl.relevance.hownet.glossary import read_edition_2000, read_sememes


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / "cache"))
    return write_edition(tmp_path / "hownet")


@pytest.fixture(scope="module")
def real(measuring_data: Path) -> Path:
    return measuring_data / "hownet"


# Reading definitions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("human|人,male|男,adult|成", Definition("human|人", ("male|男", "adult|成"))),
        (
            "suffer|遭受,content=beat|打,time=^fulfil|实现",
            Definition("suffer|遭受", relations=(("content=", ("beat|打",)), ("time=^", ("fulfil|实现",)))),
        ),
        (
            "human|人,*teach|教,#occupation|职位,*learn|学",
            Definition(
                "human|人", symbols=(("#", ("occupation|职位",)), ("*", ("teach|教", "learn|学")))
            ),
        ),
        ("aValue|属性值,^$pay|付", Definition("aValue|属性值", symbols=(("^$", ("pay|付",)),))),
        ("^wait|等待", Definition("", symbols=(("^", ("wait|等待",)),))),
        (
            "place|地方,ProperName|专,(the Ivory Coast|象牙海岸)",
            Definition("place|地方", ("ProperName|专", "(the Ivory Coast|象牙海岸)")),
        ),
        ("part|部件,(institution|机构=UN|联合国)", Definition("part|部件", ("(institution|机构=UN|联合国)",))),
        ("cease|停做,content=(a, b|卖淫)", Definition("cease|停做", relations=(("content=", ("(a, b|卖淫)",)),))),
        ("{firstPerson|我,mass|众}", Definition("firstPerson|我", ("mass|众",), function=True)),
        (" run|跑, ", Definition("run|跑")),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: Definition) -> None:
    assert parse_definition(text) == expected


@pytest.mark.parametrize("text", ["", ",", "{}", "human|人,(China", "human|人)", "{human|人", "human|人}"])
def test_broken_definitions_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_definition(text)


# Reading files


@pytest.mark.parametrize("form", ["tabs", "slashes", "spaces"])
@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_all_forms_of_the_files_say_the_same(form: str, encoding: str, ending: str) -> None:
    text, sememes = (part.replace("\n", ending).encode(encoding) for part in (glossary(form), SEMEMES))
    content = read_edition_2000(text, sememes, "glossary.dat", "WHOLE.DAT")
    plain = read_edition_2000(glossary().encode(), SEMEMES.encode(), "glossary.dat", "WHOLE.DAT")
    assert content == plain
    assert set(content.words) == {row[0] for row in GLOSSARY}
    assert [content.definitions[n] for n in content.words["学习"]] == [
        Definition("learn|学"),
        Definition("learn|学", relations=(("manner=", ("male|男",)),)),
    ]
    assert content.sememes[9] == ("learn|学", 8)


def test_words_are_brought_to_normal_form() -> None:
    text = "學習\tV\tlearn|学\nＣＰＵ\tN\thuman|人\n"
    content = read_edition_2000(text.encode(), SEMEMES.encode(), "g", "w")
    assert set(content.words) == {"学习", "CPU"}


def test_a_role_name_stands_for_the_role(folder: Path) -> None:
    hownet = HowNet.load(folder)
    assert hownet.senses("时") == (Definition("time|时间", function=True),)


BAD_BYTE = "男人\tN\thuman|人\n".encode("gb18030") + b"\xff\xff\tN\thuman|x\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"glossary\.dat:1: expected word, part of speech and definition, found no line"),
        ("男人\tN\thuman|人\n女人\n".encode(), r"glossary\.dat:2: expected word, .*'女人'"),
        (
            "男人\tN\thuman|人\n\n女人\tN\t\n".encode(),
            r"glossary\.dat:3: expected a definition \(.* is empty\), found ''",
        ),
        ("女人\tN\thuman|人,(京\n".encode(), r"glossary\.dat:1: expected a definition .*not closed"),
        (BAD_BYTE, r"glossary\.dat:2: expected GB18030 or UTF-8, found the byte 0xff"),
        (codecs.BOM_UTF8 + BAD_BYTE, r"glossary\.dat:1: expected UTF-8, found the byte 0xc4"),
    ],
)
def test_a_broken_glossary_is_told_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(HowNetError, match=message):
        read_edition_2000(data, SEMEMES.encode(), "glossary.dat", "WHOLE.DAT")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"WHOLE\.DAT:1: expected number, name and parent's number"),
        ("0 a|甲 0\nb|乙 0\n", r"WHOLE\.DAT:2: expected number, name and parent's number, found 'b\|乙 0'"),
        ("0 a|甲 0\n0 b|乙 0\n", r"WHOLE\.DAT:2: expected a new sememe, found the number 0 again"),
        ("0 a|甲 0\n1 b|乙 7\n", r"WHOLE\.DAT:2: expected the number of a sememe as parent, found 7"),
        ("0 a|甲 0\n1 b|乙 2\n2 c|丙 1\n", r"WHOLE\.DAT:2: expected a tree, but 'b\|乙' is its own ancestor"),
    ],
)
def test_a_broken_tree_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(HowNetError, match=message):
        read_sememes(text.encode(), "WHOLE.DAT")


def test_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(HowNetError, match="nowhere: expected a folder with HowNet"):
        HowNet.load(tmp_path / "nowhere")
    with pytest.raises(HowNetError, match=r"expected glossary\.dat and WHOLE\.DAT, or one archive"):
        HowNet.load(tmp_path)
    (tmp_path / "Glossary.DAT").write_text(glossary(), encoding="utf-8")
    with pytest.raises(HowNetError, match=r"expected WHOLE\.DAT, found none"):
        HowNet.load(tmp_path)
    (tmp_path / "Glossary.DAT").unlink()
    (tmp_path / "whole.dat").write_text(SEMEMES, encoding="utf-8")
    with pytest.raises(HowNetError, match=r"expected glossary\.dat, found none"):
        HowNet.load(tmp_path)
    (tmp_path / "glossary.dat").mkdir()
    with pytest.raises(HowNetError, match=r"glossary\.dat: cannot be read"):
        HowNet.load(tmp_path)


# The compiled form


def test_the_compiled_form_says_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = HowNet.load(folder)
    monkeypatch.setattr(
        "topiccrawl.relevance.hownet.hownet.read_edition_2000", None
    )  # nothing may be read now
    again = HowNet.load(folder)
    assert again.words == first.words
    assert [again.senses(word) for word in again.words] == [first.senses(word) for word in first.words]
    assert again.fingerprint == first.fingerprint
    assert again.tree.similarity("male|男", "female|女") == first.tree.similarity("male|男", "female|女")


def test_a_changed_file_is_noticed(folder: Path) -> None:
    first = HowNet.load(folder)
    write_edition(folder, glossary().replace("女人", "妇女"))
    second = HowNet.load(folder)
    write_edition(folder, glossary(), SEMEMES.replace("5  female|女        3", "5  female|女        1"))
    third = HowNet.load(folder)
    assert "妇女" in second and "女人" not in second
    assert third.similarity("男人", "女人") != first.similarity("男人", "女人")
    assert len({first.fingerprint, second.fingerprint, third.fingerprint}) == 3


@pytest.mark.parametrize("broken", [b"", b"{}", b"[1]", b'{"firsts": [1', b"\xff"])
def test_a_broken_compiled_form_is_made_again(folder: Path, broken: bytes, tmp_path: Path) -> None:
    first = HowNet.load(folder)
    (compiled,) = (tmp_path / "cache").glob("hownet-*.json")
    compiled.write_bytes(broken)
    assert HowNet.load(folder).similarity("男人", "女人") == first.similarity("男人", "女人")
    assert compiled.stat().st_size > len(broken)


def test_an_archive_in_a_folder_is_found(tmp_path: Path, folder: Path) -> None:
    packed = tmp_path / "open"
    packed.mkdir()
    (packed / "resources.zip").write_bytes(archive())
    assert (
        HowNet.load(packed).words
        == HowNet.load(packed / "resources.zip").words
        == ("亚洲人", "人", "果树", "苹果")
    )
    (packed / "second.zip").write_bytes(archive())
    with pytest.raises(HowNetError, match="found 2 archives"):
        HowNet.load(packed)


# Similarity of words


def test_words_by_hand(folder: Path) -> None:
    hownet = HowNet.load(folder)
    siblings = 1.6 / 3.6
    # one shared sememe, then male against female; roles and signs are empty on both sides
    assert hownet.similarity("男人", "女人") == pytest.approx(0.5 + 0.5 * siblings)
    assert hownet.similarity("男人", "男人") == 1
    # the best pair of senses: manner=male against manner=female, time against nothing
    alone = 0.5 + 0.2 + 0.3 * (siblings + 0.2) / 2
    bare = 0.5 + 0.2 + 0.3 * 0.2
    assert hownet.similarity("学习", "补课") == pytest.approx(max(alone, bare))
    assert hownet.similarity("学习", "补课", "program") == pytest.approx(1)  # the bare sense has no roles
    assert hownet.similarity("男人", "的") == 0  # content word and function word
    assert hownet.similarity("的", "之") == pytest.approx(siblings)
    # two different plain words are not similar at all
    assert hownet.similarity("京人", "沪人") == pytest.approx(0.5)


def test_unknown_words_have_no_similarity(folder: Path) -> None:
    hownet = HowNet.load(folder)
    assert hownet.similarity("男人", "渠") is None
    assert hownet.similarity("渠", "渠") is None
    assert hownet.senses("渠") == ()
    assert "渠" not in hownet
    assert not hownet.row("渠").any()


def test_the_mode_is_part_of_the_fingerprint(folder: Path) -> None:
    paper, program = HowNet.load(folder), HowNet.load(folder, "program")
    assert paper.fingerprint != program.fingerprint
    assert program.similarity("教师", "工人") == paper.similarity("教师", "工人", "program")
    assert program.similarity("教师", "工人") != paper.similarity("教师", "工人")
    with pytest.raises(ValueError, match="mode = 'book'"):
        HowNet.load(folder, "book")  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["paper", "program"])
def test_rows_equal_single_values(folder: Path, mode: str) -> None:
    hownet = HowNet.load(folder, mode)  # type: ignore[arg-type]
    for word in hownet.words:
        assert hownet.row(word).tolist() == [hownet.similarity(word, other) for other in hownet.words]


# The real one


def test_published_values(real: Path) -> None:
    hownet = HowNet.load(real)
    hits = dict.fromkeys(("paper", "program", "manual"), 0)
    with (real / "known_answers.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if "README" in row["source"]:
                continue
            by_paper, by_program = (
                [
                    hownet.sense_similarity(a, b, mode)  # type: ignore[arg-type]
                    for a in hownet.senses(row["word1"])
                    for b in hownet.senses(row["word2"])
                ]
                for mode in ("paper", "program")
            )
            published = pytest.approx(float(row["published"]), abs=0.001)
            if row["source"].startswith("LiuLi2002"):
                hits["paper"] += published in by_paper
                hits["program"] += published in by_program
            else:
                hits["manual"] += published in by_program
            assert min(abs(value - float(row["own_paper_text"])) for value in by_paper) < 1e-4
            assert min(abs(value - float(row["own_software_like"])) for value in by_program) < 1e-4
    assert hits == {"paper": 24, "program": 37, "manual": 41}
