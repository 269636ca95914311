"""Commands that are imported on use, so that help and version do not load their packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

from topiccrawl.cli.shared.group import PlainGroup
from topiccrawl.cli.shared.help_texts import in_chinese, translate_help
from topiccrawl.text.language import language


class LazyCommands(Mapping[str, Any]):
    """Commands by name.

    Args:
        modules: for each name the module, whose `app` has the command or group, and its help in one line.
    """

    def __init__(self, modules: Mapping[str, tuple[str, str]]) -> None:
        self._modules = modules
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module, _ = self._modules[name]
            loaded = self._loaded[name] = typer.main.get_command(import_module(module).app)
            if language() == "zh":
                translate_help(loaded)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def summaries(self) -> dict[str, Any]:
        """Return commands that have only a name and a help text."""
        chinese = language() == "zh"
        return {
            name: TyperCommand(name, help=help, short_help=in_chinese(help) if chinese else None)
            for name, (_, help) in self._modules.items()
        }


class LazyGroup(PlainGroup):
    """A group whose help lists `LazyCommands` without importing them."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands."""
        commands = self.commands
        assert isinstance(commands, LazyCommands)
        self.commands = commands.summaries()
        try:
            super().format_commands(ctx, formatter)
        finally:
            self.commands = commands
