"""Made-up pages whose content are pictures or a video, and ordinary articles with pictures.

All texts are written for this benchmark. Each kind of page has several templates with the parts of real
sites: menus, related links with thumbnails, licence lines, disclaimers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

SITE = "松岭在线"
MENU = "".join(
    f'<li><a href="/c{n}/">{name}</a></li>'
    for n, name in enumerate(("首页", "要闻", "图片", "视频", "专题", "评论", "教育", "体育"))
)
RELATED_TITLES = (
    "松岭今年新增绿道三十公里", "早春茶园开采忙", "城北小学举办科技节", "全县供水管网改造过半",
    "非遗剪纸走进社区课堂", "青年志愿者清理河道", "老厂房变身文化街区", "夜校报名人数再创新高",
)  # fmt: skip
FOOTERS = (
    "<div class=foot><p>关于我们 | 联系方式 | 广告服务</p><p>松岭在线 版权所有，未经书面授权禁止使用，"
    "违者将依法追究责任。</p><p>互联网新闻信息服务许可证00000000000 京ICP备00000000号</p></div>",
    "<div class=bottom>主办：松岭县融媒体中心　地址：松岭县和平路1号　邮编：000000<br>"
    "凡本网注明来源为松岭在线的所有作品，均为本网合法拥有版权的作品，未经本网授权不得转载、摘编或利用其它方式使用上述作品。</div>",
    "<footer><p>声明：本网站所提供的信息仅供参考之用，并不代表本网赞同其观点。如有侵权，请与我们联系，我们将及时删除。</p>"
    "<p>Copyright © 2009-2024 All Rights Reserved</p></footer>",
)


class Story(NamedTuple):
    """What a page is about.

    Attributes:
        title: the headline.
        captions: what its pictures show, one sentence each.
        paragraphs: an ordinary text about it.
    """

    title: str
    captions: tuple[str, ...]
    paragraphs: tuple[str, ...]


STORIES = (
    Story(
        "松岭油菜花进入盛花期",
        (
            "3月12日，游客在松岭县河湾村的油菜花田间拍照。",
            "俯瞰河湾村，油菜花田与白墙黛瓦相映成景。",
            "村民在田边售卖自家做的米糕。",
            "孩子们在花田里放风筝。",
            "夕阳下的油菜花海，几名游客骑车穿行而过。",
            "养蜂人检查蜂箱，今年的花期比往年早了一周。",
        ),
        (
            "近日，松岭县河湾村的两千亩油菜花陆续进入盛花期，金黄的花海吸引了不少周边市县的游客前来踏青赏花，村里的小路上停满了车。",
            "村党支部书记介绍说，三年前村里开始统一规划种植，把零散的地块连成片，又修了木栈道和观景台，去年花期接待游客六万人次，村集体增收四十多万元。",
            "返乡创业的青年在村口开了一家茶馆，她告诉记者，花期里每天要接待上百位客人，店里的桌子常常不够用，只好把凳子搬到院子里。",
            "县文旅局表示，将在保护耕地的前提下继续改善停车、公厕等设施，让游客来得方便、玩得放心，也让村民在家门口有稳定的收入。",
        ),
    ),
    Story(
        "全县中小学生运动会开幕",
        (
            "图为开幕式上各校方阵入场。",
            "图为小学组百米决赛冲刺瞬间。",
            "图为跳绳比赛现场，选手奋力拼搏。",
            "图为获奖选手在领奖台上合影。",
            "图为志愿者为运动员送水。",
        ),
        (
            "10月18日上午，全县中小学生运动会在县体育中心开幕，来自三十二所学校的一千二百名运动员参加田径、跳绳、篮球等十个项目的比赛。",
            "开幕式上，裁判员代表和运动员代表分别宣誓，承诺遵守规则、尊重对手，赛出风格、赛出水平，展示新时代青少年的精神面貌。",
            "与往年相比，本届运动会增加了集体项目的比重，跳长绳和接力跑都要求全班参加，教育局负责人说，目的是让每个孩子都动起来。",
            "比赛将持续三天，闭幕式上将颁发体育道德风尚奖。赛事期间体育中心周边道路实行临时交通管制，请市民提前安排好出行路线。",
        ),
    ),
    Story(
        "海外侨胞回乡寻根",
        (
            "侨胞在老宅门前留影。",
            "老人翻开泛黄的族谱，寻找祖父的名字。",
            "侨胞参观村史馆。",
            "孩子们学写毛笔字。",
            "村民端出刚蒸好的糍粑招待远道而来的客人。",
            "临别时，侨胞与乡亲在村口的大榕树下合影。",
            "侨胞向村小学捐赠图书一千册。",
        ),
        (
            "清明前夕，来自五个国家的四十多位侨胞回到松岭祖居地，祭扫先人、参观村史馆，与阔别多年的亲友团聚，许多人是第一次踏上故土。",
            "七十二岁的陈先生在族谱里找到了祖父的名字，他说小时候常听父亲讲起门前的榕树和村口的石桥，没想到六十年过去，石桥还在原来的地方。",
            "县侨联工作人员陪同侨胞走访了新建的工业园和职业学校，介绍了近年来家乡在招商引资、人才引进方面的政策，几位企业家当场表示愿意牵线搭桥。",
            "活动期间，侨胞们还向村小学捐赠了一千册图书和两间多媒体教室的设备，校长说这些书会放进新落成的图书馆，供全镇的孩子借阅。",
        ),
    ),
    Story(
        "党员突击队抢修水毁公路",
        (
            "党员突击队员连夜清理塌方路段。",
            "挖掘机在雨中作业。",
            "队员们轮流吃盒饭，短暂休息后继续抢修。",
            "道路恢复通车，运送物资的车辆依次通过。",
        ),
        (
            "连日强降雨造成省道松岭段多处塌方，县交通局党委迅速成立六支党员突击队，调集三十台机械昼夜抢修，确保救灾物资能够及时送达。",
            "突击队队长王师傅有二十年党龄，他带着队员在雨里连续干了三十个小时，嗓子喊哑了就用手势指挥，大家都说看到党徽心里就有底。",
            "附近村庄的党员和群众自发送来热水和姜汤，几位退休老党员主动担任交通疏导员，在路口劝返车辆，保障了抢修现场的秩序和安全。",
            "截至昨晚八点，受阻路段已全部恢复单向通行，县里将继续对沿线边坡进行排查，并安排专人二十四小时值守，防止发生次生灾害。",
        ),
    ),
    Story(
        "古城灯会点亮元宵夜",
        (
            "2月24日晚，松岭古城墙上灯火璀璨，鱼灯队伍巡游经过南门。",
            "非遗传承人现场扎制鱼灯。",
            "一家三口提着兔子灯逛灯会。",
            "舞龙队在广场表演。",
            "水面上的荷花灯与城楼倒影相映成趣。",
            "市民在灯谜长廊前驻足猜谜。",
            "夜色中的古城全景。",
            "小朋友展示刚刚完成的花灯作品。",
        ),
        (
            "元宵节当晚，松岭古城灯会在南门广场开幕，六百盏手工花灯沿城墙和护城河次第亮起，数万名市民和游客扶老携幼前来赏灯猜谜。",
            "今年灯会的主角是鱼灯，最大的一盏长九米，由十二人合力舞动，非遗传承人带着徒弟用了两个月才完成，竹篾和宣纸都取自本地。",
            "为保障安全，公安部门投入四百名警力，对入口实行分时限流，志愿者在各个路口引导，地铁也延长了运营时间，当晚客流平稳有序。",
            "灯会将持续到农历正月二十，期间每晚有舞龙、皮影和民歌演出，所有活动免费开放，市民可以通过政务服务平台预约入场时段。",
        ),
    ),
)


class MadePage(NamedTuple):
    """A page of this benchmark.

    Attributes:
        name: its template.
        kind: what it is: picture, video or article.
        html: its HTML.
        texts: lines that its text may have; for an article it must have all of them.
    """

    name: str
    kind: str
    html: str
    texts: tuple[str, ...]


def made_pages() -> Iterator[MadePage]:
    """Yield every template with every story, footers in turn."""
    footers = cycle(FOOTERS)
    for kind, templates in TEMPLATES.items():
        for template in templates:
            for story in STORIES:
                head, body, texts = template(story)
                html = _page(head or f"{story.title}_{SITE}", body, next(footers))
                yield MadePage(template.__name__, kind, html, tuple(texts))


Parts = tuple[str, str, Sequence[str]]
"""Text of <title> (empty: the headline), HTML of the body, lines that may be text."""


def _page(title: str, body: str, footer: str) -> str:
    related = "".join(
        f'<li><a href="/p/{n}.html"><img src="/t/{n}.jpg" width=120 height=90><br>{text}</a></li>'
        for n, text in enumerate(RELATED_TITLES)
    )
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title>"
        '<link rel=stylesheet href="/css/main.css"></head><body>'
        f'<div class=top><img src="/logo.png" width=180 height=60><ul>{MENU}</ul></div>{body}'
        f"<div class=more><h3>精彩推荐</h3><ul>{related}</ul></div>{footer}</body></html>"
    )


def _img(number: int) -> str:
    return f'<img src="/upload/2024/{number}.jpg" alt="">'


def _row(source: str = "松岭在线") -> str:
    return f'<div class="info">2024年3月12日 09:15　来源：{source}　<a href="#c">评论</a></div>'


# --- picture pages ------------------------------------------------------------------------------------------


def gallery_of_paragraphs(story: Story) -> Parts:
    """Pictures in paragraphs, the caption of each below it."""
    body = "".join(f"<p>{_img(n)}</p><p>{text}</p>" for n, text in enumerate(story.captions))
    return "", f"<h1>组图：{story.title}</h1>{_row()}<div class=content>{body}</div>", story.captions


def gallery_without_a_word(story: Story) -> Parts:
    """The same without a title that says so."""
    body = "".join(f"<p align=center>{_img(n)}<br>{text}</p>" for n, text in enumerate(story.captions))
    return "", f"<h1>{story.title}</h1>{_row()}<div class=article>{body}<p>（完）</p></div>", story.captions


def gallery_of_figures(story: Story) -> Parts:
    """Figures with captions."""
    body = "".join(
        f"<figure>{_img(n)}<figcaption>{text}</figcaption></figure>" for n, text in enumerate(story.captions)
    )
    return "", f"<article><h1>{story.title}</h1>{_row()}{body}</article>", story.captions


def gallery_of_table_cells(story: Story) -> Parts:
    """Pictures in a table, with captions above them."""
    body = "".join(
        f"<tr><td>{text}</td></tr><tr><td>{_img(n)}</td></tr>" for n, text in enumerate(story.captions)
    )
    title = f"[高清组图]{story.title}"
    return f"{title}_图片频道_{SITE}", f"<h2>{title}</h2>{_row()}<table>{body}</table>", story.captions


def gallery_with_one_caption(story: Story) -> Parts:
    """One long caption that is repeated below each picture, as agencies send it."""
    caption = story.captions[0] + story.captions[1] + "松岭在线记者 李青 摄"
    body = "".join(f"<p>{_img(n)}</p><p>{caption}</p>" for n in range(5))
    return "", f"<h1>{story.title}</h1>{_row()}<div id=text>{body}</div>", (caption,)


def gallery_with_an_introduction(story: Story) -> Parts:
    """A sentence above the pictures, and the name of the photographer below each."""
    body = "".join(
        f"<div class=pic>{_img(n)}<div class=txt>{text}松岭在线记者 李青 摄</div></div>"
        for n, text in enumerate(story.captions)
    )
    return (
        f"{story.title}（组图）--图片--{SITE}",
        f"<h1>{story.title}（组图）</h1>{_row()}<div class=photos><p>{story.captions[0]}</p>{body}</div>",
        [story.captions[0], *(text + "松岭在线记者 李青 摄" for text in story.captions)],
    )


def pictures_alone(story: Story) -> Parts:
    """Pictures without captions."""
    body = "".join(f"<p>{_img(n)}</p>" for n in range(8))
    return "", f"<h1>图集丨{story.title}</h1>{_row()}<div class=content>{body}</div>", ()


def posters(story: Story) -> Parts:
    """Pictures that hold the text, so that the page has none; the title does not say so."""
    body = "".join(f"<p style='text-align:center'>{_img(n)}</p>" for n in range(6))
    return "", f"<h1>一图读懂：{story.title}</h1>{_row()}<div class=content>{body}</div>", ()


def slides_on_pages(story: Story) -> Parts:
    """One picture a page, with its caption and the number of the picture."""
    pager = "<div class=page>1 <a href=2.html>2</a> <a href=3.html>3</a> <a href=2.html>下一页</a></div>"
    body = f"<div class=bigpic><a href=2.html>{_img(1)}</a></div><p>{story.captions[0]}</p>"
    count = f"<div class=num>(1/{len(story.captions)})</div>"
    return (
        "",
        f"<h1>{story.title}</h1>{_row()}<div class=photoshow>{count}{body}{pager}</div>",
        story.captions,
    )


def slides_in_a_list(story: Story) -> Parts:
    """All slides in a list that a script turns over; only the first caption is shown."""
    items = "".join(
        f"<li{' style=display:none' if n else ''}>{_img(n)}<p>{text}</p></li>"
        for n, text in enumerate(story.captions)
    )
    body = f"<div class='slider swiper-container'><ul>{items}</ul><span>1/{len(story.captions)}</span></div>"
    return "", f"<h1>{story.title}</h1>{_row()}{body}", story.captions


def slides_in_a_script(story: Story) -> Parts:
    """Pictures and captions in a script: the page shows a frame, a counter and the key to press."""
    data = ",".join(f'{{"img":"/u/{n}.jpg","note":"{text}"}}' for n, text in enumerate(story.captions))
    body = (
        f"<div id=slideshow class=photo-view><script>var slides=[{data}];show(slides);</script>"
        "<p>支持键盘 ← → 键翻阅图片</p><span class=count>1/6</span><a href=#>查看原图</a></div>"
    )
    return f"{story.title}_高清图集_{SITE}", f"<h1>{story.title}</h1>{_row()}{body}", story.captions


def slides_with_thumbnails(story: Story) -> Parts:
    """One large picture with its caption, and a strip of thumbnails."""
    strip = "".join(f"<li><a href=#p{n}>{_img(n)}</a></li>" for n in range(len(story.captions)))
    body = (
        f"<div class=atlas>{_img(0)}<p class=desc>{story.captions[0]}</p>"
        f"<ul class=thumbs>{strip}</ul><em>1</em>/<i>{len(story.captions)}</i></div>"
    )
    return "", f"<h1>{story.title}</h1>{_row()}{body}", story.captions


def gallery_of_linked_pictures(story: Story) -> Parts:
    """Small pictures that link to large ones, in a definition list."""
    body = "".join(
        f"<dl><dt><a href=/big/{n}.jpg target=_blank>{_img(n)}</a></dt><dd>{text}</dd></dl>"
        for n, text in enumerate(story.captions)
    )
    return "", f"<h1>{story.title}</h1>{_row()}<div class=main>{body}</div>", story.captions


def gallery_of_sections(story: Story) -> Parts:
    """Sections as account platforms make them, with pictures that are loaded late."""
    body = "".join(
        f"<section><img data-src=/m/{n}.png data-w=1080></section><section><span>{text}</span></section>"
        for n, text in enumerate(story.captions)
    )
    row = "<div><em>2024-03-12 18:30</em> <a href=/me>松岭发布</a></div>"
    return story.title, f"<h2>{story.title}</h2>{row}<div id=js_text>{body}</div>", story.captions


def gallery_with_numbers(story: Story) -> Parts:
    """Numbered captions in front of the pictures, in one block with line breaks."""
    body = "<br>".join(f"{n + 1}、{text}<br>{_img(n)}" for n, text in enumerate(story.captions))
    lines = [f"{n + 1}、{text}" for n, text in enumerate(story.captions)]
    return "", f"<h1>{story.title}</h1>{_row()}<div class=cont>{body}</div>", lines


def slides_beside_their_caption(story: Story) -> Parts:
    """A picture on the left, on the right its caption and a counter, arrows to the others."""
    body = (
        f"<div class=left><a href=2.shtml>{_img(1)}</a></div>"
        f"<div class=right><b>1 / 6</b><p>{story.captions[0]}</p>"
        "<a href=6.shtml>上一张</a><a href=2.shtml>下一张</a></div>"
    )
    return "", f"<h1>{story.title}</h1>{_row()}<div class=picview>{body}</div>", story.captions


def gallery_of_long_captions(story: Story) -> Parts:
    """Captions of two sentences with the photographer's name, each above its picture."""
    captions = [
        f"{one}{two}（李青 摄）" for one, two in zip(story.captions, story.captions[1:], strict=False)
    ]
    body = "".join(f"<div><p>{text}</p><p>{_img(n)}</p></div>" for n, text in enumerate(captions))
    return "", f"<h1>{story.title}</h1>{_row()}<div class=box>{body}</div>", captions


def gallery_in_two_columns(story: Story) -> Parts:
    """A row of two pictures above a row of their two captions."""
    pairs = list(zip(story.captions[::2], story.captions[1::2], strict=False))
    body = "".join(
        f"<tr><td>{_img(n)}</td><td>{_img(n + 10)}</td></tr><tr><td>{one}</td><td>{two}</td></tr>"
        for n, (one, two) in enumerate(pairs)
    )
    return (
        "",
        f"<h1>{story.title}</h1>{_row()}<table>{body}</table>",
        [text for pair in pairs for text in pair],
    )


def slides_with_a_long_text(story: Story) -> Parts:
    """A slide show with the text of its story in a drawer."""
    slides = "".join(f"<li>{_img(n)}</li>" for n in range(6))
    text = f"<div class=note>{story.paragraphs[0]}</div><i>1/6</i>"
    body = f"<div class=gallery-main><ul>{slides}</ul>{text}</div>"
    return f"{story.title}_图集", f"<h1>{story.title}</h1>{_row()}{body}", story.paragraphs[:1]


# --- videos -------------------------------------------------------------------------------------------------


def video_alone(story: Story) -> Parts:
    """A player below the headline."""
    return "", f"<h1>{story.title}</h1>{_row()}<div><video src=/v.mp4 controls></video></div>", ()


def video_in_a_frame(story: Story) -> Parts:
    """A player in a frame, and the key words of the video."""
    body = "<iframe src='/player.html?id=7' width=640 height=480></iframe><p>标签：松岭 生活 记录</p>"
    return f"视频：{story.title}_{SITE}", f"<h1>视频：{story.title}</h1>{_row()}{body}", ()


def video_with_a_notice(story: Story) -> Parts:
    """A player made by a script, with a notice for old browsers."""
    body = "<div id=video-box><p>您的浏览器不支持播放，请升级后观看。</p><script>play(7)</script></div>"
    return f"[视频]{story.title}_{SITE}", f"<h2>{story.title}</h2>{_row()}{body}", ()


def video_with_its_title(story: Story) -> Parts:
    """A player, and below it the headline once more."""
    body = f"<div class=player_area><object data=/p.swf></object></div><p>{story.title}</p>"
    return "", f"<h1>{story.title}</h1>{_row()}{body}", ()


def video_with_a_summary(story: Story) -> Parts:
    """A player, and a sentence that says what is to be seen."""
    body = f"<div id=mainPlayer><script>load(1)</script></div><div class=desc>简介：{story.captions[0]}</div>"
    return f"[视频]{story.title}_{SITE}", f"<h1>{story.title}</h1>{_row()}{body}", ()


# --- articles -----------------------------------------------------------------------------------------------


def article_with_pictures(story: Story) -> Parts:
    """A picture above each paragraph."""
    body = "".join(f"<p>{_img(n)}</p><p>　　{text}</p>" for n, text in enumerate(story.paragraphs))
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", story.paragraphs


def article_with_captions(story: Story) -> Parts:
    """Pictures with captions between paragraphs."""
    body = "".join(
        f"<p>　　{text}</p><p align=center>{_img(n)}</p><p align=center>{caption}</p>"
        for n, (text, caption) in enumerate(zip(story.paragraphs, cycle(story.captions), strict=False))
    )
    lines = [line for pair in zip(story.paragraphs, cycle(story.captions), strict=False) for line in pair]
    return "", f"<h1>{story.title}</h1>{_row()}<div id=zoom>{body}</div>", lines


def article_called_pictures(story: Story) -> Parts:
    """An article with pictures whose title says so."""
    pictures = "".join(f"<p>{_img(n)}</p>" for n in range(3))
    body = pictures + "".join(f"<p>{text}</p>" for text in story.paragraphs)
    return "", f"<h1>{story.title}（图）</h1>{_row()}<div class=TRS_Editor>{body}</div>", story.paragraphs


def article_below_a_slider(story: Story) -> Parts:
    """An ordinary article below the slide show of its site."""
    slides = "".join(f"<li><a href=/{n}>{_img(n)}<span>{RELATED_TITLES[n]}</span></a></li>" for n in range(5))
    body = "<br>".join(f"　　{text}" for text in story.paragraphs)
    return (
        "",
        f"<div class=slider><ul>{slides}</ul></div><h1>{story.title}</h1>{_row()}<div>{body}</div>",
        story.paragraphs,
    )


def article_with_pictures_at_its_end(story: Story) -> Parts:
    """Two paragraphs and six pictures without captions."""
    body = "".join(f"<p>{text}</p>" for text in story.paragraphs[:2]) + "".join(
        f"<p>{_img(n)}</p>" for n in range(6)
    )
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", story.paragraphs[:2]


def article_with_emoticons(story: Story) -> Parts:
    """Small pictures in an article of many short paragraphs."""
    sentences = [part + "。" for text in story.paragraphs for part in text.split("。") if part]
    body = "".join(f"<p><img src=/i/dot.gif width=12 height=12>{text}</p>" for text in sentences)
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", sentences


def article_of_steps(story: Story) -> Parts:
    """An instruction: a numbered sentence and a picture in turn, longer than captions are."""
    steps = [f"{n + 1}．{text}" for n, text in enumerate(story.paragraphs)]
    body = "".join(f"<p>{text}</p><p>{_img(n)}</p>" for n, text in enumerate(steps))
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", steps


def article_above_a_gallery(story: Story) -> Parts:
    """An article, and many pictures with captions below it."""
    pictures = "".join(
        f"<p>{_img(n)}<br>{text}</p>" for n, text in enumerate(islice(cycle(story.captions), 9))
    )
    body = "".join(f"<p>{text}</p>" for text in story.paragraphs)
    lines = [*story.paragraphs, *story.captions]
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}{pictures}</div>", lines


def article_with_a_linked_picture(story: Story) -> Parts:
    """A picture that links to the next page, then the text and a pager."""
    body = f"<p><a href=2.html>{_img(1)}</a></p>" + "".join(f"<p>{text}</p>" for text in story.paragraphs[:2])
    pager = "<div><a href=1.html>1</a> <a href=2.html>2</a></div>"
    return "", f"<h1>{story.title}</h1>{_row()}<div class=pic-text>{body}{pager}</div>", story.paragraphs[:2]


def article_in_an_image_box(story: Story) -> Parts:
    """A short article in a block whose class speaks of pictures."""
    body = f"{_img(1)}<p>{story.paragraphs[0]}</p><p>{story.paragraphs[1]}</p>"
    return "", f"<h1>{story.title}</h1>{_row()}<div class=img-box>{body}</div>", story.paragraphs[:2]


def article_below_a_video(story: Story) -> Parts:
    """A whole article below a player."""
    body = "".join(f"<p>{text}</p>" for text in story.paragraphs)
    return "", f"<h1>{story.title}</h1>{_row()}<div><video src=/1.mp4></video>{body}</div>", story.paragraphs


def article_of_profiles(story: Story) -> Parts:
    """Portraits, each with a name and a paragraph about the person."""
    people = [f"{name}的故事" for name in ("王红", "李建国", "陈芳", "赵一鸣")]
    parts = list(zip(people, story.paragraphs, strict=True))
    body = "".join(
        f"<p>{_img(n)}</p><p><b>{name}</b></p><p>{text}</p>" for n, (name, text) in enumerate(parts)
    )
    lines = [line for part in parts for line in part]
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", lines


def article_in_short_sentences(story: Story) -> Parts:
    """Many short paragraphs with a picture now and then."""
    sentences = [part + "。" for text in story.paragraphs for part in text.rstrip("。").split("，")]
    body = "".join(
        f"<p>{text}</p>" + (f"<p>{_img(n)}</p>" if n % 4 == 0 else "") for n, text in enumerate(sentences)
    )
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{body}</div>", sentences


# --- short articles -----------------------------------------------------------------------------------------


def photo_news(story: Story) -> Parts:
    """A picture, and a short text below it."""
    text = story.paragraphs[0]
    return "", f"<h1>{story.title}</h1>{_row()}<div class=c><p>{_img(1)}</p><p>{text}</p></div>", (text,)


def photo_news_of_two(story: Story) -> Parts:
    """Two pictures and a short text between them."""
    text = story.paragraphs[0] + "（记者 李青 摄）"
    body = f"<p>{_img(1)}</p><p>　　{text}</p><p>{_img(2)}</p>"
    return (
        f"图片新闻：{story.title}_{SITE}",
        f"<h1>图片新闻：{story.title}</h1>{_row()}<div>{body}</div>",
        (text,),
    )


def photo_news_with_a_caption(story: Story) -> Parts:
    """A short text and a picture with a caption."""
    text, caption = story.paragraphs[0], story.captions[0]
    body = f"<p>{text}</p><p>{_img(1)}</p><p>{caption}</p>"
    return "", f"<h1>{story.title}</h1>{_row()}<div class=c>{body}</div>", (text, caption)


def news_of_a_sentence(story: Story) -> Parts:
    """One sentence and no picture."""
    text = f"本报讯　{story.captions[0]}"
    return "", f"<h1>{story.title}</h1>{_row()}<div><p>{text}</p></div>", (text,)


def news_in_a_line(story: Story) -> Parts:
    """Two sentences without a paragraph."""
    text = story.captions[0] + story.captions[1]
    return "", f"<h1>{story.title}</h1>{_row()}<div class=content>{text}</div>", (text,)


TEMPLATES: dict[str, tuple[Callable[[Story], Parts], ...]] = {
    "picture": (
        gallery_of_paragraphs, gallery_without_a_word, gallery_of_figures, gallery_of_table_cells,
        gallery_with_one_caption, gallery_with_an_introduction, pictures_alone, posters,
        gallery_of_linked_pictures, gallery_of_sections, gallery_with_numbers, slides_beside_their_caption,
        gallery_of_long_captions, gallery_in_two_columns, slides_with_a_long_text,
        slides_on_pages, slides_in_a_list, slides_in_a_script, slides_with_thumbnails,
    ),
    "video": (video_alone, video_in_a_frame, video_with_a_notice, video_with_its_title, video_with_a_summary),
    "article": (
        article_with_pictures, article_with_captions, article_called_pictures, article_below_a_slider,
        article_with_pictures_at_its_end, article_with_emoticons, article_of_steps,
        article_above_a_gallery, article_with_a_linked_picture, article_in_an_image_box,
        article_below_a_video, article_of_profiles, article_in_short_sentences,
        photo_news, photo_news_of_two, photo_news_with_a_caption, news_of_a_sentence, news_in_a_line,
    ),
}  # fmt: skip
