"""A webhook on loopback."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.starts.loopback import Answer, LoopbackServer


class Receiver(LoopbackServer):
    """A webhook: keeps the messages that it gets while its `with` block runs."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[dict[str, str]] = []
        self.url = f"{self.address}/hook?key=robot-key"

    def respond_to(self, method: str, target: str, headers: Any, body: bytes) -> Answer:
        self.messages.append(json.loads(body))
        return 204, {}, b""
