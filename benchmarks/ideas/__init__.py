"""What each idea of the papers is worth, away from the webs and topics that it was tuned on."""
