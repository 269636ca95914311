"""Made-up pages of threads, microblogs and blogs with comments, in the layouts that forum software has.

Each layout is its own code with its own names of blocks: tables and lists, floors with numbers and without,
times beside the author, below the text or as 3天前, signatures, quotations, cards of members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import NamedTuple

from benchmarks.extraction.threads.texts import THREADS, MadePost, MadeThread

MENU = "<div class=top><a href=/>首页</a> <a href=/forum>论坛</a> <a href=/login>登录</a> <a href=/reg>立即注册</a></div>"
FOOT = "<div class=foot>关于我们 | 联系方式 | 手机版 | 松岭网 版权所有 京ICP备00000000号</div>"
SIDE = (
    "<div class=side><h3>热门推荐</h3><ul><li><a href=/t/901>松岭今年新增绿道三十公里</a> 2023-05-01</li>"
    "<li><a href=/t/902>早春茶园开采忙，茶农起早采茶</a> 2023-05-02</li>"
    "<li><a href=/t/903>老厂房变身文化街区引来不少人</a> 2023-05-03</li></ul></div>"
)
NAMED = ("楼主", "沙发", "板凳", "地板")
Layout = Callable[[MadeThread], str]


class ThreadPage(NamedTuple):
    """A made-up page.

    Attributes:
        layout: name of the layout.
        html: the page.
        kind: the right kind.
        thread: the posts on it.
    """

    layout: str
    html: str
    kind: str
    thread: MadeThread

    @property
    def text(self) -> str:
        """The right text: all posts, of a blog the first one."""
        posts = self.thread.posts if self.kind in ("thread", "microblog") else self.thread.posts[:1]
        return "\n".join("\n".join(post.paragraphs) for post in posts)


def thread_pages(layouts: Mapping[Layout, str] | None = None) -> Iterator[ThreadPage]:
    """Yield a page in each layout of `LAYOUTS`, or in others."""
    for (layout, kind), thread in zip((layouts or LAYOUTS).items(), cycle(THREADS), strict=False):
        yield ThreadPage(layout.__name__.strip("_"), layout(thread), kind, thread)


def _page(title: str, body: str, head: str = "", side: str = SIDE) -> str:
    return f"<html><head><title>{title} - 松岭社区</title>{head}</head><body>{MENU}{body}{side}{FOOT}</body></html>"


def _br(post: MadePost) -> str:
    return "<br>\n".join(post.paragraphs)


def _p(post: MadePost) -> str:
    return "".join(f"<p>{one}</p>" for one in post.paragraphs)


def _discuz_table(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div id=post_{n}><table id=pid{n} class=plhin><tr><td class=pls rowspan=2><div class="favatar">
<div class=authi><a href="space-uid-{n}.html" class=xw1>{post.author}</a></div><p><em><a href=/g/1>中级会员</a></em></p>
<dl class="pil cl"><dt>积分</dt><dd>{n}35</dd></dl></div></td><td class=plc><div class=pi><strong>
<a href="#p{n}"><em>{n}</em><sup>#</sup></a></strong><div class=pti><div class=authi><em>发表于 {post.time}:07</em>
<span class=pipe>|</span> <a href=?authorid={n}>只看该作者</a></div></div></div><div class=pct><div class=t_fsz>
<table><tr><td class=t_f id=postmessage_{n}>{_br(post)}</td></tr></table></div></div></td></tr>
<tr><td class="plc plm"><div class=sign>生活明朗，万物可爱</div></td></tr><tr><td class=pls></td><td class=plc>
<div class=po><a href=r>回复</a> <a href=j>举报</a></div></td></tr></table></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    head = "<meta name=generator content='Discuz! X3.4'>"
    top = f"<h1 class=ts><span id=thread_subject>{thread.title}</span></h1><span>查看: 1832|回复: {len(thread.posts) - 1}</span>"
    return _page(thread.title, f"<div id=ct><div id=postlist class='pl bm'>{top}{rows}</div></div>", head)


def _discuz_mobile(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class="plc cl" id=pid{n}><span class=avatar><img src=a.png></span><div class="display pi"><ul class=authi>
<li class=grey><em>{NAMED[n] if n < 4 else f"{n + 1}楼"}</em><b><a href="home.php?mod=space&uid={n}">{post.author}</a></b></li>
<li class="grey rela">{post.time} <a href=e>收藏</a></li></ul><div class=message>{_br(post)}</div></div></div>"""
        for n, post in enumerate(thread.posts)
    )
    return _page(thread.title, f"<div class=postlist><h2>{thread.title}</h2>{rows}</div>", side="")


def _phpbb(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div id=p{n} class="post has-profile {("bg1", "bg2")[n % 2]}"><div class=inner><dl class=postprofile><dt>
<a href="./memberlist.php?mode=viewprofile&u={n}" class=username>{post.author}</a></dt><dd>帖子: {n}02</dd>
<dd>注册时间: 2012年3月1日</dd></dl><div class=postbody><h3><a href=#p{n}>Re: {thread.title}</a></h3>
<p class=author><a href=#p{n}>帖子</a> 由 <strong><a href=u class=username>{post.author}</a></strong> » {post.time}</p>
<div class=content>{_br(post)}</div><div class=signature>行万里路</div></div></div></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<h2 class=topic-title><a href=t>{thread.title}</a></h2>{rows}")


def _vbulletin(thread: MadeThread) -> str:
    rows = "".join(
        f"""<li class=postbitlegacy id=post_{n}><div class=posthead><span class=date>{post.time}</span>
<span class=nodecontrols><a href=#{n}>#{n}</a></span></div><div class=postdetails><div class=userinfo>
<a class=username href=member.php?{n}><strong>{post.author}</strong></a><span class=usertitle>注册用户</span></div>
<div class=postrow><h2 class=title>{thread.title}</h2><div class=content><blockquote class=postcontent>{_br(post)}</blockquote>
</div></div></div><div class=postfoot><a href=q>引用</a> <a href=r>举报</a></div></li>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<h1>{thread.title}</h1><ol id=posts class=posts>{rows}</ol>")


def _tieba(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class="l_post l_post_bright clearfix"><div class=d_author><ul class=p_author><li class=d_name>
<a class=p_author_name href=/home/main?un={n}>{post.author}</a></li><li class=l_badge><div class=d_badge_title>吧友</div>
<div class=d_badge_lv>{n + 3}</div></li></ul></div><div class=d_post_content_main><div class=p_content><cc>
<div id=post_content_{n} class="d_post_content j_d_post_content">{_br(post)}</div></cc></div><div class=core_reply_tail>
<span class=tail-info>来自Android客户端</span><span class=tail-info>{n}楼</span><span class=tail-info>{post.time}</span>
<a href=r class=lzl_link_unfold>回复({n})</a></div></div></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(
        thread.title, f"<h3 class=core_title_txt>{thread.title}</h3><div class=p_postlist>{rows}</div>"
    )


def _group_topic(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<li class="clearfix comment-item reply-item" id=c{n}><div class=user-face><a href=/people/{n}/><img src=f></a></div>
<div class="reply-doc content"><div class=bg-img-green><h4><a href=/people/{n}/>{post.author}</a> <span class=pubtime>{post.time}:11 浙江</span>
</h4></div><p class=reply-content>{_br(post)}</p><div class=operation_div><a href=l>赞</a> <a href=r>回复</a></div></div></li>"""
        for n, post in enumerate(thread.posts[1:], 1)
    )
    body = f"""<h1>{thread.title}</h1><div class=article><div class="topic-content clearfix"><div class=topic-doc><h3>
<span class=from>来自: <a href=/people/0/>{first.author}</a></span> <span class=create-time>{first.time}:00</span></h3>
<div class="topic-richtext">{_p(first)}</div></div></div><div class=sns-bar><a href=s>喜欢</a> <a href=s>收藏</a> <a href=s>转发</a></div>
<ul class=topic-reply id=comments>{rows}</ul></div>"""
    return _page(thread.title, body)


def _weibo(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class="card-wrap"><div class=card><div class=card-feed><div class=content><div class=info><a href=/u/{n}
class=name nick-name="{post.author}">{post.author}</a></div><div class=from><a href=/{n}/s>{post.time}</a> 来自 <a href=c>手机微博</a>
</div><p class=txt node-type=feed_list_content>{_br(post)}</p></div></div><div class=card-act><ul><li><a href=z>转发 {n}</a></li>
<li><a href=p>评论 1</a></li><li><a href=d>赞 {n}2</a></li></ul></div></div></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page("微博正文", f"<div class=weibo-main>{rows}</div>")


def _mastodon(thread: MadeThread) -> str:
    rows = "".join(
        f"""<article class=status><a class=status__relative-time href=/@u{n}/{n}><time datetime="{post.time.replace(" ", "T")}:00Z">{n}天前</time></a>
<a class=status__display-name href=/@u{n}><bdi><strong class=display-name__html>{post.author}</strong></bdi> <span>@u{n}</span></a>
<div class=status__content>{_p(post)}</div><div class=status__action-bar><button>回复</button> {n} <button>转嘟</button></div></article>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page("嘟文", f"<div class=scrollable>{rows}</div>", side="")


def _blog_comments(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<li class="comment depth-1" id=comment-{n}><article class=comment-body><footer class=comment-meta>
<div class="comment-author vcard"><b class=fn><a href=http://b{n}.invalid rel=external>{post.author}</a></b><span class=says>说道：</span></div>
<div class=comment-metadata><a href=#c{n}><time>{post.time.replace("-", "年", 1).replace("-", "月").replace(" ", "日 ")}</time></a></div></footer>
<div class=comment-content>{_p(post)}</div><div class=reply><a href=r>回复</a></div></article></li>"""
        for n, post in enumerate(thread.posts[1:3], 1)
    )
    body = f"""<article class="post hentry"><header><h1 class=entry-title>{thread.title}</h1><div class=entry-meta>发布于 {first.time[:10]}
作者：<a href=/author/1 rel=author>{first.author}</a></div></header><div class=entry-content>{_p(first)}</div></article>
<div id=comments class=comments-area><h2>《{thread.title}》上有2条评论</h2><ol class=comment-list>{rows}</ol></div>"""
    return _page(thread.title, body, "<meta name=generator content='WordPress 6.0'>")


def _two_rows(thread: MadeThread) -> str:
    rows = "".join(
        f"""<tr class=head{n % 2}><td><a href=user.asp?id={n}><b>{post.author}</b></a></td><td>发表于：{post.time} 第 {n} 楼</td></tr>
<tr class=body{n % 2}><td colspan=2>{_br(post)}</td></tr>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<h1>{thread.title}</h1><table width=98%><tbody>{rows}</tbody></table>")


def _definition_list(thread: MadeThread) -> str:
    rows = "".join(
        f"<dt><span class=nick>{post.author}</span> 于 {post.time} 回复：</dt><dd>{_br(post)}</dd>"
        for post in thread.posts
    )
    return _page(thread.title, f"<h2>{thread.title}</h2><dl class=bbs-list>{rows}</dl>")


def _flat_lines(thread: MadeThread) -> str:
    rows = "<hr>".join(
        f"<b>{n}楼</b> 作者：<a href=/user/{n}>{post.author}</a> 日期：{post.time}<br><br>{_br(post)}<br>"
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<div><h1>{thread.title}</h1></div><div class=bbs-content>{rows}</div>")


def _answers(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<div class="List-item"><div class="ContentItem AnswerItem"><div class=ContentItem-meta><div class=AuthorInfo>
<a class=UserLink-link href=/people/p{n}>{post.author}</a><div class=AuthorInfo-detail>热心网友</div></div></div>
<div class=RichContent><div class=RichContent-inner>{_p(post)}</div><div class=ContentItem-time><a href=/answer/{n}>发布于 {post.time}</a></div>
<div class=ContentItem-actions><button>赞同 {n}</button><button>添加评论</button></div></div></div></div>"""
        for n, post in enumerate(thread.posts[1:], 1)
    )
    body = f"""<div class=QuestionHeader><h1 class=QuestionHeader-title>{thread.title}</h1><div class=meta><a class=asker href=/people/a>{first.author}</a>
提问于 {first.time}</div><div class=QuestionRichText>{_p(first)}</div></div><div class=Question-mainColumn><div class=List-header>
<h4>{len(thread.posts) - 1} 个回答</h4></div><div class=List>{rows}</div></div>"""
    return _page(thread.title, body)


def _nested_replies(thread: MadeThread) -> str:
    def branch(posts: tuple[MadePost, ...]) -> str:
        if not posts:
            return ""
        post = posts[0]
        return f"""<li class=thread-reply><div class=reply-main><div class=reply-top><a class=user-link href=/member/{post.author}>{post.author}</a>
<span class=ago>{post.time}</span></div><div class=reply-text>{_p(post)}</div><div class=reply-bot><a href=r>回复</a></div></div>
<ul class=children>{branch(posts[1:])}</ul></li>"""

    return _page(thread.title, f"<h1>{thread.title}</h1><ul class=thread-root>{branch(thread.posts)}</ul>")


def _quotes(thread: MadeThread) -> str:
    def quoted(n: int) -> str:
        before = thread.posts[n - 1]
        return (
            f"<div class=quote><blockquote><cite>{before.author} 发表于 {before.time}</cite><br>{before.paragraphs[0]}</blockquote></div>"
            if n == 2
            else ""
        )

    rows = "".join(
        f"""<section class=floor><aside class=floor-user><a href=/space/{n}><span class=nickname>{post.author}</span></a></aside>
<div class=floor-main><div class=floor-bar><span>{post.time}</span><span>{n + 1}#</span></div>{quoted(n)}<div class=floor-text>{_br(post)}</div></div></section>"""
        for n, post in enumerate(thread.posts)
    )
    return _page(thread.title, f"<h1>{thread.title}</h1><main>{rows}</main>")


def _relative(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class=cell><table><tr><td width=48><img class=avatar src=a></td><td><strong><a href=/member/m{n} class=dark>{post.author}</a></strong>
<span class=ago title="{post.time}:00 +08:00">{n} 天前</span> <span class=no>{n}</span><div class=reply_content>{_br(post)}</div></td></tr></table></div>"""
        for n, post in enumerate(thread.posts[1:], 1)
    )
    first = thread.posts[0]
    body = f"""<div class=box><div class=header><h1>{thread.title}</h1><small class=gray><a href=/member/m0>{first.author}</a> · <span title="{first.time}:00 +08:00">9 天前</span>
· 812 次点击</small></div><div class=cell><div class=topic_content>{_p(first)}</div></div></div>
<div class=box><div class=cell>{len(thread.posts) - 1} 条回复</div>{rows}</div>"""
    return _page(thread.title, body)


def _status_line_last(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class=item><div class=txt>{_br(post)}</div><div class=meta>#{n} <a href=/user/{n}>{post.author}</a> {post.time} <a href=q>引用</a></div></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<div class=thread><h1>{thread.title}</h1>{rows}</div>")


def _guestbook(thread: MadeThread) -> str:
    rows = "".join(
        f"""<table class=gb><tr><td class=who>昵称：<font color=blue>{post.author}</font></td><td class=when>留言时间：{post.time}</td></tr>
<tr><td colspan=2 class=what>{_br(post)}</td></tr></table>"""
        for post in thread.posts
    )
    return _page(thread.title, f"<h1>{thread.title}</h1><p>网友留言</p>{rows}")


def _feed(thread: MadeThread) -> str:
    rows = "".join(
        f"""<li class=feed-item><div class=feed-user><a href=/profile/{n}>{post.author}</a></div><div class=feed-body>{_br(post)}</div>
<div class=feed-foot><span>{post.time[5:]}</span> <a href=z>赞</a> <a href=p>评论</a></div></li>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page("全部动态", f"<ul class=feed-list>{rows}</ul>")


def _news_comments(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<div class=cmt-item><div class=cmt-user>{post.author}</div><div class=cmt-txt>{_br(post)}</div><div class=cmt-time>{post.time}</div></div>"""
        for post in thread.posts[2:4]
    )
    body = f"""<h1>{thread.title}</h1><div class=info>{first.time} 来源：松岭日报</div><div class=content>{_p(first)}</div>
<div class=cmt-list><h3>网友评论</h3>{rows}</div>"""
    return _page(thread.title, body)


def _unseen_table_cells(thread: MadeThread) -> str:
    rows = "".join(
        f"""<tr class=line><td class=member width=20%><strong>{post.author}</strong><br>级别：秀才<br>发贴：{n}2</td><td class=say>
<div class=tip>第{n}楼 发贴时间 {post.time}</div><div class=words>{_br(post)}</div><div class=tool><a href=a>引用回复</a> | <a href=b>编辑</a></div></td></tr>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<center><h2>{thread.title}</h2></center><table border=1>{rows}</table>")


def _unseen_cards(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class="t-card mb-3"><div class="d-flex"><a class="t-avatar" href="/profile/{n}"><img src=x></a><div><div class="fw-bold"><a href="/profile/{n}">{post.author}</a></div>
<small class="text-muted"><time datetime="{post.time.replace(" ", "T")}">{post.time}</time> · 北京 · {n}楼</small></div></div><div class="mt-2 rich">{_p(post)}</div>
<div class="t-acts"><span>👍 {n}</span><span>回复</span><span>分享</span></div></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<div class=container><h1>{thread.title}</h1>{rows}</div>")


def _unseen_question_first(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<dl class="wgt-ans"><dd class=txt>{_p(post)}</dd><dd class=by>答主：{post.author}　回答于 {post.time}　<a href=z>评论</a></dd></dl>"""
        for post in thread.posts[1:]
    )
    body = f"""<div class=ask><h1>{thread.title}</h1><p class=ask-info>提问者：{first.author}　{first.time}　浏览 513 次</p><div class=ask-con>{_p(first)}</div></div>
<div class=ans-head>{len(thread.posts) - 1}条回答</div>{rows}"""
    return _page(thread.title, body)


def _unseen_blog(thread: MadeThread) -> str:
    first = thread.posts[0]
    rows = "".join(
        f"""<div class=c-row id=cm{n}><span class=c-user>{post.author}</span><span class=c-date>{post.time}</span><div class=c-text>{_br(post)}</div></div>"""
        for n, post in enumerate(thread.posts[2:4], 1)
    )
    body = f"""<div itemscope itemtype="http://schema.org/BlogPosting"><h1 itemprop=headline>{thread.title}</h1><p>{first.time} | 分类：<a href=c>随笔</a></p>
<div itemprop=articleBody>{_p(first)}</div></div><div class=c-list><h4>评论（2）</h4>{rows}</div>"""
    return _page(thread.title, body)


def _unseen_dynamic(thread: MadeThread) -> str:
    rows = "".join(
        f"""<section class=moment><header><a class=m-user href=/u/{n}>{post.author}</a><em>{post.time}</em></header><div class=m-body>{_br(post)}</div>
<footer><i>转发</i><i>评论</i><i>点赞{n}</i></footer></section>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page("好友动态", rows, side="")


def _unseen_paragraphs(thread: MadeThread) -> str:
    rows = "".join(
        f"""<div class=gt><p class=gt-h>【{n}楼】 {post.author} 于 {post.time} 留言：</p>{_p(post)}<p class=gt-f><a href=r>[回复]</a><a href=d>[删除]</a></p></div>"""
        for n, post in enumerate(thread.posts, 1)
    )
    return _page(thread.title, f"<h3>{thread.title}</h3>{rows}")


LAYOUTS: dict[Layout, str] = {
    **dict.fromkeys((_discuz_table, _discuz_mobile, _phpbb, _vbulletin, _tieba, _group_topic), "thread"),
    **dict.fromkeys((_weibo, _mastodon), "microblog"),
    _blog_comments: "blog",
    **dict.fromkeys((_two_rows, _definition_list, _flat_lines, _answers, _nested_replies, _quotes), "thread"),
    **dict.fromkeys((_relative, _status_line_last, _guestbook), "thread"),
    _feed: "microblog",
    _news_comments: "article",
}
"""The right kind of the pages by layout."""

UNSEEN: dict[Layout, str] = {
    **dict.fromkeys(
        (_unseen_table_cells, _unseen_cards, _unseen_question_first, _unseen_paragraphs), "thread"
    ),
    _unseen_blog: "blog",
    _unseen_dynamic: "microblog",
}
"""Layouts that were written after the rules, which were not changed for them."""
