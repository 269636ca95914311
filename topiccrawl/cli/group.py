"""A group of commands, such as `topiccrawl resources`, and what all help texts have in common."""

from __future__ import annotations

import typer
from typer.core import TyperGroup

CONTEXT = {"help_option_names": ["-h", "--help"]}
"""Settings of every command."""


def command_group() -> typer.Typer:
    """Return a group that shows its commands when none is named; its help text is in `cli/app.py`."""
    group = plain_typer()

    @group.callback(invoke_without_command=True)
    def _help_without_command(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    return group


def plain_typer(
    help: str = "", *, completion: bool = False, cls: type[TyperGroup] = TyperGroup
) -> typer.Typer:
    """Return a Typer application whose help is plain text: the same in a terminal, a pipe and a log.

    Args:
        help: what it is for.
        completion: whether it can install the completion of commands into a shell.
        cls: the class of its group of commands.
    """
    return typer.Typer(
        cls=cls,
        help=help,
        add_completion=completion,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=CONTEXT,
    )


def examples(*lines: str) -> str:
    r"""Return the end of a help text that shows commands to copy, one a line.

    >>> examples("topic list")
    '\x08\nExamples:\n  topiccrawl topic list'
    """
    # The backspace keeps the lines from being filled up.
    return "\n".join(["\b", "Examples:", *(f"  topiccrawl {line}" for line in lines)])
