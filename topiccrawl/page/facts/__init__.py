"""The facts that a page states beside its text: headline, date of publication, source."""
