"""News from a corpus: stories and events, their analysis, warnings, briefings, watched pages."""
