"""Item pipelines: extraction, cleaning, verdict, deduplication, storage."""
