"""What editors may do to a briefing: choose, order, shorten, annotate, and never write a sentence of a page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from io import BytesIO
from shutil import which
from typing import Any
from zipfile import ZipFile

import pytest
from docx import Document
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from newsroom.indexed_texts import indexed
from newsroom.stories.test_build import PAGES, TOPIC
from servers.corpora import opened

from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.briefing import Letterhead, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.documents.template import open_template
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.outgoing.draft import Draft, scope_of
from topiccrawl.newsroom.outgoing.files import as_file
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

APRIL = Period(date(2024, 4, 1), date(2024, 4, 30))
HEAD = Letterhead("侨情快报", "内部参考", "侨联办公室", "2026年第12期")
TEXT = "省里今天公布了新的规划。规划提出，三年内建成五十个侨乡驿站。各县的方案六月底以前印发。\n归国人员可以凭证件免费借阅图书。"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    store = opened(f"sqlite:///{tmp_path_factory.mktemp('draft') / 'corpus.db'}")
    store.start_run(TOPIC, {})
    own: dict[str, Any] = {"title": "侨乡驿站规划公布", "text": TEXT, "published": "2024-04-20"}
    at = datetime(2024, 5, 1, tzinfo=UTC)
    url = "http://h9.invalid/plan"
    store.write([*PAGES, PageRecord(topic=TOPIC, url=url, run_id=1, fetched_at=at, **own)])
    build_stories(store, TOPIC)
    yield store
    store.close()


@pytest.fixture(scope="module")
def draft(corpus: CorpusStore) -> Draft:
    with corpus.reading() as connection, indexed(corpus) as index:
        return Draft.make(connection, index, TOPIC, APRIL, sections="category")


@pytest.fixture(scope="module")
def texts(corpus: CorpusStore) -> dict[int, str]:
    return {row["id"]: row["text"] for row in corpus.fetch(schema.pages.select())}


def fields(draft: Draft, **changed: list[str]) -> dict[str, list[str]]:
    """Return the fields of a form with all stories and sentences."""
    pages = [one.item.page for one in draft.entries]
    kept = [f"{one.item.page}.{at}" for one in draft.entries for at in range(len(one.kept))]
    return {"on": [str(page) for page in pages], "kept": kept, **changed}


def test_a_new_draft_has_the_sentences_of_the_briefing_and_more_to_choose_from(draft: Draft) -> None:
    plan = next(one for one in draft.entries if one.item.title == "侨乡驿站规划公布")
    assert len(plan.item.sentences) > sum(plan.kept) == 2
    assert all(one.on for one in draft.entries)
    assert draft.entries[0].item.title == "福建省侨联会见菲律宾华商"


def test_a_draft_survives_being_stored(draft: Draft) -> None:
    row = {"topic": TOPIC, "scope": scope_of(APRIL)}
    assert Draft.read({**row, "content": draft.content()}) == draft


def test_stories_move_and_stop_at_the_ends(draft: Draft) -> None:
    order = [one.item.page for one in draft.entries]
    moved = [one.item.page for one in draft.moved(order[0], 1).entries]
    assert moved == [order[1], order[0], *order[2:]]
    assert draft.moved(order[0], -1) == draft.moved(order[-1], 1) == draft.moved(999, 1) == draft


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_every_sentence_of_any_edited_briefing_stands_in_its_page(
    draft: Draft, texts: dict[int, str], data: st.DataObject
) -> None:
    pages = [one.item.page for one in draft.entries]
    names = st.sampled_from([f"{page}.{at}" for page in [*pages, 999] for at in (-1, *range(6))])
    text = st.text(alphabet="侨乡驿站。<&\n\u202e", max_size=20)
    form = {
        "on": data.draw(st.lists(st.sampled_from([str(page) for page in pages]) | text)),
        "kept": data.draw(st.lists(names | text)),
        **{f"{name}.{page}": [data.draw(text)] for page in pages for name in ("note", "section", "sentence")},
    }
    edited = draft.edited(form)
    for page, steps in data.draw(st.lists(st.tuples(st.sampled_from(pages), st.sampled_from((-1, 1))))):
        edited = edited.moved(page, steps)
    briefing = edited.briefing(HEAD)
    assert all(sentence in texts[one.page] for one in briefing.items for sentence in one.sentences)
    tree = html.fromstring(html_document(briefing))
    shown = tree.xpath("//p[@style='margin:4px 0']")
    assert len(shown) == sum(len(one.sentences) for one in briefing.items)


def test_a_sentence_that_left_its_page_leaves_the_briefing(corpus: CorpusStore, draft: Draft) -> None:
    at, plan = next((at, one) for at, one in enumerate(draft.entries) if one.item.day == "2024-04-20")
    with corpus.reading() as connection:
        assert draft.standing(connection) == (draft, frozenset())
        old = Draft.read(
            {"topic": TOPIC, "scope": scope_of(APRIL), "content": draft.content().replace("五十个", "六十个")}
        )
        standing, gone = old.standing(connection)
    assert len(gone) == 1 and {page for page, _ in gone} == {plan.item.page}
    assert sum(standing.entries[at].kept) == sum(plan.kept) - 1
    assert not any("六十个" in line for line in plain_text(standing.briefing(HEAD)))


def test_letterhead_sections_and_notes_are_in_word_and_html(draft: Draft) -> None:
    first, last = draft.entries[0].item.page, draft.entries[-1].item.page
    sections = {f"section.{one.item.page}": ["要闻"] for one in draft.entries}
    form = fields(draft, **{**sections, f"section.{first}": ["侨务"], f"note.{last}": ["以上内容请<核实>"]})
    briefing = draft.edited(form).briefing(HEAD)
    assert briefing.heading == "侨情快报 2026年第12期"
    document = Document(BytesIO(as_file(briefing, "docx")))
    lines = [(one.style.name if one.style else "", one.text) for one in document.paragraphs]
    assert lines[0] == ("Title", "侨情快报")
    assert lines[1:3] == [
        ("Subtitle", "内部参考"),
        ("Subtitle", "2026年第12期 侨联办公室 2024-04-01 – 2024-04-30"),
    ]
    assert [text for style, text in lines if style == "Heading 1"] == ["侨务", "要闻"]
    assert ("Intense Quote", "编者按：以上内容请<核实>") in lines
    tree = html.fromstring(html_document(briefing))
    assert [one.text_content() for one in tree.xpath("//h1|//h2")] == ["侨情快报", "侨务", "要闻"]
    (note,) = tree.xpath("//p[b='编者按：']")
    assert note.text_content() == "编者按：以上内容请<核实>" and "border-left" in note.get("style")


def template(*lines: str, header: str = "{{刊名}}　{{期号}}") -> bytes:
    """A Word file with a header, lines and a table."""
    document, file = Document(), BytesIO()
    document.sections[0].header.paragraphs[0].text = header
    divided = document.add_paragraph("编发：{{编发")
    divided.add_run("单位}}，").bold = True
    divided.add_run("{{ 日期 }}")
    for line in lines:
        document.add_paragraph(line, style="Body Text")
    document.add_table(1, 1).cell(0, 0).text = "{{副题}}"
    document.save(file)
    return file.getvalue()


def test_a_briefing_is_filled_into_a_template_of_the_user(draft: Draft) -> None:
    briefing = draft.briefing(HEAD)
    word = as_file(briefing, "docx", template("前言", "{{正文}}", "{{说明}}"))
    document = Document(BytesIO(word))
    texts = [one.text for one in document.paragraphs]
    assert document.sections[0].header.paragraphs[0].text == "侨情快报　2026年第12期"
    assert texts[:2] == ["编发：侨联办公室，2024-04-01 – 2024-04-30", "前言"]
    assert texts[-1] == briefing.count and document.tables[0].cell(0, 0).text == HEAD.subtitle
    title = next(one for one in document.paragraphs if "福建省侨联会见菲律宾华商" in one.text)
    assert title.style.name == "Heading 2" and "{{" not in "".join(texts)
    assert texts[texts.index(title.text) + 1] == briefing.items[0].sentences[0]
    beside = Document(BytesIO(as_file(briefing, "docx", template("{{刊名}}要闻：{{正文}}", "完"))))
    texts = [one.text for one in beside.paragraphs]
    assert (
        texts[1] == "侨情快报要闻："
        and "福建省侨联会见菲律宾华商" in "".join(texts[2:-1])
        and texts[-1] == "完"
    )
    without = Document(BytesIO(as_file(briefing, "docx", template("前言"))))
    assert any("福建省侨联会见菲律宾华商" in one.text for one in without.paragraphs)


@pytest.mark.skipif(which("soffice") is None, reason="needs LibreOffice")
def test_the_pdf_of_a_template_has_its_letterhead(draft: Draft) -> None:
    from pypdfium2 import PdfDocument

    made = as_file(draft.briefing(HEAD), "pdf", template("{{正文}}"))
    text = PdfDocument(made)[0].get_textpage().get_text_bounded()
    assert "侨情快报" in text and "福建省侨联会见菲律宾华商" in text


def damaged(word: bytes) -> Iterator[bytes]:
    """A Word file without its end, with bytes for its text that are no text, and packed by an unknown method."""
    yield word[: len(word) // 2]
    with ZipFile(BytesIO(word)) as packed:
        text = packed.getinfo("word/document.xml")
    begin = text.header_offset + len(text.FileHeader())
    yield word[:begin] + b"\xff" * text.compress_size + word[begin + text.compress_size :]
    yield word.replace(b"\x08\x00", b"\x63\x00")


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"PK", "is no Word file"),
        *((one, "is no Word file") for one in damaged(template())),
        (template("{{标题}} {{正文}}"), "unknown placeholders: 标题; there are 刊名"),
        (template(header="{{ masthead }}"), "unknown placeholders: masthead"),
    ],
)
def test_a_template_that_cannot_be_used_is_refused(data: bytes, wrong: str) -> None:
    with pytest.raises(AdminError, match=wrong):
        open_template(data)


def test_a_template_loads_nothing() -> None:
    document, file = Document(BytesIO(template("{{正文}}"))), BytesIO()
    for kind in ("image", "attachedTemplate", "hyperlink"):
        own = f"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"
        document.part.relate_to(f"http://10.0.0.1/{kind}", own, is_external=True)
    document.save(file)
    left = [one.target_ref for one in open_template(file.getvalue()).part.rels.values() if one.is_external]
    assert left == ["http://10.0.0.1/hyperlink"]
    paragraph = document.paragraphs[0]._p
    paragraph.append(paragraph.makeelement(qn("w:instrText"), {}))
    paragraph[-1].text = ' INCLUDEPICTURE "http://10.0.0.1/a.png" '
    document.save(file := BytesIO())
    with pytest.raises(AdminError, match="a field that loads a file: INCLUDEPICTURE"):
        open_template(file.getvalue())
