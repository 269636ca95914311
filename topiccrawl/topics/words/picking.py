"""An expert's decisions on a table of candidates, saved one by one.

Every decision is appended to a journal beside the table (`words.tsv.picking`) at once, so that an interrupted
session can be continued. `finish` writes the decisions into the table and removes the journal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.topics.words.candidates import CandidateTable, Pick


@dataclass(frozen=True)
class Decision:
    """A decision.

    Attributes:
        word: the word.
        before: the previous pick.
        after: the new pick.
    """

    word: str
    before: Pick
    after: Pick


class Picking:
    """A picking session.

    Args:
        path: the file of the table.

    Attributes:
        table: the candidates, with the decisions so far.
        recovered: number of decisions in the journal of an interrupted session.

    Raises:
        VocabularyError: table or journal cannot be read; names file and line.
        OSError: the journal cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(f"{path.name}.picking")
        self.table = CandidateTable.read(path)
        self._rows = {row["word"]: row for row in self.table.rows}
        self._done: list[Decision] = []
        self.recovered = self._replay()
        self._file: IO[str] = self._journal.open("a", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self.table.rows)

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of taken, rejected and undecided words."""
        picks = [row["pick"] for row in self.table.rows]
        return picks.count("y"), picks.count("n"), picks.count("")

    def pick(self, word: str) -> Pick:
        """Return the decision on a word.

        Raises:
            KeyError: the table lacks the word.
        """
        value: Pick = self._rows[word]["pick"]  # type: ignore[assignment]
        return value

    def decide(self, word: str, pick: Pick) -> None:
        """Take a word, reject it, or make it undecided again.

        Raises:
            KeyError: the table lacks the word.
        """
        decision = Decision(word, self.pick(word), pick)
        if decision.before != pick:
            self._apply(decision)
            self._write({"word": word, "pick": pick})

    def undo(self) -> str | None:
        """Undo the last decision of this session or of the recovered journal, and return its word."""
        if not self._done:
            return None
        word = self._revert()
        self._write({"undo": word})
        return word

    def first_open(self) -> int:
        """Return the position of the first undecided word; 0 if there is none."""
        return next((number for number, row in enumerate(self.table.rows) if not row["pick"]), 0)

    def finish(self) -> None:
        """Write the decisions into the table and remove the journal."""
        self.table.write(self._path)
        self._file.close()
        self._journal.unlink(missing_ok=True)

    def _apply(self, decision: Decision) -> None:
        self._rows[decision.word]["pick"] = decision.after
        self._done.append(decision)

    def _revert(self) -> str:
        last = self._done.pop()
        self._rows[last.word]["pick"] = last.before
        return last.word

    def _write(self, step: dict[str, str]) -> None:
        self._file.write(json.dumps(step, ensure_ascii=False) + "\n")
        self._file.flush()

    def _replay(self) -> int:
        try:
            lines = read_bounded(self._journal).split(b"\n")
        except FileNotFoundError:
            return 0
        if lines[-1]:
            # The last line is incomplete: its decision was never confirmed.
            with self._journal.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in lines[:-1]))
        for number, line in enumerate(lines[:-1], 1):
            try:
                step = json.loads(line)
                if "undo" in step:
                    self._revert()
                elif step["word"] in self._rows:  # the table may have been replaced
                    self._apply(Decision(step["word"], self.pick(step["word"]), step["pick"]))
            except (ValueError, KeyError, TypeError, IndexError, RecursionError):
                found = line[:60].decode(errors="replace")
                raise VocabularyError(
                    message(
                        "{journal}:{number}: expected a decision, found {found!r}; delete this "
                        "file to keep only the picks in the table",
                        journal=self._journal,
                        number=number,
                        found=found,
                    )
                ) from None
        return len(self._done)
