"""Files that a benchmark makes, and the programs and packages that write them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

_SECONDS = 120
FONTS = ("AR PL SungtiL GB", "Noto Serif CJK SC", "WenQuanYi Micro Hei")
"""Families of fonts in the order in which they are used."""


class MissingWriterError(Exception):
    """Raised when a program or package that writes a file is not installed."""


@dataclass(frozen=True)
class MadeFile:
    """A file and what it should give.

    Attributes:
        kind: what is special in it.
        name: name of the file, with its ending.
        body: its content.
        lines: paragraphs and rows that a reader sees in it.
        tabular: whether it consists of tables or columns, for which the floor is lower.
    """

    kind: str
    name: str
    body: bytes
    lines: tuple[str, ...]
    tabular: bool = False


@dataclass(frozen=True)
class Recipe:
    """How a file is made.

    Attributes:
        kind: what is special in it.
        ending: of its name.
        make: writes it; returns its content and its lines.
        tabular: see `MadeFile`.
    """

    kind: str
    ending: str
    make: Callable[[], tuple[bytes, Sequence[str]]]
    tabular: bool = False

    def file(self) -> MadeFile:
        """Write the file; raises `MissingWriterError` without the writer."""
        body, lines = self.make()
        return MadeFile(self.kind, f"通知.{self.ending}", body, tuple(lines), self.tabular)


def need(*modules: str) -> None:
    """Raise `MissingWriterError` unless packages are installed."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingWriterError(f"the package {module} is not installed")


def converted(body: bytes, ending: str, to: str) -> bytes:
    """Return a document in another format, written by LibreOffice.

    Args:
        body: content of the document.
        ending: of its name.
        to: format, with the name of a filter behind a colon where the format has several.
    """
    program = _program("soffice", "libreoffice")
    with TemporaryDirectory(prefix="benchmark-") as folder:
        (Path(folder) / f"a.{ending}").write_bytes(body)
        profile = f"-env:UserInstallation=file://{_profile()}"
        _run(
            [
                program,
                profile,
                "--headless",
                "--convert-to",
                to,
                "--outdir",
                f"{folder}/out",
                f"{folder}/a.{ending}",
            ]
        )
        (written,) = Path(folder, "out").iterdir()
        return written.read_bytes()


def printed(page: str) -> bytes:
    """Return a page as Chromium prints it."""
    program = _program("chromium", "chromium-browser", "google-chrome")
    with TemporaryDirectory(prefix="benchmark-") as folder:
        source, target = Path(folder, "a.html"), Path(folder, "a.pdf")
        source.write_text(page, encoding="utf-8")
        _run(
            [
                *(program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"),
                *(f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", source.as_uri()),
            ]
        )
        return target.read_bytes()


@cache
def font_file() -> str:
    """Return the path of a TrueType font with Chinese characters that any writer can embed."""
    program = _program("fc-list")
    found = subprocess.run([program, ":lang=zh-cn", "file"], capture_output=True, text=True, check=True)
    names = sorted(line.rstrip(": ") for line in found.stdout.splitlines())
    for wanted in ("gbsn00lp.ttf", "simsun.ttf", ".ttf"):
        for name in names:
            if name.lower().endswith(wanted):
                return name
    raise MissingWriterError("no TrueType font with Chinese characters is installed")


@cache
def _profile() -> Path:
    """Return the folder of the settings of LibreOffice; it is kept while the benchmark runs."""
    folder = TemporaryDirectory(prefix="benchmark-")
    _KEPT.append(folder)
    return Path(folder.name)


_KEPT: list[TemporaryDirectory[str]] = []


def _program(*names: str) -> str:
    for name in names:
        if (found := shutil.which(name)) is not None:
            return found
    raise MissingWriterError(f"the program {names[0]} is not installed")


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)


def made(recipes: Iterable[Recipe]) -> tuple[list[MadeFile], dict[str, str]]:
    """Return the files that can be made here, and for the others why they cannot."""
    files, missing = [], {}
    for recipe in recipes:
        try:
            files.append(recipe.file())
        except MissingWriterError as error:
            missing[recipe.kind] = str(error)
    return files, missing
