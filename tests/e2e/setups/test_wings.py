"""The core without each of its wings: commands and every module; the pages without the newsroom."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from topiccrawl.wings import WINGS

ROOT = Path(__file__).parents[3]
CORE = """
import pkgutil, sys
from importlib import import_module
import topiccrawl
from topiccrawl.wings import WINGS

def entered(path, prefix):
    for found in pkgutil.iter_modules(path, prefix):
        if found.name.split(".")[1] in (*WINGS, "__main__"):
            continue
        import_module(found.name)
        if found.ispkg:
            entered(sys.modules[found.name].__path__, found.name + ".")

entered(topiccrawl.__path__, "topiccrawl.")
print(*sorted(name for name in sys.modules if name.split(".")[1:2] and name.split(".")[1] in WINGS))
"""


def without(wing: str, folder: Path) -> dict[str, str]:
    """Return an environment in which Python finds a wing nowhere."""
    block = f"import sys\nsys.modules['topiccrawl.{wing}'] = None\n"
    (folder / "sitecustomize.py").write_text(block, encoding="utf-8")
    return os.environ | {"PYTHONPATH": f"{folder}:{ROOT}", "LC_ALL": "C"}


def run(environment: dict[str, str], folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("wing", WINGS)
def test_only_its_commands_go_with_a_wing(wing: str, tmp_path: Path) -> None:
    """Demo and export without all of them are in `test_demo.py`."""
    commands = {"admin": "admin", "newsroom": "stories", "experiments": "replay"}
    told = run(without(wing, tmp_path), tmp_path, "-m", "topiccrawl", "-h")
    listed = {line.split()[0] for line in told.splitlines() if line.strip()}
    assert {commands[name] for name in WINGS if name != wing} <= listed
    assert commands[wing] not in listed


def test_no_module_of_the_core_imports_a_wing(tmp_path: Path) -> None:
    loaded = run(dict(os.environ), tmp_path, "-c", CORE).split()
    assert {name.split(".", 2)[-1] for name in loaded if name.count(".") > 1} == {"registration"}


def test_the_pages_do_without_the_newsroom(tmp_path: Path) -> None:
    script = """
from pathlib import Path
from starlette.testclient import TestClient
from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
folder = Path.cwd()
services = Services(Configuration(f"sqlite:///{folder}/a.db", folder / "admin", folder / "topics", frozenset({"testserver"})))
application = make_application(services)
with TestClient(application, base_url="http://testserver") as client:
    print(client.get("/login").status_code, any(route.path.startswith("/analysis") for route in application.routes))
"""
    assert run(without("newsroom", tmp_path), tmp_path, "-c", script).split() == ["200", "False"]
