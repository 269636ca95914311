"""A HowNet small enough to work out by hand, in the forms that HowNet comes in."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

SEMEMES = """\
    0  entity|实体      0
    1  human|人         0
    2  animal|兽        0
    3  attribute|属性   3
    4  male|男          3
    5  female|女        3
    6  occupation|职位  3
    7  event|事件       7
    8  teach|教         7
    9  learn|学         8
   10  time|时间        3
   11  role|角色       11
   12  time|时间       11
"""
GLOSSARY = [
    ("男人", "N", "human|人,male|男"),
    ("女人", "N", "human|人,female|女"),
    ("教师", "N", "human|人,#occupation|职位,*teach|教"),
    ("工人", "N", "human|人,#occupation|职位"),
    ("学生", "N", "human|人,*learn|学"),
    ("学习", "V", "learn|学"),
    ("学习", "V", "learn|学,manner=male|男"),
    ("补课", "V", "learn|学,manner=female|女,time=time|时间"),
    ("不教", "V", "^teach|教"),
    ("京人", "N", "human|人,(Beijing|北京)"),
    ("沪人", "N", "human|人,(Shanghai|上海)"),
    ("的", "STRU", "{male|男}"),
    ("之", "STRU", "{female|女}"),
    ("时", "PREP", "{time}"),
    ("比起 ... 来", "PREP", "{role|角色}"),
]


def glossary(form: str = "tabs") -> str:
    lines = {"tabs": "{0:<20}\t{1:<5}\t{2}", "slashes": "{0}/{1}/{2}", "spaces": "{0:<20} {1:<5} {2}"}
    return "".join(lines[form].format(*row) + "\n" for row in GLOSSARY)


def write_edition(folder: Path, text: str | None = None, sememes: str = SEMEMES) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "glossary.dat").write_bytes((glossary() if text is None else text).encode("gb18030"))
    (folder / "WHOLE.DAT").write_bytes(sememes.encode("gb18030"))
    return folder


TRIPLES = """\
entity|实体 hyponym human|人
plant|植物 hypernym entity|实体
plant|植物 hyponym tree|树
plant|植物 hyponym fruit|水果
event|事件 hyponym reproduce|生殖
tree|树 relate fruit|水果
"""
SENSES: dict[str, Any] = {
    "1": {"ch_word": "苹果", "en_word": "apple", "Def": "{fruit|水果}"},
    "2": {
        "ch_word": "苹果",
        "en_word": "apple",
        "Def": "{tree|树:{reproduce|生殖:PatientProduct={fruit|水果},agent={~}}}",
    },
    "3": {"ch_word": "果树", "en_word": "fruit tree", "Def": "{tree|树:{reproduce|生殖:agent={~}}}"},
    "4": {"ch_word": " ", "en_word": "human", "Def": "{human|人}"},
    "5": {"ch_word": "人", "en_word": "human", "Def": "{human|人}"},
    "6": {"ch_word": "亞洲人", "en_word": "Asian", "Def": '{human|人:belong="Asia|亚洲"}'},
}


def archive(senses: Any = SENSES, triples: str | bytes = TRIPLES, *, pickled: bytes | None = None) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("resources/HowNet_dict_complete", pickled or pickle.dumps(senses))
        target.writestr("resources/sememe_triples_taxonomy.txt", triples)
    return packed.getvalue()
