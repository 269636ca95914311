#!/usr/bin/env bash
# pymarc 5.4.0: a record with an abstract of 3,400 Chinese characters is written, and cannot be read by anybody.
#
# The directory of a MARC record has four digits for the length of a field, and its head five for that of the record
# (ISO 2709). In UTF-8 that is 3,331 Chinese characters: tables of contents (327) and abstracts (330) of CNMARC are
# longer. `as_marc` then writes a digit more, by which all that follows moves, and returns as usual; `MARCWriter` does the
# same. In the file stands the record with all its text, and a reader has None in its place, or stops there, so that
# records behind it are gone as well. Its pages say nothing of a limit. Seen: of three records of which the second has
# 3,400 characters two are read, and of three of which the second has 40 abstracts of 3,000 only the first; as MARCXML
# all are right. Look at the length before writing, or write XML.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pymarc==5.4.0
"$folder/venv/bin/python" -W error - "$folder/records" <<'PYTHON'
import sys

from pymarc import Field, MARCReader, MARCWriter, Record, Subfield, XMLWriter, parse_xml_to_array

PATH = sys.argv[1]


def record(*lengths):
    """Return a record with abstracts of these lengths."""
    made = Record(force_utf8=True)
    made.add_field(Field("200", indicators=["1", " "], subfields=[Subfield("a", "基层治理")]))
    for length in lengths:
        made.add_field(Field("330", indicators=[" ", " "], subfields=[Subfield("a", "治" * length)]))
    return made


def lengths(records):
    """Return how long the abstracts of the records are together, None where there is no record."""
    return [found and sum(len(field["a"]) for field in found.get_fields("330")) for found in records]


def written(records):
    """Write the records as MARC and as MARCXML, and return what is read of each."""
    with open(PATH, "wb") as file:
        writer = MARCWriter(file)
        for made in records:
            writer.write(made)
    with open(PATH, "rb") as file:
        marc = lengths(MARCReader(file))
    with open(PATH, "wb") as file:
        writer = XMLWriter(file)
        for made in records:
            writer.write(made)
        writer.close(close_fh=False)
    return marc, lengths(parse_xml_to_array(PATH))


for records, expected, whole in (
    ([record(3300), record(3330), record(10)], [3300, 3330, 10], [3300, 3330, 10]),
    ([record(3300), record(3400), record(10)], [3300, None, 10], [3300, 3400, 10]),
    ([record(3300), record(*[3000] * 40), record(10)], [3300, None], [3300, 120000, 10]),
):
    marc, xml = written(records)
    print("read of MARC:", marc, "of MARCXML:", xml)
    assert xml == whole, "MARCXML has changed"
    assert marc == expected, "the behaviour has changed"
PYTHON
echo "as described"
