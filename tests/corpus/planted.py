"""Made-up sentences with planted personal data, and innocent ones that look like it.

Two sets that share no sentence measured the patterns, which had seen neither; one mistake that each of them showed
was mended afterwards. All numbers, names and addresses are drawn at random; numbers that have check digits have right ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from topiccrawl.corpus.training.personal_data import Kind


class Sentence(NamedTuple):
    """A sentence, with what is planted in it; None: nothing."""

    text: str
    kind: Kind | None = None
    value: str = ""


Draw = Callable[[random.Random], str]


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def identity_number(rng: random.Random) -> str:
    region = rng.choice(("110105", "330106", "420502", "510104", "610113", "440305", "220182", "650102"))
    birth = f"{rng.randint(1935, 2015)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"
    own = f"{region}{birth}{digits(rng, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return own + "10X98765432"[sum(int(a) * b for a, b in zip(own, weights, strict=True)) % 11]


def luhn(own: str) -> str:
    total = 0
    for place, char in enumerate(reversed(own)):
        value = int(char) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return own + str(-total % 10)


def bank_card(rng: random.Random) -> str:
    start, length = rng.choice(
        (("622202", 19), ("621700", 19), ("622848", 19), ("625906", 16), ("436742", 16))
    )
    card = luhn(start + digits(rng, length - 7))
    if rng.random() < 0.4:
        return " ".join(card[at : at + 4] for at in range(0, length, 4))
    return card


def mobile(rng: random.Random) -> str:
    start = rng.choice(("130", "138", "139", "150", "159", "166", "177", "186", "189", "198", "191"))
    number = start + digits(rng, 8)
    form = rng.random()
    if form < 0.2:
        return f"{number[:3]}-{number[3:7]}-{number[7:]}"
    if form < 0.3:
        return f"{number[:3]} {number[3:7]} {number[7:]}"
    return number


def email(rng: random.Random) -> str:
    name = rng.choice(("zhangwei", "li.na", "wang_fang", "chenjie88", "liuyang", "zhao-min")) + digits(rng, 2)
    return f"{name}@{rng.choice(('163.com', 'qq.com', '126.com', 'sina.com.cn', 'foxmail.com', 'gmail.com'))}"


def plate(rng: random.Random) -> str:
    head = rng.choice("京津冀晋辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云陕甘青宁新") + rng.choice("ABCDE")
    body = "".join(rng.choices("0123456789", k=4)) + rng.choice("0123456789KLMN")
    if rng.random() < 0.25:
        return f"{head}D{digits(rng, 5)}"
    return head + rng.choice(("", "", "·")) + body


def address(rng: random.Random) -> str:
    quarter = rng.choice(
        ("翠苑三区", "阳光花园", "金色家园小区", "东湖名苑", "望江新村", "锦绣公寓", "和平里小区")
    )
    house, unit, room = rng.randint(1, 40), rng.randint(1, 4), rng.randint(1, 18) * 100 + rng.randint(1, 4)
    return quarter + rng.choice(
        (
            f"{house}号楼{unit}单元{room}室",
            f"{house}幢{unit}单元{room}室",
            f"{house}栋{room}室",
            f"{house}号楼{unit}单元{room}",
        )
    )


DRAWS: dict[Kind, Draw] = {
    Kind.IDENTITY: identity_number,
    Kind.BANK_CARD: bank_card,
    Kind.MOBILE: mobile,
    Kind.EMAIL: email,
    Kind.PLATE: plate,
    Kind.ADDRESS: address,
}


def mobile_like(rng: random.Random) -> str:
    return rng.choice(("135", "158", "188")) + digits(rng, 8)


HELD_OUT_FRAMES = {
    Kind.IDENTITY: (
        "当事人孙某某（身份证：{}）未在规定期限内缴纳罚款。",
        "周涛，证件号{}，户籍地湖北宜昌。",
        "获奖名单\t吴敏\t{}\t一等奖",
        "经查，居民身份证为{}的中奖人尚未领奖",
    ),
    Kind.BANK_CARD: (
        "受害人按要求向尾号不详的账户{}转账三万元。",
        "工资卡：{}，请财务核对。",
        "爱心捐助（户名：郑某，建设银行 {}）",
        "他把六千元存进了储蓄卡{}里。",
    ),
    Kind.MOBILE: (
        "报名咨询：钱老师{}（工作日）。",
        "村支书何某的手机号{}贴在每户门口。",
        "失物招领，请致电{}领取",
        "Tel：{}",
        "房东{}，非诚勿扰",
    ),
    Kind.EMAIL: ("意见和建议请于五日内反馈到电子邮箱{}", "E-mail:{}", "读者来信（{}）：希望增设公交站点。"),
    Kind.PLATE: (
        "肇事车辆{}已被交警扣留。",
        "公示：报废机动车{}，所有人冯某。",
        "民警发现{}号牌与车辆不符",
        "“{}，请靠边停车！”",
    ),
    Kind.ADDRESS: (
        "犯罪嫌疑人冯某，户籍所在地为{}，现已被刑事拘留。",
        "志愿者每周到独居老人家（{}）打扫卫生。",
        "火灾发生在{}，无人员伤亡。",
        "收件地址：杭州市西湖区{}，收件人朱某",
    ),
}

HELD_OUT_LOOKALIKES: tuple[Draw, ...] = (
    lambda r: f"中组发〔20{r.randint(10, 24)}〕{r.randint(1, 40)}号印发，文件流水号{digits(r, 16)}。",
    lambda r: f"稿件ID：{digits(r, 17)}{r.randint(1, 9)}",
    lambda r: f"来源链接 https://m.example.com/article?id={mobile_like(r)}&page=2",
    lambda r: f"党员张三补交党费{r.randint(100, 9999)}元，支部本季度应收{digits(r, 5)}.00元。",
    lambda r: f"进出口总额为{mobile_like(r)}美元，创历史新高。",
    lambda r: (
        f"发布于20{r.randint(10, 24)}-0{r.randint(1, 9)}-1{r.randint(0, 9)} 1{r.randint(0, 9)}:{r.randint(10, 59)}:{r.randint(10, 59)}，浏览{digits(r, 6)}次"
    ),
    lambda r: (
        f"互联网新闻信息服务许可证{digits(r, 11)}，广播电视节目制作经营许可证（{r.choice('浙苏鲁')}）字第{digits(r, 5)}号"
    ),
    lambda r: f"医疗机构执业许可证登记号{r.choice('PDY')}DY{digits(r, 17)}",
    lambda r: (
        f"镇政府值班电话0{r.randint(510, 599)}{r.randint(2, 8)}{digits(r, 7)}，监督电话010-{r.randint(60, 69)}{digits(r, 6)}"
    ),
    lambda r: f"纳税人识别号{r.choice(('12', '91', '93'))}3301000{digits(r, 8)}{r.choice('ABC')}",
    lambda r: f"书号：9787{digits(r, 9)}，印张{r.randint(10, 30)}。",
    lambda r: f"条形码69{digits(r, 11)}，批号20{digits(r, 6)}。",
    lambda r: f"快递单号SF{digits(r, 13)}，运单{r.choice(('77', '43'))}{digits(r, 13)}",
    lambda r: f"公众号粉丝突破{digits(r, 5)}，阅读量{r.randint(1, 9)}{digits(r, 10)}次。",
    lambda r: (
        f"请到市民中心{r.choice('ABCD')}座{r.randint(1, 20)}楼{r.randint(101, 2020)}室办理，或到创业大厦{r.randint(1, 9)}号楼{r.randint(101, 999)}室。"
    ),
    lambda r: (
        f"教学楼{r.randint(1, 9)}号楼{r.randint(101, 599)}教室设为考点，学生公寓{r.randint(1, 20)}号楼同步开放。"
    ),
    lambda r: (
        f"改造工程涉及和平里小区{r.randint(2, 9)}栋楼、{r.randint(10, 40)}个单元、{r.randint(200, 900)}户。"
    ),
    lambda r: f"@全体党员 今晚{r.randint(6, 9)}点学习；价格为12元@{r.randint(2, 9)}件.起",
    lambda r: f"监督举报电话12388，消费投诉12315，客服95{digits(r, 3)}。",
    lambda r: f"恭喜尾号{digits(r, 4)}、手机159****{digits(r, 4)}的用户。",
    lambda r: f"样本编号{r.choice(('130', '151'))}{digits(r, 8)}检测结果为阴性。",
    lambda r: f"新增5G基站{digits(r, 4)}个，用户{r.randint(1, 9)}.{digits(r, 2)}亿，流量{mobile_like(r)}GB。",
    lambda r: f"基金代码{digits(r, 6)}，京A股、沪B股指数收于{digits(r, 4)}.{digits(r, 2)}点。",
    lambda r: f"S{r.randint(10, 99)}沪渝线、鄂E{r.randint(1, 9)}标段今日开工。",
    lambda r: (
        f"IP地址{r.randint(11, 250)}.{r.randint(1, 250)}.{r.randint(1, 250)}.{r.randint(1, 250)}，版本号v{r.randint(1, 9)}.{digits(r, 2)}.{digits(r, 3)}。"
    ),
)


THIRD_FRAMES = {
    Kind.IDENTITY: (
        "兹有我村村民黄某，身份证号为{}，情况属实，特此证明。",
        "序号1 姓名杨磊 证件号码{} 补贴金额1200元",
        "身分證字號:{}",
        "（{}）系我社区居民",
    ),
    Kind.BANK_CARD: (
        "退款将原路退回您的建行卡（{}）。",
        "开户名：何某某 开户银行：农业银行清河支行 账号:{}",
        "“我的卡号是{}，密码不能告诉你。”",
        "汇款时请核对收款人账户 {}。",
    ),
    Kind.MOBILE: (
        "寻人启事：见到者请与{}联系，必有重谢！",
        "张书记：{}（微信同号）",
        "受理电话：0578-2123456、{}。",
        "客户经理小林{}",
        "致電{}查詢",
    ),
    Kind.EMAIL: (
        "稿件请以附件形式发至本刊信箱（{}），勿一稿多投。",
        "Email: {}；网址：www.example.cn",
        "抄送{}",
    ),
    Kind.PLATE: ("违法车辆号牌：{}，违法地点：人民路口。", "停放在楼下的{}被剐蹭", "{}、驾驶员未系安全带"),
    Kind.ADDRESS: (
        "民警在{}将嫌疑人抓获。",
        "租房：{}，两室一厅，拎包入住。",
        "赡养纠纷调解现场设在{}老人家里。",
        "疫情通报：病例3居住于{}。",
    ),
}

THIRD_LOOKALIKES: tuple[Draw, ...] = (
    lambda r: (
        f"浙政办发〔20{r.randint(10, 24)}〕{r.randint(1, 99)}号、浙委〔20{r.randint(10, 24)}〕{r.randint(1, 9)}号同时废止。"
    ),
    lambda r: (
        f"浏览次数：{digits(r, 6)} 信息索引号：11330{digits(r, 9)}/20{r.randint(10, 24)}-{digits(r, 5)}"
    ),
    lambda r: f"党费专户收到捐款{r.randint(10, 999)},{digits(r, 3)},{digits(r, 3)}.00元",
    lambda r: f"食品生产许可证编号SC{digits(r, 14)}",
    lambda r: f"安全生产许可证（浙）JZ安许证字〔2019〕{digits(r, 6)}",
    lambda r: f"咨询热线：96{digits(r, 4)}，总机021-{r.randint(50, 69)}{digits(r, 6)}转{digits(r, 4)}",
    lambda r: f"招标编号ZJ-{digits(r, 11)}，控制价{mobile_like(r)}元。",
    lambda r: (
        f"时间戳20{r.randint(10, 24)}0{r.randint(1, 9)}1{r.randint(0, 9)}1{r.randint(0, 9)}{r.randint(10, 59)}{r.randint(10, 59)}{digits(r, 4)}"
    ),
    lambda r: (
        f"DOI:10.{digits(r, 4)}/j.issn.{digits(r, 4)}-{digits(r, 4)}.20{r.randint(10, 24)}.{digits(r, 2)}"
    ),
    lambda r: f"专利号ZL20{digits(r, 10)}.{digits(r, 1)}，国药准字Z{digits(r, 8)}",
    lambda r: f"会议地点：县行政中心{r.randint(1, 5)}号楼{r.randint(1, 9)}层{r.randint(101, 999)}会议室",
    lambda r: (
        f"公司注册地址：滨江区江南大道{r.randint(1, 900)}号龙禧大厦{r.randint(1, 5)}幢{r.randint(101, 2000)}室"
    ),
    lambda r: f"阳光花园小区共{r.randint(5, 40)}幢{r.randint(100, 999)}户居民完成燃气改造。",
    lambda r: f"转发@清河发布 的微博；@全体成员 8:{r.randint(10, 59)}签到",
    lambda r: f"下载附件：报名表_{digits(r, 8)}@final.docx 共{r.randint(1, 9)}页",
    lambda r: f"航班CA{digits(r, 4)}、列车G{digits(r, 4)}次晚点{r.randint(5, 60)}分钟。",
    lambda r: f"他的工号是{digits(r, 8)}，学号20{digits(r, 10)}。",
    lambda r: f"人口普查：全市常住人口{r.randint(1, 9)}{digits(r, 6)}人，比上次增加{digits(r, 6)}人。",
    lambda r: f"A股代码60{digits(r, 4)}，港股0{digits(r, 4)}.HK，收盘{r.randint(3, 99)}.{digits(r, 2)}",
    lambda r: f"视频号 v.qq.com/x/page/{mobile_like(r)}.html",
    lambda r: f"发票代码0{digits(r, 11)} 发票号码{digits(r, 8)}",
    lambda r: f"标准GB{digits(r, 5)}-20{r.randint(10, 24)}，京B·教练车训练场",
    lambda r: f"中标价13{digits(r, 9)}.5元，工期{r.randint(90, 700)}天。",
    lambda r: f"水表号{digits(r, 12)}，户号{digits(r, 10)}，本月用水{r.randint(5, 50)}吨。",
    lambda r: f"用户尾号{digits(r, 4)}，卡面为6222****{digits(r, 4)}的客户",
)

SETS = {"held_out": (HELD_OUT_FRAMES, HELD_OUT_LOOKALIKES), "third": (THIRD_FRAMES, THIRD_LOOKALIKES)}


def sentences(name: str, seed: int, each: int = 50) -> list[Sentence]:
    """Return a set of sentences: `each` of every kind of personal data, and as many innocent ones.

    Args:
        name: a key of `SETS`.
        seed: of the draws.
        each: sentences of a kind.
    """
    rng = random.Random(f"{name} {seed}")
    frames_of, lookalikes = SETS[name]
    found = []
    for kind, frames in frames_of.items():
        for number in range(each):
            value = DRAWS[kind](rng)
            found.append(Sentence(frames[number % len(frames)].format(value), kind, value))
    return found + [Sentence(lookalikes[number % len(lookalikes)](rng)) for number in range(len(found))]
