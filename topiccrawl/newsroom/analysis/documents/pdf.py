"""A briefing as PDF: printed by the Chromium of the system, or from a Word file by its LibreOffice."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from topiccrawl.chromium import browser_program
from topiccrawl.errors import BrowserMissingError
from topiccrawl.newsroom.analysis.briefing import Briefing
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.text.files.atomic_write import atomic_replace

TIMEOUT = 180.0
"""Timeout of printing in seconds."""
_SWITCHES = """
    --headless --disable-gpu --no-first-run --disable-extensions --disable-background-networking
    --disable-component-update --disable-sync --no-pdf-header-footer
""".split()
_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND"
"""Makes every host name unresolvable, so that the document cannot load anything."""


def printer(*, of_word: bool) -> str:
    """Return the program that makes PDF: of Word files LibreOffice, of briefings Chromium or Chrome.

    Raises:
        BrowserMissingError: it is not on the PATH.
    """
    program = shutil.which("soffice") if of_word else browser_program()
    if program is None and of_word:
        raise BrowserMissingError(
            "PDF of a template needs LibreOffice (apt-get install libreoffice-writer-nogui). Without it, "
            "attach the Word file, or remove the template"
        )
    if program is None:
        raise BrowserMissingError("PDF needs Chromium or Chrome: apt-get install chromium")
    return program


def write_pdf(briefing: Briefing, path: Path) -> None:
    """Write a briefing as PDF; an existing file is replaced. Chinese needs a Chinese font on the system.

    Raises:
        BrowserMissingError: there is no Chromium or Chrome on the PATH, or it does not print.
        OSError: the file cannot be written.
    """
    program = printer(of_word=False)
    with tempfile.TemporaryDirectory() as folder, atomic_replace(path) as part:
        source, printed = Path(folder) / "briefing.html", Path(folder) / "briefing.pdf"
        source.write_text(html_document(briefing), encoding="utf-8")
        command = [program, *_SWITCHES, _OFFLINE, f"--user-data-dir={folder}/profile"]
        command += ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium has no sandbox for root
        command += [f"--print-to-pdf={printed}", source.as_uri()]
        part.write_bytes(_printed(command, printed))


def pdf_of_word(file: Path) -> bytes:
    """Return a Word file as PDF, as LibreOffice prints it.

    Raises:
        BrowserMissingError: there is no LibreOffice on the PATH, or it does not print.
    """
    program = printer(of_word=True)
    with tempfile.TemporaryDirectory() as folder:
        # With a profile of its own, as one that runs already would take the file.
        command = [program, f"-env:UserInstallation=file://{folder}/profile", "--headless"]
        command += ["--convert-to", "pdf", "--outdir", folder, str(file)]
        return _printed(command, Path(folder) / f"{file.stem}.pdf")


def _printed(command: list[str], printed: Path) -> bytes:
    program = command[0]
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BrowserMissingError("{program} does not print: {error}", program=program, error=error) from None
    if done.returncode != 0 or not printed.exists():
        told = done.stderr.decode(errors="replace").strip().splitlines()
        reason = (told or ["no message"])[-1][:300]
        raise BrowserMissingError("{program} does not print: {reason}", program=program, reason=reason)
    return printed.read_bytes()
