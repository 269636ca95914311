"""Made-up texts in the manner of authorities and the press, for files of all formats.

All names and figures are invented for this benchmark. The same number always gives the same text.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

_OFFICES = ("松岭县", "青浦镇", "云台区", "临江市", "石桥街道", "白沙县", "长汀乡", "凤凰山管理区")
_SUBJECTS = (
    ("基层党建工作", "党建工作领导小组办公室"),
    ("农村人居环境整治", "农业农村局"),
    ("安全生产大检查", "应急管理局"),
    ("义务教育阶段招生", "教育体育局"),
    ("老旧小区改造", "住房和城乡建设局"),
    ("城乡居民医疗保险征缴", "医疗保障局"),
    ("森林防火", "林业和草原局"),
    ("公共文化服务体系建设", "文化和旅游局"),
)
_SENTENCES = (
    "各单位要提高政治站位，充分认识这项工作的重要意义，把思想和行动统一到县委、县政府的决策部署上来。",
    "坚持问题导向和目标导向相结合，聚焦群众反映强烈的突出问题，逐项制定整改措施，明确责任人和完成时限。",
    "截至2024年6月底，全县共完成投资3.27亿元，占年度计划的58.6%，比上年同期提高4.1个百分点。",
    "记者在现场看到，二十多名志愿者正冒雨清理河道两侧的杂物，附近的居民也自发拿起铁锹加入进来。",
    "对工作推进不力、敷衍塞责、弄虚作假的，要严肃追究有关人员的责任，并在全县范围内予以通报。",
    "“过去一下雨，院子里到处是泥，现在路修好了，灯也亮了，晚上出门散步心里踏实多了。”村民李桂兰说。",
    "要建立健全长效机制，坚持每月调度、季度通报、半年评估，年底纳入综合考核，结果作为评先评优的重要依据。",
    "根据《中华人民共和国政府信息公开条例》第二十条的规定，现将有关情况予以公布，接受社会各界监督。",
    "财政部门要统筹安排专项资金，实行专户管理、专账核算，确保资金使用规范、安全、有效，任何单位不得截留挪用。",
    "课题组采用分层抽样的方法，对12个乡镇的1,860户居民进行了问卷调查，回收有效问卷1,742份，有效率为93.7%。",
    "各村（社区）要发挥党员先锋模范作用，成立党员突击队、志愿服务队，深入一线开展政策宣讲和走访慰问。",
    "县气象台预计，未来三天仍有中到大雨，局地暴雨，请有关部门加强巡查值守，及时转移受威胁的群众。",
    "研究表明，数字化平台的应用显著缩短了办事时间，平均每件由原来的5.4个工作日减少到1.2个工作日。",
    "此次改造涉及供水、供电、燃气、通信等多家单位，现场指挥部每天召开碰头会，协调解决施工中遇到的问题。",
    "学校要严格执行公示制度，招生计划、录取结果、收费标准等内容应当在校园网和公告栏同时公布，不得少于7个工作日。",
    "联系人：王建国，联系电话：0000-8123456，电子邮箱：office@example.cn。",
    "下一步，县里将继续加大投入力度，力争用三年时间实现全覆盖，让更多的群众共享改革发展成果。",
    "专家认为，基层治理的关键在于把资源、服务、管理下沉到网格，使小事不出村、大事不出镇、矛盾不上交。",
    "凡符合条件的人员，请于2024年9月30日前持本人身份证、户口簿原件及复印件到所在街道便民服务中心办理。",
    "通过“线上＋线下”相结合的方式，累计举办培训班46期，培训骨干2,300余人次，发放宣传资料1.5万份。",
)
_VILLAGES = (
    "河湾村",
    "大坪村",
    "石门村",
    "柳树屯",
    "新华社区",
    "东风社区",
    "龙潭村",
    "上庄村",
    "桃园村",
    "北关社区",
)
_HEADINGS = ("总体要求", "工作目标", "主要任务", "时间安排", "保障措施", "有关要求")


@dataclass(frozen=True)
class Notice:
    """A text with the parts that an official document has.

    Attributes:
        office: who issues it.
        number: its number, such as 松政发〔2024〕12号.
        title: the headline.
        addressee: whom it is for, with a colon.
        opening: first paragraph.
        sections: headings with their paragraphs.
        table: rows of cells; the first one has the names of the columns.
        signed: who signs.
        day: date under it.
    """

    office: str
    number: str
    title: str
    addressee: str
    opening: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    table: tuple[tuple[str, ...], ...]
    signed: str
    day: str

    @property
    def body(self) -> list[str]:
        """Return the lines from the addressee to the last section, with numbers before the headings."""
        lines = [self.addressee, self.opening]
        for count, (heading, paragraphs) in enumerate(self.sections):
            lines += [f"{'一二三四五六'[count]}、{heading}", *paragraphs]
        return lines

    @property
    def lines(self) -> list[str]:
        """Return the lines of the whole text, without its table."""
        return [self.number, self.title, *self.body, self.signed, self.day]


def notice(seed: int, sections: int = 3, rows: int = 8) -> Notice:
    """Return a made-up notice.

    Args:
        seed: which one.
        sections: 1 to 6.
        rows: of the table, without its head.
    """
    chance = random.Random(seed)
    office = _OFFICES[seed % len(_OFFICES)]
    subject, bureau = _SUBJECTS[(seed * 3 + 1) % len(_SUBJECTS)]
    year, month, day = chance.randint(2019, 2024), chance.randint(1, 12), chance.randint(1, 28)
    opening = f"为进一步做好{subject}，经{office}人民政府同意，现就有关事项通知如下，请结合实际认真贯彻执行。"
    return Notice(
        office=office,
        number=f"{office[0]}政办发〔{year}〕{chance.randint(1, 90)}号",
        title=f"关于切实做好{year}年度{office}{subject}的通知",
        addressee="各乡镇人民政府、街道办事处，县直有关单位：",
        opening=opening,
        sections=tuple(
            (_HEADINGS[at], tuple(paragraph(chance) for _ in range(chance.randint(1, 3))))
            for at in range(sections)
        ),
        table=table(chance, rows),
        signed=f"{office}{bureau}",
        day=f"{year}年{month}月{day}日",
    )


def paragraph(chance: random.Random, sentences: int = 0) -> str:
    """Return a paragraph of some sentences, each of them once."""
    return "".join(chance.sample(_SENTENCES, sentences or chance.randint(1, 4)))


def paragraphs(seed: int, count: int) -> list[str]:
    """Return paragraphs of an article."""
    chance = random.Random(seed)
    return [paragraph(chance, chance.randint(2, 4)) for _ in range(count)]


def table(chance: random.Random, rows: int) -> tuple[tuple[str, ...], ...]:
    """Return a table of villages with figures and a remark."""
    found = [("序号", "单位名称", "党员人数", "完成投资（万元）", "备注")]
    for number in range(1, rows + 1):
        name = chance.choice(_VILLAGES) + ("" if number <= len(_VILLAGES) else f"第{number}组")
        remark = chance.choice(("已完成", "正在推进", "资金已到位，年底前完工", "无"))
        found.append(
            (str(number), name, str(chance.randint(11, 160)), f"{chance.uniform(1, 900):.2f}", remark)
        )
    return tuple(found)


def rows_of(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines."""
    return [" ".join(cell for cell in row if cell) for row in rows]


def wrapped(text: str, columns: int) -> list[str]:
    """Return the lines of a paragraph; a Han takes two columns, and no line begins with punctuation."""
    lines, width = [""], 0
    for one in text:
        own = 2 if one > "\u2e7f" or one in "“”‘’—…" else 1
        if width + own > columns and one not in "，。、；：！？）》”":
            lines.append("")
            width = 0
        lines[-1] += one
        width += own
    return lines
