"""Plots, which may be left out: they need a package of an extra and a Chinese font."""

from __future__ import annotations

from collections.abc import Callable

import typer

from topiccrawl.errors import EvaluationError


def draw_plots(draw: Callable[[], None], done: str) -> None:
    """Draw plots and say so, or report why they cannot be drawn.

    Args:
        draw: draws and writes them.
        done: what to print in the end.
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
        typer.echo(done)
