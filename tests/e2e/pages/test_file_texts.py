"""Texts in files: as articles of a list, in viewers, and attached to short notices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from base_install import without_extras
from e2e.crawling import Crawl, crawl, html, said
from e2e.fault_server import Answer, FaultServer
from e2e.reach.articles import article
from sqlalchemy import create_engine, text
from text.documents.made import archive, docx, ofd, pdf, wrapped

from topiccrawl.cli import main
from topiccrawl.page.unread.counts import read_unread
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.text.documents import can_read_files

LIST, NOTICES = "http://files.test/gk/", "http://notices.test/dj/"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
OCTETS = "application/octet-stream"
FORMS = ("pdf", "docx", "ofd", "download", "scanned", "bomb", "cut")
needs_extra = pytest.mark.skipif(not can_read_files(), reason="the extra `files` is not installed")


def body_of(form: str, number: int) -> bytes:
    told = article("files.test", number)
    lines = [told.title, *told.paragraphs]
    if form == "pdf":
        return pdf([wrapped(lines)])
    if form == "ofd":
        return ofd([[(20.0, 20.0 + 8 * row, line) for row, line in enumerate(wrapped(lines))]])
    if form == "scanned":
        return pdf([[], []])
    if form == "bomb":
        return archive({"word/document.xml": b"<w>" + b" " * 60_000_000})
    return docx(lines)[:-150] if form == "cut" else docx(lines)


def url_of(form: str, number: int) -> str:
    if form == "download":
        return f"http://files.test/system/_content/download.jsp?urltype=news&id={number}"
    suffix = {"scanned": "pdf", "bomb": "docx", "cut": "docx"}.get(form, form)
    return f"http://files.test/upload/{number}.{suffix}"


def row(url: str, title: str, day: str) -> str:
    return f"<li><a href='{url}'>{title}</a><span>{day}</span></li>"


def notice(number: int, body: str, beside: str) -> Answer:
    """A notice with a list of others beside it, so that the page has more headlines than text."""
    told = article("notices.test", number)
    head = f"<h1>{told.title}</h1><p>发布时间：{told.day} 来源：清河党建</p>"
    return Answer(html(told.title, f"{head}<div class='nr'>{body}</div><ul>{beside}</ul>"))


def attached(number: int) -> bytes:
    told = article("notices.test", number)
    return docx([told.title, *told.paragraphs]) if number == 2 else pdf([wrapped(told.paragraphs)])


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    files = {form: (url_of(form, number), article("files.test", number)) for number, form in enumerate(FORMS)}
    answers = {
        LIST: Answer(
            html("党务公开", "".join(row(url, told.title, told.day) for url, told in files.values()))
        )
    }
    for number, (form, (url, _)) in enumerate(files.items()):
        headers = (("Content-Disposition", 'attachment; filename="a.docx"'),) if form == "download" else ()
        answers[url] = Answer(body_of(form, number), content_type=OCTETS, headers=headers)
    rows = "".join(
        row(f"/info/{number}.htm", article("notices.test", number).title, article("notices.test", number).day)
        for number in range(5)
    )
    answers[NOTICES] = Answer(html("工作动态", f"<ul>{rows}</ul>"))
    bodies = (
        "<div class='wp_pdf_player' pdfsrc='/files/0.pdf'></div>",
        '<script>showVsbpdfIframe("/files/1.pdf","100%","600","0","",[]);</script>',
        "<p>现将通知印发给你们，请认真贯彻落实。</p><p>附件：<a href='/files/2.docx'>通知全文.docx</a></p>",
        "<iframe src='/pdf/web/viewer.html?file=/files/3.pdf'></iframe>",
        "<p>现将通知印发给你们，请认真贯彻落实，并于月底前报送情况。</p><p><a href='/files/4.pdf'>附件.pdf</a></p>",
    )
    for number, body in enumerate(bodies):
        answers[f"http://notices.test/info/{number}.htm"] = notice(number, body, rows)
        if number < 4:
            name = f"http://notices.test/files/{number}.{'docx' if number == 2 else 'pdf'}"
            answers[name] = Answer(attached(number), content_type=WORD if number == 2 else "application/pdf")
    with FaultServer(answers) as server:
        yield server


@pytest.fixture(scope="module")
def done(web: FaultServer, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    done = crawl(tmp_path_factory.mktemp("files"), [LIST, NOTICES], proxy=web.proxy_url)
    assert done.code == 0 and "Traceback" not in done.log
    return done


@needs_extra
@pytest.mark.parametrize("form", ["pdf", "docx", "ofd", "download"])
def test_a_file_of_a_list_is_an_article(done: Crawl, form: str) -> None:
    number = FORMS.index(form)
    told, page = article("files.test", number), done.pages[url_of(form, number)]
    assert (page["title"], page["published"], page["kind"]) == (told.title, told.day, "article")
    assert str(page["text"]).splitlines() == list(told.paragraphs)
    assert page["body_sha256"] == sha256(body_of(form, number)).hexdigest()


@needs_extra
def test_files_without_a_text_are_counted_with_the_reason_and_not_stored(done: Crawl) -> None:
    assert {url for url in done.pages if "files.test" in url} == {
        url_of(form, FORMS.index(form)) for form in ("pdf", "docx", "ofd", "download")
    }
    (unread,) = [one for one in read_unread(done.stats) if one.reason is Unread.FILE_TEXT]
    assert unread.how == {"scanned": 1, "too_large": 1, "broken": 1}
    assert re.search(r"3 texts are files \([a-z_, ]+\): open them by hand", said(done.log))


@needs_extra
@pytest.mark.parametrize("number", range(4))
def test_the_files_of_a_short_notice_are_its_text(done: Crawl, number: int) -> None:
    told, page = article("notices.test", number), done.pages[f"http://notices.test/info/{number}.htm"]
    assert (page["title"], page["published"], page["kind"]) == (told.title, told.day, "article")
    lines = str(page["text"]).splitlines()
    assert lines[-6:] == list(told.paragraphs)
    assert number != 2 or lines[0] == "现将通知印发给你们，请认真贯彻落实。"
    assert not page["partial"]


@needs_extra
def test_files_of_a_notice_are_its_parts(done: Crawl, web: FaultServer) -> None:
    rows = done.rows("SELECT page_parts.url FROM page_parts")
    assert sorted(row["url"] for row in rows) == [
        f"http://notices.test/files/{number}.{'docx' if number == 2 else 'pdf'}" for number in range(4)
    ]
    assert not {row["url"] for row in rows} & done.pages.keys()
    assert done.stats["topiccrawl/attachments/failed/status_404"] == 1


def test_without_the_extra_files_are_counted_and_the_summary_says_what_to_install(
    web: FaultServer, tmp_path: Path
) -> None:
    variables = without_extras(tmp_path)
    done = crawl(tmp_path, [LIST], proxy=web.proxy_url, variables={"PYTHONPATH": variables["PYTHONPATH"]})
    assert not [url for url in done.pages if "files.test" in url]
    assert "texts are files" in said(done.log) and "install the extra `files`" in said(done.log)


@needs_extra
def test_cleaning_again_reads_the_files_again(done: Crawl, tmp_path: Path) -> None:
    copy = tmp_path / "corpus.db"
    copy.write_bytes(Path(done.database.removeprefix("sqlite:///")).read_bytes())
    before = {url: (row["title"], row["text"], row["published"]) for url, row in done.pages.items()}
    database = f"sqlite:///{copy}"
    with create_engine(database).begin() as connection:
        connection.execute(text("UPDATE pages SET text = '旧文'"))
    assert main(["clean", "--topic", "partybuild", "--database", database]) == 0
    again = Crawl(0, "", database).pages
    assert {url: (row["title"], row["text"], row["published"]) for url, row in again.items()} == before
