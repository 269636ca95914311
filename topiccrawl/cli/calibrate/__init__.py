"""`topiccrawl calibrate`: fit parameters of a topic to labelled data."""
