"""The frontier: its contract, and the implementations for one machine."""
