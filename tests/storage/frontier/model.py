"""What a frontier does, in the simplest words: a list that is searched. Tests compare the real ones with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from topiccrawl.storage.frontier.contract import Counts, State


@dataclass
class Known:
    """A link of the model; `number` is its place in the order of pushes."""

    name: str
    number: int
    host: str
    score: float
    payload: bytes
    state: State = State.WAITING
    attempts: float = 0
    attempts_before: float = 0


@dataclass
class FrontierModel:
    """A frontier of links with names."""

    max_attempts: int = 3
    links: dict[str, Known] = field(default_factory=dict)
    on_trial: str | None = None

    def push(self, name: str, host: str, score: float, payload: bytes) -> bool:
        link = self.links.get(name)
        if link is None:
            self.links[name] = Known(name, len(self.links), host, score, payload)
            return True
        if link.state is State.WAITING and score > link.score:
            link.score, link.payload = score, payload
        return False

    def lease(self, ready: Collection[str]) -> Known | None:
        waiting = [link for link in self.links.values() if link.state is State.WAITING and link.host in ready]
        levels = [
            link.attempts for link in self.links.values() if link.state is State.WAITING and link.attempts
        ]
        fewest = min(levels, default=0)
        allowed = [
            link
            for link in waiting
            if not link.attempts or (self.on_trial is None and link.attempts <= fewest)
        ]
        if not allowed and self.on_trial is None:
            allowed = waiting
        if not allowed:
            return None
        link = min(allowed, key=lambda one: (-one.score, one.number))
        if link.attempts:
            self.on_trial = link.name
        link.state = State.LEASED
        link.attempts_before = link.attempts
        link.attempts += 0.1 if link.attempts else 1
        return link

    def fetched(self, name: str) -> None:
        link = self.links.get(name)
        if link is not None and link.state is State.LEASED:
            link.attempts = link.attempts_before + 1

    def settle(self, name: str, state: State) -> None:
        link = self.links.get(name)
        if link is None or link.state is not State.LEASED:
            return
        link.state = state
        if state is State.WAITING:
            link.attempts = link.attempts_before
        if self.on_trial == name:
            self.on_trial = None

    def again(self, name: str, host: str, score: float, payload: bytes) -> None:
        link = self.links.get(name)
        if link is None or link.state is State.WAITING:
            self.push(name, host, score, payload)
            return
        before = link.attempts_before if link.state is State.LEASED else 0
        self.settle(name, State.WAITING)
        link.state, link.attempts = State.WAITING, before
        link.score, link.payload = score, payload

    def rescore(self, scores: Mapping[str, float]) -> None:
        for name, score in scores.items():
            link = self.links.get(name)
            if link is not None and link.state is State.WAITING:
                link.score = score

    def close(self) -> None:
        for link in self.links.values():
            self.settle(link.name, State.WAITING)

    def crash(self) -> None:
        for link in self.links.values():
            if link.state is State.LEASED:
                link.state = State.DEAD if link.attempts >= self.max_attempts else State.WAITING
        self.on_trial = None

    def names(self, state: State) -> list[str]:
        return [link.name for link in self.links.values() if link.state is state]

    def counts(self) -> Counts:
        return Counts(*(len(self.names(state)) for state in State))
