"""Any number of articles on the work of the Party, made of invented places and small events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

_PLACES = (
    "青石桥 柳湾 白鹭洲 槐树岭 枫林渡 双溪 梨花坞 铁佛寺 云台 下河沿 金鸡垭 望月楼 石门坎 芦苇荡 桃源里 老鹰嘴 竹园 牛角湾 三岔口 杏花坡 鹅卵滩 雁回"
    " 松针坳 黄泥岗 碧潭 半边街 七里铺 水磨坊 晒谷场 长堤"
).split()
_BODIES = "村党支部 社区党委 乡机关党支部 街道党工委 镇机关党支部 中学党支部 医院党委 合作社党支部 车站党支部 供电所党支部 粮库党支部 林场党委".split()
_DEEDS = (
    "组织党员清理河道 为独居老人检修电路 在田间开设流动党课 召开支部组织生活会 表彰优秀共产党员 帮助果农联系销路 开展主题党日活动 走访慰问困难党员 给青年党员讲革命故事"
    " 成立党员抢险先锋队 组织党员参观烈士陵园 设立党员示范岗 公开党费收支账目 选举新一届支部委员会 为入党积极分子上课 带领党员修整灌溉水渠 开办党员夜校 征集群众意见建议"
    " 组织党员义务植树 建立党员联系农户制度 评议党员全年表现 举办党史知识竞赛 接收预备党员转正 组织党员登门宣讲政策 推动机关党员下沉网格 开展党员志愿理发 整理村史党史陈列室"
    " 组织党员值守防汛堤段 给留守儿童辅导功课 讨论集体经济分红办法"
).split()
_DETAILS = (
    "大家分成四组，从渡口一路走到水闸，傍晚才收工。|老支书带来一本发黄的笔记，念了三十年前入党时写下的话。|会议开了两个多小时，每名党员都作了自我批评。|"
    "有人提出把晾晒场的路灯换成太阳能的，当场记入清单。|活动用的手套和铁锹由党员自己带来，没有花集体一分钱。|年轻党员负责拍照登记，年长的负责带路。|"
    "支部书记把问题逐条写在黑板上，约定月底前答复。|一位八十岁的老党员拄着拐杖坚持走完全程。|群众端来热茶，说这样的党课听得懂、记得住。|"
    "清单上列出十七件小事，已有九件办结。|党小组把责任田划到人，谁家的渠谁来看。|新党员在党旗下宣誓，声音在山谷里回响。|"
    "镇里的农技员被请来做老师，讲怎样给橘树疏果。|账目贴在村口的公示栏，谁都可以查。|支部决定每月十五日为固定学习日，雷打不动。|"
    "党员骨干连夜把沙袋垒到两米高，守住了低洼的几户人家。|讲课的地点选在祠堂，长凳不够，就坐在门槛上。|他们把走访时听到的话原样抄下，一句也不改。|"
    "评议结果当场公布，两名党员被要求限期整改。|卫生院的党员医生为老人量血压，并教他们怎样按时服药。|孩子们把学到的故事画成连环画，挂满了走廊。|"
    "联系户的电话印在卡片上，贴在每家的门背后。|会后，委员们分头到各组说明分红的算法。|大家约定，遇到难事先找支部，再找邻里。|"
    "志愿队的红马甲洗得发白，却一直没有换。|夜校的灯一直亮到九点，隔壁村的人也赶来旁听。|陈列室里多了一盏马灯，是老党员捐出来的。|"
    "这条渠断流了六年，如今又能浇到最远的一块地。|竞赛的奖品是一支钢笔和一本党章。|支部把意见分成三类，能办的马上办，难办的报上级。"
).split("|")
_TAILS = "，群众看在眼里 ，受到居民欢迎 ，解决了多年的难题 ，全体党员参加 ，邻近支部前来观摩 ，老党员带头示范 ，年轻党员挑起担子 ，现场气氛热烈".split()


@dataclass(frozen=True)
class Article:
    """An article.

    Attributes:
        title: its headline.
        paragraphs: its text.
        day: of publication, as 2024-03-05.
    """

    title: str
    paragraphs: tuple[str, ...]
    day: str


@cache
def article(site: str, number: int) -> Article:
    """Return an article of a site; it is the same each time, and no two are near-duplicates."""
    random = Random(f"{site} {number}")
    places, details = random.sample(_PLACES, 6), random.sample(_DETAILS, 12)
    deeds = random.sample(_DEEDS, 6)
    title = f"{places[0]}{random.choice(_BODIES)}{deeds[0]}"
    paragraphs = []
    for place, deed in zip(places, deeds, strict=True):
        # A character of the place in each, so that a site's articles are not woven of the same sentences.
        first, second = (place[end] + details.pop()[1:] for end in (0, -1))
        day = f"{random.randint(1, 12)}月{random.randint(1, 28)}日"
        people = random.randint(11, 98)
        opening = f"{day}，{place}{random.choice(_BODIES)}{deed}，{people}名党员到场{random.choice(_TAILS)}。"
        paragraphs.append(f"{opening}{first}{second}")
    return Article(title, tuple(paragraphs), f"2024-{random.randint(1, 12):02}-{random.randint(1, 28):02}")
