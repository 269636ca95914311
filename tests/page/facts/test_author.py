"""Authors in the forms that pages have."""

from __future__ import annotations

import pytest
from page.facts.pages import BODY, read


@pytest.mark.parametrize(
    ("row", "author"),
    [
        ("作者：王明", "王明"),
        ("作者：叶问秋", "叶问秋"),
        ("作者：李向阳 王和平 杨再兴", "李向阳、王和平、杨再兴"),
        ("本报记者 向东", "向东"),
        ("□ 王明", "王明"),
        ("通 讯 员：王明", "王明"),
        ("主笔 王明", "王明"),
        ("特约撰稿 王明", "王明"),
        ("编撰：麻再成", "麻再成"),
        ("□ 支部动态", ""),
        ("通讯员：王明、李红；摄影：赵刚", "王明、李红"),
        ("记者　王小明　李　红", "王小明、李红"),
        ("原作者：王明 转载自：青山日报", "王明"),
        ("本网特约评论员 王明", "王明"),
        ("本报评论员文章 2024-03-12", ""),
        ("报道员 王明 李红", "王明、李红"),
        ("编写：王明", "王明"),
        ("撰文/摄影 王明", "王明"),
        ("作者：县文联　王明", "王明"),
        ("记者 李明和 2024-03-12", ""),
        ("记者 欧阳明 实习生 买买提·艾力", "欧阳明、买买提·艾力"),
        ("通讯员：王明/李红　来源：青山日报", "王明、李红"),
        ("记者 王明/摄 2024-03-12", "王明"),
        ('由 <span class="author vcard"><a href="/w">王明</a></span> 发布于 2024-03-12', "王明"),
        ('<p itemprop="author" itemscope><span itemprop="name">王明</span></p>', "王明"),
        ("[作者] 王明　[来源] 青山日报　[日期] 2024-03-12", "王明"),
        ("作者：王明、李红", "王明、李红"),
        ("作者：［美］约翰·史密斯 译者：王明", "约翰·史密斯"),
        ("记者 | 王明", "王明"),
        ("作者：青山网专栏作者 王明", "王明"),
        ("见习记者 王明 实习生 李红", "王明、李红"),
        ("本报记者 王明 通讯员 李红 实习生 赵刚", "王明、李红、赵刚"),
        ("作者：记者 王明 实习生 李红", "王明、李红"),
        ("2024-03-12 实习生 李红", ""),
        ("编辑：李红 作者：王明", "王明"),
        ('<div class="who"><span>By</span> <a href="/author/wm/">王明</a> -</div>', "王明"),
        ('<div class="author">骆砚秋 臧红</div>', "骆砚秋、臧红"),
        ("作者：王明，李红", "王明、李红"),
        ("作者：王明/李红", "王明、李红"),
        ("作者：王　明　李　红", "王明、李红"),
        ("作者：努尔·买买提 王明", "努尔·买买提、王明"),
        ("作者：买买提•艾力", "买买提•艾力"),
        ("作者：Mary Jane Watson", "Mary Jane Watson"),
        ("作者：", ""),
        ("作者：  编辑：李红", ""),
        ("本报记者 王明", "王明"),
        ("通讯员 王明", "王明"),
        ("文/王明", "王明"),
        ("文/王明 图/李红", "王明"),
        ("文|王明", "王明"),
        ("图文：王明", "王明"),
        ("撰文：王明", "王明"),
        ("撰稿人：王明", "王明"),
        ("供稿人：王明 审核人：李红", "王明"),
        ("供稿：文化站 摄影：李红", ""),
        ("供稿：宣传办 2024-05-06", ""),
        ("作者：青山大学党委书记 王明", "王明"),
        ("作者：青山县委组织部部长 欧阳明", "欧阳明"),
        ("作者：王明（青山大学教授）", "王明"),
        ("作者：王明 教授", "王明"),
        ("作者：王明教授", "王明"),
        ("作者：青山日报记者 王明", "王明"),
        ("作者：青山日报", ""),
        ("作者：佚名", ""),
        ("作者：王明来源：青山网", "王明"),
        ("作 者：王明", "王明"),
        ("采写：王明", "王明"),
        ("文字：王明 摄影：李红", "王明"),
        ("作者 王明", "王明"),
        ("作者丨王明", "王明"),
        ("（作者：王明）", "王明"),
        ("作者单位：青山大学", ""),
        ("责任编辑：王明", ""),
        ("编辑：王明", ""),
        ("作者：王明2024-03-12", "王明"),
        ("作者:王明 点击数:3", "王明"),
        ("作者：王明 浏览", "王明"),
        ("作者：王明 【大 中 小】", "王明"),
        ("By John Smith", "John Smith"),
        ("Author: John Smith", "John Smith"),
        ("作者：admin", ""),
        ("作者：王明 等", "王明"),
        ("本网记者 王明 通讯员 李红 摄影报道", "王明、李红"),
        ("记者王明 通讯员李红", "王明、李红"),
        ("作者：某大学党委书记 张三", "张三"),
        ("作者：党委宣传部 王明", "王明"),
        ("供稿：王明", "王明"),
        ("发布人：王明", ""),
        ("投稿人：王明", "王明"),
        ("整理：王明", "王明"),
        ("作者:<a href=/a>王明</a>", "王明"),
        ('<span class="author">王明</span>', "王明"),
        ('<a rel="author">王明</a>', "王明"),
        ("作者：王明;李红", "王明、李红"),
        ("作者：王明&nbsp;李红&nbsp;&nbsp;赵刚", "王明、李红、赵刚"),
        ("编译：王明", "王明"),
        ("作者：王明 青山县委党校", "王明"),
        ("<dl><dt>作者</dt><dd>王明</dd><dt>时间</dt><dd>2024-03-12</dd></dl>", "王明"),
        ('by <a class="url fn" rel="author" href="/w">河边人</a>', "河边人"),
        ('<div class="authi"><a href="/u7">河边人</a></div>', "河边人"),
        ('<i class="author-note">河边人</i> <i class="author">王明</i>', "王明"),
        ('<i class="author">青山日报</i>', ""),
    ],
)
def test_authors_under_the_headline(row: str, author: str) -> None:
    assert read(f"2024-03-12 {row}").author == author


def test_brackets_in_the_text_name_the_author() -> None:
    assert read(body=BODY + "<p>（通讯员 王明 李红）</p>").author == "王明、李红"


FAR = "<p>" + "会前，支部用了五天走访群众，把收集到的意见按条登记，并且写明完成时限。" * 30 + "</p>"
"""A text after which nothing belongs to the row under the headline."""


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("（記者王明）", "王明"),
        ("（记者&nbsp;王明）", "王明"),
        ("（青山社記者王明柳灣21日電）", "王明"),
        ("【青山晚報記者王小明柳灣報導】", "王小明"),
        ("【王小明╱柳灣報導】", "王小明"),
        ("〔編譯王小明／綜合報導〕", "王小明"),
        ("(通訊員 王明 記者 李紅)", "王明、李紅"),
        ("[作者：王明]", "王明"),
        ("采写：青山记者 王明", "王明"),
        ("本文来源：青山日报 作者：王明 李红", "王明、李红"),
        ("作者：王明 责任编辑：李红", "王明"),
        ("（责任编辑：王明）", ""),
        ("（记者 王明 摄）", ""),
        ("（图片由记者 王明）", ""),
        ("作者：王明", ""),
        ("記者小組青山縣報導", ""),
        ("　　（王明　李红）", "王明、李红"),
        ("大家都说路好走了。（王明）", "王明"),
        ("大家推选的代表（王明）", ""),
        ("（王明）</p><p>（李红）", ""),
        ("（青山日报）", ""),
        ("（王明摄）", ""),
    ],
)
def test_authors_in_lines_and_brackets_far_from_the_headline(line: str, author: str) -> None:
    assert read(body=f"{FAR}<p>{line}</p>{FAR}").author == author


def test_a_damaged_name_is_none() -> None:
    assert read("作者：王\ufffd明").author == ""


def test_a_name_may_stand_below_its_label_but_the_text_is_none() -> None:
    assert read("<p>作者：</p><p>王明</p>").author == "王明"
    assert read("<p>作者：</p><p>王明和李红昨天来到柳湾镇，走访了三十户人家。</p>").author == ""


def test_all_names_of_a_list_are_read_whatever_their_surnames() -> None:
    assert read("2024-03-12 10:26 来源：青山政务 记者：王青禾、凌霜、商陆").author == "王青禾、凌霜、商陆"


def test_the_author_in_the_row_above_the_headline() -> None:
    heading = "<table><tr><td>2022-12-02　作　者：余　洋</td></tr><tr><td><p>柳湾镇打通两条断头路</p></td></tr></table>"
    assert read(heading=heading).author == "余洋"


def test_a_name_alone_below_the_headline_whose_class_says_whose_it_is() -> None:
    assert read('<p class="zz">臧听澜</p>').author == "臧听澜"


@pytest.mark.parametrize(
    ("row", "author"),
    [
        ("2024-03-12 10:35 記者陳立軍／鹿溪報導", "陳立軍"),
        ("2024-03-12 来源：青山日报 记者：陈立军，何晓梅", "陈立军、何晓梅"),
        ("2024-03-12 记者：陈立军，何处可以报名", "陈立军"),
    ],
)
def test_places_and_sentences_behind_a_reporter_are_no_names(row: str, author: str) -> None:
    assert read(row).author == author
