"""Tables as people send and take them: words, start URLs and sites."""
