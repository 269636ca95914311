"""Convert Chinese wiki markup to plain text with gensim's filter.

Some of the filter's expressions take quadratic time in the length of a line, the number of unclosed tags or
the number of pictures, so these are limited first.
"""

from __future__ import annotations

import re

_CONVERSION = re.compile(r"-\{(.*?)\}-", re.DOTALL)
_TABLE = re.compile(r"\{\|(?:(?!\{\|).)*?\|\}", re.DOTALL)
_VARIANT = re.compile(r"zh-(?:hans|cn)\s*:\s*([^;]*)")
_LONGEST_PAGE = 2**21
"""Maximum length of a page in characters; MediaWiki's own limit is as many bytes."""
_LONG_LINE = re.compile(r"[^\n]{1000}(?=[^\n])")
_PICTURE = re.compile(r"\[\[(?:[Ff]ile|[Ii]mage):|\n\[\[[a-z][a-z]")
_MOST_PICTURES = 1000
"""Maximum number of pictures and interlanguage links; the text after them is dropped."""
_CLOSED_BY = {
    "<!--": ("-->",),
    "<ref>": ("</ref>", "/>"),
    "<ref ": ("</ref>", "/>"),
    "<nowiki>": ("</nowiki>", "/>"),
    "<nowiki ": ("</nowiki>", "/>"),
    "<math>": ("</math>", "/>"),
    "<math ": ("</math>", "/>"),
    "<": (">",),
    "-{": ("}-",),
}
"""Tags of wiki markup and their closing tags."""


def text_of_markup(markup: str) -> str:
    """Return the text of a page without tables, templates, links and tags."""
    from gensim.corpora.wikicorpus import filter_wiki  # here: slow to load

    markup = without_open_tags(markup[:_LONGEST_PAGE])
    pictures = [found.start() for found in _PICTURE.finditer(markup)]
    if len(pictures) > _MOST_PICTURES:
        markup = markup[: pictures[_MOST_PICTURES]]
    # gensim's filter keeps the cells of tables.
    return plain_wikitext(filter_wiki(_LONG_LINE.sub(lambda found: found[0] + "\n", _TABLE.sub("", markup))))


def without_open_tags(markup: str) -> str:
    """Return wiki markup without unclosed tags: gensim's filter searches to the end from each of them.

    >>> without_open_tags("甲<!--乙-->丙<!--丁<ref>")
    '甲<!--乙-->丙丁'
    """
    for start, ends in _CLOSED_BY.items():
        last = max(markup.rfind(end) for end in ends)
        markup = markup[: last + 1] + markup[last + 1 :].replace(start, "")
    return markup


def plain_wikitext(text: str) -> str:
    r"""Remove the conversion marks, headings and bullets that gensim's filter leaves.

    >>> plain_wikitext("== 历史 ==\n* '''党'''的-{zh-hans:软件;zh-hant:軟體}-")
    '历史\n党的软件'
    """

    def variant(found: re.Match[str]) -> str:
        simplified = _VARIANT.search(found[1])
        if simplified:
            return simplified[1].strip()
        return "" if ":" in found[1] else found[1].rpartition("|")[2]

    text = _CONVERSION.sub(variant, text).replace("'''", "").replace("''", "")
    lines = (line.strip("=*#:; \t") for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
