from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from servers.corpora import opened
from servers.process import free_port

from topiccrawl.errors import DatabaseAwayError, LabelError, RowRefusedError, StorageError
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.errors import reported, translate
from topiccrawl.storage.migrations import VERSION_TABLE
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.schema import metadata
from topiccrawl.storage.sqlite.writer import SqliteWriter
from topiccrawl.text.language import localized


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("", "write sqlite:///FILE"),
        ("mysql+pymysql://u:geheim@h:port/db", "write sqlite:///FILE"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "needs a file"),
        ("mysql://u:geheim@h/db", r"mysql\+pymysql://"),
        ("postgresql://u:geheim@h/db", "cannot use 'postgresql'"),
        ("mysql+pymysql://u:geheim@h", "names no database"),
    ],
)
def test_a_bad_url_is_told_with_the_cure_and_without_the_password(url, told):
    with pytest.raises(StorageError, match=told) as caught:
        CorpusStore(url)
    assert "geheim" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite:///a.db", "sqlite:////tmp/a.db", "mariadb+pymysql://u@h/db"])
def test_good_urls(url):
    assert parse_url(url).render_as_string() == url


class TestSQLite:
    @pytest.mark.parametrize("use", [lambda url: CorpusStore(url).open(), lambda url: SqliteWriter(url[10:])])
    def test_no_folder_is_made_in_the_root_of_the_file_system(self, use):
        """A slip of the pen, or a disk that is not mounted."""
        with pytest.raises(
            StorageError, match=r"//nonexistent/党建/a\.db: there is no folder /nonexistent: make it"
        ):
            use("sqlite:////nonexistent/党建/a.db")
        assert not Path("/nonexistent").exists()

    @pytest.mark.parametrize("use", [lambda url: CorpusStore(url).open(), lambda url: SqliteWriter(url[10:])])
    def test_a_folder_that_cannot_be_made_is_named(self, use, tmp_path):
        (tmp_path / "文件").touch()
        for folder in (tmp_path / "文件", tmp_path / "文件" / "下面"):
            with pytest.raises(StorageError, match=f"a.db: the folder {folder} cannot be made"):
                use(f"sqlite:///{folder}/a.db")

    def test_a_missing_file_stays_missing_when_it_should_exist(self, tmp_path):
        path = tmp_path / "语料库.db"
        with pytest.raises(StorageError, match=f"sqlite:///{path}: there is no such file"):
            CorpusStore(f"sqlite:///{path}").open(create=False)
        assert not path.exists()

    def test_other_tables_in_the_file_are_left_alone(self, tmp_path):
        path = tmp_path / "corpus.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE frontier (x)")
            connection.commit()
        with pytest.raises(StorageError, match="holds no corpus"):
            CorpusStore(f"sqlite:///{path}").open(create=False)
        store = opened(f"sqlite:///{path}")
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT count(*) FROM frontier").fetchone() == (0,)

    def test_a_folder_that_nothing_can_be_written_in_is_told_of(self, tmp_path):
        path = tmp_path / "corpus.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE t (x)")
        with (
            closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection,
            pytest.raises(sqlite3.OperationalError) as caught,
        ):
            connection.execute("DROP TABLE t")
        told = str(translate(caught.value, "语料.db"))
        assert told.startswith("语料.db: attempt to write a readonly database; ")
        assert "a folder you may write in" in told


class TestBothKinds:
    def test_a_table_of_another_version_is_told(self, database_url, query):
        query(database_url, "CREATE TABLE pages (id INTEGER, topic VARCHAR(9), url_hash VARCHAR(9))")
        with pytest.raises(StorageError, match=r"without a number.*another program"):
            CorpusStore(database_url).open()


class TestMariaDB:
    def test_the_server_is_one_that_needs_the_tables_to_say_utf8mb4(self, mariadb_url, query):
        assert query(mariadb_url, "SELECT @@character_set_database") == [("latin1",)]

    def test_tables_do_not_depend_on_what_the_server_defaults_to(self, mariadb_url, query):
        store = opened(mariadb_url + "?charset=latin1")
        store.close()
        rows = query(
            mariadb_url,
            "SELECT table_name, engine, row_format, table_collation FROM information_schema.tables "
            "WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' "
            "ORDER BY cast(table_name AS BINARY)",
        )
        assert rows == [
            (name, "InnoDB", "Dynamic", "utf8mb4_bin") for name in sorted([VERSION_TABLE, *metadata.tables])
        ]

    def test_no_index_is_longer_than_767_bytes(self, mariadb_url, query):
        store = opened(mariadb_url)
        store.close()
        rows = query(
            mariadb_url,
            "SELECT s.table_name, s.index_name, sum(coalesce(c.character_octet_length, 8)) "
            "FROM information_schema.statistics s JOIN information_schema.columns c "
            "USING (table_schema, table_name, column_name) WHERE s.table_schema = DATABASE() "
            "AND s.index_type <> 'FULLTEXT' GROUP BY 1, 2",
        )
        assert len(rows) > len(metadata.tables)
        assert max(size for _, _, size in rows) <= 767

    def test_a_missing_database_is_made_in_utf8mb4(self, mariadb_server, mariadb_url, query, page):
        url = mariadb_url + "_new`%s"
        try:
            with pytest.raises(StorageError, match="Unknown database"):
                CorpusStore(url.replace("%", "%25")).open(create=False)
            store = opened(url.replace("%", "%25"))
            store.write([page(1)])
            store.close()
            assert query(url.replace("%", "%25"), "SELECT @@character_set_database") == [("utf8mb4",)]
        finally:
            with mariadb_server.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS `{url.rpartition('/')[2].replace('`', '``')}`")

    def test_an_account_that_may_not(self, mariadb_server, mariadb_url):
        name = mariadb_url.rpartition("/")[2]
        with mariadb_server.account():
            for password, database in (("falsch", name), ("geheim", name), ("geheim", "test_of_nobody")):
                url = mariadb_server.url(database, f"gast:{password}")
                with pytest.raises(StorageError, match="denied") as caught:
                    CorpusStore(url).open()
                assert not isinstance(caught.value, DatabaseAwayError)
                assert password not in str(caught.value)

    def test_an_account_that_may_only_read(self, mariadb_server, mariadb_url):
        store = opened(mariadb_url)
        store.close()
        name = mariadb_url.rpartition("/")[2]
        with mariadb_server.account(f"SELECT ON {name}.*") as user:
            reader = CorpusStore(mariadb_server.url(name, user))
            with pytest.raises(StorageError, match="INSERT command denied"):
                reader.open()
            reader.open(create=False)
            assert reader.topics() == []
            reader.close()

    def test_a_server_that_is_not_there(self):
        port = free_port()
        with pytest.raises(DatabaseAwayError, match=f"127.0.0.1:{port}/db.*refused") as caught:
            CorpusStore(f"mysql+pymysql://u:geheim@127.0.0.1:{port}/db").open()
        assert "geheim" not in str(caught.value)

    def test_a_silent_server_is_away_after_the_timeout(self, mariadb_server, mariadb_url, page):
        store = opened(mariadb_url, timeout=1.0)
        mariadb_server.pause()
        start = time.monotonic()
        with pytest.raises(DatabaseAwayError):
            store.write([page(1)])
        assert time.monotonic() - start < 20  # the server would be silent for ever
        mariadb_server.resume()
        store.write([page(1)])
        assert len(list(store.read_pages("样例", ("url",)))) == 1
        store.close()

    def test_the_isolation_level_is_ours_whatever_the_server_s_is(self, mariadb_server, mariadb_url):
        with mariadb_server.cursor() as cursor:
            cursor.execute("SET GLOBAL TRANSACTION ISOLATION LEVEL READ COMMITTED")
        try:
            engine = connect(parse_url(mariadb_url), timeout=5.0, create=False)
            with engine.connect() as connection:
                assert connection.get_isolation_level() == "REPEATABLE READ"
            engine.dispose()
        finally:
            with mariadb_server.cursor() as cursor:
                cursor.execute("SET GLOBAL TRANSACTION ISOLATION LEVEL REPEATABLE READ")

    def test_a_locked_table_is_away_and_comes_back(self, mariadb_server, mariadb_url, page):
        store = opened(mariadb_url, timeout=2.0)
        with mariadb_server.cursor() as cursor:
            cursor.execute(f"LOCK TABLES {mariadb_url.rpartition('/')[2]}.pages WRITE")
            with pytest.raises(DatabaseAwayError, match="ock wait timeout"):
                store.write([page(1)])
            cursor.execute("UNLOCK TABLES")
        store.write([page(1)])
        store.close()

    def test_a_row_too_long_for_the_server_is_refused_not_awaited(self, mariadb_server, mariadb_url, page):
        with mariadb_server.cursor() as cursor:
            cursor.execute("SET GLOBAL max_allowed_packet = 1048576")
        try:
            store = opened(mariadb_url)
            with pytest.raises(RowRefusedError, match="max_allowed_packet"):
                store.write([page(1, text="'" * 600_000)])
            with pytest.raises(RowRefusedError, match="max_allowed_packet"):
                store.write([page(1, text="字" * 400_000)])
            store.write([page(1, text="'" * 515_000), page(2, text="字" * 340_000)])
            assert [len(row["text"]) for row in store.read_pages("样例", ("text",))] == [515_000, 340_000]
            store.close()
        finally:
            with mariadb_server.cursor() as cursor:
                cursor.execute("SET GLOBAL max_allowed_packet = 16777216")


def test_an_error_of_ours_is_said_in_chinese_when_it_ends_a_write() -> None:
    """It was quoted in English behind the name of the database."""
    with pytest.raises(StorageError) as raised, reported("sqlite:///corpus.db"):
        raise LabelError("there is no group {number}", number=99)
    assert localized(raised.value, "zh") == "sqlite:///corpus.db：没有第 99 组"
