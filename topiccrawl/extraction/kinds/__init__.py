"""What kind of page a page is: an article, a list, a notice, pictures, a player."""
