"""Hostile texts, dumps, topics and label tables, and files that a command finds in its folders."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from pathlib import Path

from benchmarks.attacks.files import ATTACKS, attack, imported, topic, trained
from benchmarks.attacks.resources import hownet_archive

ATTACKS["texts: gzip bomb, 3 GB on one line"] = trained(
    "a.txt.gz", lambda: gzip.compress(b"a" * 100_000_000) * 30
)
ATTACKS["texts: bzip2 bomb, 3 GB on one line"] = trained(
    "a.jsonl.bz2", lambda: bz2.compress(b"a" * 100_000_000) * 30
)
ATTACKS["texts: xz bomb, 3 GB on one line"] = trained(
    "a.jsonl.xz", lambda: lzma.compress(b"a" * 100_000_000) * 30
)
ATTACKS["texts: a damaged gzip"] = trained("a.txt.gz", gzip.compress(os.urandom(9000))[:4000] + b"x" * 3000)
ATTACKS["export: brackets within brackets"] = trained("a.jsonl", b'{"text": ' + b"[" * 200_000 + b"\n")
ATTACKS["export: a line of 400 MB"] = trained("a.jsonl", lambda: b'{"text": "' + b"a" * 400_000_000)
_WIKI = b'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">'


def _wiki_page(markup: bytes) -> bytes:
    return (
        b"<page><title>a</title><ns>0</ns><id>1</id><revision><text>" + markup + b"</text></revision></page>"
    )


ATTACKS["dump: xz bomb, 3 GB without a page"] = trained(
    "a.xml.xz", lambda: lzma.compress(_WIKI) + lzma.compress(b"<a/>" * 25_000_000) * 30
)
ATTACKS["dump: a page of 3 GB"] = trained(
    "a.xml.bz2",
    lambda: bz2.compress(_WIKI + b"<page><revision><text>") + bz2.compress(b"a" * 100_000_000) * 30,
)
ATTACKS["dump: a billion laughs"] = trained(
    "a.xml",
    b"<!DOCTYPE m [<!ENTITY a0 'haha'>"
    + b"".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>".encode() for n in range(12))
    + b"]>"
    + _WIKI
    + _wiki_page(b"&a12;")
    + b"</mediawiki>",
)
ATTACKS["dump: elements within elements"] = trained("a.xml", _WIKI + b"<a>" * 3_000_000)
for _name, _unit in {"comments": "&lt;!--", "links": "[http://", "pictures": "\n[[File:a|"}.items():
    ATTACKS[f"dump: a page of {_name} that never end"] = trained(
        "a.xml",
        _WIKI
        + _wiki_page(_unit.encode() * 100_000)
        + _wiki_page("党员学习党章。".encode())
        + b"</mediawiki>",
    )

ATTACKS["topic: brackets within brackets"] = topic(b'title = "a"\nseeds = ' + b"[" * 100_000)
ATTACKS["topic: tables within tables"] = topic(b'title = "a"\n' + b"a.b = {" * 5_000)
ATTACKS["topic: a key of 5,000 parts"] = topic(b'title = "a"\n' + b"a." * 5_000 + b"b = 1\n")
ATTACKS["topic: a list of a million numbers"] = topic(b'title = "a"\nseeds = [' + b"1," * 1_000_000 + b"]\n")


@attack
def topic_words_that_never_end(folder: Path) -> list[str]:
    arguments = topic(b'title = "a"\n')(folder)
    (folder / "t" / "words.tsv").unlink()
    (folder / "t" / "words.tsv").symlink_to("/dev/zero")
    return arguments


@attack
def imported_note_of_brackets(folder: Path) -> list[str]:
    (folder / "imported" / "x").mkdir(parents=True)
    (folder / "imported" / "x" / "resource.toml").write_bytes(b"kind = " + b"[" * 100_000)
    return ["resources", "list"]


@attack
def cached_hownet_of_brackets(folder: Path) -> list[str]:
    from topiccrawl.relevance.hownet.compiled import fingerprint_of

    data = hownet_archive()
    (folder / "cache").mkdir()
    (folder / "cache" / f"hownet-{fingerprint_of([data])}.json").write_bytes(b"[" * 200_000)
    return imported("hownet", "h.zip", data)(folder)


@attack
def labelled_table_of_300_mb(folder: Path) -> list[str]:
    with (folder / "labels.tsv").open("wb") as out:
        for _ in range(300):
            out.write(b"a" * 1_000_000)
    return ["fit", "similarity", str(folder / "labels.tsv")]
