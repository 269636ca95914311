"""What a corpus shows over time and place: volume, new words, warnings, briefings."""
