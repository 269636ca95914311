"""Commands that are imported when they are used, so that help and version need none of their packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from topiccrawl.cli.group import examples, plain_typer


@dataclass(frozen=True)
class LazyCommand:
    """A command or a group of commands.

    Attributes:
        place: `module:name` of the function, or of the Typer application of a group.
        help: what it does, in one line; the docstring of a function begins with it.
        examples: lines to copy, shown in the help of a function.
        context: settings of the command's context.
    """

    place: str
    help: str
    examples: tuple[str, ...] = ()
    context: dict[str, Any] = field(default_factory=dict)

    def load(self, name: str) -> Any:
        """Return the command as Typer makes it."""
        module, _, attribute = self.place.partition(":")
        found = getattr(import_module(module), attribute)
        if not isinstance(found, typer.Typer):
            alone = plain_typer()
            alone.command(name, context_settings=self.context, epilog=examples(*self.examples))(found)
            found = alone
        command = typer.main.get_command(found)
        command.name, command.help = name, command.help or self.help
        return command


class LazyCommands(Mapping[str, Any]):
    """Commands by name; each is imported when it is first asked for."""

    def __init__(self, commands: Mapping[str, LazyCommand]) -> None:
        self._commands = commands
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = self._commands[name].load(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)

    def summaries(self) -> dict[str, Any]:
        """Return stand-ins that have the name and the help of each command, and nothing else."""
        return {name: TyperCommand(name, help=one.help) for name, one in self._commands.items()}


class LazyGroup(TyperGroup):
    """A group whose help lists its commands without importing them."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands."""
        commands = self.commands
        assert isinstance(commands, LazyCommands)
        self.commands = commands.summaries()
        try:
            super().format_commands(ctx, formatter)
        finally:
            self.commands = commands
