"""Wording of forum software around posts: buttons, counters, notes of editing, marks of threads."""

from __future__ import annotations

import re
from functools import lru_cache

from topiccrawl.extraction.article import furniture

_BUTTONS = """
    回复 回覆 举报 舉報 引用 支持 反对 反對 只看该作者 只看此人 只看楼主 只看TA 倒序浏览 正序浏览
    倒序看帖 编辑 删除 收藏 赞 踩 顶 点赞 点评 评分 分享 转发 评论 查看全部 展开 收起 楼主 樓主 沙发
    沙發 板凳 地板 发消息 发私信 私信 加好友 关注 离线 在线 当前离线 当前在线 电梯直达 返回顶部 复制链接
    使用道具 显身卡 作者 管理员 版主 有用 没用 喜欢 感谢 最佳答案 最佳回复 已编辑 已采纳 采纳 更多 置顶
    精华 推荐 网友 来自 发表于 回复于 发布于 发表 于 说 说道 楼 樓 第 层 签到 like reply quote report
    share edit top up 翻译 投诉 打赏 送花 鲜花 鸡蛋 电脑端 手机端 客户端 手机版 查看 个 条 次 人 积分
    帖子 主题 注册时间 声望 威望 等级 经验 金币 粉丝 回答 提问 邀请 赞同 反对 有帮助 博主 原创 已关注
    全部回复 收起回复 我也说一句 还有 条回复 点击 的 发布
"""
_CONTROL = re.compile(
    rf"(?:{'|'.join(sorted(set(_BUTTONS.split()), key=len, reverse=True))}"
    r"|\d[\d.,万k+]*|[\s|｜/()（）\[\]【】:：·•.,，、#+\-—–»›>…×♥❤👍🔗↩▲▼△▽☆★])+",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"(?:此|本)(?:帖|贴|文|楼|樓|主题|主題|回复)(?:子|内容)?(?:最[后後]|[由于於已被在]).{0,40}(?:编辑|編輯|修改|审核|置顶|加精|高亮|移动|移動|提升|关闭|删除|通过|设置).{0,12}"
    r"|最[后後](?:由|编辑|修改|更新).{0,50}|(?:回复|回覆|引用)[:：]?@?\S{1,20}(?:的帖子|的话|的发言)[:：]?"
    r"|.{0,24}(?:\d+|等|[和与]).{0,6}(?:赞了|觉得很赞|点了赞|人赞|回复了此帖).{0,6}|\S{1,24}(?:觉得很赞|回复了此帖)"
    r"|.{0,30}于.{4,24}(?:更改标题|置顶此帖|锁定|关闭了|修改).{0,60}"
    r"|(?:下载|点击)?附件[:：].{0,60}|\S{1,40}\.\w{2,4}\s*[（(][\d.]+\s*[KMG]?B\s*[,，]\s*下载次数.{0,20}|(?:登录|登入|注册|註冊).{0,6}(?:后|後|才|方|可).{0,12}|您?需要登录.{0,20}"
    r"|(?:签名|簽名|个人签名)[:：]?.{0,60}|来自[:：]?\S{0,24}(?:客户端|手机|网页|版|省|市|iPhone|Android)\S{0,10}"
    r"|\d+\s*(?:个月|个|天|年|小时)\s*[后後]|IP(?:属地)?[:：].{0,20}|最佳回复由.{0,30}选择"
)
_QUOTE_HEAD = re.compile(r".{1,24}(?:发表于|發表於|写道|寫道|说过|wrote)\s*.{0,24}[:：]?")
_THREAD_MARK = re.compile(
    r"楼主|樓主|沙发|板凳|只看该作者|只看楼主|回帖|跟帖|发帖|帖子|楼层|\d+\s*[楼樓]|#\d+\b|\b\d+#|发表回复|讨论数|条回复|个回复|回答数"
)
_THREAD_NAME = re.compile(
    r"thread|topic|forum|\bbbs|discussion|postlist|viewtopic|poststream|question|floor|l_post"
)
_MICROBLOG_NAME = re.compile(r"weibo|status|tweet|toot|feed|moment|microblog|广播|timeline|stream-item")
_MICROBLOG_TITLE = re.compile(r"微博|动态|广播|说说|想法|泡泡|动弹|推文|嘟文|朋友圈")
_BLOG_SOFTWARE = re.compile(
    r"[\"'](?:WordPress|Typecho|Z-Blog|emlog|Hexo|Hugo|Ghost|Jekyll)\b", re.IGNORECASE
)
_BLOG_NAMES = (
    "BlogPosting",
    "hentry",
    "blog-post",
    "entry-content",
    "blog-content",
    "blog_content",
    "blog-detail",
)
BLOG_HEAD = 20_000
"""Characters of a page in which it may name its software."""


@lru_cache(maxsize=8192)
def is_button_row(line: str) -> bool:
    """Return whether a squeezed line holds only buttons, labels and numbers of a post.

    >>> is_button_row("回复举报赞(3)"), is_button_row("顶你，写得好")
    (True, False)
    """
    return len(line) <= 80 and _CONTROL.fullmatch(line) is not None


@lru_cache(maxsize=8192)
def is_note(line: str) -> bool:
    """Return whether a squeezed line is a note of the forum's software, not of the author.

    >>> is_note("本帖最后由张三于2024-4-506:20编辑"), is_note("本帖由我写于昨天，请看。")
    (True, False)
    >>> is_note("大集.jpg(120.5KB,下载次数:3)")
    True
    """
    return len(line) <= 120 and (_NOTE.fullmatch(line) is not None or furniture.is_copyright(line))


def is_quote_head(line: str) -> bool:
    """Return whether a squeezed line names the author of the quotation below it."""
    return len(line) <= 60 and _QUOTE_HEAD.fullmatch(line) is not None


def has_thread_mark(line: str) -> bool:
    """Return whether a line has a word that only threads have, such as 楼主."""
    return _THREAD_MARK.search(line) is not None


def is_thread_name(hint: str) -> bool:
    """Return whether names of a block speak of a thread."""
    return _THREAD_NAME.search(hint) is not None


def is_microblog(names: str, title: str) -> bool:
    """Return whether the names of the blocks of posts, or the title, speak of a microblog."""
    return _MICROBLOG_NAME.search(names) is not None or _MICROBLOG_TITLE.search(title) is not None


def is_blog(html: str) -> bool:
    """Return whether a page has the markup of a blog."""
    return any(name in html for name in _BLOG_NAMES) or _BLOG_SOFTWARE.search(html, 0, BLOG_HEAD) is not None
