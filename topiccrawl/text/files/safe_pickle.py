"""Read pickles as data: nothing is imported or called, and memory is bounded.

Python's own unpickler runs what a pickle asks for. Even one that refuses all names hashes, compares and
allocates as the pickle demands, so this module interprets the instructions itself. Objects become
`PickledObject`s (class name, arguments and state), which the caller interprets.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

MOST_STEPS = 60_000_000
"""Default limit of instructions; vectors of eight million words need 45 million."""
MOST_CONTAINERS = 10_000_000
"""Default limit of lists, dictionaries, tuples and objects: an empty list takes one byte of the pickle and 64
of memory."""
_LONGEST_NUMBER = 1000
"""Maximum digits or bytes of an integer; parsing and printing longer ones is slow."""
_AHEAD, _BUFFER = 131_072, 1_048_576
"""Bytes of a stream that are at hand before an instruction, and that are read at once. Numbers and lines are
shorter; texts are read as they need."""
_KEYS = (str, int, float, bytes, type(None))
"""Types allowed as dictionary keys; hashing nested tuples can take for ever."""


class SafePickleError(ValueError):
    """Data is not a pickle, or asks for more than data; the message says what."""


class PickledName(NamedTuple):
    """A class or function that a pickle names."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(eq=False, slots=True)
class PickledObject:
    """An object as described by the pickle.

    Attributes:
        made_by: class or function that would create it.
        arguments: arguments of the call.
        state: attributes of the object; None when it has none.
    """

    made_by: PickledName
    arguments: tuple[Any, ...]
    state: Any = None

    def __repr__(self) -> str:
        return f"<{self.made_by}>"


def read_safe_pickle(
    data: Any,
    names: Collection[tuple[str, str]] = (),
    *,
    most_steps: int = MOST_STEPS,
    most_containers: int = MOST_CONTAINERS,
    read_text: Callable[[bytes], object] = bytes.decode,
) -> Any:
    """Return the value of a pickle: dictionaries, lists, tuples, strings, bytes, numbers, `PickledObject`s.

    Sets are returned as lists.

    Args:
        data: bytes, a memory-mapped file, or a stream, of which about a megabyte is in memory.
        names: classes and functions that the pickle may name, as (module, name).
        most_steps: maximum number of instructions.
        most_containers: maximum number of lists, dictionaries, tuples and objects.
        read_text: returns what stands for a text in UTF-8; by default the text. A text of which less is
            needed need not stay in memory.

    Raises:
        SafePickleError: the pickle is broken, too large, or names something else.

    >>> import pickle
    >>> read_safe_pickle(pickle.dumps({"党员": [1, 2.5, None, (True,)]}))
    {'党员': [1, 2.5, None, (True,)]}
    """
    return _Reader(data, frozenset(names), most_steps, most_containers, read_text).read()


class _Stop(Exception):  # noqa: N818 - no error
    """The pickle has ended."""


class _Reader:
    def __init__(
        self,
        data: Any,
        names: frozenset[tuple[str, str]],
        most_steps: int,
        most_containers: int,
        read_text: Callable[[bytes], object],
    ) -> None:
        self._stream: IO[bytes] | None = data if isinstance(data, io.IOBase) else None  # type: ignore[assignment]
        self._data = b"" if self._stream else data
        self._size = len(self._data)
        self._passed = 0
        self._read_text = read_text
        self._names = names
        self._most_steps = most_steps
        self._containers_left = most_containers
        self._at = 0
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memo: dict[int, Any] = {}

    def read(self) -> Any:
        steps = [getattr(self, name) if name else self._unknown for name in _STEPS]
        try:
            for _ in range(self._most_steps):
                if self._stream and self._size - self._at < _AHEAD:
                    self._fetch(_AHEAD)
                if self._at >= self._size:
                    raise SafePickleError("it ends too early")
                step = steps[self._data[self._at]]
                self._at += 1
                step()
        except _Stop:
            if not self._stack:
                raise SafePickleError("it holds nothing") from None
            return self._stack.pop()
        except (IndexError, KeyError, struct.error):
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}") from None
        except UnicodeDecodeError:
            raise SafePickleError(f"a text near byte {self._passed + self._at} is not UTF-8") from None
        raise SafePickleError(f"it has more than {self._most_steps:,} instructions")

    # --- bytes ----------------------------------------------------------------------------------------------
    def _fetch(self, count: int) -> None:
        """Read the stream until it ends or `count` bytes are at hand; what was read before is dropped."""
        parts, size = [self._data[self._at :]], self._size - self._at
        while self._stream and size < count:
            more = self._stream.read(_BUFFER)
            if not more:
                self._stream = None
            parts.append(more)
            size += len(more)
        self._passed += self._at
        self._data, self._size, self._at = b"".join(parts), size, 0

    def _take(self, count: int) -> bytes:
        if self._stream and self._size - self._at < count:
            self._fetch(count)
        start, end = self._at, self._at + count
        if count < 0 or end > self._size:
            raise SafePickleError("it ends too early")
        self._at = end
        return bytes(self._data[start:end])

    def _number(self, form: struct.Struct) -> Any:
        found = form.unpack_from(self._data, self._at)[0]
        self._at += form.size
        return found

    def _line(self) -> bytes:
        end = self._data.find(b"\n", self._at, self._at + 100_000)
        if end < 0:
            raise SafePickleError("it ends too early")
        line = bytes(self._data[self._at : end])
        self._at = end + 1
        return line

    def _unknown(self) -> None:
        code = self._data[self._at - 1]
        raise SafePickleError(f"it holds the instruction {code:#04x}, which is refused")

    # --- frames and ends ------------------------------------------------------------------------------------
    def _proto(self) -> None:
        version = self._take(1)[0]
        if version > 5:
            raise SafePickleError(f"it has the unknown protocol {version}")

    def _frame(self) -> None:
        self._take(0)
        self._at += 8  # the length of the frame is not needed

    def _stop(self) -> None:
        raise _Stop

    # --- values ---------------------------------------------------------------------------------------------
    def _none(self) -> None:
        self._stack.append(None)

    def _true(self) -> None:
        self._stack.append(True)

    def _false(self) -> None:
        self._stack.append(False)

    def _int_line(self) -> None:
        line = self._line().rstrip(b"L")
        if line in (b"00", b"01"):
            self._stack.append(line == b"01")
            return
        if len(line) > _LONGEST_NUMBER:
            raise SafePickleError("it holds a number of more than 1,000 digits")
        try:
            self._stack.append(int(line))
        except ValueError:
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}") from None

    def _float_line(self) -> None:
        try:
            self._stack.append(float(self._line()))
        except ValueError:
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}") from None

    def _bin_int(self) -> None:
        self._stack.append(self._number(_INT))

    def _bin_int1(self) -> None:
        self._stack.append(self._number(_BYTE))

    def _bin_int2(self) -> None:
        self._stack.append(self._number(_SHORT))

    def _bin_float(self) -> None:
        self._stack.append(self._number(_FLOAT))

    def _long1(self) -> None:
        self._long(self._number(_BYTE))

    def _long4(self) -> None:
        self._long(self._number(_INT))

    def _long(self, size: int) -> None:
        if size > _LONGEST_NUMBER:
            raise SafePickleError("it holds a number of more than 1,000 bytes")
        self._stack.append(int.from_bytes(self._take(size), "little", signed=True))

    def _text1(self) -> None:
        self._stack.append(self._read_text(self._take(self._number(_BYTE))))

    def _text4(self) -> None:
        self._stack.append(self._read_text(self._take(self._number(_UINT))))

    def _text8(self) -> None:
        self._stack.append(self._read_text(self._take(self._number(_ULONG))))

    def _text_line(self) -> None:
        self._stack.append(self._line().decode("raw-unicode-escape"))

    def _old_line(self) -> None:
        line = self._line()
        if len(line) < 2 or line[:1] != line[-1:] or line[:1] not in (b"'", b'"') or b"\\" in line:
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        self._stack.append(line[1:-1].decode("latin-1"))

    def _old1(self) -> None:
        self._stack.append(self._take(self._number(_BYTE)).decode("latin-1"))

    def _old4(self) -> None:
        self._stack.append(self._take(self._number(_INT)).decode("latin-1"))

    def _bytes1(self) -> None:
        self._stack.append(self._take(self._number(_BYTE)))

    def _bytes4(self) -> None:
        self._stack.append(self._take(self._number(_UINT)))

    def _bytes8(self) -> None:
        self._stack.append(self._take(self._number(_ULONG)))

    # --- stack and memo -------------------------------------------------------------------------------------
    def _mark(self) -> None:
        self._marks.append(len(self._stack))

    def _above_mark(self) -> list[Any]:
        start = self._marks.pop()
        found = self._stack[start:]
        del self._stack[start:]
        return found

    def _pop(self) -> None:
        if self._marks and self._marks[-1] == len(self._stack):
            self._marks.pop()
        else:
            self._stack.pop()

    def _pop_mark(self) -> None:
        self._above_mark()

    def _dup(self) -> None:
        self._stack.append(self._stack[-1])

    def _memoize(self) -> None:
        self._memo[len(self._memo)] = self._stack[-1]

    def _put_line(self) -> None:
        self._memo[_index(self._line())] = self._stack[-1]

    def _put1(self) -> None:
        self._memo[self._number(_BYTE)] = self._stack[-1]

    def _put4(self) -> None:
        self._memo[self._number(_UINT)] = self._stack[-1]

    def _get_line(self) -> None:
        self._stack.append(self._memo[_index(self._line())])

    def _get1(self) -> None:
        self._stack.append(self._memo[self._number(_BYTE)])

    def _get4(self) -> None:
        self._stack.append(self._memo[self._number(_UINT)])

    # --- containers -----------------------------------------------------------------------------------------
    def _push_container(self, container: Any) -> None:
        self._containers_left -= 1
        if self._containers_left < 0:
            raise SafePickleError("it holds too many lists, dictionaries and objects")
        self._stack.append(container)

    def _empty_list(self) -> None:
        self._push_container([])

    def _list(self) -> None:
        self._push_container(self._above_mark())

    def _empty_dict(self) -> None:
        self._push_container({})

    def _dict(self) -> None:
        items = self._above_mark()
        self._push_container({})
        self._put_items(items)

    def _empty_tuple(self) -> None:
        self._stack.append(())

    def _tuple(self) -> None:
        self._push_container(tuple(self._above_mark()))

    def _tuple1(self) -> None:
        self._tuple_of(1)

    def _tuple2(self) -> None:
        self._tuple_of(2)

    def _tuple3(self) -> None:
        self._tuple_of(3)

    def _tuple_of(self, count: int) -> None:
        if len(self._stack) < count:
            raise IndexError
        found = tuple(self._stack[-count:])
        del self._stack[-count:]
        self._push_container(found)

    def _append(self) -> None:
        item = self._stack.pop()
        self._list_on_top().append(item)

    def _appends(self) -> None:
        items = self._above_mark()
        self._list_on_top().extend(items)

    def _list_on_top(self) -> list[Any]:
        found = self._stack[-1]
        if not isinstance(found, list):
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        return found

    def _set_item(self) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        self._put_items([key, value])

    def _set_items(self) -> None:
        self._put_items(self._above_mark())

    def _put_items(self, items: list[Any]) -> None:
        into = self._stack[-1]
        keys = items[::2]
        if not isinstance(into, dict) or len(items) % 2:
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        for key in keys:
            if not isinstance(key, _KEYS):
                raise SafePickleError(f"it holds a {type(key).__name__} as a key, which is refused")
        into.update(zip(keys, items[1::2], strict=True))

    # --- objects, which are described but not created -------------------------------------------------------
    def _named(self, module: object, name: object) -> PickledName:
        if not isinstance(module, str) or not isinstance(name, str):
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        if (module, name) not in self._names:
            raise SafePickleError(f"it asks for {module[:80]}.{name[:80]}, which is refused")
        return PickledName(module, name)

    def _global(self) -> None:
        module, name = self._line().decode(), self._line().decode()
        self._stack.append(self._named(module, name))

    def _stack_global(self) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        self._stack.append(self._named(module, name))

    def _describe(self) -> None:
        arguments, made_by = self._stack.pop(), self._stack.pop()
        if not isinstance(made_by, PickledName) or not isinstance(arguments, tuple):
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        self._push_container(PickledObject(made_by, arguments))

    def _build(self) -> None:
        state, made = self._stack.pop(), self._stack[-1]
        if not isinstance(made, PickledObject):
            raise SafePickleError(f"it is broken near byte {self._passed + self._at}")
        made.state = state


def _index(line: bytes) -> int:
    if not line.isdigit() or len(line) > 12:
        raise KeyError(line)
    return int(line)


_BYTE, _SHORT, _INT, _UINT = (struct.Struct(form) for form in ("<B", "<H", "<i", "<I"))
_ULONG, _FLOAT = struct.Struct("<Q"), struct.Struct(">d")

_METHODS: dict[str, str] = {
    "\x80": "_proto", "\x95": "_frame", ".": "_stop",
    "N": "_none", "\x88": "_true", "\x89": "_false",
    "I": "_int_line", "L": "_int_line", "F": "_float_line",
    "J": "_bin_int", "K": "_bin_int1", "M": "_bin_int2", "G": "_bin_float",
    "\x8a": "_long1", "\x8b": "_long4",
    "\x8c": "_text1", "X": "_text4", "\x8d": "_text8", "V": "_text_line",
    "S": "_old_line", "U": "_old1", "T": "_old4",
    "C": "_bytes1", "B": "_bytes4", "\x8e": "_bytes8", "\x96": "_bytes8",
    "(": "_mark", "0": "_pop", "1": "_pop_mark", "2": "_dup",
    "\x94": "_memoize", "p": "_put_line", "q": "_put1", "r": "_put4",
    "g": "_get_line", "h": "_get1", "j": "_get4",
    "]": "_empty_list", "l": "_list", "a": "_append", "e": "_appends",
    "\x8f": "_empty_list", "\x90": "_appends", "\x91": "_list",  # sets, as the lists of their members
    "}": "_empty_dict", "d": "_dict", "s": "_set_item", "u": "_set_items",
    ")": "_empty_tuple", "t": "_tuple", "\x85": "_tuple1", "\x86": "_tuple2", "\x87": "_tuple3",
    "c": "_global", "\x93": "_stack_global", "R": "_describe", "\x81": "_describe", "b": "_build",
}  # fmt: skip
"""Supported instructions; those for extensions and shared buffers are refused."""
_STEPS = [_METHODS.get(chr(code), "") for code in range(256)]
