"""Free memory goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Every second block of 100 kB stays in use, so that the library returns nothing of its own accord.
_PROGRAM = """
import ctypes, time
from topiccrawl.supervision.heap import return_memory

def resident():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))

if {returning}:
    return_memory(0.05)
malloc, free = ctypes.CDLL(None).malloc, ctypes.CDLL(None).free
malloc.restype, free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [malloc(100_000) for _ in range(1_000)]
for block in blocks:
    ctypes.memset(block, 1, 100_000)
most = resident()
for block in blocks[::2]:
    free(block)
deadline = time.monotonic() + {seconds}
while resident() > most - 40_000 and time.monotonic() < deadline:
    time.sleep(0.05)
print(resident() <= most - 40_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="there is no glibc")
@pytest.mark.parametrize(("returning", "seconds"), [(True, 20), (False, 1)])
def test_memory_between_blocks_in_use_is_returned(returning: bool, seconds: int) -> None:
    program = _PROGRAM.format(returning=returning, seconds=seconds)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(returning)
