"""A view with the tf-idf of each title and term."""

from __future__ import annotations

from alembic import op

from topiccrawl.storage.migrations.views import create_view

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the view."""
    query = """
SELECT pages.topic, title_terms.page_id, title_terms.term, title_terms.occurrences,
       term_weights.document_frequency, term_weights.total,
       LN(1.0 * counted.pages / term_weights.document_frequency) AS idf,
       title_terms.occurrences * LN(1.0 * counted.pages / term_weights.document_frequency) AS tf_idf
FROM title_terms
JOIN pages ON pages.id = title_terms.page_id
JOIN term_weights ON term_weights.topic = pages.topic AND term_weights.term = title_terms.term
JOIN (SELECT topic, COUNT(*) AS pages FROM pages GROUP BY topic) counted ON counted.topic = pages.topic
"""
    create_view(op.get_bind(), "title_tf_idf", query)
