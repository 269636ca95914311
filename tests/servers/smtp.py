"""An SMTP server on loopback that keeps what it takes, and can refuse, keep silent and ask for a log-in."""

from __future__ import annotations

import socketserver
import threading
from base64 import b64decode
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self, cast


class Smtp:
    """A running server.

    Attributes:
        taken: receivers and messages in the order of arrival.
        refused: answers to receivers that are refused, by address.
        data_answer: answer to a message; empty: the connection is closed without one.
        user: user and password of the log-in; empty: none is offered.
        logged_in: user and password that clients have sent.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[str, EmailMessage]] = []
        self.refused: dict[str, str] = {}
        self.data_answer = "250 taken"
        self.user = ""
        self.logged_in: list[str] = []
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.smtp = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        smtp = cast(Smtp, self.server.smtp)  # type: ignore[attr-defined]
        receiver = ""
        self._say("220 loopback")
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            verb, _, rest = line.partition(" ")
            verb = verb.upper()
            if verb == "EHLO":
                self._say("250-loopback\r\n250 AUTH PLAIN" if smtp.user else "250 loopback")
            elif verb == "AUTH":
                smtp.logged_in.append(b64decode(rest.split()[-1]).decode().strip("\0").replace("\0", " "))
                self._say("235 welcome" if smtp.logged_in[-1] == smtp.user else "535 密码不对")
            elif verb == "RCPT":
                receiver = rest.partition("<")[2].rstrip(">")
                self._say(smtp.refused.get(receiver, "250 ok"))
            elif verb == "DATA":
                self._say("354 go on")
                lines = []
                while (data := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(data.removeprefix(b".") if data.startswith(b"..") else data)
                whole = message_from_bytes(b"".join(lines), policy=policy.default)
                smtp.taken.append((receiver, cast(EmailMessage, whole)))
                if not smtp.data_answer:
                    return
                self._say(smtp.data_answer)
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())
