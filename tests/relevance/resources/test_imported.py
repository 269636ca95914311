"""Importing resources, naming them in topics, and the list of all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from relevance.hownet.hownet_files import write_edition

from topiccrawl.errors import ResourceError
from topiccrawl.relevance import HowNet, Relevance, Topic, TopicError
from topiccrawl.relevance.relevance import topic_similarity
from topiccrawl.relevance.resources.catalogue import catalogue
from topiccrawl.relevance.resources.choice import ResourceChoice, chosen_thesaurus, chosen_vectors
from topiccrawl.relevance.resources.imported import find_imported, import_resource, imported
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.vectors.mapped import MappedVectors

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of gensim


@pytest.fixture(autouse=True)
def own_folders(
    cache_with_vectors: Path, in_process: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    monkeypatch.setenv("TOPICCRAWL_RESOURCES_DIR", str(tmp_path / "imported"))
    return tmp_path / "imported"


@pytest.fixture
def synonyms(tmp_path: Path) -> Path:
    file = tmp_path / "党建近义词.txt"
    file.write_text("主题党日 党日活动\n支部 党支部\n", encoding="utf-8")
    return file


@pytest.fixture
def vectors(tmp_path: Path, small_keyed: KeyedVectors) -> Path:
    file = tmp_path / "news.txt"
    small_keyed.save_word2vec_format(str(file))
    return file


def test_what_is_imported_stays_when_the_original_goes(
    tmp_path: Path, synonyms: Path, vectors: Path, small_keyed: KeyedVectors
) -> None:
    folder = write_edition(tmp_path / "知网")
    expected = HowNet.load(folder, "program").similarity("男人", "女人")
    kept = [
        import_resource(folder, "hownet"),
        import_resource(synonyms, "synonyms", "party"),
        import_resource(vectors, "vectors"),
    ]
    assert [entry.name for entry in kept] == ["hownet", "party", "news"]
    assert sorted(entry.name for entry in imported()) == ["hownet", "news", "party"]
    for file in (*folder.iterdir(), synonyms, vectors):
        file.unlink()
    assert chosen_thesaurus("hownet").open().similarity("男人", "女人") == expected
    assert chosen_thesaurus("party").open().similarity("支部", "党支部") == 1
    assert chosen_vectors("news").open().words == tuple(small_keyed.index_to_key)
    assert find_imported("news").description == f"{len(small_keyed.index_to_key)} words, 3 dimensions"


def test_both_readings_of_hownet_can_be_named(tmp_path: Path) -> None:
    import_resource(write_edition(tmp_path / "知网"), "hownet", "zhiwang")
    program, paper = (chosen_thesaurus(f"zhiwang{mode}") for mode in ("", ":paper"))
    assert program.fingerprint == program.open().fingerprint != paper.fingerprint == paper.open().fingerprint
    assert "program" in program.fingerprint


def test_vectors_to_the_letter_compose_nothing(vectors: Path) -> None:
    import_resource(vectors, "vectors", "news")
    for name, word in (("news", "红旗支部"), ("words", "主题党日活动")):
        assert chosen_vectors(name).open().matrix((word,)).any()
        assert not chosen_vectors(f"{name}:literal").open().matrix((word,)).any()
        assert chosen_vectors(name).fingerprint != chosen_vectors(f"{name}:literal").fingerprint
    with pytest.raises(ResourceError, match="NAME:literal"):
        chosen_vectors("news:strict")


def test_quick_fingerprints_are_those_of_the_opened(synonyms: Path, vectors: Path) -> None:
    import_resource(synonyms, "synonyms", "party")
    import_resource(vectors, "vectors", "news")
    for unopened in (
        chosen_thesaurus("party"),
        chosen_vectors("news"),
        chosen_vectors("words"),
        chosen_vectors("words:literal"),
        chosen_vectors("news:literal"),
    ):
        assert unopened.fingerprint == unopened.open().fingerprint


def test_importing_again_replaces(synonyms: Path) -> None:
    import_resource(synonyms, "synonyms", "party")
    before = chosen_thesaurus("party").fingerprint
    synonyms.write_text("支部 党组织\n", encoding="utf-8")
    import_resource(synonyms, "synonyms", "party")
    assert chosen_thesaurus("party").fingerprint != before
    assert chosen_thesaurus("party").open().similarity("支部", "党支部") is None


def test_a_broken_resource_is_told_and_leaves_nothing(tmp_path: Path, own_folders: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("支部 1 2\n党委 1 x\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"broken\.txt:2: expected a word and 2 numbers"):
        import_resource(broken, "vectors")
    with pytest.raises(ResourceError, match="expected glossary"):
        import_resource(tmp_path, "hownet")
    assert list(own_folders.iterdir()) == []


def test_vectors_that_are_not_finite_are_not_imported(tmp_path: Path, own_folders: Path) -> None:
    MappedVectors(("支部", "党员"), np.array([[1, 2], [np.nan, 0]], dtype=np.float32)).save(
        tmp_path / "v.npy"
    )
    with pytest.raises(ResourceError, match=r"v\.npy: the vector of '党员' has a number that is not finite"):
        import_resource(tmp_path / "v.npy", "vectors")
    assert list(own_folders.iterdir()) == []


def test_what_a_killed_import_left_is_swept_a_day_later(synonyms: Path, own_folders: Path) -> None:
    left, running = own_folders / ".import-left", own_folders / ".import-running"
    for folder in (left, running):
        (folder / "party").mkdir(parents=True)
    os.utime(left, (1, 1))
    import_resource(synonyms, "synonyms", "party")
    assert sorted(entry.name for entry in own_folders.iterdir()) == [".import-running", "party"]


@pytest.mark.parametrize("note", ["", "kind = 'film'\nsource = ''\ndescription = ''\n", "kind ="])
def test_a_broken_note_is_named(own_folders: Path, note: str) -> None:
    (own_folders / "odd").mkdir(parents=True)
    (own_folders / "odd" / "resource.toml").write_text(note, encoding="utf-8")
    with pytest.raises(ResourceError, match=r"odd/resource\.toml: not the note"):
        find_imported("odd")


def test_unknown_names_are_told_with_the_known_ones(synonyms: Path, vectors: Path) -> None:
    with pytest.raises(ResourceError, match=r"'hownet' \(built in: cilin, .*; imported: none\)"):
        chosen_thesaurus("hownet")
    import_resource(synonyms, "synonyms", "party")
    import_resource(vectors, "vectors", "news")
    with pytest.raises(ResourceError, match=r"imported: news, party"):
        chosen_vectors("wiki")
    with pytest.raises(ResourceError, match="'party' is a thesaurus"):
        chosen_vectors("party")
    for name in ("news", "party:paper"):
        with pytest.raises(ResourceError, match="is not a thesaurus"):
            chosen_thesaurus(name)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.relevance.thesauri.synonyms.SYNONYM_PACKAGE", "no-such-package")
    with pytest.raises(ResourceError, match="needs the package no-such-package"):
        chosen_thesaurus("wikipedia-synonyms")


@pytest.mark.parametrize(
    ("thesaurus", "vectors"), [("", "words"), ("cilin +", "words"), ("cilin", "words +")]
)
def test_choices_that_name_nothing(thesaurus: str, vectors: str) -> None:
    with pytest.raises(ValueError, match="names nothing"):
        ResourceChoice(thesaurus, vectors)


def _topic(folder: Path, resources: str) -> Topic:
    folder.mkdir()
    (folder / "topic.toml").write_text(f'title = "党建"\n{resources}', encoding="utf-8")
    (folder / "words.tsv").write_text("党支部\t1\n", encoding="utf-8")
    return Topic.load(folder)


def test_a_topic_names_its_resources(tmp_path: Path, synonyms: Path, vectors: Path) -> None:
    import_resource(synonyms, "synonyms", "party")
    import_resource(vectors, "vectors", "news")
    topic = _topic(tmp_path / "own", '[resources]\nthesaurus = "party"\nvectors = "news"\n')
    relevance = Relevance(topic)
    assert relevance.similarity.thesaurus.words == ("主题党日", "党支部", "党日活动", "支部")
    assert relevance.word_value("支部") > 0
    plain = _topic(tmp_path / "plain", "")
    assert topic_similarity(plain).fingerprint == Similarity.for_relevance(plain.similarity).fingerprint


def test_a_topic_that_names_no_such_resource_is_told(tmp_path: Path) -> None:
    topic = _topic(tmp_path / "own", '[resources]\nthesaurus = "hownet"\n')
    with pytest.raises(TopicError, match=r"topic\.toml:3: \[resources\] thesaurus = 'hownet': no resource"):
        Relevance(topic)
    two = _topic(tmp_path / "two", '[resources]\nvectors = "words + own"\n')
    with pytest.raises(
        TopicError, match=r"topic\.toml:3: \[resources\] vectors = 'words \+ own': no resource"
    ):
        Relevance(two)


def test_the_catalogue_tells_licence_and_effect_of_each(synonyms: Path, tmp_path: Path) -> None:
    entries = {entry.name: entry for entry in catalogue()}
    assert {"jieba", "rjieba", "opencc", "cilin", "words", "encoder", "hownet"} <= entries.keys()
    assert all(entry.licence and entry.changes for entry in entries.values())
    assert entries["cilin"].path is not None and entries["cilin"].path.exists()
    assert entries["hownet"].path is None
    import_resource(synonyms, "synonyms", "party")
    import_resource(write_edition(tmp_path / "知网"), "hownet", "zhiwang")
    names = [entry.name for entry in catalogue()]
    assert "hownet" not in names
    assert names[-2:] == ["party", "zhiwang"]
