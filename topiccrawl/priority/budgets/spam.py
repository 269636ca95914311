"""Why pages are spam."""

from __future__ import annotations

from topiccrawl.text.language import marked

RECOMBINED = marked("recombined_sentences")
WORD_LIST = marked("topic_word_list")

MEANINGS = {
    "spam": marked("The last pages of its site were lists of topic words, or the same sentences again."),
    RECOMBINED: marked(
        "The site makes ever new pages from the same sentences in another order; its pages are left out."
    ),
    WORD_LIST: marked(
        "Topic words are listed without sentences, and the rest of the text is not about the topic."
    ),
}
"""What the reasons of drops mean."""
