"""Files that are the old or the new one at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.text.whole_file import replacing, write_whole


def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "词.tsv"
    write_whole(file, "党员\r\n")
    assert file.read_bytes() == "党员\r\n".encode()
    with replacing(file) as part:
        part.write_text("支部", "utf-8")
        assert file.read_bytes() == "党员\r\n".encode()
    assert file.read_text("utf-8") == "支部"
    assert list(tmp_path.iterdir()) == [file]


def test_what_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "词.tsv"
    write_whole(file, "党员")
    with pytest.raises(KeyboardInterrupt), replacing(file) as part:
        part.write_text("支", "utf-8")
        raise KeyboardInterrupt
    assert file.read_text("utf-8") == "党员"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("place", "error"),
    [("无/词.tsv", FileNotFoundError), ("文件/词.tsv", NotADirectoryError), (".", IsADirectoryError)],
)
def test_an_error_names_the_file_that_was_asked_for(
    place: str, error: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("文件").write_text("", "utf-8")
    with pytest.raises(error) as raised:
        write_whole(Path(place), "党员")
    assert raised.value.filename == place
    assert [path.name for path in tmp_path.iterdir()] == ["文件"]
