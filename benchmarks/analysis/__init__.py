"""Methods behind the analysis pages: sentiment, subjects, places and clusters of stories."""
