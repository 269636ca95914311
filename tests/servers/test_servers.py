from __future__ import annotations

import pytest
import redis
from servers import process
from servers.process import MissingServer, program


def test_redis_keeps_what_it_is_given_until_the_next_test(redis_url):
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set("键", "值😀")
        assert client.get("键").decode() == "值😀"
        assert client.register_script("return redis.call('GET', KEYS[1])")(keys=["键"]).decode() == "值😀"


def test_the_next_test_finds_nothing(redis_url):
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0


def test_a_killed_redis_comes_back_on_its_port(redis_server, redis_url):
    redis_server.kill()
    with redis.Redis.from_url(redis_url) as client:
        with pytest.raises(redis.ConnectionError):
            client.ping()
        redis_server.start()
        assert client.ping()


def test_each_test_has_a_database_of_its_own(mariadb_server, mariadb_url):
    with mariadb_server.fresh_database() as other:
        assert other != mariadb_url
        name = other.rpartition("/")[2]
        with mariadb_server.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {name}.t (x INT)")
            cursor.execute("SELECT count(*) FROM information_schema.tables WHERE table_schema = %s", [name])
            assert cursor.fetchone() == (1,)
    with mariadb_server.cursor() as cursor:
        cursor.execute("SHOW DATABASES")
        names = [row[0] for row in cursor.fetchall()]
    assert name not in names
    assert mariadb_url.rpartition("/")[2] in names


def test_a_server_stopped_leaves_no_process_and_no_data():
    from servers.redis import Redis

    server = Redis()
    server.start()
    server.pause()
    server.stop()
    assert not server.is_running
    assert not server.folder.exists()


def test_a_program_that_is_not_there():
    with pytest.raises(MissingServer, match="no-such-server"):
        program("no-such-server", "nor-this")


@pytest.mark.parametrize(("ci", "outcome"), [("true", "failed"), ("", "skipped")])
def test_a_missing_server_fails_on_ci_and_skips_elsewhere(ci, outcome, monkeypatch, request):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(process.shutil, "which", lambda *args, **values: None)
    conftest = request.config.pluginmanager.get_plugin(str(request.config.rootpath / "tests" / "conftest.py"))
    from servers.redis import Redis

    raised = {"failed": pytest.fail.Exception, "skipped": pytest.skip.Exception}[outcome]
    with pytest.raises(raised, match="redis-server is not installed"), conftest.running(Redis):
        pass
