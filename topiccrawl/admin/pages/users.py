"""Users: their roles and passwords."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.hashing import BusyError
from topiccrawl.admin.accounts.roles import NAMES, Role
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError


@page(Role.OPERATOR)
def list_users(visit: Visit) -> Response:
    """Show all users."""
    return visit.page("users.html", users=visit.services.accounts.users())


@page(Role.OPERATOR)
def save_user(visit: Visit) -> Response:
    """Add a user, or give one another password and role."""
    role = next((one for one, name in NAMES.items() if name == visit.form.get("role")), None)
    if role is None:
        raise AdminError(marked("没有这个角色。"))
    visit.services.accounts.set_user(visit.form.get("name", "").strip(), visit.form.get("password", ""), role)
    return visit.go("/users", "saved")


@page(Role.OPERATOR)
def remove_user(visit: Visit) -> Response:
    """Delete a user."""
    name = visit.form.get("name", "")
    visit.services.accounts.remove_user(name)
    visit.services.drafts.forget(name)  # a later user with the same name must not find it
    return visit.go("/users", "removed")


@page(Role.VIEWER)
def own_password(visit: Visit) -> Response:
    """Show the form for the user's own password, or change it, which ends all of the user's sessions."""
    assert visit.user is not None
    if visit.request.method == "GET":
        return visit.page("account.html")
    accounts, name = visit.services.accounts, visit.name
    key = f"session {name}"  # a log-in from elsewhere need not wait for it
    if visit.services.throttle.begin(key):
        raise AdminError(marked("失败次数过多，请稍后再试。"))
    try:
        is_right = accounts.check(name, visit.form.get("old", "")).result()
    except BusyError:
        visit.services.throttle.take_back(key)
        raise
    if not is_right:
        raise AdminError(marked("原密码不对。"))
    visit.services.throttle.succeeded(key)
    accounts.set_user(name, visit.form.get("new", ""), visit.user.role)
    return visit.go("/login")


ROUTES = [
    Route("/users", list_users, methods=["GET"]),
    Route("/users", save_user, methods=["POST"]),
    Route("/users/remove", remove_user, methods=["POST"]),
    Route("/account", own_password, methods=["GET", "POST"]),
]
