"""What the process that forks imports last: what every crawl reads first, and no collecting of what is there.

Without it each forked process reads the dictionaries itself, goes through all imported objects twice to collect
garbage, and copies their pages: a third of the processor time of a short crawl.
"""

from __future__ import annotations

import gc

from topiccrawl.text.normalise import simplify
from topiccrawl.text.segment import default_segmenter

default_segmenter().content_words(simplify("共產黨員"))

gc.collect()
gc.freeze()
