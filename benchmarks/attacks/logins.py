"""Parallel log-ins against the served administration pages.

    python -m benchmarks.attacks.logins [guesses] [burst] [owner] [silent] [--parallel 40] [--anonymous 200]

guesses   --parallel wrong passwords for one name at the same time: how many are looked at (401), and whether
          the right password is accepted from another address afterwards
burst     --anonymous log-ins at the same time, each with a name of its own and from an address of its own:
          seconds until all are answered, and how long an unrelated page takes meanwhile
owner     --anonymous addresses guess the password of one name, each three times, while its owner logs in
          from an address of an earlier log-in and from a new one, trying again when told to
silent    twice --anonymous connections that send nothing for 20 seconds: answers of an unrelated page

Addresses are those of the loopback network. Only the figures of the sets that ran are replaced in
results/attacks-logins.json.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from benchmarks.measuring import add_sets, arguments, update_result, work_folder

_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')
_PASSWORD = re.compile(r"user admin, password (\S+)")
_PATIENCE = 120.0


@dataclass(frozen=True)
class Served:
    """The served pages.

    Attributes:
        port: on 127.0.0.1.
        password: of the user `admin`.
        form: cookie and token of a log-in form.
    """

    port: int
    password: str
    form: tuple[str, str]

    def log_in(self, name: str, password: str, address: str = "127.0.0.1") -> int:
        """Return the status of a log-in; 0: no answer."""
        return self._log_in(name, password, address)[0]

    def log_in_at_last(self, address: str) -> dict[str, Any]:
        """Log in with the right password as a person does, who tries again a second after a refusal."""
        began, codes = time.monotonic(), Counter[int]()
        while not codes[303] and time.monotonic() - began < _PATIENCE:
            if codes:
                time.sleep(1.0)
            codes[self.log_in("admin", self.password, address)] += 1
        return {"answers": dict(codes), "seconds": round(time.monotonic() - began, 1)}

    def session(self) -> str:
        """Return the cookie of a session of the user `admin`."""
        return self._log_in("admin", self.password, "127.0.0.3")[1]

    def _log_in(self, name: str, password: str, address: str) -> tuple[int, str]:
        cookie, token = self.form
        body = urlencode({"token": token, "name": name, "password": password})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
        try:
            return _ask(self.port, "POST", "/login", body, headers, address)[:2]
        except (OSError, http.client.HTTPException):
            return 0, ""

    def text(self, path: str, session: str) -> str:
        """Return a page."""
        return _ask(self.port, "GET", path, None, {"Cookie": session}, "127.0.0.3")[2]

    def post(self, path: str, session: str, body: bytes, content_type: str) -> int:
        """Return the status of a form; 0: no answer."""
        headers = {"Cookie": session, "Content-Type": content_type}
        try:
            return _ask(self.port, "POST", path, body, headers, "127.0.0.3")[0]
        except (OSError, http.client.HTTPException):
            return 0

    def seconds_of_a_page(self, session: str) -> float:
        """Return how long the page with the list of users takes."""
        began = time.monotonic()
        status, _, _ = _ask(self.port, "GET", "/users", None, {"Cookie": session}, "127.0.0.3")
        assert status in (200, 303, 503)
        return time.monotonic() - began


def _ask(
    port: int, method: str, path: str, body: str | bytes | None, headers: dict[str, str], address: str
) -> tuple[int, str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE, source_address=(address, 0))
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        cookie = (answer.getheader("set-cookie") or "").split(";")[0]
        return answer.status, cookie, answer.read().decode()
    finally:
        connection.close()


@contextmanager
def served(work: Path) -> Iterator[Served]:
    """Serve the pages over an empty corpus in a process of its own."""
    command = [sys.executable, "-m", "topiccrawl", "admin", "--port", "0", "--database"]
    command += [f"sqlite:///{work / 'corpus.db'}"]
    environment = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path.cwd())}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=work, env=environment)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        found = _PASSWORD.search(process.stdout.readline())
        assert found is not None
        _, cookie, html = _ask(port, "GET", "/login", None, {}, "127.0.0.1")
        token = _TOKEN.search(html)
        assert token is not None
        yield Served(port, found[1], (cookie, token[1]))
    finally:
        process.terminate()
        process.wait()


def guesses(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Guess the password of one name many times at once."""
    with served(work) as pages, ThreadPoolExecutor(args.parallel) as pool:
        wrong = [f"wrong password {number}" for number in range(args.parallel)]
        codes = Counter(pool.map(lambda password: pages.log_in("admin", password), wrong))
        elsewhere = pages.log_in("admin", pages.password, "127.0.0.2")
        return {
            "parallel": args.parallel,
            "looked at": codes[401],
            "refused": codes[429] + codes[503],
            "right password from elsewhere": elsewhere == 303,
        }


def burst(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Log in many times at once from many addresses, beside somebody who reads a page."""
    with served(work) as pages, ThreadPoolExecutor(args.anonymous) as pool:
        session = pages.session()
        alone = median(pages.seconds_of_a_page(session) for _ in range(10))
        waits: list[float] = []
        over = threading.Event()

        def read() -> None:
            while not over.is_set():
                waits.append(pages.seconds_of_a_page(session))
                over.wait(0.05)

        reader = threading.Thread(target=read)
        reader.start()
        began = time.monotonic()
        attempts = range(args.anonymous)
        codes = Counter(
            pool.map(
                lambda number: pages.log_in(f"user{number}", "some password", f"127.0.1.{1 + number % 250}"),
                attempts,
            )
        )
        seconds = time.monotonic() - began
        over.set()
        reader.join()
        return {
            "anonymous": args.anonymous,
            "looked at": codes[401],
            "refused": codes[429] + codes[503],
            "no answer": codes[0],
            "seconds until all are answered": round(seconds, 2),
            "a page alone, ms": round(1000 * alone, 1),
            "the same page meanwhile, longest, ms": round(1000 * max(waits), 1),
        }


def owner(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Guess the password of a name from many addresses while its owner logs in."""
    with served(work) as pages, ThreadPoolExecutor(args.anonymous + 2) as pool:
        pages.session()
        over = threading.Event()

        def guess(number: int) -> Counter[int]:
            codes = Counter[int]()
            while codes[401] < 3 and not over.is_set():
                codes[pages.log_in("admin", "some password", f"127.0.1.{1 + number % 250}")] += 1
                over.wait(0.2)
            return codes

        guessing = [pool.submit(guess, number) for number in range(args.anonymous)]
        time.sleep(1.0)
        known, new = (pool.submit(pages.log_in_at_last, one) for one in ("127.0.0.3", "127.0.0.4"))
        found = {"from a known address": known.result(), "from a new address": new.result()}
        over.set()
        codes = sum((one.result() for one in guessing), Counter[int]())
        return {
            "addresses": args.anonymous,
            "looked at": codes[401],
            "refused": codes[429] + codes[503],
            **found,
        }


def silent(args: argparse.Namespace, work: Path) -> dict[str, Any]:
    """Hold connections that send nothing, beside somebody who reads a page."""
    with served(work) as pages, ExitStack() as held:
        session = pages.session()
        for _ in range(2 * args.anonymous):
            held.enter_context(socket.create_connection(("127.0.0.1", pages.port), _PATIENCE))
        began, codes = time.monotonic(), Counter[int]()
        while time.monotonic() - began < 20.0:
            codes[_ask(pages.port, "GET", "/users", None, {"Cookie": session}, "127.0.0.3")[0]] += 1
            time.sleep(0.2)
        return {"connections": 2 * args.anonymous, "answers of a page": dict(codes)}


SETS: dict[str, Callable[[argparse.Namespace, Path], dict[str, Any]]] = {
    "guesses": guesses,
    "burst": burst,
    "owner": owner,
    "silent": silent,
}


def main() -> None:
    """Run the sets."""
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--parallel", type=int, default=40)
    parser.add_argument("--anonymous", type=int, default=200)
    args = parser.parse_args()
    for name in args.sets:
        with work_folder(None) as work:
            found = SETS[name](args, work)
        print(name, found, flush=True)
        update_result("attacks-logins", {name: found})


if __name__ == "__main__":
    main()
