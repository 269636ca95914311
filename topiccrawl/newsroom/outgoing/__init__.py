"""Briefings that leave the house: what editors make of them, their numbers, receivers and deliveries."""
