"""Hostile vectors, HowNets and synonyms."""

from __future__ import annotations

import gzip
import io
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.attacks.files import ATTACKS, Attack, Evil, attack, imported

_TRIPLES = "entity|实体 hyponym human|人\n"
_GOOD = {"1": {"ch_word": "人", "en_word": "human", "Def": "{human|人}"}}
_ZEROS = bytes(1_000_000)


def hownet_archive(
    pickled: bytes = b"", triples: str = _TRIPLES, pad: int = 0, pad_in: str = "senses"
) -> bytes:
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
    ATTACKS[f"HowNet: {name}"] = imported("hownet", "h.zip", lambda: hownet_archive(**archive))


def _keyed(folder: Path, **state: Any) -> Path:
    """Save KeyedVectors with extra attributes in their pickled state."""
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
    """Return an attack: a clean file that names a pickle beside it."""

    def write(folder: Path) -> list[str]:
        path = _keyed(folder, **{attribute: ["vectors", "evil"] if attribute == "__numpys" else ["evil"]})
        (folder / f"X.kv.{file}").write_bytes(pickle.dumps(Evil()))
        return _vectors(path)

    return write


def _tuples(depth: int = 60) -> Any:
    bomb: Any = ("x",)
    for _ in range(depth):
        bomb = (bomb, bomb)
    return bomb


def _raw(*parts: bytes) -> bytes:
    return b"\x80\x04" + b"".join(parts) + b"."


ATTACKS["kv: pickle named by __numpys"] = _beside("__numpys", "evil.npy")
ATTACKS["kv: pickle named by __scipys"] = _beside("__scipys", "evil.npy")
ATTACKS["kv: pickle named by __recursive_saveloads"] = _beside("__recursive_saveloads", "evil")
ATTACKS["kv: code in the file"] = imported("vectors", "X.kv", pickle.dumps(Evil()))


@attack
def kv_matrix_of_objects(folder: Path) -> list[str]:
    path = _keyed(folder)
    np.save(f"{path}.vectors.npy", np.array([Evil(), Evil()], dtype=object), allow_pickle=True)
    return _vectors(path)


@attack
def kv_matrix_is_a_pickle(folder: Path) -> list[str]:
    path = _keyed(folder)
    Path(f"{path}.vectors.npy").write_bytes(pickle.dumps(Evil()))
    return _vectors(path)


@attack
def kv_matrix_is_an_npz_of_objects(folder: Path) -> list[str]:
    path = _keyed(folder)
    with Path(f"{path}.vectors.npy").open("wb") as out:
        np.savez_compressed(out, val=np.array([Evil()], dtype=object))
    return _vectors(path)


@attack
def kv_array_of_objects_in_the_file(folder: Path) -> list[str]:
    path = _keyed(folder, vectors=np.array([[Evil()], [Evil()]], dtype=object), **{"__numpys": []})
    return _vectors(path)


@attack
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
    ATTACKS[f"kv: {_name}"] = imported("vectors", "X.kv", _data)
    _hownet(_name, pickled=_data)

ATTACKS["text: gzip bomb of zeros, 3 GB"] = imported(
    "vectors", "v.txt.gz", lambda: b"".join([gzip.compress(_ZEROS * 100)] * 30)
)
ATTACKS["text: gzip bomb of one word, 3 GB"] = imported(
    "vectors", "v.txt.gz", lambda: gzip.compress("党 1 2\n".encode()) + gzip.compress(b"a" * 100_000_000) * 30
)
ATTACKS["text: a line of 200 MB"] = imported("vectors", "v.txt", lambda: b"1 " * 100_000_000)
ATTACKS["text: a billion dimensions"] = imported("vectors", "v.txt", b"1 1000000000\na 1 2\n")
ATTACKS["binary: gzip bomb without a blank, 3 GB"] = imported(
    "vectors", "v.bin.gz", lambda: gzip.compress(b"5 4\n") + gzip.compress(_ZEROS * 100) * 30
)
ATTACKS["binary: a billion words stated"] = imported("vectors", "v.bin", b"1000000000 1000\n\xe6 \x00\x01")
ATTACKS["binary: 500 million dimensions stated"] = imported("vectors", "v.bin", b"2 500000000\n\xe6 \x00\x01")


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


ATTACKS["fastText: a word that never ends"] = imported("vectors", "f.bin", _fasttext(entry=b"a" * 100)[:120])
ATTACKS["fastText: two billion words stated"] = imported("vectors", "f.bin", _fasttext(words=2**31 - 1))
ATTACKS["fastText: a matrix of 2^40 rows stated"] = imported("vectors", "f.bin", _fasttext(shape=(2**40, 4)))
ATTACKS["fastText: two billion buckets"] = imported("vectors", "f.bin", _fasttext(bucket=2**31 - 1, floats=4))

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


@attack
def hownet_2000_a_line_of_blanks(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").write_bytes(b"a" + b" " * 1_000_000 + b"\n")
    (folder / "h" / "WHOLE.DAT").write_text("0 a|b 0\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


@attack
def hownet_2000_a_tree_of_blanks(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").write_bytes(b"a\tN\ta|b\n")
    (folder / "h" / "WHOLE.DAT").write_bytes(b"0 a" + b" " * 1_000_000 + b"x\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


@attack
def hownet_2000_a_file_that_never_ends(folder: Path) -> list[str]:
    (folder / "h").mkdir()
    (folder / "h" / "glossary.dat").symlink_to("/dev/zero")
    (folder / "h" / "WHOLE.DAT").write_text("0 a|b 0\n")
    return ["resources", "import", "hownet", str(folder / "h"), "--name", "x"]


ATTACKS["synonyms: 600 MB of one word"] = imported("synonyms", "s.txt", lambda: b"a" * 600_000_000)
