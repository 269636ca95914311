"""The ways in which lists go on that no anchor shows: scripts, forms, selections, menus, archives."""
