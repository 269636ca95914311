"""What pyproject.toml cannot say: `resources/` is the package `topiccrawl.resources`, and data rides along.

`scrapyd-deploy` runs this file (`setup.py bdist_egg`).
"""

from __future__ import annotations

from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).parent
FOLDERS = {"topiccrawl": "topiccrawl", "topiccrawl.resources": "resources"}


def data_files(folder: str) -> list[str]:
    """Everything below a folder that is no Python, relative to it."""
    return [
        str(path.relative_to(ROOT / folder))
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and path.suffix not in (".py", ".pyc")
        if not any(part.startswith(".") for part in path.relative_to(ROOT / folder).parts)
    ]


setup(
    packages=[*find_packages(str(ROOT), include=["topiccrawl", "topiccrawl.*"]), "topiccrawl.resources"],
    package_dir=FOLDERS,
    package_data={package: data_files(folder) for package, folder in FOLDERS.items()},
    # Data is read through importlib.resources, so an egg may stay zipped.
    zip_safe=True,
)
