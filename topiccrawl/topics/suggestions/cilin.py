"""Related words in Cilin.

Words of a line marked `=` are synonyms, those of a line marked `#` are related. The first line of a group
(four levels of the code) contains the most general words (球, 球类), the other lines their kinds
(篮球, 足球). This is a convention of the thesaurus, so a person should check both.
"""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.topics.suggestions.suggestion import Relation

_GROUP = 5
"""Characters of a code that identify its group."""


def related_in_cilin(cilin: Cilin, word: str) -> Iterator[tuple[Relation, str, str]]:
    """Yield words of the same line, of the group's first line, and of the lines below this one."""
    for code in cilin.codes(word):
        for other in cilin.line(code):
            yield ("near-synonym" if code.endswith("#") else "synonym"), other, code
        group = cilin.codes_under(code[:_GROUP])
        if code == group[0]:
            for below in group[1:]:
                for other in cilin.line(below):
                    yield "hyponym", other, below
        else:
            for other in cilin.line(group[0]):
                yield "hypernym", other, group[0]
