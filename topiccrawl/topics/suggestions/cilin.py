"""Related words in Cilin.

Words of a line marked `=` are synonyms, those of a line marked `#` are related. The first line of a group
(four levels of the code) contains the most general words (球, 球类), the other lines their kinds
(篮球, 足球). This is a convention of the thesaurus, so a person should check both.
"""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.topics.suggestions.suggestion import Relation, Suggestion, suggestions

_GROUP = 5
"""Characters of a code that identify its group."""


class FromCilin:
    """Suggestions from Cilin.

    Args:
        cilin: the thesaurus.
        most: maximum suggestions per word and relation.
    """

    def __init__(self, cilin: Cilin, most: int = 10) -> None:
        self._cilin = cilin
        self._most = most

    def suggest(self, word: str) -> list[Suggestion]:
        """Return words of the same line, of the group's first line, and of the lines below this one."""
        return suggestions(word, self._related(word), "Cilin", self._most)

    def _related(self, word: str) -> Iterator[tuple[Relation, str, str]]:
        for code in self._cilin.codes(word):
            for other in self._cilin.line(code):
                yield ("near-synonym" if code.endswith("#") else "synonym"), other, code
            group = self._cilin.codes_under(code[:_GROUP])
            if code == group[0]:
                for below in group[1:]:
                    for other in self._cilin.line(below):
                        yield "hyponym", other, below
            else:
                for other in self._cilin.line(group[0]):
                    yield "hypernym", other, group[0]
