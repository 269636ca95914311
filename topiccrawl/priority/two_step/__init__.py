"""Vector-space scores of pages: by the page alone, and by the pages that it links to as well (paper B)."""
