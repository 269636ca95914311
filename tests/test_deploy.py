"""The files for servers have a form that Docker and scrapyd take; no container runs here."""

from __future__ import annotations

import json
import pkgutil
import re
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
WORKERS = {name: service for name, service in SERVICES.items() if "build" in service}

# Of the Compose Specification, what is used here.
SERVICE_KEYS = set("image build command environment depends_on restart healthcheck ports volumes".split())
SERVICE_KEYS |= {"read_only", "tmpfs", "cap_drop", "security_opt"}
HEALTH_KEYS = set("test interval timeout retries start_period".split())


def _pinned(path: str) -> dict[str, str]:
    """Versions by package, of every `name==version` in a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return {name.lower(): version for name, version in re.findall(r"([\w.-]+)==([\w.]+)", text)}


def test_compose_has_known_parts_only() -> None:
    assert {key for key in COMPOSE if not key.startswith("x-")} == {"name", "services", "volumes"}
    for service in SERVICES.values():
        assert service.keys() <= SERVICE_KEYS
        assert service.keys() & {"image", "build"}


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_says_when_it_is_well_and_comes_back(name: str) -> None:
    health = SERVICES[name]["healthcheck"]
    assert health.keys() <= HEALTH_KEYS
    assert health["test"][0] == "CMD" and len(health["test"]) > 1
    assert all(re.fullmatch(r"\d+s", health[key]) for key in ("interval", "timeout"))
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", SERVICES)
def test_what_must_last_is_in_a_named_volume_of_its_own(name: str) -> None:
    (volume,) = [mount.split(":")[0] for mount in SERVICES[name]["volumes"]]
    assert volume in COMPOSE["volumes"]
    others = [service["volumes"] for other, service in SERVICES.items() if other != name]
    assert not any(mount.startswith(f"{volume}:") for mounts in others for mount in mounts)


def test_ports_are_open_to_this_machine_only_and_differ() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert len({port.split(":")[1] for port in ports}) == len(ports)


def test_workers_share_frontier_and_corpus_of_services_that_are_there() -> None:
    assert len(WORKERS) >= 2
    for worker in WORKERS.values():
        urls = worker["environment"]
        hosts = {urls["TOPICCRAWL_DATABASE_URL"].split("@")[1].split("/")[0]}
        hosts |= {urlsplit(urls["TOPICCRAWL_REDIS_URL"]).hostname}
        assert hosts == worker["depends_on"].keys() <= SERVICES.keys()
        assert {on["condition"] for on in worker["depends_on"].values()} == {"service_healthy"}
    assert "--appendonly yes" in SERVICES["frontier"]["command"]


def test_scrapyd_deploy_reaches_every_worker() -> None:
    config = ConfigParser()
    config.read(ROOT / "scrapy.cfg", encoding="utf-8")
    targets = {config[section]["url"] for section in config if section.startswith("deploy")}
    assert targets == {f"http://{port.rpartition(':')[0]}/" for w in WORKERS.values() for port in w["ports"]}


def test_the_image_is_made_of_files_that_are_there_and_of_the_versions_tested_here() -> None:
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8")
    copied = [source for line in re.findall(r"(?m)^COPY (.+)$", dockerfile) for source in line.split()[:-1]]
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    for source in copied:
        assert (ROOT / source).is_file()
        assert f"!{source.split('/')[0]}" in let_in
    (wheels,) = re.findall(r"type=bind,source=(\S+),", dockerfile)
    assert f"!{wheels}" in let_in and f"--wheel-dir {wheels}" in (ROOT / "Makefile").read_text(
        encoding="utf-8"
    )
    assert "--no-index" in dockerfile and "network: none" in (ROOT / "compose.yaml").read_text(
        encoding="utf-8"
    )
    tested = _pinned("requirements-lock.txt")
    named = _pinned("docker/Dockerfile")
    assert named
    named_in_docs = _pinned("docs/deploy.md")
    assert all(tested[package] == version for package, version in (named | named_in_docs).items())


def test_the_image_is_one_that_a_builder_takes_and_runs_without_root() -> None:
    text = (ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    words = [word for word, _ in lines]
    assert set(words) <= {"FROM", "COPY", "RUN", "USER", "WORKDIR", "ENV", "EXPOSE", "VOLUME", "CMD"}
    assert words[0] == "FROM" and words.count("FROM") == 1 and words[-1] == "CMD"
    assert re.match(r"python:3\.1[1-9]-slim", lines[0][1])
    assert "USER" in words and words.index("USER") < words.index("CMD")
    assert dict(map(tuple, lines))["USER"] != "root"
    assert json.loads(lines[-1][1])[0] == "scrapyd"


def test_scrapyd_knows_every_option_of_its_configuration() -> None:
    shipped, known = ConfigParser(), ConfigParser()
    shipped.read(ROOT / "docker" / "scrapyd.conf", encoding="utf-8")
    known.read_string((pkgutil.get_data("scrapyd", "default_scrapyd.conf") or b"").decode())
    assert shipped["scrapyd"].keys() <= known["scrapyd"].keys()
    assert shipped["settings"]["topiccrawl"] == "worker_settings"
    assert (ROOT / "docker" / "worker_settings.py").is_file()


@pytest.mark.parametrize("name", WORKERS)
def test_workers_have_no_rights_that_they_do_not_need(name: str) -> None:
    worker = WORKERS[name]
    assert worker["read_only"] is True and worker["tmpfs"] == ["/tmp"]
    assert worker["cap_drop"] == ["ALL"] and worker["security_opt"] == ["no-new-privileges:true"]


def test_the_systemd_unit_of_the_docs_is_one() -> None:
    text = (ROOT / "docs/safety.md").read_text(encoding="utf-8")
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text.split("```ini\n")[1].split("```")[0])
    service = unit["Service"]
    assert service["NoNewPrivileges"] == service["ProtectHome"] == "yes"
    assert service["ProtectSystem"] == "strict" and service["CapabilityBoundingSet"] == ""
    assert service["ExecStart"].split("/")[-1].startswith("topiccrawl crawl ")
