"""The fields of a record that follow from a page: the same for crawls, imports and cleaning again."""

from __future__ import annotations

from dataclasses import replace

from topiccrawl.corpus.quality import SensitiveWords, measure_quality
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction.document import Document
from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.page import Page
from topiccrawl.page.rights import read_rights
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.storage.records import PageRecord


def with_extracted(record: PageRecord, page: Page, document: Document, raw_title: str) -> PageRecord:
    """Return a record with what is known of its page before the text is cleaned.

    Args:
        record: with `headers`, and with what the file tdmrep.json of its site says.
        page: the parsed page.
        document: what the extractor found.
        raw_title: title as the page gives it.
    """
    rights = read_rights(page, record.headers)
    return replace(
        record,
        charset=page.charset,
        charset_source=page.charset_source,
        kind=document.kind,
        extractor=document.extractor,
        title=document.title,
        raw_title=raw_title,
        author=document.author,
        published=document.published,
        source=document.source,
        site=document.site,
        posts=document.post_rows,
        robots=rights.robots,
        # What the site's own file says counts where the page itself is silent.
        tdm_reservation=record.tdm_reservation if rights.tdm_reservation is None else rights.tdm_reservation,
        tdm_policy=rights.tdm_policy or record.tdm_policy,
        licence=rights.licence,
    )


def with_text(
    record: PageRecord,
    raw_text: str,
    text: str,
    rule: DedupRule,
    sensitive: SensitiveWords | None = None,
    own: Fingerprint | None = None,
) -> PageRecord:
    """Return a record with what follows from its titles and its text; the store then compares it.

    Args:
        record: the page, with its titles.
        raw_text: extracted text before cleaning.
        text: the corpus text.
        rule: how it is compared with the other pages of its topic.
        sensitive: the user's list of words.
        own: its fingerprint by the rule; None: it is computed when the page is written.
    """
    return replace(
        record,
        canonical_url=canonical_url(record.url),
        raw_text=raw_text,
        text=text,
        fingerprint=own,
        dedup=rule,
        quality=measure_quality(text, sensitive),
    )


def with_verdict(record: PageRecord, verdict: Verdict) -> PageRecord:
    """Return a record with the verdict on its text."""
    return replace(
        record,
        relevance=verdict.relevance,
        description_relevance=verdict.description,
        body_relevance=verdict.body,
        set_aside=verdict.set_aside,
    )
