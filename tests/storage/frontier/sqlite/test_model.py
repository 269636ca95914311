"""The frontier beside a simple model of it, over random calls and crashes."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule
from storage.frontier.contract import entry, key_of
from storage.frontier.model import FrontierModel
from storage.frontier.sqlite.lives import Lives

from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.sqlite import live_links as frontier_links
from topiccrawl.storage.frontier.sqlite import queues as frontier_queues

NAMES = [str(number) for number in range(30)]


HOSTS = ["a.example.cn", "b.example.cn", "c.example.cn"]


SCORES = st.sampled_from([0.0, 0.1, 0.5, 0.5000001, 0.9, -1.0, 7.5])


class AgainstTheModel(RuleBasedStateMachine):
    """Whatever is done, in whatever order and over however many lives: the frontier does what the model does."""

    pushed = Bundle("pushed")

    @initialize(head=st.integers(1, 3), cache=st.sampled_from([1, 8, 1000]), attempts=st.integers(1, 3))
    def start(self, head: int, cache: int, attempts: int) -> None:
        self._patch = pytest.MonkeyPatch()
        for module, name, value in (
            (frontier_queues, "FEWEST_PLACES", 1),
            (frontier_links, "MOST_IN_BATCH", 3),
        ):
            self._patch.setattr(module, name, value)
        self.folder = tempfile.TemporaryDirectory()
        self.lives = Lives(Path(self.folder.name), max_attempts=attempts, head=head, cache=cache)
        self.model = FrontierModel(attempts)

    @rule(target=pushed, name=st.sampled_from(NAMES), score=SCORES, number=st.integers(0, 99))
    def push(self, name: str, score: float, number: int) -> str:
        host, payload = HOSTS[int(name) % len(HOSTS)], str(number).encode()
        expected = self.model.push(name, host, score, payload)
        assert self.lives.frontier.push(entry(name, score, host, payload)) == expected
        return name

    @rule(name=pushed, score=SCORES, number=st.integers(0, 99))
    def again(self, name: str, score: float, number: int) -> None:
        host, payload = HOSTS[int(name) % len(HOSTS)], f"again {number}".encode()
        self.model.again(name, host, score, payload)
        self.lives.frontier.again(entry(name, score, host, payload))

    @rule(names=st.lists(st.tuples(st.sampled_from(NAMES), SCORES), max_size=20))
    def push_many(self, names: list[tuple[str, float]]) -> None:
        for name, score in names:
            self.push(name, score, 0)

    @rule(ready=st.sets(st.sampled_from(HOSTS), min_size=1), times=st.integers(1, 5))
    def lease(self, ready: set[str], times: int) -> None:
        for _ in range(times):
            found = self.lives.frontier.lease(lambda host, score: host in ready)
            expected = self.model.lease(ready)
            if expected is None:
                assert found is None
            else:
                assert (found.key, found.score, found.payload) == (
                    key_of(expected.name),
                    expected.score,
                    expected.payload,
                )

    @rule(name=pushed, state=st.sampled_from([State.DONE, State.WAITING, State.DEAD]))
    def settle(self, name: str, state: State) -> None:
        self.model.settle(name, state)
        frontier, key = self.lives.frontier, key_of(name)
        if state is State.DONE:
            frontier.done(key)
        elif state is State.WAITING:
            frontier.release(key)
        else:
            frontier.dead(key, "给错了")

    @rule(name=pushed)
    def fetched(self, name: str) -> None:
        self.model.fetched(name)
        self.lives.frontier.fetched(key_of(name))

    @precondition(lambda self: self.model.names(State.LEASED))
    @rule(state=st.sampled_from([State.DONE, State.WAITING]), choice=st.integers(0, 100))
    def settle_leased(self, state: State, choice: int) -> None:
        held = self.model.names(State.LEASED)
        self.settle(held[choice % len(held)], state)

    @rule(scores=st.dictionaries(st.sampled_from(NAMES), SCORES, max_size=20))
    def rescore(self, scores: dict[str, float]) -> None:
        self.model.rescore(scores)
        self.lives.frontier.rescore({key_of(name): score for name, score in scores.items()})

    @rule()
    def flush(self) -> None:
        self.lives.frontier.flush()

    @rule()
    def crash(self) -> None:
        self.lives.crash()
        self.model.crash()

    @rule()
    def restart(self) -> None:
        self.lives.restart()
        self.model.close()

    @rule()
    def forget_everything(self) -> None:
        self.lives.restart(fresh=True)
        self.model = FrontierModel(self.model.max_attempts)

    @invariant()
    def counts_are_right(self) -> None:
        assert self.lives.frontier.counts() == self.model.counts()

    @rule()
    def states_are_right(self) -> None:
        for name in NAMES:
            link = self.model.links.get(name)
            assert self.lives.frontier.state(key_of(name)) == (None if link is None else link.state)

    def teardown(self) -> None:
        if hasattr(self, "lives"):
            frontier = self.lives.frontier
            for _ in range(100):
                for name in self.model.names(State.LEASED):
                    self.settle(name, State.DONE)
                self.lease(set(HOSTS), 1)
            assert frontier.counts().waiting == 0
            with closing(sqlite3.connect(self.lives.writer.path)) as connection:
                frontier.flush()
                rows = connection.execute("SELECT sum(done), sum(dead) FROM hosts").fetchone()
                assert tuple(map(int, (value or 0 for value in rows))) == (
                    frontier.counts().done,
                    frontier.counts().dead,
                )
            self.lives.end()
            self.folder.cleanup()
            self._patch.undo()


AgainstTheModel.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)


TestAgainstTheModel = AgainstTheModel.TestCase
