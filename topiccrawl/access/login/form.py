"""The log-in form of a page: finding it and filling it in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from cssselect import SelectorError
from lxml import html as lxml_html
from lxml.etree import LxmlError

from topiccrawl.access.login.recipe import LoginRecipe


@dataclass(frozen=True)
class Submission:
    """A filled-in form.

    Attributes:
        url: where it is sent to.
        method: GET or POST.
        fields: names and values, with those that the page had filled in.
    """

    url: str
    method: str
    fields: tuple[tuple[str, str], ...]


def fill_form(html: str, url: str, recipe: LoginRecipe, user: str, password: str) -> Submission:
    """Return the log-in form of a page, filled in.

    Args:
        html: the page.
        url: its URL.
        recipe: names of the fields.
        user: the user name.
        password: the password.

    Raises:
        ValueError: the page has no such form, or it would send the password of an https page in clear text.
    """
    form = _form(html, recipe)
    if form is None:
        raise ValueError(f"{url} has no form with a field {recipe.password_field!r}")
    own = dict(field.split("=", 1) for field in recipe.fields)
    own |= {recipe.user_field: user, recipe.password_field: password}
    kept = [(name, str(value)) for name, value in form.form_values() if name not in own]
    fields = (*kept, *own.items())
    action = urljoin(url, form.action or url)
    if url.startswith("https:") and not action.startswith("https:"):
        raise ValueError(f"the form of {url} sends the password to {action}, without https")
    return Submission(action, str(form.method).upper(), fields)


def has_form(html: str, recipe: LoginRecipe) -> bool:
    """Return whether a page has the log-in form."""
    # Most pages do not even contain the word; parsing them again would cost more than all other checks.
    return recipe.password_field in html and _form(html, recipe) is not None


def _form(html: str, recipe: LoginRecipe) -> Any | None:
    try:
        root = lxml_html.document_fromstring(html)
        forms = root.cssselect(recipe.form) if recipe.form else root.forms
    except (LxmlError, ValueError, SelectorError):
        return None
    named = recipe.password_field
    return next((form for form in forms if form.tag == "form" and named in form.fields), None)
