"""`topiccrawl calibrate`: fit the verdict of a topic to pages that people graded."""

from __future__ import annotations

from topiccrawl.cli.calibrate.axis import axis
from topiccrawl.cli.calibrate.grades import corrections, verdict
from topiccrawl.cli.shared.group import command_group, examples

app = command_group("calibrate", "Fit the verdict of a topic to pages that you graded.")

app.command(
    "verdict",
    epilog=examples(
        "calibrate verdict grades.tsv -t partybuild",
        "calibrate verdict grades.tsv -t my-topics/河长制 --precision 0.98 --write",
    ),
)(verdict)

app.command(
    "corrections",
    epilog=examples(
        "calibrate corrections grades.tsv -t partybuild",
        "calibrate corrections grades.tsv -t my-topics/河长制 --write",
    ),
)(corrections)

app.command(
    "axis",
    epilog=examples(
        "calibrate axis grades.tsv -t partybuild",
        "calibrate axis grades.tsv -t my-topics/河长制 --write",
    ),
)(axis)
