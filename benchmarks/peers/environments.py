"""Virtual environments of the other crawlers, each with the exact versions of its requirements file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements")
_STAMP = "installed.txt"


class NotInstallableError(Exception):
    """A crawler cannot be installed here; the message is the reason."""


def environment(name: str, folder: Path) -> Path:
    """Return the Python of an environment, made unless it exists with the same requirements.

    Args:
        name: name of the requirements file, without ending.
        folder: folder of all environments.

    Raises:
        NotInstallableError: the packages cannot be installed.
    """
    requirements = REQUIREMENTS / f"{name}.txt"
    wanted = requirements.read_text(encoding="utf-8")
    where = folder / name
    python, stamp = where / "bin" / "python", where / _STAMP
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    shutil.rmtree(where, ignore_errors=True)
    run_command(name, sys.executable, "-m", "venv", "--without-pip", str(where))
    # uv's own configuration says where packages come from.
    run_command(
        name, sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps",
        "--python", str(python), "--requirement", str(requirements),
    )  # fmt: skip
    stamp.write_text(wanted, encoding="utf-8")
    return python


def run_command(name: str, *command: str) -> None:
    """Run a command that makes an environment.

    Raises:
        NotInstallableError: it failed.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise NotInstallableError(f"{name} cannot be installed: {last[0]}")
