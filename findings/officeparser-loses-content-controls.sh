#!/usr/bin/env bash
# officeparser 7.8.0: the number of a document and a cell that were filled into a form are not in the text of its docx.
#
# Forms and templates have fields to be filled in, content controls (`w:sdt`, ECMA-376 part 1, 17.5.2), around words,
# paragraphs, rows and cells; templates of official documents put the number and the title into them, and Word makes one
# of each table of contents and of each cover page. officeparser reads those around words only. A paragraph and a
# cell within one are missing from the text, and nothing is in `warnings`; a row with one has a cell less. The page
# of the package says nothing of it. A character with pinyin above it (`w:ruby`) is lost in the same way, base and
# all. Seen: of five texts two are left out; mammoth has all five. Use mammoth, or unwrap `w:sdtContent` first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts officeparser@7.8.0 mammoth@1.12.0
python3 - "$folder/form.docx" <<'PYTHON'
import sys
import zipfile

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def run(text):
    """Return a run of text."""
    return f"<w:r><w:t>{text}</w:t></w:r>"


def control(inner):
    """Return a content control around something."""
    return f'<w:sdt><w:sdtPr><w:alias w:val="填写"/></w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>'


def cell(text):
    """Return a cell of a table."""
    return f"<w:tc><w:tcPr/><w:p>{run(text)}</w:p></w:tc>"


body = "".join(
    [
        f"<w:p>{run('会议通知')}</w:p>",
        control(f"<w:p>{run('京发〔2024〕5号')}</w:p>"),
        f"<w:p>{run('时间：')}{control(run('5月6日'))}</w:p>",
        f"<w:tbl><w:tblPr/><w:tblGrid/><w:tr>{cell('姓名')}{control(cell('张三'))}</w:tr></w:tbl><w:p/>",
    ]
)
parts = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/document.xml": '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    f"<w:body>{body}</w:body></w:document>",
}
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for name, text in parts.items():
        archive.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' + text)
PYTHON
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const mammoth = require("mammoth");
const { parseOffice } = require("officeparser");

const TEXTS = ["会议通知", "京发〔2024〕5号", "5月6日", "姓名", "张三"];
(async () => {
    const parsed = await parseOffice(process.argv[2]);
    const right = (await mammoth.extractRawText({ path: process.argv[2] })).value;
    console.log({ officeparser: parsed.toText(), warnings: parsed.warnings, mammoth: right });
    const lost = TEXTS.filter((text) => !parsed.toText().includes(text));
    assert.deepEqual(lost, ["京发〔2024〕5号", "张三"], "the behaviour has changed");
    assert.deepEqual(parsed.warnings, [], "the behaviour has changed");
    assert.ok(TEXTS.every((text) => right.includes(text)), "the behaviour has changed");
})();
JS
node "$folder/read.cjs" "$folder/form.docx"
echo "as described"
