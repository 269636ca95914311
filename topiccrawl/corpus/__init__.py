"""The stored corpus: filling records, lists, analysis, stories, exports."""
