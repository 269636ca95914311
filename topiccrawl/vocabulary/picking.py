"""An expert's decisions on a table of candidates, one after the other, kept as they are made.

Every decision goes to a journal beside the table (`words.tsv.picking`) at once, so that a session that ends
in whatever way goes on where it was. `finish` writes the decisions into the table and takes the journal away.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from topiccrawl.errors import VocabularyError
from topiccrawl.vocabulary.candidates import CandidateTable, Pick


@dataclass(frozen=True)
class Decision:
    """One step.

    Attributes:
        word: the word decided on.
        before: what it was.
        after: what it is now.
    """

    word: str
    before: Pick
    after: Pick


class Picking:
    """A session of picking.

    Args:
        path: file of the table.

    Attributes:
        table: the candidates, with the decisions so far.
        recovered: decisions that an earlier session left in its journal.

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
        """How many words are taken, left out, undecided."""
        picks = [row["pick"] for row in self.table.rows]
        return picks.count("y"), picks.count("n"), picks.count("")

    def pick(self, word: str) -> Pick:
        """What was decided on a word.

        Raises:
            KeyError: the table does not hold it.
        """
        value: Pick = self._rows[word]["pick"]  # type: ignore[assignment]
        return value

    def decide(self, word: str, pick: Pick) -> None:
        """Take a word, leave it out, or leave it open again.

        Raises:
            KeyError: the table does not hold the word.
        """
        decision = Decision(word, self.pick(word), pick)
        if decision.before != pick:
            self._apply(decision)
            self._write({"word": word, "pick": pick})

    def undo(self) -> str | None:
        """Take back the last decision of this session or of the journal it found; gives its word."""
        if not self._done:
            return None
        word = self._take_back()
        self._write({"undo": word})
        return word

    def first_open(self) -> int:
        """Position of the first undecided word; 0 when there is none."""
        return next((number for number, row in enumerate(self.table.rows) if not row["pick"]), 0)

    def finish(self) -> None:
        """Write the decisions into the table, and take the journal away."""
        self.table.write(self._path)
        self._file.close()
        self._journal.unlink(missing_ok=True)

    def _apply(self, decision: Decision) -> None:
        self._rows[decision.word]["pick"] = decision.after
        self._done.append(decision)

    def _take_back(self) -> str:
        last = self._done.pop()
        self._rows[last.word]["pick"] = last.before
        return last.word

    def _write(self, step: dict[str, str]) -> None:
        self._file.write(json.dumps(step, ensure_ascii=False) + "\n")
        self._file.flush()

    def _replay(self) -> int:
        try:
            lines = self._journal.read_bytes().split(b"\n")
        except FileNotFoundError:
            return 0
        if lines[-1]:
            # Cut off in the middle of a line: whatever it was, it was not decided.
            with self._journal.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in lines[:-1]))
        for number, line in enumerate(lines[:-1], 1):
            try:
                step = json.loads(line)
                if "undo" in step:
                    self._take_back()
                elif step["word"] in self._rows:  # the table may have been counted anew
                    self._apply(Decision(step["word"], self.pick(step["word"]), step["pick"]))
            except (ValueError, KeyError, TypeError, IndexError, RecursionError):
                found = line[:60].decode(errors="replace")
                raise VocabularyError(
                    f"{self._journal}:{number}: expected a decision, found {found!r}; "
                    "without this file the picks of the table count"
                ) from None
        return len(self._done)
