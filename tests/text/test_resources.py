"""Look-up of shipped files and of the cache folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.text.resources import CACHE_VARIABLE, cache_dir, read_resource, resource


def test_shipped_files_and_folders_are_found() -> None:
    assert "的" in read_resource("stopwords.txt").split()
    assert resource("topics/partybuild").is_dir()
    assert (resource("topics/partybuild") / "topic.toml").is_file()


@pytest.mark.parametrize("name", ["nothing.txt", "topics/none", "stopwords.txt/x"])
def test_a_missing_resource_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=repr(name)):
        resource(name)


def test_the_cache_folder_is_made_where_the_variable_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "缓存" / "下一层"))
    assert cache_dir() == tmp_path / "缓存" / "下一层"
    assert cache_dir().is_dir()


def test_an_empty_variable_means_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = cache_dir()
    assert folder.name == "topiccrawl"
    assert tmp_path in folder.parents
