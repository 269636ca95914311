"""The default extractor on pages of many shapes."""

from __future__ import annotations

import pytest
from extraction import made
from extraction.made import TEXTS, stored
from extraction.pages import FOOTER, MENU, PARAGRAPHS, RELATED, TITLE, article, listing

from topiccrawl.extraction import extract_text

BODY = "\n".join(PARAGRAPHS).replace("　", " ")
SHAPES = {
    "paragraphs": "".join(f"<p>{text}</p>" for text in PARAGRAPHS),
    "unclosed paragraphs": "<p>" + "<p>".join(PARAGRAPHS),
    "br": "<br><br>".join(PARAGRAPHS),
    "divs": "".join(f"<div><span>{text}</span></div>" for text in PARAGRAPHS),
    "table cell": f"<table><tr><td>{'<br>'.join(PARAGRAPHS)}</td></tr></table>",
    "sections": "".join(f'<section class="part"><p>{text}</p></section>' for text in PARAGRAPHS),
    "fonts": "".join(f'<p><font size="3"><span lang="zh">{text}</span></font></p>' for text in PARAGRAPHS),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_body_whatever_it_is_made_of(shape: str) -> None:
    assert extract_text(article(SHAPES[shape])) == BODY


def test_paragraphs_that_all_hold_links_are_no_summaries_under_headlines() -> None:
    body = "".join(f"<p>{t[:12]}<a href='/k'>{t[12:24]}</a>{t[24:]}</p>" for t in PARAGRAPHS)
    assert extract_text(article(body)) == BODY


def test_an_unclosed_mark_to_jump_to_makes_no_links_of_the_body() -> None:
    assert extract_text(article(f"<a name='top'>{SHAPES['paragraphs']}")) == BODY


def test_a_minified_page_gives_the_same_as_a_spread_one() -> None:
    assert extract_text(article().replace("><", ">\n\t<")) == BODY


@pytest.mark.parametrize(
    "furniture",
    [
        "<p>（责任编辑：王某）</p>",
        "<p>编辑/王某　审核/李某</p>",
        "<p>免责声明：本文仅代表作者个人观点，与本网无关，请读者仅作参考。</p>",
        "<p>分享到：</p><p>微信 微博 QQ空间</p>",
        f"<h3>相关阅读：</h3><ul>{RELATED}</ul>",
        "<div>上一篇：<a href='/1'>冬季防火提示</a></div><div>下一篇：<a href='/2'>公交线路调整</a></div>",
        "<div class='comments'><p>网友评论</p><p>说得太好了，支持！我们村也想改。</p></div>",
        "<div style='display:none'><p>这一段是隐藏的备用文字，读者是看不到它的，所以不算正文。</p></div>",
    ],
)
def test_what_is_glued_to_the_end_is_cut_off(furniture: str) -> None:
    assert extract_text(article(after=furniture)) == BODY


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("居民说，扫描二维码就能报修，也可以下载安装手机客户端，当天就有人上门来看。", True),
        ("扫描二维码，关注我们", False),
        ("未经授权不得转载。", False),
    ],
)
def test_a_sentence_inside_the_body_may_tell_of_furniture(told: str, kept: bool) -> None:
    first, *rest = (f"<p>{text}</p>" for text in PARAGRAPHS)
    assert (told in extract_text(article(f"{first}<p>{told}</p>{''.join(rest)}"))) == kept


def test_comments_that_outweigh_the_body_are_no_part_of_it() -> None:
    said = "".join(
        f"<p>这件事办得好，第{n}次这样说了，希望别的县也学一学，老人们都说暖和。</p>" for n in range(40)
    )
    page = article(after=f"</div><div class='comment-list'><h3>网友评论</h3>{said}")
    assert extract_text(page) == BODY


def test_a_body_that_is_called_comment_stays() -> None:
    assert extract_text(article(f"<div class='comment'>{SHAPES['paragraphs']}</div>")) == BODY


def test_a_credit_glued_to_the_last_sentence_is_cut_off() -> None:
    body = "<p>" + "</p><p>".join(PARAGRAPHS) + "（责任编辑：王某）</p>"
    assert extract_text(article(body)) == BODY


def test_headline_and_dateline_inside_the_body_block_are_no_body() -> None:
    head = f"<h2>{TITLE}</h2><p>2021-11-03 09:15:20 来源：青山日报 点击：120次</p>"
    assert extract_text(article(head + SHAPES["paragraphs"])) == BODY


def test_subheadings_and_short_lines_inside_stay() -> None:
    body = SHAPES["paragraphs"].replace("<p>“去年", "<p><strong>屋里暖了</strong></p><p>“去年")
    assert extract_text(article(body)).splitlines()[2] == "屋里暖了"


def test_a_short_text_stands_against_a_longer_footer() -> None:
    text = "昨日傍晚，青山县城区一处民房起火，消防队员十分钟内赶到，火势很快被扑灭，没有人员受伤。"
    notice = (
        "<p>本站所刊载的各类形式的作品，仅代表作者观点。凡注明来源为本站的作品，未经许可不得转载、摘编。</p>"
        * 3
    )
    assert extract_text(article(f"<p>{text}</p>") + notice) == text


SENTENCE = "青山县水利局今日召开防汛会议。"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (article(f"<p>{SENTENCE}</p>"), SENTENCE),
        (article(f"<p>各住户：</p><p>{SENTENCE}</p><p>青山水厂</p>"), f"各住户：\n{SENTENCE}\n青山水厂"),
        (article(f"<p>{SENTENCE}</p>", dateline=""), ""),
        (article(f"<p><a href='/1'>{SENTENCE}</a></p>"), ""),
        (article("<p>图为会场</p>"), ""),
        (article(f"<video></video><p>{SENTENCE}</p>"), ""),
        (article(f"<p>{SENTENCE}</p>", dateline="2021-11-03 来源：青山日报 点击数："), SENTENCE),
        (
            article(f"<p>{SENTENCE}</p>", dateline="").replace("<h1>", "<p>2021-11-03 青山日报</p><h1>"),
            SENTENCE,
        ),
    ],
    ids=["sentence", "notice", "no row", "link", "caption", "player", "empty counter", "row above"],
)
def test_a_sentence_below_headline_and_dateline_is_an_article(page: str, text: str) -> None:
    assert extract_text(page) == text


def test_an_early_end_tag_does_not_lose_the_body() -> None:
    page = article().replace('<div class="content">', '</body></html><div class="content">')
    assert extract_text(page) == BODY


def test_traditional_characters() -> None:
    lines = (
        "【本報訊】縣政府昨日宣布，冬季取暖改造工程全面展開，預計三千戶居民受惠，經費由各級政府分擔。",
        "居民陳先生表示，去年屋內寒冷，今年改造之後溫度穩定，長者和孩子都不再受凍，十分滿意。",
    )
    body = (
        "".join(f"<p>{text}</p>" for text in lines) + "<p>責任編輯：林某</p><p>版權所有，未經授權不得轉載</p>"
    )
    assert extract_text(article(body, title="縣府啟動取暖改造工程")) == "\n".join(lines)


RELATED_TITLE = "多地发布大雪预警信号"
NEXT = "邻县公路提前通车，沿线群众奔走相告"
ENDLESS = (
    "<p>不喜欢</p><p>减少此类内容推荐</p><h2>{title}</h2><p>某作者</p><p>{row}</p>"
    "<p>沿线的村民一早就站在路边，等候第一班客车驶过新铺的路面。</p><p>这条公路全长三十公里，修了两年零三个月。</p>"
)


@pytest.mark.parametrize("row", ["2021-11-02 18:40", "发布于 2021年11月2日 18:40"])
def test_a_page_that_goes_on_with_the_next_article(row: str) -> None:
    assert extract_text(article(after=ENDLESS.format(title=NEXT, row=row))) == BODY


def test_a_time_inside_the_text_ends_nothing() -> None:
    body = SHAPES["paragraphs"].replace("<p>“去年", "<p>2021年11月2日 18:40</p><p>“去年")
    assert extract_text(article(body)).splitlines()[-1] == BODY.splitlines()[-1]


def test_a_summary_above_the_dateline_is_not_all() -> None:
    summary = "<p>导读：冬季清洁取暖改造全面启动，三千户居民受惠，老人和低收入家庭全部免费，群众温暖过冬有了保障。</p>"
    page = article(f"{summary}<p>2021-11-03 09:15</p>{SHAPES['paragraphs']}", dateline="")
    assert extract_text(page).endswith(BODY)


@pytest.mark.parametrize(
    ("announced", "items"),
    [
        ("获得表彰的单位名单如下：", ("河西村", "河东村", "城关镇")),
        ("名单如下：", ("河西村", "河东村", "城关镇")),
        ("今年先改造三个村。", ("1、河西村", "2、河东村", "3、城关镇")),
        ("今年先改造三个村。", ("（一）河西村", "（二）河东村", "（三）城关镇")),
    ],
)
def test_a_list_at_the_end_belongs_to_the_text(announced: str, items: tuple[str, ...]) -> None:
    after = "".join(f"<p>{text}</p>" for text in (announced, *items, "责任编辑：王某"))
    assert extract_text(article(after=after)) == "\n".join((BODY, announced, *items))


def test_short_sentences_at_the_edges_belong_to_the_text() -> None:
    body = f"<p>“来了！”</p>{SHAPES['paragraphs']}<p>县长到场。</p><p>谢谢！</p>"
    assert extract_text(article(body)) == f"“来了！”\n{BODY}\n县长到场。\n谢谢！"


def test_whom_a_text_is_for_belongs_to_it() -> None:
    assert extract_text(article(f"<p>同志们：</p>{SHAPES['paragraphs']}")) == f"同志们：\n{BODY}"


@pytest.mark.parametrize("label", ["来源：", "分享到：", "相关阅读："])
def test_a_label_of_furniture_above_the_text_does_not(label: str) -> None:
    assert extract_text(article(f"<p>{label}</p>{SHAPES['paragraphs']}")) == BODY


@pytest.mark.parametrize("line", ["<a href='/k'>点击看图！</a>", "欢迎关注！", "青山在线"])
def test_other_short_lines_at_the_edges_do_not(line: str) -> None:
    assert extract_text(article(f"<p>{line}</p>{SHAPES['paragraphs']}<p>{line}</p>")) == BODY


def test_a_label_with_a_colon_over_links_is_no_end_of_the_text() -> None:
    assert extract_text(article(after=f"<p>另请看：</p><ul>{RELATED}</ul>")) == BODY


def test_links_behind_a_colon_are_no_list_of_the_text() -> None:
    after = f"<p>更多消息请看：</p><ul>{RELATED}</ul>"
    assert RELATED_TITLE not in extract_text(article(after=after))


def test_a_light_text_far_below_the_headline_is_no_article() -> None:
    dialog = "<p>匿名举报，为防止滥用，仅管理员可见举报者。</p><p>无意义内容：灌水、文不对题、消极内容、品质太差等。</p>"
    between = "".join(f"<p>第{number}项</p>" for number in range(60))
    page = article("<p>你好</p>", after=f"{between}<form>{dialog}</form>")
    assert extract_text(page) == ""


@pytest.mark.parametrize(
    "page",
    [
        listing(),
        f"<html><body><ul>{MENU}</ul><ul>{RELATED * 20}</ul>{FOOTER}</body></html>",
        f"<html><head><title>视频：{TITLE}</title></head><body><h1>{TITLE}</h1><video></video>{FOOTER}</body></html>",
        f"<html><body><form>账号<input>密码<input type=password></form>{FOOTER}</body></html>",
        f"<title>{TITLE}_图片</title><h1>{TITLE}</h1><img src=1><p>（图片）{TITLE}</p>",
        f"<title>民生_青山在线</title><ul>{MENU}</ul>"
        + "".join(
            f"<h3>第{n}条消息来了</h3><p>{t}</p><a href=/{n}>阅读全文</a>" for n, t in enumerate(PARAGRAPHS)
        ),
        "",
        "<html></html>",
    ],
    ids=["teasers", "links", "video", "login", "picture", "leads", "empty", "bare"],
)
def test_pages_without_an_article_give_nothing(page: str) -> None:
    assert extract_text(page) == ""


SUBHEADINGS = {
    "numbered": ("<p>一、起因</p>", "<p>二、做法</p>"),
    "in brackets": ("<p>【起因】</p>", "<p>【做法】</p>"),
    "bold": ("<p><strong>从一件小事说起</strong></p>", ""),
    "bold by style": ('<p><span style="font-weight: bold">从一件小事说起</span></p>', ""),
    "heading": ("<h2>从一件小事说起</h2>", ""),
    "like a later one": ("<p>从一件小事说起</p>", "<p>办法是大家想的</p>"),
}


@pytest.mark.parametrize("form", SUBHEADINGS)
def test_a_subheading_above_the_first_paragraph_belongs_to_the_body(form: str) -> None:
    first, second = SUBHEADINGS[form]
    body = f"{first}<p>{TEXTS[0]}</p><p>{TEXTS[1]}</p>{second}<p>{TEXTS[2]}</p><p>{TEXTS[3]}</p>"
    text = stored(made.page(f"<div>{body}</div>"))
    heading, above = text.split("\n")[:2]
    assert heading in first and above == TEXTS[0]


@pytest.mark.parametrize(
    "line",
    [
        "<p><strong>本报记者 王明</strong></p>",
        "<p><b>青石县启动河道清淤工程</b></p>",
        "<p>文/李红</p>",
        "<p>城区河道</p>",
    ],
)
def test_other_lines_above_the_first_paragraph_do_not(line: str) -> None:
    assert stored(made.page(f"<div>{line}{made.PARAGRAPHS}</div>")) == made.BODY


@pytest.mark.parametrize(
    ("part", "rest"),
    [
        ("<div class=part>", "</div><hr><div class=part>"),
        ("<div class='slide on'>", "</div><div class=slide>"),
        ("<div>", "</div><p><a href='javascript:;'>余下全文</a></p><div id=rest>"),
    ],
)
def test_a_body_in_several_blocks_of_one_kind_is_whole(part: str, rest: str) -> None:
    blocks = [f"<p>{text}</p>" for text in TEXTS]
    text = stored(
        made.page(f"<div class=c>{part}{''.join(blocks[:2])}{rest}{''.join(blocks[2:])}</div></div>")
    )
    assert [line for line in text.split("\n") if line in TEXTS] == list(TEXTS)


def test_an_opening_that_is_shown_before_the_whole_text_counts_once() -> None:
    brief = f"<div id=brief><p>{TEXTS[0]}</p></div><div id=whole>{made.PARAGRAPHS}</div>"
    assert stored(made.page(f"<div class=c>{brief}</div>")) == made.BODY


CLOSINGS = {
    "right": "<p style='text-align:right'>青石县水利局</p><p style='text-align:right'>2024年5月6日</p>",
    "divs": "<div align=right>青石县水利局</div><div align=right>二〇二四年五月六日</div>",
    "contacts": "<p>联系人：老王</p><p>监督电话：0100-1234567，邮箱：sl@qs.example</p><p>青石县水利局</p><p>2024年5月6日</p>",
    "letter": "<p>此致</p><p>敬礼！</p>",
    "office alone": "<p align=right>青石县人民政府办公室</p>",
}


@pytest.mark.parametrize("form", CLOSINGS)
def test_what_closes_a_notice_belongs_to_it(form: str) -> None:
    closing = CLOSINGS[form]
    text = stored(made.page(f"<div>{made.PARAGRAPHS}{closing}</div><p>上一篇：<a href=/1>别的</a></p>"))
    lines = [one.partition(">")[2] for one in closing.replace("</div>", "</p>").split("</p>")[:-1]]
    assert text == "\n".join([made.BODY, *lines])


def test_a_date_below_other_lines_than_those_of_the_body_is_not_its_own() -> None:
    below = "<div class=b><p>青石新闻网</p><p>2024年5月6日</p></div>"
    assert stored(made.page(f"<div class=c>{made.PARAGRAPHS}</div>{below}")) == made.BODY


ROWS = [["赛次", "主队", "比分", "客队"], ["1", "一中", "68:61", "二中"], ["2", "职高", "55:72", "三中"]]
TABLE = (
    "<table border=1>"
    + "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in ROWS)
    + "</table>"
)
CELLS = [cell for row in ROWS for cell in row]


@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_table_of_data_is_whole_wherever_it_stands_in_the_body(place: int) -> None:
    pieces = [f"<p>{text}</p>" for text in TEXTS]
    body = "".join([*pieces[:place], TABLE, *pieces[place:]])
    assert stored(made.page(f"<div>{body}</div>")).split("\n") == [*TEXTS[:place], *CELLS, *TEXTS[place:]]


def test_a_table_in_a_cell_of_an_old_page_belongs_to_the_text_around_it() -> None:
    rows = [TEXTS[0], TABLE, "注：加时赛另计。", TEXTS[1], TEXTS[2]]
    body = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    found = stored(made.page(f"<div><table width='100%'>{body}</table></div>")).split("\n")
    assert found == [TEXTS[0], *CELLS, "注：加时赛另计。", TEXTS[1], TEXTS[2]]


def test_a_table_of_links_below_a_body_is_none_of_it() -> None:
    links = ("春耕备耕", "水库蓄水", "古桥修缮", "防汛演练")
    cells = [f"<td><a href=/{number}>{text}</a></td>" for number, text in enumerate(links)]
    table = f"<table><tr>{''.join(cells[:2])}</tr><tr>{''.join(cells[2:])}</tr></table>"
    assert stored(made.page(f"<div>{made.PARAGRAPHS}{table}</div>")) == made.BODY


def test_a_lead_with_a_time_is_no_dateline_row() -> None:
    lead = "青石县气象台2024年5月6日14时35分发布暴雨预警信号："
    assert stored(made.page(f"<div><p>{lead}</p>{made.PARAGRAPHS}</div>")) == f"{lead}\n{made.BODY}"
