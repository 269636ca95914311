"""Messages about wrong usage in the language of the terminal, with the command that shows the help."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from topiccrawl.messages import Message, message
from topiccrawl.text.language import marked

# Typer has these texts in English only.
_OF_TYPER = (
    marked("Missing option {name}. {choices}"),
    marked("Missing option {name}."),
    marked("Missing argument {name}. {choices}"),
    marked("Missing argument {name}."),
    marked("Missing command."),
    marked("No such command {name}. Did you mean {known}?"),
    marked("No such command {name}."),
    marked("No such option: {name} (Possible options: {known})"),
    marked("No such option: {name}"),
    marked("Option {name} requires an argument."),
    marked("Option {name} does not take a value."),
    marked("Got unexpected extra argument(s) ({names})"),
    marked("Value error, {value} is not one of {known}."),
    marked("Input should be a valid integer, unable to parse string as an integer"),
    marked("Input should be a valid number, unable to parse string as a number"),
    marked("Input should be greater than or equal to {least}"),
    marked("Input should be less than or equal to {most}"),
)

MOVED = {
    "calibrate": "topic calibrate",
    "calibrate verdict": "topic calibrate --only verdict",
    "calibrate corrections": "topic calibrate --only words",
    "calibrate axis": "topic calibrate --only words",
    "calibrate similarity": "fit similarity",
    "calibrate url-structure": "fit url-structure",
    "database index": "database upgrade --index missing",
    "frontier stats": "frontier show",
    "frontier top": "frontier show --state waiting",
    "frontier dead": "frontier show --state dead",
    "frontier gone": "frontier show --state gone",
    "replay run": "replay compare --repeat 1",
    "resources path": "resources list",
    "resources train": "fit vectors",
    "stories find": "stories",
    "stories show": "stories --show",
    "topic refine": "topic check --documents --general",
    "vocabulary": "topic",
    "vocabulary count": "topic count",
    "vocabulary discover": "topic count --new",
    "vocabulary pick": "topic pick",
    "vocabulary expand": "topic expand",
    "vocabulary build": "topic new --words",
}
"""Commands of earlier versions, and what they are called now."""
_NO_AHP = marked("`{old}` is gone: write the comparisons into [priority] matrix of topic.toml")
_NO_THRESHOLD = marked("`{old}` is gone: compare crawls with `topiccrawl evaluate threshold`")
_GONE = {
    "calibrate ahp": _NO_AHP,
    "calibrate link-threshold": _NO_THRESHOLD,
    "fit ahp": _NO_AHP,
    "fit link-threshold": _NO_THRESHOLD,
    "stories places": marked(
        "`{old}` is gone: see the analysis pages, or `topiccrawl export --columns url,event,place,category`"
    ),
    "resources remove": marked(
        "`{old}` is gone: delete the folder of the resource, see `topiccrawl resources list`"
    ),
}
"""Commands of earlier versions that have no successor, and what to do instead."""


def moved(arguments: Sequence[str]) -> Message | None:
    """Return the message for a command that an earlier version had under this name.

    Args:
        arguments: the words of the command line after `topiccrawl`.
    """
    for old in (" ".join(arguments[:2]), " ".join(arguments[:1])):
        if new := MOVED.get(old):
            return message("`{old}` is now `{new}`", old=f"topiccrawl {old}", new=f"topiccrawl {new}")
        if old in _GONE:
            return message(_GONE[old], old=f"topiccrawl {old}")
    return None


def wrong_value(problem: str, name: str, /, **values: object) -> typer.BadParameter:
    """Return the error for the value of an option or argument.

    Args:
        problem: a template for `message`.
        name: of the option, such as `--topic`.
        values: of the template.
    """
    return typer.BadParameter(message(problem, **values), param_hint=name)


def wrong_usage(error: typer.TyperException) -> Message:
    """Return the message for an error of Typer, which ends with the command that shows the help.

    Args:
        error: a `typer.BadParameter` may carry a message of ours.
    """
    context = getattr(error, "ctx", None)
    problem = _problem(error)
    if context is None:
        return problem
    path = context.command_path
    if problem.endswith((".", "?")):
        return message("{problem} See `{command} -h`", problem=problem, command=path)
    return message("{problem}. See `{command} -h`", problem=problem, command=path)


def _problem(error: typer.TyperException) -> Message:
    text = " ".join(error.format_message().split())
    own = getattr(error, "message", "")
    if isinstance(error, typer.BadParameter) and own and text.startswith("Invalid value"):
        name = text.removeprefix("Invalid value for ").removesuffix(f": {' '.join(own.split())}")
        inner = own if isinstance(own, Message) else _known(own)
        if name == text:
            return message("Invalid value: {problem}", problem=inner)
        return message("Invalid value for {name}: {problem}", name=name, problem=inner)
    return _known(text)


def _known(text: str) -> Message:
    """Return a text of Typer as a message with its template; other texts unchanged."""
    for template in _OF_TYPER:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return message(template, **found.groupdict())
    return message(text)
