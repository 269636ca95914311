"""What the five features tell apart, and how few random rows are members of the shipped clusters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from topiccrawl.experiments.clusters import random_rows, share_of_members
from topiccrawl.extraction import extract_text
from topiccrawl.extraction.clustering.clustering import (
    default_model,
    extract_clustering,
    literal_model,
    page_nodes,
    page_sample,
)
from topiccrawl.extraction.clustering.features import FEATURES, body_features
from topiccrawl.extraction.clustering.k_means import fit_clusters
from topiccrawl.extraction.clustering.method import LITERAL, LOGARITHMS, SHIPPED
from topiccrawl.extraction.clustering.model import MEMBERSHIP
from topiccrawl.page.page import Page

NEWS = [
    "本报讯 青山县图书馆新馆昨日开馆，首日接待读者三千余人，馆内设有少儿阅览区、地方文献区和自习区。",
    "馆长介绍，新馆全年开放，读者凭身份证即可免费办理借书证，一次最多可借十册图书，借期一个月。",
    "县里还计划在五个乡镇设立分馆，明年年底前全部建成，届时农村读者不出乡镇就能借还图书。",
]
COMMENTS = [
    "终于等到新馆开门了",
    "周末带孩子去看看",
    "停车的地方够不够",
    "比老馆大多了！",
    "希望晚上也开门。",
]
"""Repeated ten times: three times as long as the news, with more full stops, in short lines."""
NOTICES = [
    "栏目 本地新闻 综合频道 民生在线 新馆 开馆 阅读 少儿 自习 借书证 分馆 地方文献 全年开放 免费办理 读者 馆长 乡镇 农村 书架 座位 讲座 展览 活动",
    "来源 青山日报 编辑部 社会新闻部 记者站 地址 青山县人民路十八号 邮政编码 网络中心 广告部 发行部 办公室 总编室 要闻部 经济部 文化部 摄影部 技术部",
    "地区 青山县 城关镇 东河乡 西河乡 南山乡 北山乡 大桥镇 小桥镇 开发区 高新区 工业园 火车站 汽车站 人民公园 体育馆 博物馆 文化馆 第一中学 县医院",
]
"""Repeated four times: lines as long as those of a body, without a full stop."""


def block(lines: list[str]) -> str:
    return f"<div>{''.join(f'<p>{line}</p>' for line in lines)}</div>"


@pytest.mark.parametrize(
    ("others", "decides"), [(COMMENTS * 10, "mean paragraph length"), (NOTICES * 4, "full stops")]
)
def test_short_news_is_told_from_longer_text_by_one_feature(others: list[str], decides: str) -> None:
    html = f"<body>{block(NEWS)}{block(others)}</body>"
    assert extract_clustering(Page.of(html)) == "\n".join(NEWS)
    for name in FEATURES:
        without = fit_clusters(default_model().samples, method=replace(SHIPPED, left_out=(name,)))
        found = extract_clustering(Page.of(html), without)
        assert (found == "\n".join(NEWS)) == (name != decides), name


def test_few_random_rows_are_members() -> None:
    assert share_of_members(default_model()) <= 0.08
    logarithms = fit_clusters(default_model().samples, method=LOGARITHMS)
    assert share_of_members(logarithms) > 0.6  # the rows are not far away from all bodies


def test_three_quarters_of_the_bodies_are_members() -> None:
    model = default_model()
    inside = model.memberships(np.array(model.samples)).max(axis=1) >= MEMBERSHIP
    assert inside.mean() > 0.75


def test_rows_that_no_node_can_have_are_no_members() -> None:
    model = default_model()
    odd = np.array([[-1.0, -5.0, -3.0, -1.0, -2.0], [0.0] * 5, [1e12] * 5])
    assert (model.memberships(odd).max(axis=1) < MEMBERSHIP).all()


def test_random_rows_are_the_same_in_every_run() -> None:
    samples = np.array(default_model().samples)
    assert (random_rows(samples) == random_rows(samples)).all()
    assert random_rows(samples).min() >= 0


def test_the_literal_clusters_are_of_raw_features() -> None:
    model = literal_model()
    samples = np.array(model.samples)
    assert model.mean == pytest.approx(samples.mean(axis=0).tolist())
    assert model.deviation == pytest.approx(samples.std(axis=0).tolist())
    assert (model.method, model.samples) == (LITERAL, default_model().samples)


def test_the_letter_of_the_patent_has_no_rule_on_paragraphs() -> None:
    model = literal_model()
    paragraph = model.samples[0]
    near = replace(model, mean=(0.0,) * 5, deviation=(1.0,) * 5, centres=((49.0, 49.0, 0.0, 0.0, 1.0),))
    near = replace(near, distances=(5.0,), sizes=(1,), samples=(paragraph,))
    page = Page.of(f"<body>{block(NEWS)}</body>")
    assert extract_clustering(page, near).count("\n") == 0
    ruled = replace(near, method=replace(LITERAL, min_paragraphs=3), distances=(100.0,))
    assert extract_clustering(page, ruled).count("\n") == 2


def test_the_sample_of_a_page_is_the_node_of_its_body() -> None:
    page = Page.of(f"<body><div>{block(NEWS)}</div>{block(COMMENTS)}</body>")
    body = extract_text(page.html)
    length = len("".join(body.split()))
    assert page_sample(page) == body_features(page.once(page_nodes), body)
    found = page_sample(page)
    assert found[0] == pytest.approx(length, rel=0.1)
    assert page_sample(Page.of("<p></p>")) is None
