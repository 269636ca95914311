"""Sites made by rule, whose every page is known, and the server and the plain spider that crawls need."""
