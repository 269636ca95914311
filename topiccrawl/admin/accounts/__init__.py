"""Users, their passwords and sessions, in a file of their own."""
