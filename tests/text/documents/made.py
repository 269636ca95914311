"""Files that tests write themselves, the smallest that the readers take."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_OFD = "http://www.ofdspec.org/2016"
TITLE = "清河镇关于开展党员冬训工作的通知"
PARAGRAPHS = (
    "各党支部：",
    "为深入学习贯彻党的二十大精神，切实提高全镇党员的政治素质和履职能力，镇党委决定从十二月上旬起集中开展党员冬训工作，现将有关事项通知如下。",
    "一、时间安排。冬训从十二月五日开始，到十二月二十五日结束，每个党支部集中学习的时间不少于三天，外出务工的流动党员可以在线参加，由所在支部负责联系。",
    "二、学习内容。重点学习党章党规、乡村振兴政策和基层治理案例，结合本村实际开展讨论，形成不少于三条工作建议，年底前报镇党建办公室备案。",
    "三、工作要求。各支部书记要亲自授课，镇党委委员分片督导，对组织不力、走过场的支部予以通报。",
)


def wrapped(paragraphs: Sequence[str], width: int = 30) -> list[str]:
    return [line[at : at + width] for line in paragraphs for at in range(0, len(line), width)]


def pdf(pages: Sequence[Sequence[str]], *, cmap: str = "UniGB-UCS2-H") -> bytes:
    """Return a PDF with the lines of its pages, in a font that is not embedded."""
    objects: dict[int, bytes] = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        3: f"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /{cmap} /DescendantFonts [4 0 R] >>".encode(),
        4: b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) "
        b"/Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R /DW 1000 >>",
        5: b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 "
        b"/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    }
    kids = []
    for number, lines in enumerate(pages):
        page, content = 6 + 2 * number, 7 + 2 * number
        shown = " ".join(f"<{line.encode('utf-16-be').hex()}> Tj T*" for line in lines)
        stream = f"BT /F1 12 Tf 60 780 Td 18 TL {shown} ET".encode()
        objects[page] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {content} 0 R >>"
        ).encode()
        objects[content] = b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream"
        kids.append(f"{page} 0 R")
    objects[2] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out, places = BytesIO(), {}
    out.write(b"%PDF-1.4\n")
    for number in sorted(objects):
        places[number] = out.tell()
        out.write(b"%d 0 obj\n" % number + objects[number] + b"\nendobj\n")
    start, size = out.tell(), max(objects) + 1
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
    out.write(b"".join(b"%010d 00000 n \n" % places[number] for number in range(1, size)))
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, start))
    return out.getvalue()


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as target:
        for name, content in parts.items():
            # With a date of its own the same parts are the same bytes.
            target.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return out.getvalue()


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p>{properties}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def docx(paragraphs: Sequence[str] = (), *, body: str = "", parts: Mapping[str, str] | None = None) -> bytes:
    """Return a DOCX with paragraphs, or with the XML of a body."""
    inner = body or "".join(map(paragraph, paragraphs))
    document = f'<w:document xmlns:w="{_W}" xmlns:mc="{_MC}"><w:body>{inner}</w:body></w:document>'
    named = {
        name: f'<w:{root} xmlns:w="{_W}">{content}</w:{root}>'
        for name, content in (parts or {}).items()
        if (root := name.removesuffix(".xml"))
    }
    return archive({"word/document.xml": document, **{f"word/{name}": text for name, text in named.items()}})


def ofd(pages: Sequence[Sequence[tuple[float, float, str]]], *, template: str = "") -> bytes:
    """Return an OFD file with pieces of text at places (left, top) in millimetres."""
    entries = "".join(
        f'<ofd:Page ID="{number}" BaseLoc="Pages/Page_{number}/Content.xml"/>' for number in range(len(pages))
    )
    space = f'xmlns:ofd="{_OFD}"'
    parts: dict[str, str] = {
        "OFD.xml": f"<ofd:OFD {space}><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>",
        "Doc_0/Document.xml": f"<ofd:Document {space}><ofd:Pages>{entries}</ofd:Pages></ofd:Document>",
        "Doc_0/Tpls/Tpl_0/Content.xml": f"<ofd:Page {space}>{_text_object(20, 10, template)}</ofd:Page>",
    }
    for number, pieces in enumerate(pages):
        texts = "".join(_text_object(*piece) for piece in pieces)
        parts[f"Doc_0/Pages/Page_{number}/Content.xml"] = (
            f"<ofd:Page {space}><ofd:Content><ofd:Layer>{texts}</ofd:Layer></ofd:Content></ofd:Page>"
        )
    return archive(parts)


def _text_object(left: float, top: float, text: str) -> str:
    steps = f'DeltaX="g {len(text) - 1} 5"' if len(text) > 1 else ""
    return (
        f'<ofd:TextObject Boundary="{left} {top} {5 * len(text) + 1} 6" Size="5"><ofd:TextCode X="0" Y="5" {steps}>'
        f"{escape(text)}</ofd:TextCode></ofd:TextObject>"
    )


def ole(streams: Mapping[str, bytes]) -> bytes:
    """Return an OLE container with streams in its root, each of 4,096 bytes or more."""
    sectors: list[bytes] = []
    fat: list[int] = []
    places = {}
    for name, content in streams.items():
        count = -(-len(content) // 512)
        places[name] = (len(sectors), len(content))
        sectors += [content[at * 512 : at * 512 + 512].ljust(512, b"\0") for at in range(count)]
        fat += [*range(len(fat) + 1, len(fat) + count), 0xFFFFFFFE]
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    none = 0xFFFFFFFF

    def entry(name: str, kind: int, right: int, child: int, start: int, size: int) -> bytes:
        encoded = (name + "\0").encode("utf-16-le")
        head = encoded.ljust(64, b"\0") + struct.pack("<HBBIII", len(encoded), kind, 1, none, right, child)
        return head + bytes(36) + struct.pack("<IQ", start, size)

    directory = entry("Root Entry", 5, none, 1, 0xFFFFFFFE, 0)
    for number, name in enumerate(names, start=1):
        right = number + 1 if number < len(names) else none
        directory += entry(name, 2, right, none, *places[name])
    directory = directory.ljust(-(-len(directory) // 512) * 512, b"\0")
    first = len(sectors)
    count = len(directory) // 512
    sectors += [directory[at * 512 : at * 512 + 512] for at in range(count)]
    fat += [*range(first + 1, first + count), 0xFFFFFFFE]
    place_of_fat = len(sectors)
    fat.append(0xFFFFFFFD)
    assert len(fat) <= 128
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += bytes(6) + struct.pack("<IIIIIIIII", 0, 1, first, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<I", place_of_fat) + b"\xff" * 432
    table = b"".join(struct.pack("<I", one) for one in fat).ljust(512, b"\xff")
    return header + b"".join(sectors) + table


def doc(paragraphs: Sequence[str], *, flags: int = 0x0200) -> bytes:
    """Return a file of Word 97 with paragraphs and no formatting."""
    text = "".join(f"{line}\r" for line in paragraphs)
    at = 2048
    pieces = struct.pack("<II", 0, len(text)) + struct.pack("<HIH", 0, at, 0)
    clx = b"\x02" + struct.pack("<I", len(pieces)) + pieces
    pairs = [(0, 0)] * 93
    pairs[33] = (0, len(clx))
    lengths = [at + 2 * len(text), 0, 0, len(text), *[0] * 18]
    fib = struct.pack("<HHHHHHHIBBHHII", 0xA5EC, 0xC1, 0, 0x0804, 0, flags, 0xBF, 0, 0, 0, 0, 0, at, at)
    fib += struct.pack("<H", 14) + bytes(28) + struct.pack("<H22I", 22, *lengths)
    fib += (
        struct.pack("<H", 93) + b"".join(struct.pack("<II", *pair) for pair in pairs) + struct.pack("<H", 0)
    )
    content = fib.ljust(at, b"\0") + text.encode("utf-16-le")
    return ole({"WordDocument": content.ljust(8192, b"\0"), "1Table": clx.ljust(4096, b"\0")})
