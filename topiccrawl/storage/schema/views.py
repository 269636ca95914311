"""The views of the database: figures that follow from its tables."""

from __future__ import annotations

VIEWS = {
    "title_tf_idf": """
SELECT pages.topic, title_terms.page_id, title_terms.term, title_terms.occurrences,
       term_weights.document_frequency, term_weights.total,
       LN(1.0 * counted.pages / term_weights.document_frequency) AS idf,
       title_terms.occurrences * LN(1.0 * counted.pages / term_weights.document_frequency) AS tf_idf
FROM title_terms
JOIN pages ON pages.id = title_terms.page_id
JOIN term_weights ON term_weights.topic = pages.topic AND term_weights.term = title_terms.term
JOIN (SELECT topic, COUNT(*) AS pages FROM pages GROUP BY topic) counted ON counted.topic = pages.topic
"""
}
"""Query by name of the view.

title_tf_idf: tf-idf of each title and term within its topic (paper C), with the sums over the topic.
"""
