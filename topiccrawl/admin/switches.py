"""Words, start URLs and sites of a topic, switched off and on without deleting them.

A word that is switched off is a comment in `words.tsv`. Start URLs and sites that are switched off are in the
file `switched-off.tsv` of the topic's folder, so that a crawl, which reads `topic.toml`, does not see them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from topiccrawl.admin.topics import TopicShelf
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.text.files.atomic_write import write_atomically

SEED, DOMAIN, WORD = "seed", "domain", "word"
FILE = "switched-off.tsv"
_OFF = "#"


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that can be switched off.

    Attributes:
        kind: `SEED`, `DOMAIN` or `WORD`.
        value: the URL, site or word.
        on: whether crawls use it.
    """

    kind: str
    value: str
    on: bool


def switches(shelf: TopicShelf, name: str) -> list[Switch]:
    """Return the start URLs, sites and words of a topic; disabled ones come last.

    Raises:
        AdminError: there is no topic of this name.
        TopicError: its files are wrong.
    """
    topic = shelf.load(name)
    known = shelf.find(name)
    off = _read_off(Path(known.place)) if known is not None and known.editable else []
    found = [Switch(SEED, url, on=True) for url in topic.seeds]
    found += [Switch(SEED, value, on=False) for kind, value in off if kind == SEED]
    found += [Switch(DOMAIN, host, on=True) for host in topic.domains]
    found += [Switch(DOMAIN, value, on=False) for kind, value in off if kind == DOMAIN]
    words = [_word(line) for line in shelf.words_text(name).splitlines()]
    return found + sorted((one for one in words if one is not None), key=lambda one: not one.on)


def switch(shelf: TopicShelf, name: str, kind: str, value: str, *, on: bool) -> None:
    """Switch a start URL, a site or a word on or off; does nothing if it already is.

    Raises:
        AdminError: there is no such topic, or it is a shipped one.
        TopicError: the topic would become invalid; nothing is changed.
    """
    known = shelf.find(name)
    if known is None or not known.editable:
        raise AdminError(marked("随附的主题不能修改，请先复制。"))
    if kind == WORD:
        _switch_word(shelf, name, value, on=on)
        return
    seen = shelf.version(name, "topic.toml")
    if Switch(kind, value, on=not on) not in switches(shelf, name):
        return
    topic, folder = shelf.load(name), Path(known.place)
    before = _read_off(folder)
    off = list(before)
    seeds, domains = list(topic.seeds), list(topic.domains)
    chosen = seeds if kind == SEED else domains
    if on:
        chosen.append(value)
        off.remove((kind, value))
    else:
        chosen.remove(value)
        if kind == DOMAIN and not chosen:
            raise AdminError(marked("最后一个网站不能停用：没有网站即不限网站。"))
        off.append((kind, value))
        _write_off(folder, off)  # before it leaves the topic, in case the process dies here
    try:
        shelf.save_start(name, topic.title, seeds, domains, seen=seen)
    except TopiccrawlError:
        _write_off(folder, before)
        raise
    _write_off(folder, off)


def _switch_word(shelf: TopicShelf, name: str, word: str, *, on: bool) -> None:
    seen, lines = shelf.version(name, "words.tsv"), shelf.words_text(name).splitlines()
    changed = [
        (line.removeprefix(_OFF) if on else _OFF + line)
        if _word(line) == Switch(WORD, word, not on)
        else line
        for line in lines
    ]
    if changed != lines:
        shelf.save_words(name, "\n".join(changed), seen)


def _word(line: str) -> Switch | None:
    """Return the word of a line of `words.tsv`; None for an empty line or a heading (a blank after #)."""
    if line.startswith(f"{_OFF} "):
        return None
    word = line.removeprefix(_OFF).split("\t")[0].strip()
    return Switch(WORD, word, on=not line.startswith(_OFF)) if word else None


def _write_off(folder: Path, rows: list[tuple[str, str]]) -> None:
    write_atomically(folder / FILE, "".join(f"{kind}\t{value}\n" for kind, value in rows))


def _read_off(folder: Path) -> list[tuple[str, str]]:
    file = folder / FILE
    if not file.is_file():
        return []
    rows = (line.split("\t", 1) for line in file.read_text(encoding="utf-8").splitlines())
    return [(row[0], row[1]) for row in rows if len(row) == 2]
