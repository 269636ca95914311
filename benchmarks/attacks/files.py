"""The files of `attack_imports`: each attack writes them into a folder and says which command reads them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from topiccrawl.text.resources import CACHE_VARIABLE, RESOURCES_VARIABLE

MARKER = "made-by-hostile-code"
Attack = Callable[[Path], list[str]]
ATTACKS: dict[str, Attack] = {}
_TRIPLES = "entity|实体 hyponym human|人\n"
_GOOD = {"1": {"ch_word": "人", "en_word": "human", "Def": "{human|人}"}}
_ZEROS = bytes(1_000_000)


class Evil:
    """Makes a folder when it is unpickled."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, (MARKER,)


def _attack(make: Attack) -> Attack:
    ATTACKS[make.__name__.replace("_", " ").strip()] = make
    return make


def _file(kind: str, name: str, data: bytes) -> Attack:
    def attack(folder: Path) -> list[str]:
        (folder / name).write_bytes(data)
        return ["resources", "import", kind, str(folder / name), "--name", "x"]

    return attack


def _texts(name: str, data: bytes) -> Attack:
    def attack(folder: Path) -> list[str]:
        (folder / name).write_bytes(data)
        return ["resources", "train", str(folder / name), "--name", "x", "--epochs", "1", "--least", "1"]

    return attack


def _topic(toml: bytes, words: bytes = "党员\t1\n".encode()) -> Attack:
    def attack(folder: Path) -> list[str]:
        (folder / "t").mkdir()
        (folder / "t" / "topic.toml").write_bytes(toml)
        (folder / "t" / "words.tsv").write_bytes(words)
        return ["topic", "check", str(folder / "t")]

    return attack


def _archive(pickled: bytes = b"", triples: str = _TRIPLES, pad: int = 0, pad_in: str = "senses") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in (
            ("HowNet_dict_complete", pickled or pickle.dumps(_GOOD)),
            ("sememe_triples_taxonomy.txt", triples.encode()),
        ):
            with target.open(name, "w", force_zip64=True) as member:
                member.write(data)
                for _ in range(pad if pad_in in name or (pad_in == "senses" and "dict" in name) else 0):
                    member.write(_ZEROS)
    return packed.getvalue()


def _hownet(name: str, **archive: Any) -> None:
    ATTACKS[f"HowNet: {name}"] = lambda folder: _file("hownet", "h.zip", _archive(**archive))(folder)


def _keyed(folder: Path, **state: Any) -> Path:
    """KeyedVectors whose state holds more than it should."""
    from gensim.models import KeyedVectors

    keyed = KeyedVectors(4)
    keyed.add_vectors(["支部", "党员"], np.eye(2, 4, dtype=np.float32))
    path = folder / "X.kv"
    keyed.save(str(path), separately=["vectors"])
    loaded = pickle.loads(path.read_bytes())
    loaded.__dict__.update(state)
    path.write_bytes(pickle.dumps(loaded, 4))
    return path


def _vectors(path: Path) -> list[str]:
    return ["resources", "import", "vectors", str(path), "--name", "x"]


def _beside(attribute: str, file: str) -> Attack:
    """A clean file that names another beside it, which is a pickle."""

    def attack(folder: Path) -> list[str]:
        path = _keyed(folder, **{attribute: ["vectors", "evil"] if attribute == "__numpys" else ["evil"]})
        (folder / f"X.kv.{file}").write_bytes(pickle.dumps(Evil()))
        return _vectors(path)

    return attack


def _tuples(depth: int = 60) -> Any:
    bomb: Any = ("x",)
    for _ in range(depth):
        bomb = (bomb, bomb)
    return bomb


def _raw(*parts: bytes) -> bytes:
    return b"\x80\x04" + b"".join(parts) + b"."


# --- vectors ------------------------------------------------------------------------------------------------
ATTACKS["kv: pickle named by __numpys"] = _beside("__numpys", "evil.npy")
ATTACKS["kv: pickle named by __scipys"] = _beside("__scipys", "evil.npy")
ATTACKS["kv: pickle named by __recursive_saveloads"] = _beside("__recursive_saveloads", "evil")
ATTACKS["kv: code in the file"] = _file("vectors", "X.kv", pickle.dumps(Evil()))


@_attack
def kv_matrix_of_objects(folder: Path) -> list[str]:
    path = _keyed(folder)
    np.save(f"{path}.vectors.npy", np.array([Evil(), Evil()], dtype=object), allow_pickle=True)
    return _vectors(path)


@_attack
def kv_matrix_is_a_pickle(folder: Path) -> list[str]:
    path = _keyed(folder)
    Path(f"{path}.vectors.npy").write_bytes(pickle.dumps(Evil()))
    return _vectors(path)


@_attack
def kv_matrix_is_an_npz_of_objects(folder: Path) -> list[str]:
    path = _keyed(folder)
    with Path(f"{path}.vectors.npy").open("wb") as out:
        np.savez_compressed(out, val=np.array([Evil()], dtype=object))
    return _vectors(path)


@_attack
def kv_array_of_objects_in_the_file(folder: Path) -> list[str]:
    path = _keyed(folder, vectors=np.array([[Evil()], [Evil()]], dtype=object), **{"__numpys": []})
    return _vectors(path)


@_attack
def kv_matrix_of_another_shape(folder: Path) -> list[str]:
    path = _keyed(folder)
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999), }"
    header = header.ljust(117) + b"\n"
    Path(f"{path}.vectors.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
    return _vectors(path)


for _name, _data in {
    "memo index of 4 billion": _raw(b"N", b"r\xff\xff\xff\x7f"),
    "text of 2^60 bytes": _raw(b"\x8d" + struct.pack("<Q", 2**60)),
    "tuples within tuples as a key": _raw(b"}\x8c\x01x\x85" + b"2\x86" * 60 + b"Ns"),
    "a million lists within each other": _raw(b"]" * 1_000_000 + b"a" * 999_999),
    "100 million empty lists": _raw(b"]" * 100_000_000),
    "a number of 50 million digits": _raw(b"L" + b"9" * 50_000_000 + b"L\n"),
    "a name of shared memory": _raw(b"\x97"),
    "a persistent name": _raw(b"Px\n"),
    "an extension": _raw(b"\x82\x01"),
}.items():
    ATTACKS[f"kv: {_name}"] = _file("vectors", "X.kv", _data)
    _hownet(_name, pickled=_data)

ATTACKS["text: gzip bomb of zeros, 3 GB"] = lambda folder: _file(
    "vectors", "v.txt.gz", b"".join([gzip.compress(_ZEROS * 100)] * 30)
)(folder)
ATTACKS["text: gzip bomb of one word, 3 GB"] = lambda folder: _file(
    "vectors", "v.txt.gz", gzip.compress("党 1 2\n".encode()) + gzip.compress(b"a" * 100_000_000) * 30
)(folder)
ATTACKS["text: a line of 200 MB"] = lambda folder: _file("vectors", "v.txt", b"1 " * 100_000_000)(folder)
ATTACKS["text: a billion dimensions"] = _file("vectors", "v.txt", b"1 1000000000\na 1 2\n")
ATTACKS["binary: gzip bomb without a blank, 3 GB"] = lambda folder: _file(
    "vectors", "v.bin.gz", gzip.compress(b"5 4\n") + gzip.compress(_ZEROS * 100) * 30
)(folder)
ATTACKS["binary: a billion words stated"] = _file("vectors", "v.bin", b"1000000000 1000\n\xe6 \x00\x01")
ATTACKS["binary: 500 million dimensions stated"] = _file("vectors", "v.bin", b"2 500000000\n\xe6 \x00\x01")


def _fasttext(
    words: int = 1, dimensions: int = 4, bucket: int = 0, entry: bytes = b"a\0", **kinds: Any
) -> bytes:
    head = struct.pack(
        "<2i12id3iqq", 793712314, 12, dimensions, 5, 5, 1, 5, 1, 1, 2, bucket, 3,
        kinds.get("most", 6), 100, 1e-4, words, words, 0, 10, -1,
    )  # fmt: skip
    rows, columns = kinds.get("shape", (words + bucket, dimensions))
    matrix = struct.pack("<?qq", False, rows, columns) + bytes(4 * kinds.get("floats", 0))
    return head + entry + struct.pack("<qb", 1, 0) + matrix


ATTACKS["fastText: a word that never ends"] = _file("vectors", "f.bin", _fasttext(entry=b"a" * 100)[:120])
ATTACKS["fastText: two billion words stated"] = _file("vectors", "f.bin", _fasttext(words=2**31 - 1))
ATTACKS["fastText: a matrix of 2^40 rows stated"] = _file("vectors", "f.bin", _fasttext(shape=(2**40, 4)))
ATTACKS["fastText: two billion buckets"] = _file("vectors", "f.bin", _fasttext(bucket=2**31 - 1, floats=4))

# --- HowNet -------------------------------------------------------------------------------------------------
_hownet("code", pickled=pickle.dumps(Evil()))
_hownet("3 GB of zeros behind the senses", pad=3000)
_hownet("3 GB of zeros behind the tree", pad=3000, pad_in="taxonomy")
_hownet("tuples within tuples as a word", pickled=pickle.dumps({"1": {"ch_word": _tuples(), "Def": "{a}"}}))
_hownet("tuples within tuples as a number", pickled=pickle.dumps([_tuples()]))
_hownet("braces within braces", pickled=pickle.dumps({"1": {"ch_word": "人", "Def": "{a:" * 50_000}}))
_hownet(
    "a definition of 200,000 values",
    pickled=pickle.dumps(
        {
            n: {"ch_word": f"人{n}", "Def": "{a:" + ",".join(f"{{b{i}}}" for i in range(200_000)) + "}"}
            for n in "12"
        }
    ),
)
_hownet("a tree of 100,000 levels", triples="".join(f"a{n} hyponym a{n + 1}\n" for n in range(100_000)))


@_attack
def hownet_2000_a_line_of_blanks(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").write_bytes(b"a" + b" " * 1_000_000 + b"\n")
    (folder / "h" / "WHOLE.DAT").write_text("0 a|b 0\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


@_attack
def hownet_2000_a_tree_of_blanks(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").write_bytes(b"a\tN\ta|b\n")
    (folder / "h" / "WHOLE.DAT").write_bytes(b"0 a" + b" " * 1_000_000 + b"x\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


@_attack
def hownet_2000_a_file_that_never_ends(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").symlink_to("/dev/zero")
    (folder / "h" / "WHOLE.DAT").write_text("0 a|b 0\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


# --- synonyms -----------------------------------------------------------------------------------------------
ATTACKS["synonyms: 600 MB of one word"] = lambda folder: _file("synonyms", "s.txt", b"a" * 600_000_000)(
    folder
)

# --- texts --------------------------------------------------------------------------------------------------
ATTACKS["texts: gzip bomb, 3 GB on one line"] = lambda folder: _texts(
    "a.txt.gz", gzip.compress(b"a" * 100_000_000) * 30
)(folder)
ATTACKS["texts: bzip2 bomb, 3 GB on one line"] = lambda folder: _texts(
    "a.jsonl.bz2", bz2.compress(b"a" * 100_000_000) * 30
)(folder)
ATTACKS["texts: xz bomb, 3 GB on one line"] = lambda folder: _texts(
    "a.jsonl.xz", lzma.compress(b"a" * 100_000_000) * 30
)(folder)
ATTACKS["texts: a damaged gzip"] = _texts("a.txt.gz", gzip.compress(os.urandom(9000))[:4000] + b"x" * 3000)
ATTACKS["export: brackets within brackets"] = _texts("a.jsonl", b'{"text": ' + b"[" * 200_000 + b"\n")
ATTACKS["export: a line of 400 MB"] = lambda folder: _texts("a.jsonl", b'{"text": "' + b"a" * 400_000_000)(
    folder
)
_WIKI = b'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">'


def _wiki_page(markup: bytes) -> bytes:
    return (
        b"<page><title>a</title><ns>0</ns><id>1</id><revision><text>" + markup + b"</text></revision></page>"
    )


ATTACKS["dump: xz bomb, 3 GB without a page"] = lambda folder: _texts(
    "a.xml.xz", lzma.compress(_WIKI) + lzma.compress(b"<a/>" * 25_000_000) * 30
)(folder)
ATTACKS["dump: a page of 3 GB"] = lambda folder: _texts(
    "a.xml.bz2",
    bz2.compress(_WIKI + b"<page><revision><text>") + bz2.compress(b"a" * 100_000_000) * 30,
)(folder)
ATTACKS["dump: a billion laughs"] = _texts(
    "a.xml",
    b"<!DOCTYPE m [<!ENTITY a0 'haha'>"
    + b"".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>".encode() for n in range(12))
    + b"]>"
    + _WIKI
    + _wiki_page(b"&a12;")
    + b"</mediawiki>",
)
ATTACKS["dump: elements within elements"] = _texts("a.xml", _WIKI + b"<a>" * 3_000_000)
for _name, _unit in {"comments": "&lt;!--", "links": "[http://", "pictures": "\n[[File:a|"}.items():
    ATTACKS[f"dump: a page of {_name} that never end"] = _texts(
        "a.xml",
        _WIKI
        + _wiki_page(_unit.encode() * 100_000)
        + _wiki_page("党员学习党章。".encode())
        + b"</mediawiki>",
    )

# --- topics -------------------------------------------------------------------------------------------------
ATTACKS["topic: brackets within brackets"] = _topic(b'title = "a"\nseeds = ' + b"[" * 100_000)
ATTACKS["topic: tables within tables"] = _topic(b'title = "a"\n' + b"a.b = {" * 5_000)
ATTACKS["topic: a key of 5,000 parts"] = _topic(b'title = "a"\n' + b"a." * 5_000 + b"b = 1\n")
ATTACKS["topic: a list of a million numbers"] = _topic(b'title = "a"\nseeds = [' + b"1," * 1_000_000 + b"]\n")


@_attack
def topic_words_that_never_end(folder: Path) -> list[str]:
    arguments = _topic(b'title = "a"\n')(folder)
    (folder / "t" / "words.tsv").unlink()
    (folder / "t" / "words.tsv").symlink_to("/dev/zero")
    return arguments


# --- what lies about ----------------------------------------------------------------------------------------
@_attack
def training_checkpoint_runs_code(folder: Path) -> list[str]:
    (folder / "a.txt").write_text("支部 学习 党章。" * 50, encoding="utf-8")
    arguments = ["resources", "train", str(folder / "a.txt"), "--name", "x", "--epochs", "1", "--least", "1"]
    arguments += ["--dimensions", "5", "--folder", str(folder / "work")]
    (folder / "work" / "model").mkdir(parents=True)
    subprocess.run(
        [sys.executable, "-m", "topiccrawl", *arguments],
        env=os.environ | {name: str(folder / "first") for name in (CACHE_VARIABLE, RESOURCES_VARIABLE)},
        capture_output=True,
        check=True,
    )
    model = folder / "work" / "model"
    note = json.loads((model / "model.json").read_text(encoding="utf-8"))
    (model / "model.json").write_text(json.dumps({**note, "epochs": 0}), encoding="utf-8")
    for file in model.glob("word2vec.model"):
        file.write_bytes(pickle.dumps(Evil()))
    for file in model.glob("*.npy"):
        np.save(file, np.array([Evil()], dtype=object), allow_pickle=True)
    return arguments


@_attack
def imported_note_of_brackets(folder: Path) -> list[str]:
    (folder / "imported" / "x").mkdir(parents=True)
    (folder / "imported" / "x" / "resource.toml").write_bytes(b"kind = " + b"[" * 100_000)
    return ["resources", "list"]


@_attack
def cached_hownet_of_brackets(folder: Path) -> list[str]:
    from topiccrawl.relevance.hownet.compiled import fingerprint_of

    data = _archive()
    (folder / "cache").mkdir()
    (folder / "cache" / f"hownet-{fingerprint_of([data])}.json").write_bytes(b"[" * 200_000)
    return _file("hownet", "h.zip", data)(folder)


@_attack
def labelled_table_of_300_mb(folder: Path) -> list[str]:
    with (folder / "labels.tsv").open("wb") as out:
        for _ in range(300):
            out.write(b"a" * 1_000_000)
    return ["calibrate", "similarity", str(folder / "labels.tsv")]
