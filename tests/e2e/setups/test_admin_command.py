"""`topiccrawl admin` as a process of its own, as docs/start.md starts it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from admin.conftest import token_in

from topiccrawl.admin.web.visit import SESSION

_PATIENCE = 60
ENGLISH = os.environ | {"LC_ALL": "C.UTF-8"}
LOGGED_IN = 'action="/logout"'


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Start the command on a free port; give the URL that it prints, and at the end all other lines."""
    command = [sys.executable, "-m", "topiccrawl", "admin", "--port", "0"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=ENGLISH,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        # Where the tests run in the background of a shell, children would ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url), url
        said: list[str] = []
        yield url, said
        process.send_signal(signal.SIGINT)
        said += process.communicate(timeout=_PATIENCE)[0].splitlines()
        assert process.returncode == 130, said  # ended by Ctrl-C
    finally:
        process.kill()
        process.communicate()


def log_in(url: str, password: str) -> tuple[CookieJar, str]:
    """Log in as `admin` with a browser of its own; return its cookies and the page that it is led to."""
    cookies = CookieJar()
    browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(cookies))
    token = token_in(browser.open(f"{url}login", timeout=_PATIENCE).read().decode())
    form = urlencode({"token": token, "name": "admin", "password": password}).encode()
    try:
        return cookies, browser.open(f"{url}login", form, timeout=_PATIENCE).read().decode()
    except HTTPError as refused:
        return cookies, refused.read().decode()


def test_the_first_password_is_printed_once_and_logs_in_on_this_machine_alone(tmp_path: Path) -> None:
    with served(tmp_path) as (url, said):
        port = urlsplit(url).port
        assert port
        for address in others_of_this_machine():
            with socket.socket() as other:
                assert other.connect_ex((address, port)) != 0
        connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        connection.request("GET", "/", headers={"Host": "elsewhere.test"})
        assert connection.getresponse().status == 421
        connection.close()
        assert LOGGED_IN not in log_in(url, "a wrong password")[1]
    (line,) = said
    password = line.split(",")[1].split()[1]
    assert (tmp_path / "corpus.db").is_file()

    with served(tmp_path) as (url, said):
        cookies, html = log_in(url, password)
        assert SESSION in {cookie.name for cookie in cookies} and LOGGED_IN in html
    assert said == []
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not any(password.encode() in file.read_bytes() for file in files)


def others_of_this_machine() -> set[str]:
    """Return addresses of this machine that are not loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return set()
        return {probe.getsockname()[0]} - {"127.0.0.1", "0.0.0.0"}
