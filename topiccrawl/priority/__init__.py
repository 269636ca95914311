"""Which link comes next: URL structure, its history, and the priority of formula 5."""
