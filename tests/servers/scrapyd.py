"""A scrapyd for tests, in a Python with this one's packages but without the project."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sysconfig
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

from servers.process import ServerProcess, program

from topiccrawl.text.resources import CACHE_VARIABLE, cache_dir

DOCKER = Path(__file__).parents[2] / "docker"
_OPENER = build_opener(ProxyHandler({}))  # no proxy for loopback


class Scrapyd(ServerProcess):
    """Configured by docker/scrapyd.conf, except for address, folders and poll interval.

    Jobs can import the project only from the deployed egg: packages come from PYTHONPATH, whose folders are
    not searched for .pth files, so that an editable install is not found.

    Attributes:
        environment: environment of scrapyd, its jobs and the client commands; change it before `start`.
    """

    name = "scrapyd"

    def __init__(self) -> None:
        self._env = program("env")
        super().__init__()
        self.url = f"http://127.0.0.1:{self.port}"
        venv.create(self.folder / "python", symlinks=True)
        self.python = str(self.folder / "python" / "bin" / "python")
        packages = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
        own = {
            "PYTHONPATH": os.pathsep.join([str(DOCKER), *packages]),
            "HOME": str(self.folder),  # scrapyd and scrapyd-deploy read configurations there
            CACHE_VARIABLE: str(cache_dir()),  # compiling everything takes longer than all jobs together
        }
        kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        self.environment = kept | own

    def start(self) -> None:
        config = ConfigParser()
        config.read(DOCKER / "scrapyd.conf", encoding="utf-8")
        changes = {"bind_address": "127.0.0.1", "http_port": str(self.port), "poll_interval": "0.1"}
        changes |= {f"{kind}_dir": str(self.folder / kind) for kind in ("eggs", "logs", "dbs")}
        config["scrapyd"].update(changes)
        with (self.folder / "scrapyd.conf").open("w", encoding="utf-8") as target:
            config.write(target)
        super().start()

    def command(self) -> list[str]:
        assigned = [f"{name}={value}" for name, value in self.environment.items()]
        return [self._env, "-i", *assigned, self.python, "-m", "scrapyd", "--pidfile="]

    def is_ready(self) -> bool:
        try:
            return str(self.ask("daemonstatus.json")["status"]) == "ok"
        except (URLError, ConnectionError, TimeoutError):
            return False

    def stop(self) -> None:
        """Kill the jobs, which scrapyd would leave running, and shut down."""
        if self.is_running:
            self.resume()
            for job in self.ask("listjobs.json")["running"]:
                os.kill(job["pid"], signal.SIGKILL)
        super().stop()

    def read(self, path: str, data: Mapping[str, str | Sequence[str]] | None = None) -> str:
        """Return the response to GET, or with data to POST."""
        body = None if data is None else urlencode(data, doseq=True).encode()
        with _OPENER.open(f"{self.url}/{path}", body, timeout=60) as answer:
            return bytes(answer.read()).decode("utf-8")

    def ask(self, path: str, **data: str | Sequence[str]) -> dict[str, Any]:
        """Call the API: GET, or with data POST."""
        found: dict[str, Any] = json.loads(self.read(path, data or None))
        return found

    def deploy(self, checkout: Path, version: str, *options: str) -> None:
        """Run `scrapyd-deploy` in a copy of the checkout, with this server's port in scrapy.cfg.

        Raises:
            RuntimeError: it failed.
        """
        config = checkout / "scrapy.cfg"
        shipped = config.read_text(encoding="utf-8")
        config.write_text(shipped.replace("http://127.0.0.1:6800/", f"{self.url}/"), encoding="utf-8")
        try:
            ended = self.run(["-m", "scrapyd_client.deploy", "--version", version, *options], checkout)
        finally:
            config.write_text(shipped, encoding="utf-8")
        if ended.returncode or '"status": "ok"' not in ended.stdout:
            raise RuntimeError(f"scrapyd-deploy: {ended.stdout}{ended.stderr}")

    def run(self, arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run its Python with arguments."""
        return subprocess.run(
            [self.python, *arguments],
            cwd=folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def schedule(self, spider: str, settings: Mapping[str, str], **arguments: str) -> str:
        """Start a job and return its id."""
        given = [f"{name}={value}" for name, value in settings.items()]
        answer = self.ask("schedule.json", project="topiccrawl", spider=spider, setting=given, **arguments)
        assert answer["status"] == "ok", answer
        return str(answer["jobid"])

    def log(self, job: str, spider: str = "partybuild") -> str:
        """Return the log of a job, fetched over HTTP."""
        return self.read(f"logs/topiccrawl/{spider}/{job}.log")

    def state(self, job: str) -> str | None:
        """Return pending, running or finished."""
        found: str | None = self.ask(f"status.json?job={job}")["currstate"]
        return found

    def wait(self, job: str, patience: float = 120.0) -> None:
        """Wait until a job has ended."""
        until(lambda: self.state(job) == "finished", patience)

    @property
    def output(self) -> str:
        """Its output so far."""
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")


def until(is_so: Callable[[], bool], patience: float = 120.0) -> None:
    """Wait until a condition holds.

    Raises:
        TimeoutError: it does not hold in time.
    """
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {patience} s in vain")
        time.sleep(0.1)
