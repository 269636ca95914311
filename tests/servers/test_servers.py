"""A server that is missing: elsewhere each test that uses one shows what it does."""

from __future__ import annotations

import pytest
from servers import process
from servers.redis import Redis


@pytest.mark.parametrize(("ci", "outcome"), [("true", "failed"), ("", "skipped")])
def test_a_missing_server_fails_on_ci_and_skips_elsewhere(ci, outcome, monkeypatch, request):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(process.shutil, "which", lambda *args, **values: None)
    conftest = request.config.pluginmanager.get_plugin(str(request.config.rootpath / "tests" / "conftest.py"))
    raised = {"failed": pytest.fail.Exception, "skipped": pytest.skip.Exception}[outcome]
    with pytest.raises(raised, match="redis-server is not installed"), conftest.running(Redis):
        pass
