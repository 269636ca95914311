"""Links, boxes and notices between and below the paragraphs of an article; poems."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction.made import BODY, PARAGRAPHS, TEXTS, TITLE, between, page, stored
from growth import LINEAR, growth

NAMES = ("三号公交线路调整走向", "镇卫生院新添两台设备", "夏粮收购价格公布", "周末电影放映安排")
LINKED = {
    "other news": lambda n: f'<p><a href="/n/{n}.html">{NAMES[n]}</a></p>',
    "caption": lambda n: (
        f'<div><a href="/p/{n}"><img src="{n}.jpg"></a><br><a href="/p/{n}">图为现场（看大图）</a></div>'
    ),
    "label and link": lambda n: f'<div class="y">延伸阅读：<a href="/n/{n}.html">{NAMES[n]}</a></div>',
    "label of any words": lambda n: f'<p>（细说：<a href="/n/{n}.html">{NAMES[n]}</a>）</p>',
    "label and length": lambda n: f'<p>片段：<a href="/v/{n}">{NAMES[n]}</a> <em>0{n}:32</em></p>',
    "label above": lambda n: f'<p>相关链接：</p><p><a href="/n/{n}.html">{NAMES[n]}</a></p>',
    "advert": lambda n: (
        f'<div class="q"><a href="http://ad.example/{n}">【推广】土蜂蜜新上市，点击看看！</a></div>'
    ),
    "card with a date": lambda n: (
        f'<div class="y"><a href="/n/{n}.html"><b>{NAMES[n]}</b><i>2024-05-0{n + 1} 阅读 {n}</i></a></div>'
    ),
    "arrow": lambda n: f'<p><strong><a href="/n/{n}.html">&gt;&gt;{NAMES[n]}</a></strong></p>',
}
BOXES = {
    "field to fill in": lambda n: (
        f'<p class="s">{NAMES[n]}简报，每天送到信箱 <input type=email> <button>订</button></p>'
    ),
    "comment": lambda n: f'<div class="cmt-list"><span>路人{n}</span><p>点个赞！</p></div>',
    "reader without a name of the box": lambda n: (
        f'<div class="pl"><b>网友小李：</b>办实事，好样的{n}！</div>'
    ),
    "vote": lambda n: '<div class="toupiao">小调查：您满意吗？<label>满意</label><label>不满意</label></div>',
    "what editors pick": lambda n: f'<div class="p1"><b>编辑推荐</b><i>{NAMES[n]}</i></div>',
    "advert": lambda n: '<div class="guanggao">【广告】本地特产八折，快来抢购！</div>',
    "advert without a name of the box": lambda n: '<div class="x12">【广告】本地特产八折，快来抢购！</div>',
    "advert with a word alone": lambda n: '<div class="x12">广告 本地特产八折，快来抢购</div>',
    "offer": lambda n: (
        f'<div class="g-card"><div>羊绒围巾 秋冬款</div><b>￥{50 + n}.00</b><button>抢购</button></div>'
    ),
    "button to listen": lambda n: (
        f'<div class="y"><span>▶ 听全文</span> 00:0{n}/03:41 <span>倍速 1.0x</span></div>'
    ),
    "player with words alone": lambda n: (
        f'<div class="z"><span>听新闻</span><span>00:00 / 02:1{n}</span><span>倍速播放</span></div>'
    ),
    "player with a label": lambda n: '<div class="yy">语音播报：<a>播放</a> <a>暂停</a> <a>停止</a></div>',
    "where to share, and how often": lambda n: f"<div><a>微信</a><a>微博</a><span>{n}</span></div>",
    "place for an advert": lambda n: f"<div>广告位出租 来电 0797-668812{n}</div>",
    "table of adverts": lambda n: f'<table class="adtable"><tr><td>苗木{n}号，量大从优</td></tr></table>',
    "reviews": lambda n: f'<div class="review-item"><p>老街坊{n}</p><p>早该修一修</p><p>再来一次</p></div>',
    "reader with buttons": lambda n: (
        f'<div class="k1"><p>老街坊{n}</p><p>早该修一修</p><p>举报 | 支持[{n}] | 回复</p></div>'
    ),
    "the same words with other numbers": lambda n: f'<div class="k2">已有{n}7人收藏了这条消息</div>',
    "readers with other names": lambda n: (
        f'<div class="say"><b>{NAMES[n][:3]}</b>：<span>{NAMES[n - 1][4:]}好。</span></div>'
    ),
    "readers with names in elements of their own": lambda n: (
        f'<div class="say"><span>{NAMES[n][:4]}</span><span>{NAMES[n - 1][2:]}好</span></div>'
    ),
    "floors with a time": lambda n: (
        f'<div class="fl"><p>{n + 2}#　老街坊{n}　发表于 2024-5-{n + 7} 08:1{n}</p><p>{NAMES[n]}好</p></div>'
    ),
    "readers that comment": lambda n: (
        f"<table><tr><td>{NAMES[n][:3]} 2024-5-{n + 7} 发表评论：</td></tr><tr><td>早该修</td></tr></table>"
    ),
    "readers of a place": lambda n: f'<div class="k3"><p>老街坊{n}（江西网友）：早该修</p></div>',
    "place of a reader": lambda n: (
        f'<div class="k3"><img src={n}.png><i>老街坊{n}</i><p>好{n}</p><u>IP属地：江西</u></div>'
    ),
    "videos": lambda n: f'<div class="k3"><b>相关视频</b><span>{NAMES[n]}</span><span>03:1{n}</span></div>',
    "player": lambda n: '<div class="tips">您的浏览器版本过低，无法播放视频，请安装播放插件。</div>',
    "newsletter": lambda n: (
        '<div class="wp-block-newsletter"><h4>订阅本站</h4><p>输入邮箱，新文章发布时通知您。</p></div>'
    ),
    "reactions": lambda n: f"<div><span>赞 {n}</span><span>踩 0</span><span>举报</span></div>",
    "the same words each time": lambda n: (
        '<div class="k"><p>写得好吗？请他喝杯茶吧！</p><span>微信</span><span>支付宝</span></div>'
    ),
    "floors": lambda n: (
        f'<ul class="lst"><li><b>匿名网友</b><i>{n + 1}楼</i><i>2024-05-06 1{n}:00</i><p>说得在理{n}</p><a href=#>举报</a></li></ul>'
    ),
    "cards of readers": lambda n: (
        f'<div class="comment-card"><b>河边人{n}</b><p>说得在理</p><i>{n + 1}小时前</i><i>回复</i></div>'
    ),
    "reader in words with blanks": lambda n: f'<div class="h5"><b>网友 河边人 说：</b>说得在理{n}</div>',
    "question": lambda n: '<div class="w4"><span>您觉得本文对您有帮助吗？</span><button>有</button></div>',
    "contest": lambda n: '<div class="w3">竞猜：汛期哪天来？<label>六月</label><label>七月</label></div>',
    "app": lambda n: '<div class="dk">客户端内阅读更流畅</div>',
    "floor of a guest": lambda n: (
        f'<table class="k3"><tr><td>{n + 1}楼 过路人</td><td>说得在理{n}！</td></tr></table>'
    ),
    "reader with an age": lambda n: (
        f'<div class="k4"><div>河边人{n}</div><div>{n + 2}天前</div><div>我家门口也挖了。</div></div>'
    ),
    "reader with likes": lambda n: (
        f'<div class="k5"><span>@河边人{n}</span><span>说得在理。</span><span>{n}赞</span></div>'
    ),
    "goods": lambda n: f'<div class="k6"><span>雨靴{n}号</span><b>￥{n}9.9</b><span>立即购买</span></div>',
    "book": lambda n: f'<div class="k9"><span>《木工图谱》</span><span>定价：{n + 3}8元</span></div>',
    "pictures to swipe": lambda n: f'<div class="m1"><span>{n + 1}/4</span><span>左右滑动查看</span></div>',
    "answers": lambda n: f'<div class="m2"><b>问：</b>哪天完工？<b>答：</b>月底。<i>{n}人觉得有用</i></div>',
    "account": lambda n: '<div class="k7"><span>青石传媒</span><span>粉丝 3.2万</span></div>',
    "advert below its label": lambda n: f"<table><tr><td>广告</td></tr><tr><td>雨靴八折{n}</td></tr></table>",
    "advert in a table": lambda n: "<table><tr><td>苗木批发 电话：0797-6688123</td></tr></table>",
    "pictures to save": lambda n: f'<div class="m3"><span>图{n + 1}</span><span>查看原图</span></div>',
    "print": lambda n: '<div class="k8"><span>列印</span><span>轉寄友人</span></div>',
    "aside": lambda n: "<aside>编辑推荐：看点多多，欢迎订阅本栏目。</aside>",
    "recommended": lambda n: (
        '<div class="recommend-card"><h4>猜你喜欢</h4><p>放映队进了山，乡亲们看得津津有味。</p></div>'
    ),
}
SHORT = "昨天下午，青石县图书馆新馆正式开馆。"
NOTICES = (
    "【责任声明】本页的文字和图片由本单位制作，改编后再次发布的，将要求删除。",
    "（本文由青石号作者自行发布，平台只提供展示空间，对文中的观点不作担保。）",
    "Any reproduction without written permission is prohibited. Contact the editor for more information.",
    "声明：转载此文是出于传递更多信息之目的，若来源标注错误或侵犯了您的合法权益，请与本网联系。",
    "温馨提示：本站所有文章、图片均来自互联网，版权归原作者所有，如有侵犯您的权益请及时联系我们处理。",
    "Disclaimer: This article is reproduced from other media and does not mean that this website agrees.",
    "Note: If the content infringes your rights, please contact us and we will delete it as soon as possible.",
    "The opinions expressed are those of the author and do not reflect the views of our website. Copyright belongs to him.",
    "（以上内容由青石号用户上传，平台仅提供信息存储服务，不代表平台立场。The uploader assumes no liability.）",
    "Risk warning: Nothing on this page is investment advice, and readers act entirely at their own risk.",
    "提示：本平台不对信息的真实性负责，请自行核实。",
    "※来稿文责自负，编辑部可作删改，想要转载请在后台留言。",
    "上述内容由青石号会员发布，平台概不承担任何后果，举报请打首页下方的热线。No liability is assumed for what our users post here or elsewhere.",
)
VERSES = (
    *("晨雾漫过石板桥", "鸡鸣唤醒小村庄", "炊烟牵着云朵走", "老井映出少年郎"),
    *("田埂弯弯通远方", "稻浪层层泛金光", "一声号子惊白鹭", "满坡山歌进学堂"),
)
POEMS = {
    "divs": "".join(f"<div>{verse}</div>" for verse in VERSES),
    "poet above": f"<p>作者：林小川</p><div><p>{'<br>'.join(VERSES)}</p></div>",
    "stanzas": f"<div><p>{'<br>'.join(VERSES[:4])}</p><p>&nbsp;</p><p>{'<br>'.join(VERSES[4:])}</p></div>",
    "centred": "".join(f'<p align="center"><span>{verse}</span></p>' for verse in VERSES),
    "cell": f"<table><tr><td>{'<br>'.join(VERSES)}</td></tr></table>",
    "lines in a centred cell": f"<table><tr><td><center>{'<br>'.join(VERSES)}</center></td></tr></table>",
    "paragraphs in a cell": f"<table><tr><td>{''.join(f'<p>{one}</p>' for one in VERSES)}</td></tr></table>",
    "preformatted": "<pre>" + "\n".join(VERSES) + "</pre>",
}


@pytest.mark.parametrize("kind", LINKED)
def test_linked_lines_between_paragraphs_end_no_text(kind: str) -> None:
    assert stored(page(between(LINKED[kind]))) == BODY


def test_linked_lines_above_each_paragraph_make_no_list_of_an_article() -> None:
    body = "".join(f'<h3><a href="/zt/{n}">{name}</a></h3><p>{TEXTS[n]}</p>' for n, name in enumerate(NAMES))
    assert stored(page(f"<div>{body}</div>")) == BODY


def test_headlines_with_summaries_are_a_list() -> None:
    items = "".join(
        f'<div><h3><a href="/n/{n}">{NAMES[n]}</a></h3><p>{TEXTS[n][:30]}…</p><span>2024-05-0{n + 1}</span></div>'
        for n in range(4)
    )
    assert stored(f"<title>要闻_青石新闻网</title><h2>要闻</h2>{items}") == ""


@pytest.mark.parametrize("meta", ["", "<div>河边人 08:52</div>", "<div>河边人</div><div>昨天 08:52</div>"])
def test_threads_with_their_openings_are_a_list(meta: str) -> None:
    headings = (
        f'<div><a href="/p/{n}">{name}，大家怎么看这件事</a></div>{meta}' for n, name in enumerate(NAMES * 2)
    )
    openings = (*(f"<div class=abs>{text * 4}</div>" for text in TEXTS), *[""] * 4)
    items = "".join(f"<div class=row>{one}{told}</div>" for one, told in zip(headings, openings, strict=True))
    assert stored(f"<title>河边茶馆_青石论坛</title><a href=/>首页</a><div>{items}</div>") == ""


@pytest.mark.parametrize(
    "label",
    [
        '<p>【相关阅读】</p><p><a href="/1">{0}</a></p><p><a href="/2">{1}</a></p>',
        '<p>【相关阅读】<a href="/1">{0}</a></p>',
    ],
)
def test_related_links_inside_of_a_text_do_not_end_it(label: str) -> None:
    paragraphs = [f"<p>{text}</p>" for text in TEXTS]
    body = "".join([*paragraphs[:3], label.format(*NAMES), paragraphs[3]])
    assert stored(page(f"<div>{body}</div>")) == BODY


def test_labelled_links_below_each_other_belong_to_the_text() -> None:
    rows = "".join(f'<p>报名地点：<a href="/{n}">城{n}</a>办</p>' for n in "东西")
    assert stored(page(between(lambda n: rows if n == 1 else ""))).count("报名地点：") == 2


@pytest.mark.parametrize("kind", BOXES)
def test_boxes_between_paragraphs_are_left_out(kind: str) -> None:
    assert stored(page(between(BOXES[kind]))) == BODY


def test_a_box_below_the_last_paragraph_is_one_of_those_between_the_others() -> None:
    box = '<div class="login-tip">登录之后可参与讨论 <a href="/l">去登录</a></div>'
    assert stored(page(between(lambda n: box if n != 1 else ""))) == BODY


def test_a_short_last_paragraph_below_a_box_belongs_to_the_text() -> None:
    card = '<div class="offer-card"><h4>雨靴</h4><p>现价：{}9元</p><p>已售 {} 件</p></div>'
    lines = [*TEXTS[:3], "工程完工后，河边还要栽一排柳树。"]
    body = "".join(f"<p>{line}</p>{card.format(n, n)}" for n, line in enumerate(lines))
    assert stored(page(f"<div>{body}</div>")).split("\n") == lines


def test_a_refrain_between_stanzas_is_no_box() -> None:
    lines = [line for text in TEXTS for line in (text, "河水清哟，河水长！")]
    told = stored(page("".join(f'<div class="line">{line}</div>' for line in lines)))
    assert told.split("\n") == lines


def test_the_speakers_of_an_interview_are_no_boxes() -> None:
    turns = "".join(
        f'<div class="turn"><div class="who">{who}</div><p>{text}</p></div>'
        for who, text in zip(("主持人", "王丽") * 2, TEXTS, strict=False)
    )
    told = stored(page(f"<div>{turns}</div>"))
    assert "\n".join(line for line in told.splitlines() if len(line) > 3) == BODY
    assert told.count("王丽") == 2, "and the names above the turns"


VOICES = "周砚：河水清了，来散步的人多了。|陈丽：孩子们又能在河边画画了。|王山：以后雨天出门不用蹚水。".split(
    "|"
)
NAMED = {
    "headings": between(
        lambda n: f"<div class=h><div>第{n}段</div><div>{NAMES[n][:6]}</div></div>" * (n < 3)
    ),
    "captions": between(lambda n: f"<div class=h><img src={n}.jpg><p>第{n}段</p><p>周砚 摄</p></div>"),
    "voices": between(lambda n: "".join(f"<div class=h>{said}</div>" for said in VOICES) * (n == 3)),
}


@pytest.mark.parametrize(
    ("kind", "begins"), [("headings", "第0段"), ("captions", "第2段"), ("voices", "陈丽：")]
)
def test_other_blocks_that_begin_with_names_are_no_boxes(kind: str, begins: str) -> None:
    assert f"\n{begins}" in stored(page(NAMED[kind]))


def test_listings_of_code_that_begin_alike_are_no_boxes() -> None:
    code = "<div class=code><div>water {{</div><div>depth: {}px;</div><div>}}</div></div>"
    told = stored(page(between(lambda n: code.format(n))))
    assert told.count("water {") == len(TEXTS) - 1  # the last one is below the text


@pytest.mark.parametrize("line", ["水泵是三年前花￥300买的，", "上周账号的粉丝 3000多。", "@青石县的渔民："])
def test_short_paragraphs_with_a_price_or_a_name_are_no_boxes(line: str) -> None:
    lines = [TEXTS[0], f"{line}旧。", TEXTS[1], f"{line}新。", *TEXTS[2:]]
    assert stored(page("".join(f'<div class="para">{one}</div>' for one in lines))).split("\n") == lines


@pytest.mark.parametrize("notice", NOTICES)
def test_a_notice_is_not_taken_for_the_sentence_above_it(notice: str) -> None:
    body = f"<div><p>{SHORT}</p></div><div class='x'><p>{notice}</p></div>"
    assert stored(page(body, title="青石县图书馆新馆开馆")) == SHORT


@pytest.mark.parametrize("form", POEMS)
@pytest.mark.parametrize("title", ["山乡晨歌", "春天里的石板桥"])
def test_a_poem_is_a_text(form: str, title: str) -> None:
    assert stored(page(POEMS[form], title=title)).split("\n") == list(VERSES)


@pytest.mark.parametrize("title", ["雨夜", "江城子 雨夜"])
@pytest.mark.parametrize("mark", ["h3", "td", "p"])
def test_a_poem_below_a_short_headline_or_a_row_above_it(title: str, mark: str) -> None:
    verses = "".join(f"<p>{verse}</p>" for verse in VERSES)
    shown = (
        f"<table><tr><{mark}>{title}</{mark}></tr></table>" if mark == "td" else f"<{mark}>{title}</{mark}>"
    )
    row = "<div>2024-05-06 来源：青石文艺</div>"
    for body in (f"{shown}{row}<div>{verses}</div>", f"{row}{shown}<div>{verses}</div>"):
        source = f"<title>{title}-青石大学党委组织部</title><body><a href=/>首页</a>{body}"
        assert stored(source).split("\n") == list(VERSES)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("", "2024-05-06 来源：青石文艺"),
        (" | 石板桥手记", '发布于 <a href="/7">2024-05-06</a>'),
        ("_青石文艺", "来源：青石文艺 发布时间：2024-05-06 点击数：<script></script>"),
    ],
    ids=["title alone", "linked day", "empty counter"],
)
def test_a_poem_below_a_headline_of_two_characters(name: str, row: str) -> None:
    verses = f"<p>{'<br>'.join(VERSES)}</p>"
    source = (
        f"<title>雨夜{name}</title><body><a href=/>首页</a><h1>雨夜</h1><div>{row}</div><div>{verses}</div>"
    )
    assert stored(source).split("\n") == list(VERSES)


ROWS = {
    "short day": "青石文艺 05-06 07:45",
    "year of the republic": "發布日期：113-05-06",
    "source alone": "来源：青石文艺",
    "behind the host": "http://www.a.example 2024年5月6日 7:45 青石网",
}


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(
    "lines", [[*VERSES[:3], "我说：慢些走", *VERSES[3:]], ["渡口明日起恢复通航，请旅客凭票上船。"]]
)
def test_a_poem_or_a_sentence_below_a_row_without_a_full_date(row: str, lines: list[str]) -> None:
    for title in ("石板桥头的早晨", "雪夜"):
        source = f"<title>{title}_青石网</title><a href=/>首页</a><h1>{title}</h1><div>{ROWS[row]}</div><p>{'<br>'.join(lines)}</p>"
        assert stored(source).split("\n") == lines


@pytest.mark.parametrize("lines", [list(VERSES), ["请问镇上哪里可以修水泵？求推荐。"]])
def test_the_tag_of_a_forum_is_no_part_of_the_headline(lines: list[str]) -> None:
    source = (
        "<title>石板桥头的早晨 - 茶馆 - 青石论坛 - Powered by Discuz!</title><a href=/>首页</a>"
        '<h1><a href="/t">[闲聊]</a> <span>石板桥头的早晨</span></h1><div><em>发表于 2024-5-6 07:45:10</em></div>'
        f'<div class="t_f">{"<br>".join(lines)}</div><div>Powered by Discuz! X3.4 GMT+8, Processed in 0.02 second(s)</div>'
    )
    assert stored(source).split("\n") == lines


@pytest.mark.parametrize("verses", [["雪落河", *VERSES], ["一", *VERSES[:4], "二", *VERSES[4:]]])
def test_a_poem_that_begins_as_its_headline_and_numbered_ones(verses: list[str]) -> None:
    row = "<div>2024-05-06 来源：青石文艺</div>"
    source = (
        f"<title>雪落河_青石文艺</title><a href=/>首页</a><h1>雪落河</h1>{row}<p>{'<br>'.join(verses)}</p>"
    )
    assert stored(source).split("\n") == verses


def test_a_poem_below_a_heading_of_one_character() -> None:
    row, verses = "<div>2024-05-06 来源：青石文艺</div>", "<br>".join(VERSES)
    source = f"<title>雪_青石文艺</title><body><a href=/>首页</a><h1>雪</h1>{row}<p>{verses}</p>"
    assert stored(source).split("\n") == list(VERSES)


def test_a_short_last_paragraph_behind_a_repeated_label_is_kept() -> None:
    texts = [*TEXTS, "会议还有其他事项。"]
    body = "".join(
        f'<p>{text}</p><p>【相关链接】<a href="/{n}">{NAMES[0]}</a></p>' for n, text in enumerate(texts)
    )
    assert stored(page(f"<div>{body}</div>")).endswith("会议还有其他事项。")


@pytest.mark.parametrize("href", ["", "#", "javascript:"])
def test_a_link_to_nowhere_around_a_sentence_is_none(href: str) -> None:
    first = f'<p><a href="{href}">{TEXTS[0]}</a></p>'
    assert stored(page(f"<div>{first}{''.join(f'<p>{text}</p>' for text in TEXTS[1:])}</div>")) == BODY


@pytest.mark.parametrize("at", [0, 3])
def test_a_link_around_the_first_or_last_paragraph_is_none(at: int) -> None:
    body = PARAGRAPHS.replace(
        TEXTS[at], f"{TEXTS[at][:9]}<a href=http://b.example/>{TEXTS[at][9:]}大家都说好。"
    )
    assert stored(page(f"<div>{body}</div>")) == BODY.replace(TEXTS[at], f"{TEXTS[at]}大家都说好。")


def test_a_short_sentence_in_a_button_is_read() -> None:
    texts = [*TEXTS, "会议还有其他事项。"]
    body = "".join(f"<button>{text}</button><br>" for text in texts)
    assert stored(page(f"<div>{body}<button>朗读全文</button></div>")).split("\n")[-1] == texts[-1]


def test_a_table_of_short_cells_is_no_poem() -> None:
    rows = "".join(f"<tr><td>{name[:4]}</td><td>{name[4:8]}</td></tr>" for name in NAMES)
    assert stored(page(f"<table>{rows}</table>", title="值班人员名单")) == ""


def test_code_keeps_its_lines() -> None:
    code = "<pre>sudo apt install nginx\nT\nfi\n# 查看日志\ntail -f error.log</pre>"
    text = stored(page(f"<div><p>{TEXTS[0]}</p><p>{TEXTS[1]}</p>{code}<p>{TEXTS[2]}</p></div>"))
    assert "# 查看日志\ntail -f error.log" in text


@pytest.mark.parametrize("linked", [f"{TEXTS[1]}大家都说好。", f"{TEXTS[1][:-1]}，也不影响孩子们上学。"])
def test_a_paragraph_that_is_one_link_is_kept(linked: str) -> None:
    lines = [f"<p>{TEXTS[0]}</p>", f"<p><a href='http://b.example/1'>{linked}</a></p>"]
    lines += [f"<p>{text}</p>" for text in TEXTS[2:]]
    assert stored(page(f"<div>{''.join(lines)}</div>")) == "\n".join((TEXTS[0], linked, *TEXTS[2:]))


def test_what_somebody_says_about_codes_is_no_prompt() -> None:
    said = "“扫描二维码之前多看一眼，下载软件之前多问一句。”讲课的民警用这句话收了尾。"
    assert said in stored(
        page(f"<div><p>{TEXTS[0]}</p><p>{TEXTS[1]}</p><p>{said}</p><p>{TEXTS[2]}</p></div>")
    )


def test_provisions_on_copyright_are_a_text_and_those_of_the_site_are_not() -> None:
    own = (
        "一、转载稿件应当注明来源和作者，不得歪曲原意，未经授权不得转载、摘编。",
        "二、接到权利人的侵权通知后，应当立即核实并删除有关内容，不得拖延。",
    )
    of_site = "三、凡本网注明来源的稿件，未经授权不得转载，如有侵权请联系删除，谢谢。"
    lines = [*TEXTS[:2], *own, of_site]
    text = stored(page("<div>" + "".join(f"<p>{line}</p>" for line in lines) + "</div>"))
    assert text.split("\n") == lines[:-1]


def test_the_signature_of_a_notice_below_its_attachments() -> None:
    end = "<p><a href=/1.doc>附件：报名表</a></p><p>青石县总工会</p><p>2024年5月6日</p>"
    body = "".join(f"<p>{text}</p>" for text in TEXTS[:3])
    assert stored(page(f"<div>{body}{end}</div>")).split("\n")[3:] == ["青石县总工会", "2024年5月6日"]


def test_a_sentence_below_a_headline_of_four_characters() -> None:
    row = "<td>来源：青石日报　更新时间：2024-5-6</td>"
    table = f"<table><tr><td>停水通知</td></tr><tr>{row}</tr><tr><td><p>各位住户：因检修管道，周六全天停水。</p></td></tr></table>"
    html = (
        f"<html><head><title>停水通知--青石物业网</title></head><body><a href=/>首页</a>{table}</body></html>"
    )
    assert stored(html) == "各位住户：因检修管道，周六全天停水。"


@pytest.mark.parametrize("row", ["", "<div>原创青石文艺</div>"])
def test_a_poem_in_a_block_that_is_named_as_the_text(row: str) -> None:
    lines = "".join(f"<section><span>{verse}</span></section>" for verse in VERSES)
    body = f'<div class="rich_media_content" id="js_content">{lines}</div><div>阅读 在看</div>'
    head = '<meta property="og:title" content="渡口的早晨"><title></title>'
    source = f"<html><head>{head}</head><body><h1>渡口的早晨</h1>{row}{body}</body></html>"
    assert stored(source + "<script>var ct='1714961520';</script>").split("\n") == list(VERSES)


def test_a_poem_below_a_short_headline_that_title_does_not_name() -> None:
    lines = "".join(f"<p>　　{verse}</p>" for verse in VERSES)
    body = f"<div class=bt>渡口早晨</div><div>2024-05-06 点击数：88</div><div class=nr>{lines}</div>"
    foot = "<div>青石县侨联 版权所有</div>"
    assert stored(f"<title>青石县侨联</title><a href=/>首页</a>{body}{foot}").split("\n") == list(VERSES)


def test_a_headline_below_the_name_of_the_site_is_no_text() -> None:
    heading = f"<p align=center><font size=4><b>{TITLE}</b></font></p><p>刊登日期：2024/05/06</p>"
    page = (
        f"<title>青石在线</title><a href=/>首页</a><table><tr><td>{heading}<hr>{PARAGRAPHS}</td></tr></table>"
    )
    assert stored(page) == BODY


def test_a_sentence_below_a_headline_that_title_does_not_name() -> None:
    told = "<p>昨天，镇中学男篮以六十一比五十八晋级八强。</p>"
    page = f"<title>云上青石</title><h1>镇中学晋级省赛八强</h1><div>2024-05-06 10:12</div>{told}"
    assert stored(page) == "昨天，镇中学男篮以六十一比五十八晋级八强。"


@pytest.mark.parametrize(
    "prompt",
    [
        "点个“在看”，把温暖传下去",
        "如果这篇文章对你有用，可以请作者喝杯咖啡：",
        "点击卡片，添加小程序，查看更多惠民信息",
        "GMT+8, 2024-5-1 10:10, Processed in 0.031 second(s), 9 queries.",
    ],
)
def test_a_prompt_or_the_software_at_the_end_is_no_text(prompt: str) -> None:
    assert stored(page(f"<div>{PARAGRAPHS}<p>{prompt}</p></div>")) == BODY


def test_a_poem_of_an_e_paper_below_its_buttons() -> None:
    verses = ("布谷叫了三遍", "镰刀磨了三遍", "麦子就熟了", "整个村庄弯下腰", "向土地鞠一个躬")
    html = (
        "<html><head><title>青石日报数字报-麦子熟了</title></head><body><table><tr><td>青石日报 <b>2024年5月6日</b> 第02版</td></tr></table>"
        "<table><tr><td><a href=c1.htm>上一篇</a></td><td><a href=c2.htm>下一篇</a></td></tr></table><table><tr><td><strong>麦子熟了</strong>"
        f"</td></tr><tr><td><div id=ozoom>{''.join(f'<p>{one}</p>' for one in verses)}</div></td></tr></table><div>青石日报社主办</div></body></html>"
    )
    assert stored(html) == "\n".join(verses)


FEED = "".join(
    f'<div class="card"><h3><a href="/n/{n}">{name}又有新进展</a></h3><p class="sum">记者跟着护林员走了一天，听他讲山里的故事。</p>'
    f"<span>{n}0评论</span></div>"
    for n, name in enumerate(("老街改造", "夜校招生", "桥下球场", "渔港限速", "河滨绿道"))
)
"""Summaries of other articles, below the one of the page."""
PLAIN = "".join(f"<p>{text}</p>" for text in TEXTS)


@pytest.mark.parametrize(
    "body",
    [
        "<p>受强风影响，柳湾渡轮明早六时至十时停航。</p>",
        "<div><a href=#>分享</a><a href=#>复制链接</a></div><p>受强风影响，柳湾渡轮明早六时至十时停航。</p>",
        "<p>布谷叫了三遍<br>镰刀磨了三遍<br>麦子就熟了<br>整个村庄弯下腰<br>向土地鞠一个躬</p>",
        PLAIN,
    ],
    ids=["sentence", "sentence below buttons", "poem", "article"],
)
@pytest.mark.parametrize("title", ["柳湾渡口的早晨_青石新闻网", "柳湾渡口的早晨"])
def test_a_feed_of_summaries_is_no_text(body: str, title: str) -> None:
    html = f"<title>{title}</title><h1>柳湾渡口的早晨</h1><div>2024-05-06 10:00</div><div class=text>{body}</div>{FEED}"
    text = stored(html)
    assert "护林员" not in text
    assert text


def test_the_name_of_the_site_in_a_heading_begins_no_list() -> None:
    head = "<h1><a href=/>青石镇党群服务中心</a></h1><h3>柳湾渡口的早晨</h3><p>时间：2024-05-06</p>"
    text = stored(f"<title>青石镇党群服务中心</title>{head}<div>{PLAIN}</div>{FEED}")
    assert "护林员" not in text
    assert text == BODY


@pytest.mark.parametrize("words", ["微博 豆瓣 电子邮件", "微信 QQ空间 人人网"])
def test_where_to_share_a_text_is_none_of_it(words: str) -> None:
    names = "".join(f"<li><span>{word}</span></li>" for word in words.split())
    assert stored(page(between(lambda number: f"<div><h3>分享到：</h3><ul>{names}</ul></div>"))) == BODY


def test_see_also_is_no_text() -> None:
    assert (
        stored(
            page(
                between(
                    lambda number: (
                        "<blockquote><em>另请参阅：<a href=/n/1>老照片征集启事</a></em></blockquote>"
                    )
                )
            )
        )
        == BODY
    )


@pytest.mark.parametrize("words", ["00:00 03:25 倍速 全屏 收听本文", "00:00/04:10 播放 1.5x"])
def test_the_controls_of_a_player_are_no_text(words: str) -> None:
    controls = "".join(f"<span>{word}</span>" for word in words.split())
    assert stored(page(between(lambda number: f"<div class=bar>{controls}</div>"))) == BODY


def test_the_parts_of_an_endless_title_are_not_compared() -> None:
    def work(parts: int) -> Callable[[], str]:
        html = f"<title>{'党-建_' * parts}</title><p>布谷叫了三遍</p>"
        return lambda: stored(html)

    assert growth(work, 4_000) < LINEAR


def test_the_times_of_a_live_report_are_text() -> None:
    body = "".join(f"<p>0{hour}:30</p><p>{text}</p>" for hour, text in enumerate(TEXTS, 6))
    assert stored(page(f"<div>{body}</div>")).split("\n")[-2:] == ["09:30", TEXTS[3]]
