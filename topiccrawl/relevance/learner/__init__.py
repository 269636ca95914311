"""One learner from the pages of a crawl and from grades: which pages are on the topic."""

from topiccrawl.relevance.learner.grades import GradesFit, learn_grades
from topiccrawl.relevance.learner.learning import learn
from topiccrawl.relevance.learner.model import PageModel
from topiccrawl.relevance.learner.seen import SeenPage

__all__ = ["GradesFit", "PageModel", "SeenPage", "learn", "learn_grades"]
