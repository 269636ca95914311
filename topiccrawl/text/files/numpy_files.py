"""Memory-map NumPy files (`.npy`) of plain numbers; files with objects are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def map_array(file: Path) -> npt.NDArray[Any]:
    """Return the numbers of a file as a memory-mapped array.

    Raises:
        ValueError: the file is not a NumPy file, is damaged, or has something else than numbers.
        OSError: the file is missing, or cannot be read.
    """
    try:
        with np.errstate(all="ignore"):  # absurd sizes in the header overflow
            found: npt.NDArray[Any] = np.lib.format.open_memmap(file, mode="r")
    except OSError:
        raise
    except Exception as error:  # a forged header can raise almost anything
        raise ValueError(f"{file}: not a table of numbers ({error})") from None
    if found.dtype.kind not in "fiu":
        raise ValueError(f"{file}: not a table of numbers (of type {str(found.dtype)[:60]})")
    return found
