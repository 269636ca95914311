"""`topiccrawl export`: write the corpus of a topic to a file, or to the folder of a dataset."""

from __future__ import annotations

import shutil
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars
from topiccrawl.cli.shared.topic_option import StoredTopic
from topiccrawl.corpus import COLUMNS
from topiccrawl.errors import ExportError
from topiccrawl.text.language import marked, say, translated

if TYPE_CHECKING:
    from topiccrawl.corpus.export import Exported, ExportOptions

app = single_command()


class Format(StrEnum):
    """Formats of `topiccrawl.corpus.export`."""

    JSONL = "jsonl"
    JSONL_GZ = "jsonl.gz"
    JSONL_ZST = "jsonl.zst"
    CSV = "csv"
    PARQUET = "parquet"
    XLSX = "xlsx"
    WARC = "warc"
    DATASET = "dataset"


_ENDINGS = {".jsonl": Format.JSONL, ".jsonl.gz": Format.JSONL_GZ, ".jsonl.zst": Format.JSONL_ZST}
_ENDINGS |= {".csv": Format.CSV}
_ENDINGS |= {".parquet": Format.PARQUET, ".xlsx": Format.XLSX, ".warc.gz": Format.WARC, ".warc": Format.WARC}


@app.command(
    "export",
    epilog=examples(
        "export --topic partybuild --out corpus.jsonl",
        "export --topic my-topics/河长制 --out corpus.xlsx --columns url,title,published,text",
        'export --topic partybuild --out good.parquet --where "published >= 2020"',
        "export --topic partybuild --format dataset --out dataset --split train=.9,test=.1",
        "export --topic partybuild --out clean.parquet --overlap ceval.jsonl --most-overlap .1",
        "export --topic partybuild --out changes.jsonl --since-state exported.state",
        "export --topic partybuild --format jsonl.zst --out shards --shard-size 10000",
        "export --topic partybuild --out chunks.jsonl --chunks 500 --columns url,title,published,markdown",
        "export --topic partybuild --out - | head -n 1",
    ),
)
def export(
    topic: StoredTopic,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="File to write or replace, or the folder of a dataset; - writes to standard output, where "
            "an interrupted export cannot be continued.",
        ),
    ],
    database: DatabaseOption = DEFAULT_DATABASE,
    format: Annotated[
        Format | None,
        typer.Option(
            help="Format; default: by the file's ending (.jsonl, .jsonl.gz, .jsonl.zst, .csv, .parquet, "
            ".xlsx, .warc.gz, .warc), without one jsonl. dataset: a folder for datasets.load_dataset."
        ),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(metavar="NAME,NAME", help="Columns in this order, such as url,title,quality.chinese."),
    ] = ",".join(COLUMNS),
    where: Annotated[
        str,
        typer.Option(
            metavar="CONDITION",
            help="Only pages that fulfil it: columns, and, or, not, = != < <= > >=, contains, in (...), "
            "is null.",
        ),
    ] = "",
    split: Annotated[
        str,
        typer.Option(
            metavar="NAME=SHARE,...",
            help="Splits that share no site, event or copy: files of a dataset, elsewhere the column split.",
        ),
    ] = "",
    shard_size: Annotated[
        int,
        typer.Option(metavar="ROWS", min=0, help="A dataset whose files, as jsonl.zst, have so many rows."),
    ] = 0,
    mask: Annotated[
        bool | None,
        typer.Option("--mask/--no-mask", help="Mask personal data; datasets are masked without --no-mask."),
    ] = None,
    tokenizer: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Add the column tokens by a local tokenizer.json.")
    ] = "",
    chunks: Annotated[
        int, typer.Option(metavar="N", min=0, help="Rows are chunks of N characters, or tokens, at most.")
    ] = 0,
    include_duplicates: Annotated[
        bool, typer.Option("--include-duplicates", help="Include pages that are duplicates of others.")
    ] = False,
    include_reserved: Annotated[
        bool,
        typer.Option(
            "--include-reserved",
            help="Include pages whose owners reserve them: robots noai, noimageai, noml, noarchive, none, or "
            "a TDM reservation. You then need their permission.",
        ),
    ] = False,
    include_set_aside: Annotated[
        bool,
        typer.Option(
            "--include-set-aside",
            help="Include stored pages that are off the topic by their grades or by what the crawl has "
            "learned.",
        ),
    ] = False,
    overlap: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="A test set: columns overlap, overlap_with.")
    ] = None,
    most_overlap: Annotated[
        float | None, typer.Option(min=0, max=1, help="Leave out pages with a larger overlap.")
    ] = None,
    not_in: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Leave out near copies of documents in FILE.")
    ] = None,
    quality_grades: Annotated[
        str, typer.Option(metavar="FILE", help="Learn the column quality.graded from grades of texts.")
    ] = "",
    least_quality: Annotated[
        float | None, typer.Option(min=0, max=1, help="Leave out pages with a lower quality.graded.")
    ] = None,
    since_state: Annotated[
        str, typer.Option(metavar="FILE", help="Write changes since the last export under this state file.")
    ] = "",
) -> None:
    """Write the pages collected for a topic to one file, or to a folder that `datasets` loads."""
    from topiccrawl.corpus.export import ExportOptions

    chosen = format or _format_of(out)
    options = ExportOptions(
        columns=tuple(name.strip() for name in columns.split(",") if name.strip()),
        where=where,
        split=split,
        mask=mask,
        shard_size=shard_size,
        tokenizer=tokenizer,
        chunks=chunks,
        include_duplicates=include_duplicates,
        include_reserved=include_reserved,
        include_set_aside=include_set_aside,
        overlap=tuple(overlap or ()),
        most_overlap=most_overlap,
        not_in=tuple(not_in or ()),
        quality_grades=quality_grades,
        least_quality=least_quality,
        since_state=since_state,
    )
    if most_overlap is not None and not overlap:
        raise ExportError("--most-overlap needs test sets: name them with --overlap")
    if least_quality is not None and not quality_grades:
        raise ExportError("--least-quality needs graded texts: name their table with --quality-grades")
    if str(out) != "-":
        done = _export(database, topic, chosen, out, options)
        if done.changes:
            told = marked(
                "{inserted} inserted, {changed} changed, {swapped} swapped, "
                "{withdrawn} withdrawn pages of {topic} in {out}"
            )
            typer.echo(say(told, topic=topic, out=out, **done.changes))
            return
        again = say(", {count} of them before it was interrupted", count=done.resumed) if done.resumed else ""
        typer.echo(say("{count} pages of {topic} in {out}", count=done.pages, topic=topic, out=out) + again)
        return
    if chosen is Format.DATASET or shard_size:
        raise ExportError("a dataset is a folder: name one with --out")
    if since_state:
        raise ExportError("a feed is a file: name one with --out")
    typer.echo(say("standard output: this export cannot be resumed if it is interrupted"), err=True)
    with tempfile.TemporaryDirectory() as folder:  # output to a pipe cannot be withdrawn if the export fails
        complete = Path(folder) / "export"
        done = _export(database, topic, chosen, complete, options)
        with complete.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    typer.echo(say("{count} pages of {topic}", count=done.pages, topic=topic), err=True)


def _export(database: str, topic: str, format: Format, out: Path, options: ExportOptions) -> Exported:
    from topiccrawl.corpus.export import export_pages

    with progress_bars() as show:
        done = export_pages(
            database, topic, str(format), out, options, lambda read, total: show("pages", read, total)
        )
    for reason, count in (*done.left_out.items(), *done.problems.items()):
        typer.echo(f"{count} {translated(reason)}", err=True)
    return done


def _format_of(out: Path) -> Format:
    name = out.name.lower()
    for ending, format in _ENDINGS.items():
        if name.endswith(ending):
            return format
    if out.suffix:
        known = ", ".join(_ENDINGS)
        raise ExportError(
            "{out}: unknown ending {ending}; use {known}, or choose with --format",
            out=out,
            ending=out.suffix.lower(),
            known=known,
        )
    return Format.JSONL
