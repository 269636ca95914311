"""OpenHowNet's archive."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from relevance.hownet.hownet_files import SENSES, archive

from topiccrawl.relevance import HowNet, HowNetError
from topiccrawl.relevance.hownet import archive as module
from topiccrawl.relevance.hownet.archive import read_archive, read_taxonomy
from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.relevance.hownet.kdml import parse_kdml
from topiccrawl.text.files.child import Limits

ONE = 1.6 / 2.6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{human|人}", Definition("human|人")),
        (
            "{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}",
            Definition(
                "tree|树",
                relations=(("PatientProduct", ("fruit|水果",)),),
                symbols=(("agent", ("reproduce|生殖",)),),
            ),
        ),
        ("{place|地方:belong=\"Asia|亚洲\"}", Definition("place|地方", relations=(("belong", ("(Asia|亚洲)",)),))),
        ("{think|思考:{study|学}}", Definition("think|思考", ("study|学",))),
        ("{a|甲:target={?},r={$},s={b|乙:t={c|丙}}}", Definition("a|甲", relations=(("s", ("b|乙",)), ("t", ("c|丙",))))),
        ("{a|甲};{b|乙:r={c|丙}}", Definition("a|甲", ("b|乙",), (("r", ("c|丙",)),))),
        ("{rescue ship|救生船}", Definition("rescue_ship|救生船")),
        (
            "{FuncWord|功能词:adjunct={and|和}}",
            Definition("FuncWord|功能词", relations=(("adjunct", ("and|和",)),), function=True),
        ),
    ],
)  # fmt: skip
def test_kdml(text: str, expected: Definition) -> None:
    assert parse_kdml(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "{", "{}", "{a|甲", "{a|甲}}", "{a|甲:}", "{a|甲:r=}", "a|甲", "{a|甲}{b|乙}", "{a|甲:{b|乙}", ";"],
)
def test_broken_kdml_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_kdml(text)


@given(st.text(alphabet='{}:,;="~ab|', max_size=25))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert parse_kdml(text).first
    except ValueError as error:
        assert str(error)


def test_an_archive_is_read() -> None:
    content = read_archive(archive(), "open.zip")
    assert list(content.words) == ["亚洲人", "人", "果树", "苹果"]  # simplified; English only left out
    assert dict(content.sememes)["tree|树"] == [name for name, _ in content.sememes].index("plant|植物")
    assert ("entity|实体", 0) in content.sememes


def test_similarity_over_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "open.zip"
    file.write_bytes(archive())
    hownet = HowNet.load(file)
    # one sense of 苹果 is a tree, too; it has a role more: .5 + .2 + .17 * .2 + .13 * .2
    assert hownet.similarity("苹果", "果树") == pytest.approx(0.7 + 0.3 * 0.2)
    assert hownet.similarity("苹果", "果树", "program") == pytest.approx(1)
    assert hownet.tree.similarity("tree|树", "plant|植物") == pytest.approx(ONE)
    assert HowNet.load(file).senses("苹果") == hownet.senses("苹果")


class Evil:
    def __reduce__(self) -> Any:
        return (Path.touch, (Path("touched"),))


@pytest.mark.parametrize(
    "senses", [{"1": Evil()}, Evil(), {"1": {"ch_word": "人", "Def": "{human|人}", "x": Path()}}]
)
def test_a_pickle_that_asks_for_code_is_refused(
    senses: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        HowNetError, match=r"open\.zip/HowNet_dict_complete: expected a pickle of plain values .*refused"
    ):
        read_archive(archive(senses), "open.zip")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"^open\.zip: expected a zip archive"),
        (archive(pickled=b"\x80\x04]"), "HowNet_dict_complete: expected a pickle of plain values"),
        (archive({}), "expected senses of Chinese words, found none"),
        (archive({"7": "x"}), "sense 7: expected a dictionary, found 'x'"),
        (archive({"7": {"ch_word": "人"}}), "sense 7: expected the text 'Def', found None"),
        (archive({**SENSES, "8": {"ch_word": "人", "Def": "{human|人"}}), r"sense 8: expected a definition .*, found '{human\|人'"),
        (archive(triples="a|甲 hyponym b|乙\na|甲 b|乙\n"), r"taxonomy\.txt:2: expected sememe, relation, sememe, found"),
        (archive(triples=b"a hyponym b\n\xff\n"), r"taxonomy\.txt:2: expected UTF-8, found the byte 0xff"),
        (archive(triples="a hyponym b\nb hyponym a\n"), r"taxonomy\.txt:1: expected a tree, but 'a' is its own ancestor"),
        (archive(triples="\n"), r"taxonomy\.txt:1: expected sememe, relation, sememe, found no line"),
    ],
)  # fmt: skip
def test_broken_archives_are_told(data: bytes, message: str) -> None:
    with pytest.raises(HowNetError, match=message):
        read_archive(data, "open.zip")


def _tuples() -> Any:
    bomb: Any = ("x",)
    for _ in range(60):
        bomb = (bomb, bomb)
    return bomb


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (archive({"1": {"ch_word": _tuples(), "Def": "{a}"}}), "expected the text 'ch_word', found a tuple"),
        (archive([_tuples()]), "expected a dictionary, found a tuple"),
        (archive(pickled=b"\x80\x04}\x8c\x01x\x85" + b"2\x86" * 60 + b"Ns."), "reading it takes more than 1"),
        (archive(pickled=b"\x80\x04" + b"]" * 4_000), "expected a pickle of plain values"),
        (archive({"1": {"ch_word": "人", "Def": "{a:" * 5000}}), "more than 50 nested braces"),
        (archive(triples="".join(f"a{n} hyponym a{n + 1}\n" for n in range(5000))), "at most 100 levels"),
    ],
)
def test_bombs_are_refused(data: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LIMITS", Limits(memory=10**9, seconds=300, processor=1))
    with pytest.raises(HowNetError, match=message) as caught:
        read_archive(data, "open.zip")
    assert len(str(caught.value)) < 500


def test_a_definition_of_too_many_values_is_refused() -> None:
    values = ",".join(f"{{b{n}}}" for n in range(900))
    with pytest.raises(HowNetError, match="more than 500 values"):
        read_archive(archive({"1": {"ch_word": "人", "Def": f"{{a:{values}}}"}}), "open.zip")


@pytest.mark.parametrize("name", ["HowNet_dict_complete", "sememe_triples_taxonomy.txt"])
def test_a_member_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_MEMBER", 1_000_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for member in ("HowNet_dict_complete", "sememe_triples_taxonomy.txt"):
            with target.open(member, "w", force_zip64=True) as file:
                file.write(bytes(2_000_000) if member == name else b"a hyponym b\n")
    with pytest.raises(HowNetError, match=rf"^open\.zip: its member {name} decompresses to 2,000,000 bytes"):
        read_archive(packed.getvalue(), "open.zip")


@pytest.mark.parametrize("missing", ["HowNet_dict_complete", "sememe_triples_taxonomy.txt"])
def test_a_missing_member_is_told(missing: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive())) as whole, zipfile.ZipFile(packed, "w") as part:
        for entry in whole.infolist():
            if not entry.filename.endswith(missing):
                part.writestr(entry, whole.read(entry))
    with pytest.raises(HowNetError, match=rf"open\.zip: expected the member {missing}"):
        read_archive(packed.getvalue(), "open.zip")


def test_a_list_of_senses_is_read_too() -> None:
    packed = archive(pickled=pickle.dumps(list(SENSES.values()), protocol=2))
    assert read_archive(packed, "open.zip") == read_archive(archive(), "open.zip")


def test_the_first_of_several_parents_counts() -> None:
    sememes = read_taxonomy(b"a hyponym c\nb hyponym c\nc antonym d\n", "t")
    assert sememes == (("a", 0), ("c", 0), ("b", 2), ("d", 3))
