"""Automatic numbers of Word paragraphs, such as 一、 or （1）."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from topiccrawl.text.documents.safe_zip import attribute

_DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_LEVELS = 9


@dataclass(frozen=True)
class _Level:
    """How a level of a list is numbered."""

    start: int
    form: str
    text: str


class Numbering:
    """Counts the numbered paragraphs of a document; they are asked for in their order.

    Args:
        numbering: root of `numbering.xml`, None without one.
        styles: root of `styles.xml`, None without one.
    """

    def __init__(self, numbering: etree._Element | None, styles: etree._Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._abstract: dict[str, str] = {}
        self._styles: dict[str, etree._Element] = {}
        self._counts: dict[str, list[int]] = {}
        if styles is not None:
            self._styles = {attribute(style, "styleId"): style for style in styles.iter("{*}style")}
        if numbering is not None:
            for abstract in numbering.iterfind("{*}abstractNum"):
                levels = {_whole(attribute(one, "ilvl")): _level(one) for one in abstract.iterfind("{*}lvl")}
                self._levels[attribute(abstract, "abstractNumId")] = levels
            for number in numbering.iterfind("{*}num"):
                self._abstract[attribute(number, "numId")] = _value(number, "abstractNumId")

    def number_of(self, paragraph: etree._Element) -> str:
        """Return the number before a paragraph; empty without one, and for bullets."""
        number, depth = self._place(paragraph)
        abstract = self._abstract.get(number, "")
        levels = self._levels.get(abstract, {})
        if depth not in levels:
            return ""
        counts = self._counts.setdefault(abstract, [0] * _LEVELS)
        counts[depth] = counts[depth] + 1 if counts[depth] else levels[depth].start
        counts[depth + 1 :] = [0] * (_LEVELS - depth - 1)
        if levels[depth].form in ("bullet", "none"):
            return ""

        def written(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            level = levels.get(at)
            return _written(counts[at] or level.start, level.form) if level else ""

        return re.sub(r"%([1-9])", written, levels[depth].text)

    def _place(self, paragraph: etree._Element) -> tuple[str, int]:
        """Return the list of a paragraph and its level in it; styles may name them."""
        properties = paragraph.find("{*}pPr")
        style = "" if properties is None else _value(properties, "pStyle")
        number, depth = _list_of(properties)
        for _ in range(10):
            if number or (element := self._styles.get(style)) is None:
                break
            number, of_style = _list_of(element.find("{*}pPr"))
            depth = of_style if depth is None else depth
            style = _value(element, "basedOn")
        return number, min(depth or 0, _LEVELS - 1)


def _list_of(properties: etree._Element | None) -> tuple[str, int | None]:
    found = None if properties is None else properties.find("{*}numPr")
    if found is None:
        return "", None
    depth = _value(found, "ilvl")
    return _value(found, "numId"), max(0, _whole(depth)) if depth else None


def _level(element: etree._Element) -> _Level:
    start = _value(element, "start")
    return _Level(
        _whole(start) if start else 1, _value(element, "numFmt") or "decimal", _value(element, "lvlText")
    )


def _value(element: etree._Element, name: str) -> str:
    found = element.find(f"{{*}}{name}")
    return "" if found is None else attribute(found, "val")


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _written(number: int, form: str) -> str:
    if form.startswith(
        ("chineseCounting", "taiwaneseCounting", "japaneseCounting", "ideographDigital", "japaneseDig")
    ):
        return chinese_number(number)
    if form == "decimalEnclosedCircle" or form == "decimalEnclosedCircleChinese":
        return chr(0x2460 + number - 1) if 1 <= number <= 20 else str(number)
    if form == "ideographTraditional":
        return _STEMS[(number - 1) % 10]
    if form in ("upperLetter", "lowerLetter"):
        letter = chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1 if number < 999 else 1)
        return letter if form == "upperLetter" else letter.lower()
    return str(number)


def chinese_number(number: int) -> str:
    """Return a number under ten thousand in Chinese; larger ones in figures.

    >>> chinese_number(3), chinese_number(12), chinese_number(105), chinese_number(120)
    ('三', '十二', '一百零五', '一百二十')
    """
    if not 0 < number < 10_000:
        return str(number)
    text, zero = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            text += ("零" if zero and text else "") + _DIGITS[digit] + _UNITS[place]
        zero = digit == 0 and bool(text)
    return text[1:] if text.startswith("一十") else text
