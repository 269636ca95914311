# The two commands of a fresh machine are `make demo` and `make test`; everything happens in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete

# What the tests on MySQL, shared crawls, pages laid out by a browser, proxies and meta-search need: programs, and
# Debian's packages. Not every Debian has searx.
PROGRAMS := mariadbd redis-server chromium tinyproxy
SERVERS := mariadb-server redis-server chromium tinyproxy-bin
SEARX := python3-searx
# Briefings as PDF need a Chinese font.
FONT := fonts-wqy-microhei

# Shell condition: may we install Debian packages here?
CAN_INSTALL := [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install

.DELETE_ON_ERROR:
.PHONY: help venv font admin demo test pytest coverage test-lowest test-pythons test-readers dist release wheelhouse docs locale lint format lock
.PHONY: servers bench bench-peers clean python

help:
	@echo 'make demo     crawl a small web on this machine and show what was collected'
	@echo 'make admin    serve the administration pages of corpus.db'
	@echo 'make test     all checks: servers, lint, tests'
	@echo 'make coverage the tests once more, with the coverage of each module (twice as long)'
	@echo 'make venv     only create $(VENV), with scrapy and topiccrawl in its bin'
	@echo 'make lint     style, types and the order of the rooms'
	@echo 'make format   format the source as lint wants it'
	@echo 'make bench    every figure of the README, on the measuring data in $$TOPICCRAWL_DATA'
	@echo 'make bench-peers   topiccrawl beside other crawlers on the measuring data'
	@echo 'make docs     the pages of docs/ as a web site, in build/site'
	@echo 'make dist     wheel and source distribution in dist/'
	@echo 'make release  these, each installed into an empty environment and tried'
	@echo 'make wheelhouse  a tarball in dist/ from which machines without a network install everything, tried'
	@echo 'make clean    remove $(VENV) and what builds and checks leave behind'
	@echo
	@echo 'make test-lowest   the tests with the lowest versions that pyproject.toml declares'
	@echo 'make test-pythons  the tests on every supported Python that this machine has'
	@echo 'make test-readers  exports loaded with pandas, Polars, DuckDB and datasets'
	@echo 'make lock          write requirements-lock.txt again, after a change of requirements*.txt'

venv: $(STAMP) font

# pip's own configuration says where packages come from.
$(STAMP): requirements-lock.txt pyproject.toml setup.py | python
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement requirements-lock.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# For every supported Python and system at once. pip itself is not locked: each environment has its own.
lock: venv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-package pip \
	    --custom-compile-command 'make lock' --output-file requirements-lock.txt requirements-dev.txt

# Debian keeps what `python3 -m venv` needs in a package of its own.
python:
	@[ -n "$(PYTHON)" ] && $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    $(CAN_INSTALL) && apt-get -qq update && $(INSTALL) python3 python3-venv; \
	} || { echo 'make: Python 3.11 or newer with venv is needed (Debian: apt install python3-venv)' >&2; exit 1; }

font:
	@[ ! -e /etc/debian_version ] || dpkg -s $(FONT) >/dev/null 2>&1 || { $(CAN_INSTALL) && apt-get -qq update && $(INSTALL) $(FONT); } || \
	    echo 'make: without a Chinese font ($(FONT)) PDF files have no Chinese characters'

admin: venv
	$(BIN)/python -m topiccrawl admin

demo: venv
	$(BIN)/python -m topiccrawl demo

servers:
	@PATH="$$PATH:/usr/sbin" which $(PROGRAMS) >/dev/null || { \
	    $(CAN_INSTALL) && apt-get -qq update && $(INSTALL) $(SERVERS) && { $(INSTALL) $(SEARX) || true; }; \
	} || echo 'make: without $(SERVERS) $(SEARX) the tests that need them are skipped'

# Where the environment forbids to write bytecode, every process of a test compiles the package, and every
# process of pytest rewrites the assertions of all tests: two minutes of processor time.
unexport PYTHONDONTWRITEBYTECODE

# Two processes a core: tests of whole crawls, servers and browsers mostly wait. Not in xdist's order, in which the
# files with the fewest tests come last: those are the longest, and the last of them would run alone. Each process would
# rewrite all assertions; what fails shows its values when it is run again.
PYTEST := $(BIN)/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder --assert plain

# The types are checked by one process in a minute, and tests of whole crawls mostly wait.
test: venv servers
	$(MAKE) --no-print-directory --jobs 2 lint pytest

# What failed among other tests, which share the machine with its crawls and servers, is run once more alone: only
# what fails again is an error. After five failures this ends.
pytest: venv servers
	$(PYTEST) || { [ $$? = 1 ] && \
	    echo 'make: once more, alone: a test that passes now depends on what runs beside it' && \
	    $(BIN)/python -m pytest --last-failed --last-failed-no-failures none --maxfail 5 --verbose; }

# Not part of `test`: measuring coverage doubles the processor time of the tests.
coverage: venv servers
	$(PYTEST) --cov --cov-report=term:skip-covered

test-lowest: venv servers
	$(BIN)/nox --session lowest base

test-pythons: venv servers
	$(BIN)/nox --session tests

test-readers: venv
	$(BIN)/nox --session readers

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: venv
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# `uv build` makes the wheel from the source distribution.
dist: venv
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist .
	ls -l dist

# The environments are nox's, in .nox/.
release: dist
	$(BIN)/nox --session release

# For the Python and the system of this machine; docker/Dockerfile installs from build/wheelhouse.
wheelhouse: dist
	rm -rf build/wheelhouse
	mkdir -p build/wheelhouse
	sed -n 's/ \\$$//; /^[a-z].*==/p' requirements-lock.txt > build/constraints.txt
	$(BIN)/python -m pip wheel --quiet --wheel-dir build/wheelhouse --constraint build/constraints.txt \
	    --requirement requirements.txt scrapyd setuptools "$$(ls dist/*.whl)[all]"
	tar -C build -cf dist/topiccrawl-wheelhouse.tar wheelhouse
	$(BIN)/nox --session wheelhouse

# Texts of the code that have no Chinese one yet are added to the catalogue, empty; tests refuse them.
locale: venv
	$(BIN)/python docs/make_catalogue.py

docs: venv
	$(BIN)/python docs/make_reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'open build/site/zh/index.html'

bench: venv
	$(BIN)/python -m benchmarks.run_all

bench-peers: venv
	$(BIN)/python -m benchmarks.peers --plots docs/pictures

clean:
	rm -rf $(VENV) .nox build dist *.egg-info .coverage htmlcov demo-crawl
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
