"""Plots of a command, skipped if they cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import typer

from topiccrawl.errors import EvaluationError
from topiccrawl.text.language import localized, say, translated


def draw_plots(draw: Callable[[], None], out: Path, written: str) -> None:
    """Draw plots, or report why they cannot be drawn.

    Args:
        draw: draws them.
        out: the folder of all output.
        written: what is in that folder now, as an English text of the catalogue.
    """
    try:
        draw()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        typer.echo(say("plots left out: they need matplotlib (pip install 'topiccrawl[plots]')"), err=True)
    except EvaluationError as error:
        typer.echo(say("plots left out: {error}", error=localized(error)), err=True)
    else:
        typer.echo(say("{written} in {out}", written=translated(written), out=out))
