"""Commands that find sites, and visit known ones again and again."""
