"""Bands of a body's sketch: bodies that share some of them are compared.

The hashes of a sketch are dealt into bins, and the smallest of each bin is a sample that two bodies share
with a probability of their Jaccard similarity J (one-permutation hashing, Li, Owen and Zhang 2012; an empty
bin takes the value of the next one, Shrivastava and Li 2014). A band is two samples, so it is shared with J²,
and an index of bands leads past the many bodies that have one passage in common.
"""

from __future__ import annotations

import numpy as np

from topiccrawl.dedup.sketch import Sketch

BANDS = 20
"""Number of bands of a body."""

_BINS = 2 * BANDS
_ODD, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_PLACES = np.arange(_BINS)
_OWN = np.arange(BANDS, dtype=np.uint64)


def bands(body: Sketch) -> list[int]:
    """Return the bands of a body, as many different 64-bit hashes.

    How many of them two bodies of similarity J share is about binomially distributed, with J² for each band.
    """
    bins = (body.hashes % np.uint64(_BINS)).astype(np.intp)
    samples, is_filled = np.zeros(_BINS, np.uint64), np.zeros(_BINS, np.bool_)
    samples[bins[::-1]] = body.hashes[::-1]  # the smallest comes last
    is_filled[bins] = True
    filled = np.flatnonzero(is_filled)
    if len(filled) < _BINS:
        at = np.searchsorted(filled, _PLACES)
        next_filled = filled[at % len(filled)]
        # What is borrowed from afar is another sample than what is borrowed from near.
        samples = samples[next_filled] + ((next_filled - _PLACES) % _BINS).astype(np.uint64) * _ODD
    found = samples[:BANDS] * _ODD ^ (samples[BANDS:] + _OWN) * _MIX
    found ^= found >> np.uint64(30)  # both halves of a hash depend on both samples
    found *= _MIX
    found ^= found >> np.uint64(27)
    numbers: list[int] = found.tolist()
    return numbers
