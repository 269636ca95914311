"""Threads beside a crawl."""

from __future__ import annotations

import signal

import pytest
from forks import ForkedPython

from topiccrawl.storage.background import BackgroundThread

# In a process of its own: the threads of those that run tests take signals.
WAITING = """
import os, signal, threading, time
from topiccrawl.storage.background import BackgroundThread

told, end = [], threading.Event()
signal.signal(signal.SIGUSR1, lambda number, frame: told.append(number))
BackgroundThread(end.wait, "test").start()
blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
os.kill(os.getpid(), signal.SIGUSR1)
time.sleep(0.1)
assert not any(told)
assert signal.SIGUSR1 in signal.sigpending()
signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
assert told == [signal.SIGUSR1]
end.set()
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_a_signal_that_the_main_thread_blocks_waits_for_it() -> None:
    assert ForkedPython("-c", WAITING).end() == 0


def test_the_thread_that_starts_one_gets_signals_as_before() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    thread = BackgroundThread(lambda: None, "test")
    thread.start()
    thread.join()
    assert thread.daemon
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
