"""Stories: chains of reposts, first sources, events and names."""
