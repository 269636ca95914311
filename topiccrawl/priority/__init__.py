"""Link priority: URL structure, URL history and the priority of formula 5."""
