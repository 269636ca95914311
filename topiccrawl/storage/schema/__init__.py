"""Tables of the database, the same on SQLite, MySQL and MariaDB."""
