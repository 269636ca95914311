"""Files as users bring them: encodings, sizes, tables, pickles; and files written in one step."""
