"""The whole patent D: a crawl by URL vectors, bodies by visual units, then bodies by clusters of those.

python -m benchmarks.strategies.patent --web WEB --capture FILE [--pages 300]

1. `url-vectors` crawls the captured web from five samples of one section: harvest.
2. `visual` extracts the bodies of the first half of the articles that it kept.
3. Clusters are fitted to these bodies alone, and extract those of the second half: text F1 against the web's
   own texts, and pages a second of processor time, beside `visual`, the shipped clusters and the default.

No topic words and no labels are used but those of the five samples. Writes results/strategies-patent.json.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from urllib.parse import urlsplit

from benchmarks.extraction.labelled import scorer
from benchmarks.extraction.web_pages import Labelled, read_pages
from benchmarks.live.web import ReplayWeb
from benchmarks.strategies.captured import CapturedWeb, Row, Rows, capture_arguments, graded, without_domains
from benchmarks.strategies.url_vectors import TOPIC, of_one_section, per_effort
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.clustering.clustering import extract_clustering
from topiccrawl.extraction.clustering.fit import LabelledPage, body_sample
from topiccrawl.extraction.clustering.k_means import fit_clusters
from topiccrawl.page.page import Page
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic

Extract = Callable[[Page], str]


def main() -> None:
    parser = capture_arguments(__doc__)
    parser.set_defaults(pages=300)
    options = parser.parse_args()
    web = CapturedWeb(options.web, options.capture, options.pages)
    rows = Rows("strategies-patent", options)
    rows.add("url-vectors, then visual, then clustering", lambda: patent(web, ReplayWeb(options.web, 0)))


def patent(web: CapturedWeb, built: ReplayWeb) -> Row:
    """Crawl, extract by visual units, fit clusters, extract by them; return the figures."""
    articles = web.articles(TOPIC)
    relevant = [url for url, grade in articles.items() if grade >= 2]
    samples = of_one_section(relevant, random.Random(0))
    topic = without_domains(Topic.load(TOPIC)).with_seeds(tuple(samples))
    trace = web.trace(make_strategy(topic, "url-vectors"), samples)
    row = {"crawl": per_effort(web.figures(trace, graded(articles)))}
    kept = [page.url for page in trace.pages if page.outcome is Outcome.KEPT and page.url in articles]
    wanted = set(kept)
    labelled = {page.url: page for page in read_pages(built) if page.url in wanted}
    pages = [labelled[url] for url in kept if url in labelled]
    return row | bodies(pages[: len(pages) // 2], pages[len(pages) // 2 :])


def bodies(first: Sequence[Labelled], second: Sequence[Labelled]) -> Row:
    """Return text F1 and speed by extractor; clusters are fitted to what `visual` finds first."""
    began = time.process_time()
    found = [(parsed(one), one.url) for one in first]
    with_bodies = [LabelledPage(page, urlsplit(url).netloc, visual(page)) for page, url in found]
    samples = [sample for one in with_bodies if one.body and (sample := body_sample(one)) is not None]
    model = fit_clusters(samples)
    seconds = time.process_time() - began
    extractors: dict[str, Extract] = {
        "visual": visual,
        "clusters of visual bodies": partial(extract_clustering, model=model),
        "clusters as shipped": extract_clustering,
        "article": article,
    }
    rows = {name: quality(second, extract) for name, extract in extractors.items()}
    fit = {"pages": len(first), "samples": len(samples), "pages_per_s": round(len(first) / seconds, 1)}
    return {"visual and fit": fit, "second half": rows}


def visual(page: Page) -> str:
    """Return the text by visual units."""
    return extract_page(page, "visual").text


def article(page: Page) -> str:
    """Return the text by the default extractor."""
    return extract_page(page).text


def quality(pages: Sequence[Labelled], extract: Extract) -> Row:
    """Return mean F1 of the texts and pages a second, parsing included."""
    score = scorer()
    began = time.process_time()
    texts = [extract(parsed(page)) for page in pages]
    seconds = time.process_time() - began
    f1 = fmean(score(page.text, text) for page, text in zip(pages, texts, strict=True))
    return {"pages": len(pages), "text_f1": round(f1, 3), "pages_per_s": round(len(pages) / seconds, 1)}


def parsed(page: Labelled) -> Page:
    """Parse a page."""
    return Page.from_bytes(page.body, page.url, page.content_type)


if __name__ == "__main__":
    main()
