"""Typer applications of the commands, and the examples in their help texts."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

CONTEXT = {"help_option_names": ["-h", "--help"]}
"""Settings of every command."""


class PlainGroup(TyperGroup):
    """A group of commands whose flags are false if they are not given.

    Typer's own flags, such as --help, are None then, and it imports pydantic to convert that.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the group."""
        params = super().get_params(ctx)
        for one in params:
            if getattr(one, "is_flag", False) and one.default is None:
                one.default = False
        return params


def command_group(name: str, help: str) -> typer.Typer:
    """Return an application for `topiccrawl NAME ...`, which lists its commands when none is given."""
    group = plain_typer(help, name=name)

    @group.callback(invoke_without_command=True)
    def _show_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    return group


def single_command() -> typer.Typer:
    """Return an application for one command directly below `topiccrawl`."""
    return plain_typer()


def plain_typer(
    help: str = "",
    *,
    name: str | None = None,
    completion: bool = False,
    cls: type[TyperGroup] = PlainGroup,
) -> typer.Typer:
    """Return a Typer application with plain help: the same in a terminal, a pipe and a log.

    Args:
        help: description in the help text.
        name: name of a group.
        completion: whether it can install shell completion.
        cls: class of its group of commands.
    """
    return typer.Typer(
        name=name,
        cls=cls,
        help=help,
        add_completion=completion,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=CONTEXT,
    )


def examples(*lines: str) -> str:
    r"""Return the end of a help text: commands to copy, one per line.

    >>> examples("topic list")
    '\x08\nExamples:\n  topiccrawl topic list'
    """
    # The backspace character stops Typer from joining the lines.
    return "\n".join(["\b", "Examples:", *(f"  topiccrawl {line}" for line in lines)])
