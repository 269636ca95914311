"""Reads the dictionaries that every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads them itself, and its collections of garbage touch, and so copy, all that was
imported: a third of the processor time of a short crawl.
"""

from __future__ import annotations

import gc

from topiccrawl.text.segment import default_segmenter

default_segmenter().content_words("共產黨員")  # traditional: the converter is read, too

gc.collect()
gc.freeze()
