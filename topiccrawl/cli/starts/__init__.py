"""Commands that find sites, and that visit known ones regularly."""
