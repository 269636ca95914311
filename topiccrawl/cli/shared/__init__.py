"""What the commands share: groups, options, tables and progress bars."""
