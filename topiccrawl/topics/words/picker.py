"""The terminal picker: a list of words, each decided with one key."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from topiccrawl.topics.words.candidates import Pick
from topiccrawl.topics.words.picking import Picking

KEYS = "y take  n leave out  c open again  u undo  / search  o only open  arrows, PgUp, PgDn  q save, leave"
"""The help line at the bottom."""
_MARKS: dict[str, str] = {"y": "✔", "n": "✘", "": " "}
_STYLE = Style.from_dict(
    {
        "title": "bold",
        "names": "underline",
        "y": "ansigreen",
        "n": "ansired",
        "here": "reverse",
        "keys": "reverse",
    }
)
_WIDEST = 28
"""Maximum columns of a value in the terminal."""


class Picker:
    """The picker's screen.

    Args:
        picking: the session.
        name: name of the table.
    """

    def __init__(self, picking: Picking, name: str) -> None:
        self._picking = picking
        self._name = name
        self._only_open = False
        self._search = Buffer(multiline=False, on_text_changed=lambda _: self._find())
        self._shown: list[dict[str, str]] = []
        self._cursor = 0
        self._top = 0
        self._columns = [name for name in picking.table.columns if name != "pick"]
        self._widths = [self._width(name) for name in self._columns]
        self._filter(picking.table.rows[picking.first_open()]["word"] if len(picking) else None)
        self._list = Window(FormattedTextControl(self._lines, focusable=True, show_cursor=False))
        self.application: Application[None] = self._application()

    def run(self) -> None:
        """Show the picker until the user quits; the decisions are in the session."""
        self.application.run()

    def _application(self) -> Application[None]:
        search = Window(
            BufferControl(self._search), height=1, get_line_prefix=lambda line, wrapped: "search: "
        )
        searching = has_focus(self._search)
        shown = Condition(lambda: bool(self._search.text)) | searching
        body = HSplit(
            [
                Window(FormattedTextControl(self._title), height=1),
                Window(FormattedTextControl(self._names), height=1),
                self._list,
                ConditionalContainer(search, shown),
                Window(
                    FormattedTextControl(KEYS),
                    height=Dimension(min=1, max=2),
                    style="class:keys",
                    wrap_lines=True,
                ),
            ]
        )
        return Application(
            Layout(body, focused_element=self._list),
            key_bindings=self._keys(search),
            full_screen=True,
            style=_STYLE,
            enable_page_navigation_bindings=False,
        )

    def _keys(self, search: Window) -> KeyBindings:
        keys = KeyBindings()
        listing, searching = has_focus(self._list), has_focus(search)

        def on(names: str, act: Callable[[], object]) -> None:
            for name in names.split():
                keys.add(name, filter=listing)(lambda event: (act(), None)[1])

        on("y space enter", lambda: self._decide("y"))
        on("n", lambda: self._decide("n"))
        on("c delete", lambda: self._decide(""))
        on("u", self._undo)
        on("o", self._toggle_open)
        on("up k", lambda: self._move(-1))
        on("down j", lambda: self._move(1))
        on("pageup", lambda: self._move(-self._height()))
        on("pagedown", lambda: self._move(self._height()))
        on("home g", lambda: self._move(-len(self._shown)))
        on("end G", lambda: self._move(len(self._shown)))

        @keys.add("/", filter=listing)
        def _(event: KeyPressEvent) -> None:
            event.app.layout.focus(search)

        @keys.add("enter", filter=searching)
        def _(event: KeyPressEvent) -> None:
            event.app.layout.focus(self._list)

        @keys.add("escape", eager=True)
        def _(event: KeyPressEvent) -> None:
            self._search.reset()
            self._filter()
            event.app.layout.focus(self._list)

        @keys.add("q", filter=listing)
        @keys.add("c-c")
        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            event.app.exit()

        return keys

    def _filter(self, stay: str | None = None) -> None:
        """Select the visible rows; the cursor stays on its word if that is visible."""
        stay = stay or self._word()
        text = self._search.text.strip()
        self._shown = [
            row
            for row in self._picking.table.rows
            if text in row["word"] and (not self._only_open or not row["pick"])
        ]
        places = [number for number, row in enumerate(self._shown) if row["word"] == stay]
        self._cursor = places[0] if places else min(self._cursor, max(0, len(self._shown) - 1))

    def _find(self) -> None:
        """Show the words that contain the search text, with the cursor on the first."""
        if self._search.text.strip():
            self._cursor = 0
            self._shown = []
        self._filter()

    def _word(self) -> str | None:
        return self._shown[self._cursor]["word"] if self._cursor < len(self._shown) else None

    def _decide(self, pick: Pick) -> None:
        word = self._word()
        if word is None:
            return
        self._picking.decide(word, pick)
        if self._only_open and pick:
            self._filter()  # the decided word disappears, and the next one takes its place
        else:
            self._move(1 if pick else 0)

    def _undo(self) -> None:
        word = self._picking.undo()
        if word is not None:
            self._search.reset()
            self._filter(word)

    def _toggle_open(self) -> None:
        self._only_open = not self._only_open
        self._filter()

    def _move(self, steps: int) -> None:
        self._cursor = max(0, min(len(self._shown) - 1, self._cursor + steps))

    def _height(self) -> int:
        info = self._list.render_info
        return info.window_height if info else 20

    def _title(self) -> StyleAndTextTuples:
        taken, left_out, still = self._picking.counts()
        place = f"{self._cursor + 1}/{len(self._shown)}" if self._shown else "nothing to show"
        heading = f"{self._name}  {place}  taken {taken}  left out {left_out}  open {still}"
        return [("class:title", heading + ("  (only open ones)" if self._only_open else ""))]

    def _names(self) -> StyleAndTextTuples:
        cells = (
            pad(name.replace("_", " "), width)
            for name, width in zip(self._columns, self._widths, strict=True)
        )
        return [("class:names", "   " + "  ".join(cells))]

    def _lines(self) -> StyleAndTextTuples:
        """The rows around the cursor that fit into the window."""
        height = self._height()
        self._top = max(self._cursor - height + 1, min(self._top, self._cursor))
        lines: StyleAndTextTuples = []
        for number, row in enumerate(self._shown[self._top : self._top + height], self._top):
            style = f"class:{row['pick']}" if row["pick"] else ""
            if number == self._cursor:
                style += " class:here"
            cells = (
                pad(row.get(name, ""), width) for name, width in zip(self._columns, self._widths, strict=True)
            )
            lines.append((style, f" {_MARKS[row['pick']]} " + "  ".join(cells) + "\n"))
        return lines

    def _width(self, name: str) -> int:
        values = (row.get(name, "") for row in self._picking.table.rows)
        return min(_WIDEST, max((get_cwidth(value) for value in (name, *values)), default=0))


def pad(text: str, width: int) -> str:
    """Return a text of exactly `width` terminal columns: padded, or truncated with an ellipsis.

    >>> pad("侨联", 6), pad("中国侨联", 6)
    ('侨联  ', '中国… ')
    """
    if get_cwidth(text) > width:
        kept = ""
        for char in text:
            if get_cwidth(kept + char) > width - 1:
                break
            kept += char
        text = kept + "…"
    return text + " " * (width - get_cwidth(text))


def pick(picking: Picking, name: str) -> None:
    """Run the picker in the terminal, then write the decisions into the table."""
    Picker(picking, name).run()
    picking.finish()
