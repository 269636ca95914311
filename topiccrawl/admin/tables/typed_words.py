"""Topic words as people type them: one or several a line, each perhaps with a weight."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError, number_of
from topiccrawl.messages import message
from topiccrawl.text.files.limits import LONGEST_WORD
from topiccrawl.text.normalise import normalise

MOST_WEIGHT = 1000

_OFF = "#"
_SEPARATOR = re.compile(r"\s*[\t,，;；、:：|]\s*")
# Blanks separate Chinese words and numbers, but not the words of a name in Latin letters.
_BLANK = re.compile(r"(?<=[^\x00-\u02ff])\s+|\s+(?=[^\x00-\u02ff])|\s+(?=[\d.。]+(?:\s|$))|(?<=\d)\s+(?=\D)")
_NUMERIC = re.compile(r"[-+]?[\d.]+%?")
_BAD_WORD = marked("第 {line} 行：词须为 1 至 64 个字。")
_BAD_WEIGHT = marked("第 {line} 行“{word}”：权重须是 0 与 1000 之间的数字。")


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word.

    Attributes:
        line: number of its line, from 1.
        word: the word.
        weight: its weight; None: none is given.
        problem: what is wrong with it; empty: nothing.
    """

    line: int
    word: str
    weight: float | None = None
    problem: str = ""

    @property
    def row(self) -> str:
        """Return the word as a line of `words.tsv`."""
        return self.word if self.weight is None else f"{self.word}\t{self.weight:g}"


def typed_words(text: str) -> Iterator[TypedWord]:
    r"""Yield the words of a text; lines that begin with # are left out.

    Commas, 、, semicolons, tabs and blanks separate words, and a word from its weight.

    >>> [(one.word, one.weight) for one in typed_words("大学生,2\n甲、乙 0.5　丙\nWorld Cup ３")]
    [('大学生', 2.0), ('甲', None), ('乙', 0.5), ('丙', None), ('World Cup', 3.0)]
    >>> next(typed_words("河长\tviel")).problem
    '第 1 行“河长”：权重须是 0 与 1000 之间的数字。'
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(_OFF):
            yield from _of_line(number, line)


def words_file(text: str, known: Collection[str] = ()) -> str:
    """Return the text of `words.tsv` for what was typed.

    Args:
        text: lines as people type them; words that are switched off stay.
        known: lines that stay as they are.

    Raises:
        InputError: a line cannot be used.
    """
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith(_OFF) or line.rstrip() in known:
            lines.append(line.rstrip())
            continue
        for one in _of_line(number, line):
            if one.problem:
                raise InputError({"words": one.problem})
            lines.append(one.row)
    return "\n".join(lines).rstrip("\n") + "\n"


def _of_line(number: int, line: str) -> Iterator[TypedWord]:
    if "\t" in line:
        word, *others = (normalise(part).strip() for part in line.split("\t"))
        yield _word(number, word, others[0] if others else "")
        return
    parts = [piece for part in _SEPARATOR.split(normalise(line).strip()) for piece in _BLANK.split(part)]
    word, weight = "", ""
    for part in [part.strip() for part in parts if part.strip()]:
        if word and not weight and _NUMERIC.fullmatch(part):
            weight = part
            continue
        if word:
            yield _word(number, word, weight)
        word, weight = part, ""
    yield _word(number, word, weight)


def _word(line: int, word: str, weight: str) -> TypedWord:
    if not 0 < len(word) <= LONGEST_WORD:
        return TypedWord(line, word, problem=message(_BAD_WORD, line=line))
    value = number_of(weight)
    if weight and (value is None or value > MOST_WEIGHT):
        return TypedWord(line, word, problem=message(_BAD_WEIGHT, line=line, word=word[:20]))
    return TypedWord(line, word, value)
