"""Templates: every value is escaped, and only http and https URLs become links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from gettext import NullTranslations
from typing import Any
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from starlette.responses import Response

from topiccrawl.admin.web.code_names import finish_name, kind_name, part_name
from topiccrawl.corpus.export.drop_reasons import stage_meaning
from topiccrawl.page.facts.dates import CHINA
from topiccrawl.text.display import one_line
from topiccrawl.wings import registered

_CODE = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)
_MARKS = {"：": ": ", "，": ", ", "、": ", ", "；": "; ", "。": ". ", "（": " (", "）": ")"}


class _EnglishMarks(Extension):
    """Punctuation between the texts of a template, as English has it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return a template whose own text has no full-width marks."""
        table = str.maketrans(_MARKS)
        return "".join(one if at % 2 else one.translate(table) for at, one in enumerate(_CODE.split(source)))


@cache
def _environment(translation: NullTranslations) -> Environment:
    added = [name.rpartition(".")[0] for name in registered("ADMIN_PAGES").values()]
    made = Environment(
        loader=ChoiceLoader([PackageLoader(name) for name in ("topiccrawl.admin", *added)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", *([_EnglishMarks] if translation.gettext("、") == ", " else [])],
    )
    made.globals["wings"] = registered("ADMIN_PAGES")
    made.install_gettext_translations(translation, newstyle=True)  # type: ignore[attr-defined]
    made.filters |= {"line": one_line, "link": safe_link, "time": _time, "count": _count, "share": _share}
    made.filters |= {"finish": finish_name, "part": part_name, "kind": kind_name, "stage": stage_meaning}
    return made


def render(template: str, translation: NullTranslations, values: Mapping[str, Any]) -> str:
    """Return a page."""
    return _environment(translation).get_template(template).render(values)


def as_download(name: str, content: bytes, kind: str) -> Response:
    """Return a file that browsers save."""
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(content, media_type=kind, headers=headers)


def safe_link(url: str | None) -> str:
    """Return a URL if it is http or https, else an empty text.

    >>> safe_link("https://example.cn/1"), safe_link("javascript:alert(1)")
    ('https://example.cn/1', '')
    """
    return url if url and url.lower().startswith(("http://", "https://")) else ""


def _time(value: datetime | None) -> str:
    return "" if value is None else f"{value.astimezone(CHINA):%Y-%m-%d %H:%M:%S}"


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _share(value: float | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:.3f}"
