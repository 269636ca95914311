"""Files of plain numbers (`.npy`), memory-mapped: neither objects nor archives, whatever they claim to be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def map_array(file: Path) -> npt.NDArray[Any]:
    """The numbers of a file, which stay on disk until they are read.

    Raises:
        ValueError: it is no such file, it is damaged, or it holds something else than numbers.
        OSError: it is missing, or cannot be read.
    """
    try:
        with np.errstate(all="ignore"):  # sizes that are absurd
            found: npt.NDArray[Any] = np.lib.format.open_memmap(file, mode="r")
    except OSError:
        raise
    except Exception as error:  # a forged header can raise almost anything
        raise ValueError(f"{file}: not a table of numbers ({error})") from None
    if found.dtype.kind not in "fiu":
        raise ValueError(f"{file}: not a table of numbers (of type {str(found.dtype)[:60]})")
    return found
