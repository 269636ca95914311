"""Plots of a command, skipped if they cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import typer

from topiccrawl.errors import EvaluationError


def draw_plots(draw: Callable[[], None], out: Path, written: str) -> None:
    """Draw plots, or report why they cannot be drawn.

    Args:
        draw: draws them.
        out: the folder of all output.
        written: description of what is in that folder now.
    """
    try:
        draw()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        typer.echo("plots left out: they need matplotlib (pip install 'topiccrawl[plots]')", err=True)
    except EvaluationError as error:
        typer.echo(f"plots left out: {error}", err=True)
    else:
        typer.echo(f"{written} in {out}")
