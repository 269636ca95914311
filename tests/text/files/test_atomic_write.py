"""Files that are the old or the new one at any moment."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from forks import ForkedPython

from topiccrawl.text.files.atomic_write import atomic_replace, remove_stale_parts, write_atomically


def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "词.tsv"
    write_atomically(file, "党员\r\n")
    assert file.read_bytes() == "党员\r\n".encode()
    with atomic_replace(file) as part:
        part.write_text("支部", "utf-8")
        assert file.read_bytes() == "党员\r\n".encode()
    assert file.read_text("utf-8") == "支部"
    assert list(tmp_path.iterdir()) == [file]


def test_what_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "词.tsv"
    write_atomically(file, "党员")
    with pytest.raises(KeyboardInterrupt), atomic_replace(file) as part:
        part.write_text("支", "utf-8")
        raise KeyboardInterrupt
    assert file.read_text("utf-8") == "党员"
    assert list(tmp_path.iterdir()) == [file]


def test_two_who_write_one_file_do_not_meet(tmp_path: Path) -> None:
    file = tmp_path / "词.tsv"
    with atomic_replace(file) as first, atomic_replace(file) as second:
        first.write_text("先", encoding="utf-8")
        second.write_text("后", encoding="utf-8")
    assert file.read_text(encoding="utf-8") == "先"  # the outer block ends last
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "别处").mkdir()
    link, file = tmp_path / "词.tsv", tmp_path / "别处" / "词.tsv"
    link.symlink_to(file)
    for text in ("党员", "支部"):
        write_atomically(link, text)
        assert link.is_symlink()
        assert file.read_text("utf-8") == text
    assert [path.name for path in (tmp_path / "别处").iterdir()] == ["词.tsv"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "管道"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_text, "utf-8")
        write_atomically(pipe, "党员")
        assert read.result(10) == "党员"
    assert pipe.is_fifo()


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
        write_atomically(Path(place), "党员")
    assert raised.value.filename == place
    assert [path.name for path in tmp_path.iterdir()] == ["文件"]


_WRITER = """
import os, pathlib, signal, sys, time
from topiccrawl.text.files.atomic_write import atomic_replace
with atomic_replace(pathlib.Path(sys.argv[1])) as part:
    part.write_text("half", "utf-8")
    print("writing", flush=True)
    time.sleep(60)
"""


def test_what_a_killed_process_left_is_swept_and_what_a_live_one_writes_is_not(tmp_path: Path) -> None:
    file = tmp_path / "导出.csv"
    (tmp_path / ".mine.part").write_text("mine", encoding="utf-8")
    writer = ForkedPython("-c", _WRITER, file)
    assert writer.stdout.readline() == "writing\n"
    (part,) = tmp_path.glob(".导出.csv.*.part")
    write_atomically(tmp_path / "other", "党员")
    assert part.read_text(encoding="utf-8") == "half"
    writer.kill()
    writer.communicate()
    assert part.exists()
    write_atomically(tmp_path / "other", "党员")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".mine.part", "other"]


def test_a_file_that_this_process_writes_is_not_swept(tmp_path: Path) -> None:
    with atomic_replace(tmp_path / "a") as part:
        part.write_text("党员", encoding="utf-8")
        remove_stale_parts(tmp_path)
        assert part.exists()
    assert (tmp_path / "a").read_text(encoding="utf-8") == "党员"
