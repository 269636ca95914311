"""Commands with a choice of experiments or methods: each has data and options of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import typer

from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.messages import message


def check_options(
    context: typer.Context, choice: str, own: Collection[str], shared: Collection[str] = ()
) -> None:
    """Refuse options and arguments that the choice does not use.

    Args:
        context: of the command, whose first argument is the choice.
        choice: what was chosen.
        own: names of the parameters that it uses.
        shared: names of those that all use.

    Raises:
        BadParameter: another one is given.
    """
    _, *parameters = context.command.params
    for parameter in parameters:
        source = context.get_parameter_source(parameter.name)
        if source and source.name == "COMMANDLINE" and parameter.name not in (*own, *shared, "help"):
            raise typer.BadParameter(
                message("{name} has no use for it", name=choice), ctx=context, param_hint=parameter.opts[0]
            )


def given(data: Sequence[str], name: str) -> Sequence[str]:
    """Return the arguments.

    Raises:
        BadParameter: there are none.
    """
    if not data:
        raise wrong_value("it is missing", name)
    return data


def one_file(data: Sequence[str]) -> Path:
    """Return the only argument.

    Raises:
        BadParameter: there are none or several.
    """
    if len(data) != 1:
        raise wrong_value("expected one file, found {count}", "FILE", count=len(data))
    return Path(data[0])
