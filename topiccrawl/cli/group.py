"""A group of commands, such as `topiccrawl resources`."""

from __future__ import annotations

import typer


def command_group(help: str) -> typer.Typer:
    """A group that shows its commands when none is named."""
    group = typer.Typer(help=help, add_completion=False, pretty_exceptions_enable=False)

    @group.callback(invoke_without_command=True)
    def _help_without_command(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    return group
