"""Names, headlines and sentences that the made-up pages are filled with, drawn by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

_PLACES = (
    "松岭 白河 云溪 柳湾 石桥 东塘 南浦 金坪 翠屏 临港 青阳 长渡 望江 北屯 平湖 梅岭 沙洲 龙泉 宁安 永兴"
).split()
_UNITS = "县 市 区 镇".split()
_WHO = "农业农村局 中心小学 图书馆 供水公司 志愿者协会 人民医院 气象台 文化馆 交警大队 供销社 体育中心 博物馆".split()
_SURNAMES = "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林".split()
_GIVEN = "建国 晓燕 志强 丽华 海波 雪梅 文斌 秀兰 永刚 春生 思远 明哲".split()
_EVENTS = (
    "启动夏季用水高峰保障",
    "举办第三届全民阅读周",
    "新增十二条公交线路",
    "发布春耕备耕工作提示",
    "开展校园食品安全检查",
    "完成老旧小区改造二期工程",
    "召开优化营商环境座谈会",
    "上线居民健康档案查询服务",
    "迎来候鸟迁徙高峰",
    "公布一季度经济运行情况",
    "冬季清洁取暖改造验收合格",
    "组织青年人才招聘专场",
    "跨河大桥主塔顺利封顶",
    "非遗工坊进社区活动受欢迎",
    "男篮主场逆转取胜",
    "设立首个儿童友好医院",
)
_SENTENCES = (
    "{place}今年计划投入{n}万元，对{m}个村的灌溉渠道进行清淤和加固，预计五月底前全部完工。",
    "{who}负责人介绍，活动将持续到月底，市民凭身份证可以免费领取体验券。",
    "记者在现场看到，{n}名工人正在安装最后一批设备，整个工程比计划提前了{m}天。",
    "据统计，前三个月全{unit}接待游客{n}万人次，同比增长{m}%，住宿和餐饮消费明显回暖。",
    "“以前办这件事要跑三趟，现在手机上点几下就行了。”家住{place}的{name}说。",
    "有关部门提醒，近期昼夜温差较大，老人和孩子要注意添减衣物，外出尽量避开早晚高峰。",
    "比赛打到最后{m}秒，主队凭借一记三分反超比分，全场{n}名观众起立鼓掌。",
    "专家认为，这项技术可以把能耗降低{m}%左右，但要大规模推广，成本仍是绕不开的问题。",
    "新馆总面积{n}平方米，设有少儿阅览、地方文献和数字体验等{m}个区域，每周二至周日开放。",
    "下一步，{place}将继续完善配套设施，让群众出行更方便，让商户经营更安心。",
)


@dataclass
class Words:
    """Draws words for one page.

    Attributes:
        random: the source of chance.
        site: name of the site.
    """

    random: Random
    site: str

    def place(self) -> str:
        """Return a place, such as 松岭县."""
        return self.random.choice(_PLACES) + self.random.choice(_UNITS)

    def name(self) -> str:
        """Return the name of a person."""
        return self.random.choice(_SURNAMES) + self.random.choice(_GIVEN)

    def office(self) -> str:
        """Return the name of an office."""
        return self.place() + self.random.choice(_WHO)

    def headline(self) -> str:
        """Return a headline."""
        return self.place() + self.random.choice(_EVENTS)

    def headlines(self, number: int) -> list[str]:
        """Return headlines."""
        return [self.headline() for _ in range(number)]

    def sentence(self) -> str:
        """Return a sentence of a news item."""
        return self.random.choice(_SENTENCES).format(
            place=self.place(),
            who=self.office(),
            name=self.name(),
            unit=self.random.choice(_UNITS),
            n=self.number(30, 900),
            m=self.number(3, 29),
        )

    def summary(self, sentences: int = 2) -> str:
        """Return the beginning of a news item."""
        return "".join(self.sentence() for _ in range(sentences))

    def number(self, least: int, most: int) -> int:
        """Return a number."""
        return self.random.randint(least, most)

    def date(self) -> str:
        """Return a date."""
        return f"20{self.number(15, 24)}-{self.number(1, 12):02d}-{self.number(1, 28):02d}"

    def moment(self) -> str:
        """Return a date with the time of day."""
        return f"{self.date()} {self.number(7, 22):02d}:{self.number(0, 59):02d}"
