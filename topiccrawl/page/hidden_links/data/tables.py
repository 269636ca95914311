"""Tables that fetch their rows themselves: jqGrid, layui, bootstrap-table, easyui, DataTables, pagination.js.

Their options name the address; the names of the fields that page the list are those of the widget.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topiccrawl.page.anchors.pagers import (
    OFFSET_FIELDS,
    SIZE_FIELDS,
    is_page_field,
    is_paging_field,
    names_part,
)
from topiccrawl.page.elements import Elements
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.script import Script, Step
from topiccrawl.page.scripts.values import Called, Joined, Unknown, Value, Variable

NAMES = ("jqGrid", "datagrid", "bootstrapTable", "table.render", "DataTable", "dataTable")
"""How the functions of the widgets are called."""
_NEAR = 40
"""Steps behind the call of a widget among which the function stands that gives the fields."""
_DECLARED = {"easyui-datagrid": "datagrid", "layui-table": "table.render", "table": "bootstrapTable"}
_MOST = 10
_LONGEST_SIZE = 200


@dataclass(frozen=True)
class _Widget:
    """A kind of table.

    Attributes:
        method: by which it asks unless its options say otherwise.
        own: option with further fields.
        size: option with the number of rows of a page.
        rows: that number where the option is missing.
        paging: fields by which it asks for its first page, by what they may be renamed as; `_SIZE` for the
            number of rows.
        pages: option without which it is not paged.
        renames: option with other names of the fields.
    """

    method: str
    own: str
    size: str
    rows: int
    paging: Mapping[str, tuple[str, int]]
    pages: str = ""
    renames: str = ""


_SIZE = -1
_OFFSET = {"offset": ("offset", 0), "limit": ("limit", _SIZE)}
_PAGE = {"pageNumber": ("pageNumber", 1), "pageSize": ("pageSize", _SIZE)}
_ROWS = {"page": ("page", 1), "rows": ("rows", _SIZE)}
_LIMIT = {"pageName": ("page", 1), "limitName": ("limit", _SIZE)}
_DRAWN = {"draw": ("draw", 1), "start": ("start", 0), "length": ("length", _SIZE)}
_WIDGETS = {
    "jqgrid": _Widget("GET", "postData", "rowNum", 20, _ROWS, renames="prmNames"),
    "datagrid": _Widget("POST", "queryParams", "pageSize", 10, _ROWS, "pagination"),
    "bootstraptable": _Widget("GET", "queryParams", "pageSize", 10, _OFFSET, "sidePagination"),
    "render": _Widget("GET", "where", "limit", 10, _LIMIT, "page", "request"),
    "datatable": _Widget("GET", "data", "pageLength", 10, _DRAWN, "serverSide"),
    "pagination": _Widget("GET", "data", "pageSize", 10, _PAGE, renames="alias"),
}


def is_table(name: str) -> bool:
    """Return whether a function makes a table that may fetch its rows."""
    return name.endswith(NAMES)


def request_of_table(
    name: str, options: Mapping[str, Any], returned: Mapping[str, Value] | None
) -> tuple[Value, dict[str, Value], bool, bool] | None:
    """Return what a table asks for: address, fields, whether by POST, and whether as JSON.

    None is returned if its rows stand in the page.

    Args:
        name: of the function that makes it.
        options: of the table.
        returned: what the function gives that its options name for further fields.
    """
    kind = name.rsplit(".", 1)[-1].lower()
    widget = _WIDGETS[kind]
    if kind == "datatable":
        ajax = options.get("ajax") or options.get("sAjaxSource")
        options = {**options, **(ajax if isinstance(ajax, dict) else {"url": ajax})}
    if kind == "pagination":
        options = {**options, "url": options.get("dataSource")}
    address = options.get("url")
    if not isinstance(address, str | Joined | Variable) or not address:
        return None
    method = next((v for k in ("mtype", "method", "type") if isinstance(v := options.get(k), str)), "")
    size = options.get(widget.size)
    size = size if isinstance(size, int) and 0 < size <= _LONGEST_SIZE else widget.rows
    own = options.get(widget.own)
    fields = _without_unknown(own if isinstance(own, dict) else returned or {}, size)
    paging = _paging(widget, options, size)
    if not any(map(names_part, fields)):
        fields = {**fields, **paging}
    posts = (method or widget.method).upper() == "POST"
    content = str(options.get("contentType") or ("json" if kind == "bootstraptable" else ""))
    return address, fields, posts, posts and "json" in content


def _paging(widget: _Widget, options: Mapping[str, Any], size: int) -> dict[str, Value]:
    """Return the fields by which a widget asks for its first page."""
    if widget.pages and options.get(widget.pages) in (None, False, 0, "", "client"):
        return {}
    paging = _PAGE if options.get("queryParamsType") == "" else widget.paging
    renamed = options.get(widget.renames)
    names = renamed if isinstance(renamed, dict) else {}
    fields: dict[str, Value] = {
        str(names.get(key) or name): size if number == _SIZE else number
        for key, (name, number) in paging.items()
    }
    if widget.renames == "prmNames" and isinstance(sort := options.get("sortname"), str) and sort:
        fields |= {"sidx": sort, "sord": str(options.get("sortorder") or "asc")}
    return fields


def _without_unknown(fields: Mapping[str, Value], size: int) -> dict[str, Value]:
    """Return fields with numbers for those that page; what a reader would fill in is left out."""
    found: dict[str, Value] = {}
    for name, value in fields.items():
        if not isinstance(value, Variable | Unknown | Called):
            found[name] = value
            continue
        read = value.name.rsplit(".", 1)[-1] if isinstance(value, Variable) else ""
        if SIZE_FIELDS.fullmatch(name) or SIZE_FIELDS.fullmatch(read):
            found[name] = size
        elif is_page_field(name):
            found[name] = 1
        elif OFFSET_FIELDS.fullmatch(name) or OFFSET_FIELDS.fullmatch(read):
            found[name] = 0
    return found


def returned_fields(
    steps: Sequence[Step], place: int, options: Mapping[str, Any]
) -> Mapping[str, Value] | None:
    """Return the object that the function of a table's options builds for its request; None if none does.

    Args:
        steps: of the script.
        place: of the call that makes the table.
        options: of the table.
    """
    if "queryParams" not in options or isinstance(options["queryParams"], dict):
        return None
    function = options["queryParams"]
    name = function.name if isinstance(function, Variable | Called) else ""
    chosen = [s for s in steps if s.function == name] if name else steps[place + 1 : place + 1 + _NEAR]
    for step in chosen:
        fields = step.values[0] if not step.is_call and step.values else None
        if isinstance(fields, dict) and any(map(is_paging_field, fields)):
            return fields
    return None


def declared_tables(page: Page) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield name and options of the tables that a page declares by their class and attributes."""
    for element in Elements.of(page).tables[:_MOST]:
        classes = (element.get("class") or "").split()
        name = next((_DECLARED[one] for one in classes if one in _DECLARED and one != "table"), "")
        if not name and element.get("data-toggle") == "table":
            name = "bootstrapTable"
        if not name:
            continue
        options = dict(object_in(element.get("data-options") or element.get("lay-data") or ""))
        for attribute, value in element.attrib.items():
            words = re.split("[-_]", str(attribute).removeprefix("data-"))
            key = words[0] + "".join(word.title() for word in words[1:])
            options.setdefault(_SPELLED.get(key, key), _typed(str(value)))
        yield name, options


_SPELLED = {"pagesize": "pageSize", "queryparams": "queryParams"}


def _typed(text: str) -> Value:
    if text.isdecimal() and len(text) < 5:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def object_in(text: str) -> Mapping[str, Value]:
    """Return the object that an attribute has, with its brackets or without."""
    text = text.strip()
    steps = Script.read(f"x={text if text[:1] == '{' else '{' + text + '}'}").steps if text else ()
    value = next((step.values[0] for step in steps if step.name == "x"), None)
    return value if isinstance(value, dict) else {}
