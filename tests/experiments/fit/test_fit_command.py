from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    folder = tmp_path / "党建"
    folder.mkdir()
    (folder / "topic.toml").write_text('title = "党建"\n\n[priority]\nthreshold = 0.2\n', encoding="utf-8")
    (folder / "words.tsv").write_text("党员\t1\n支部\t1\n", encoding="utf-8")
    return folder


@pytest.fixture
def words(tmp_path: Path) -> Path:
    near = [("党员", "共产党员"), ("大夫", "医生"), ("高兴", "愉快"), ("美丽", "漂亮")]
    far = [("党员", "苹果"), ("医生", "天空"), ("高兴", "桌子"), ("美丽", "火车")]
    rows = [(a, b, int((a, b) in near)) for a, b in (near + far) * 3]
    file = tmp_path / "words.tsv"
    file.write_text(
        "\n".join(["word1\tword2\tlabel", *(f"{a}\t{b}\t{label}" for a, b, label in rows)]), encoding="utf-8"
    )
    return file


@pytest.fixture
def urls(tmp_path: Path) -> Path:
    rows = ["url1\turl2\tlabel"]
    for site in ("a.cn", "b.cn"):
        for n in range(6):
            rows.append(f"http://{site}/tiyu/{n}.html\thttp://{site}/tiyu/{n + 9}.html\t1")
            rows.append(f"http://{site}/tiyu/{n}.html\thttp://{site}/dangjian/{n}.html\t0")
    file = tmp_path / "urls.tsv"
    file.write_text("\n".join(rows), encoding="utf-8")
    return file


def test_values_are_written_to_the_topic_with_their_source(topic, words, urls, capsys):
    assert main(["fit", "similarity", str(words), "--topic", str(topic)]) == 0
    assert main(["fit", "url-structure", str(urls), "--topic", str(topic)]) == 0
    shown = capsys.readouterr().out
    assert shown.count(f"written to {topic / 'topic.toml'}") == 2
    assert "The rule 'same host and same first directory' on these pairs: 1.000." in shown
    text = (topic / "topic.toml").read_text(encoding="utf-8")
    for command, name in (("similarity", "words"), ("url-structure", "urls")):
        assert f"# by `topiccrawl fit {command}` on {name}.tsv (" in text
    focus = Focus(Topic.load(topic))  # all of it can be used
    assert f"th1 = {focus.topic.similarity.th1}" in shown


def test_without_a_topic_the_default_resources_are_used(topic, words, capsys):
    assert main(["fit", "similarity", str(words)]) == 0
    alone = capsys.readouterr().out.splitlines()
    assert alone[0].endswith(", with cilin / words") and not any("written" in line for line in alone)
    assert main(["fit", "similarity", str(words), "--topic", str(topic)]) == 0
    assert capsys.readouterr().out.splitlines()[:5] == alone[:5]


def test_a_topic_that_cannot_be_written_to_is_reported_before_the_fit(words, urls, capsys):
    for command, file in (("similarity", words), ("url-structure", urls)):
        assert main(["fit", command, str(file), "--topic", "partybuild"]) == 1
        output = capsys.readouterr()
        assert output.out == ""
        assert "a shipped topic cannot be written to" in output.err
