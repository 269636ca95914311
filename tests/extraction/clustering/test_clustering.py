"""The patent's clusters of bodies: k by stability, membership, growth, and the body of a page."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from extraction.pages import FOOTER, MENU, PARAGRAPHS, RELATED, article
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction.clustering.clustering import (
    body_node,
    default_model,
    extract_clustering,
    innermost,
)
from topiccrawl.extraction.clustering.features import Row, node_features
from topiccrawl.extraction.clustering.fit import LabelledPage, body_sample, fit_pages, shingle_f1
from topiccrawl.extraction.clustering.k_means import fit_clusters as fit
from topiccrawl.extraction.clustering.k_means import (
    global_stability,
    k_means,
    local_stability,
    mean_distances,
    most_stable,
)
from topiccrawl.extraction.clustering.method import LOGARITHMS
from topiccrawl.extraction.clustering.model import ClusterModel, read_model
from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.page.page import Page

fit_clusters = partial(fit, method=LOGARITHMS)
"""The samples of these tests are planted in logarithms."""

BODY = "\n".join(" ".join(text.split()) for text in PARAGRAPHS)


def planted(centres: list[list[float]], each: int = 20, spread: float = 0.05) -> list[Row]:
    """Features whose logarithms lie around the given centres."""
    random = np.random.default_rng(7)
    points = [center + random.normal(0, spread, 5) for center in np.array(centres) for _ in range(each)]
    return [tuple(np.expm1(np.abs(point)).tolist()) for point in points]


THREE = planted([[5, 3, 1, 1, 1], [7, 4, 1, 1, 3], [9, 5, 4, 3, 5]])


def model_of(*centres: Row, distances: Row, samples: tuple[Row, ...] = ()) -> ClusterModel:
    """Clusters in the space of the plain logarithms."""
    return ClusterModel((0.0,) * 5, (1.0,) * 5, centres, distances, (10,) * len(centres), samples)


def at(*logarithms: float) -> Row:
    """Features with the given logarithms, zeros for the rest."""
    return tuple(math.expm1(value) for value in (*logarithms, *(0.0,) * (5 - len(logarithms))))


def test_features_of_a_node_by_hand() -> None:
    page = Page.of("<div><p>甲乙丙。丁！</p><p>戊己<a href='/x'>庚</a>。<img><img></p><br>辛</div>")
    features, paragraphs = node_features(read_nodes(page.tree))
    # body and div: 11 characters in 3 paragraphs, 1 of them in a link, 2 images, 2 full stops
    assert features[:2].tolist() == [[11, 11 / 3, 1, 2, 2]] * 2
    assert features[2].tolist() == [6, 6, 0, 0, 1]
    assert features[3].tolist() == [4, 4, 1, 2, 1]
    assert paragraphs[:4].tolist() == [3, 3, 1, 1]


def test_planted_clusters_are_found() -> None:
    points = np.log1p(np.array(THREE))
    centres, labels = k_means(points, 3)
    assert sorted(map(sorted, (np.flatnonzero(labels == c).tolist() for c in range(3)))) == [
        list(range(20)), list(range(20, 40)), list(range(40, 60))
    ]  # fmt: skip
    for cluster in range(3):
        assert centres[cluster] == pytest.approx(points[labels == cluster].mean(axis=0))


def test_stability_by_hand() -> None:
    # a triangle of sides 3, 4, 5: mean distance 4, over three clusters
    assert global_stability(np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])) == pytest.approx(4 / 3)
    # densities 6 / 2 and 4 / 0.5; a cluster of one point and one without extent have none
    assert local_stability([6, 4], [2.0, 0.5]) == pytest.approx((3 + 8) / 2)
    assert local_stability([6, 4, 1, 5], [2.0, 0.5, 0.5, 0.0]) == pytest.approx((3 + 8) / 4)
    assert local_stability([6, 4], [2.0, 0.5], min_points=5) == pytest.approx(3 / 2)


def test_the_highest_local_stability_decides_and_the_global_one_among_near_ties() -> None:
    assert most_stable([(2.0, 10.0), (1.0, 40.0), (0.5, 20.0)]) == 1
    assert most_stable([(2.0, 39.9), (1.0, 40.0), (3.0, 20.0)]) == 0
    assert most_stable([(2.0, 0.0)]) == 0


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_planted_numbers_of_clusters_are_found_in_11_of_12_trials(k: int) -> None:
    found = sum(len(fit_clusters(apart(k, trial)).sizes) == k for trial in range(12))
    assert found >= 11


def apart(k: int, trial: int) -> list[Row]:
    """Return clusters of which any two centres are at least nine deviations apart."""
    random = np.random.default_rng(100 * k + trial)
    centres: list[Any] = []
    while len(centres) < k:
        centre = random.uniform(1, 9, 5)
        if all(np.linalg.norm(centre - other) >= 9 * 0.2 for other in centres):
            centres.append(centre)
    points = [centre + random.normal(0, 0.2, 5) for centre in centres for _ in range(30)]
    return [tuple(np.expm1(point).tolist()) for point in points]


def test_mean_distances_by_hand() -> None:
    points, centres = (
        np.array([[0.0, 0.0], [0.0, 2.0], [5.0, 0.0]]),
        np.array([[0.0, 1.0], [5.0, 0.0], [9.0, 9.0]]),
    )
    assert mean_distances(points, centres, np.array([0, 0, 1])) == [1.0, 0.0, 0.0]


def test_membership_is_the_mean_distance_inside_over_the_distance() -> None:
    model = model_of((1.0, 0.0, 0.0, 0.0, 0.0), (5.0, 0.0, 0.0, 0.0, 0.0), distances=(1.0, 3.0))
    assert model.memberships(np.array([at(3), at(1), at(5)])) == pytest.approx(
        np.array([[0.5, 1.5], [math.inf, 0.75], [0.25, math.inf]])
    )


def test_a_cluster_without_extent_has_only_its_centre() -> None:
    model = model_of((1.0, 0.0, 0.0, 0.0, 0.0), distances=(0.0,))
    assert model.memberships(np.array([at(1), at(1.1)])).tolist() == [[math.inf], [0.0]]


def test_clusters_need_samples_that_differ() -> None:
    for samples, k_max in (([], 5), ([at(1)] * 9, 5), (THREE, 1)):
        with pytest.raises(ValueError, match="two different samples"):
            fit_clusters(samples, k_max)
    assert sorted(fit_clusters([at(1), at(2)]).sizes) == [1, 1]


def test_nested_candidates_lead_to_the_innermost() -> None:
    parent = [-1, 0, 1, 2, 1, 0]
    assert innermost([1, 2, 3], parent) == 3
    assert innermost([1, 3, 2], parent) == 3  # inside is inside, however deep
    assert innermost([1, 5, 2, 3], parent) == 1  # the next one is elsewhere
    assert innermost([2, 1, 3], parent) == 2  # the next one is around it
    assert innermost([4], parent) == 4


def test_the_body_of_a_page_is_the_node_like_the_bodies_of_the_model() -> None:
    page = Page.of(f"<ul>{MENU}</ul><div><section><article>{article()}</article></section></div>{FOOTER}")
    sample = body_sample(LabelledPage(page, "a.cn", BODY))
    near = model_of(tuple(np.log1p(sample).tolist()), distances=(0.1,))
    assert extract_clustering(page, near) == BODY
    far = model_of(at(20, 20), distances=(0.1,))
    assert extract_clustering(page, far) == ""


def test_of_nested_nodes_with_the_same_text_the_innermost_is_the_body() -> None:
    paragraphs = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    nodes = read_nodes(Page.of(f"<div><div><div id=inner>{paragraphs}</div></div></div><p>尾</p>").tree)
    node = body_node(nodes, default_model())
    assert nodes.elements[node].get("id") == "inner"


def test_nodes_that_are_only_links_are_no_candidates() -> None:
    links = "".join(f"<p><a href='/{n}'>{text}</a></p>" for n, text in enumerate(PARAGRAPHS))
    sample = node_features(read_nodes(Page.of(links).tree))[0][0]
    exactly = model_of(tuple(np.log1p(sample).tolist()), distances=(1.0,))
    assert extract_clustering(Page.of(links), exactly) == ""
    assert extract_clustering(Page.of(links.replace("href", "name")), exactly) == ""


def test_a_body_of_one_paragraph_is_found_when_nothing_larger_is_like_a_body() -> None:
    single = "".join(PARAGRAPHS)
    assert extract_clustering(Page.of(f"<ul>{MENU}{RELATED}</ul><div>{single}</div>")).endswith(
        "群众温暖过冬。"
    )


def test_a_page_without_text_has_no_body() -> None:
    for html in ("", " ", "<html></html>", "<frameset><frame></frameset>", "<p> </p>", f"<ul>{MENU}</ul>"):
        assert extract_clustering(Page.of(html)) == ""


def test_a_model_is_written_and_read_back() -> None:
    model = fit_clusters(THREE)
    again = read_model(model.to_json())
    assert again.sizes == model.sizes
    assert np.array(again.centres) == pytest.approx(np.array(model.centres), abs=1e-6)
    assert read_model(again.to_json()) == again


@pytest.mark.parametrize(
    "broken",
    [
        lambda _: "",
        lambda _: "[]",
        lambda _: "{}",
        lambda _: '{"mean": 1}',
        lambda model: model.to_json().replace('"sizes"', '"size"'),
        lambda model: replace(model, mean=(1.0,)).to_json(),
        lambda model: replace(model, distances=()).to_json(),
    ],
)
def test_what_is_no_model_is_named(broken: Callable[[ClusterModel], str]) -> None:
    with pytest.raises(ValueError, match=r"^mine\.json: "):
        read_model(broken(default_model()), "mine.json")


def test_the_default_model_holds_figures_only() -> None:
    model = default_model()
    assert sum(model.sizes) == len(model.samples) > 100
    assert fit(model.samples).sizes == model.sizes
    assert json.loads(model.to_json()).keys() == {
        "mean",
        "deviation",
        "centres",
        "distances",
        "sizes",
        "samples",
        "least",
        "method",
    }


def labelled(number: int) -> LabelledPage:
    """A page whose body has its own number of paragraphs, of one of seven sites."""
    texts = [f"第{n}点，{text}" for n, text in enumerate(PARAGRAPHS * 8)][: 4 + number]
    body = "".join(f"<p>{text}</p>" for text in texts)
    return LabelledPage(Page.of(article(body=body)), f"site{number % 7}.cn", "\n".join(texts))


def test_fitting_to_labelled_pages() -> None:
    pages = [labelled(number) for number in range(21)]
    fit = fit_pages(pages)
    assert len(fit.model.samples) == 21
    assert fit.model.samples[0][4] == pages[0].body.count("。")
    assert fit.f1 > 0.9
    assert fit.right > 0.9
    without_body = LabelledPage(Page.of("<p>无关</p>"), "b.cn", "完全不同的一段正文。")
    assert body_sample(without_body) is None
    assert len(fit_pages([*pages, without_body]).model.samples) == 21


def test_one_site_is_not_enough_to_fit_to() -> None:
    pages = [replace(labelled(number), site="a.cn") for number in range(5)]
    with pytest.raises(ValueError, match="two different samples"):
        fit_pages(pages)
    others = [replace(labelled(number), site="b.cn") for number in range(5, 10)]
    assert len(fit_pages([*pages, *others]).model.samples) == 10


@given(st.text("甲乙丙丁", max_size=30), st.text("甲乙丙丁", max_size=30))
def test_f1_is_symmetric_and_one_only_for_equal_text(one: str, other: str) -> None:
    assert shingle_f1(one, other) == pytest.approx(shingle_f1(other, one))
    assert 0 <= shingle_f1(one, other) <= 1
    assert shingle_f1(one, one) == bool(one)
