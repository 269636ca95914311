"""Export of a topic's corpus: one file in several formats, or a folder that `datasets` loads."""

from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.export.exporting import FORMATS, Exported, export, export_pages
from topiccrawl.corpus.export.selection import ExportOptions

__all__ = ["COLUMNS", "FORMATS", "ExportOptions", "Exported", "export", "export_pages"]
