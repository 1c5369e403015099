# make play: set up and open the table (make play HOST=lan: for every device in the house).
# make test: set up and run everything.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src/sobremesa/core src/sobremesa/material src/sobremesa/families src/sobremesa/solvers src/sobremesa/bots -name '*.py')
# As root, apt works as it is.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: play test test-all check scripts node bench bench-batch load chaos docs pictures browser interpreter postgres interpreted lock wheel clean

# HOST=lan lets every device in the house in; a HOST of the environment means something else.
play: $(VENV)/table.stamp interpreter
	$(BIN)/sobremesa table --open $(if $(filter command,$(origin HOST)),--host $(HOST))

# What fails beside others is tried once more, alone: browsers and servers can starve on two busy
# processors. What fails alone has failed.
test: check browser interpreter postgres
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow" || \
	    $(BIN)/python -m pytest -q --last-failed --last-failed-no-failures none -m "not slow"
	$(MAKE) interpreted

test-all: check browser interpreter postgres
	SOBREMESA_ALL=1 $(BIN)/python -m pytest -q -n 2 --dist worksteal || \
	    SOBREMESA_ALL=1 $(BIN)/python -m pytest -q --last-failed --last-failed-no-failures none
	$(MAKE) interpreted

# The same source without a compiler: the rules and the laws once more, as plain Python, with
# tests of the other rooms that soon pass, to see how much of each room is reached.
interpreted: $(VENV)/dev.stamp
	rm -rf build/interpreted && mkdir -p build/interpreted
	cp -r src/sobremesa build/interpreted/
	cp -r docs/rules build/interpreted/sobremesa/rules/pages
	cp -r docs/lessons build/interpreted/sobremesa/rules/courses
	cp -r docs/studies build/interpreted/sobremesa/rules/study_pages
	cp -r examples build/interpreted/sobremesa/example_files
	find build/interpreted -name '*.so' -delete
	PYTHONPATH=build/interpreted SOBREMESA_FEW=1 $(BIN)/python -W ignore::RuntimeWarning:slipcover.importer \
	    -m slipcover --branch --json --out build/coverage.json --source build/interpreted \
	    -m pytest -q -n 2 --dist worksteal -m "not slow" tests/rules tests/test_conformance.py \
	    tests/test_rng.py tests/test_hidden.py tests/test_record.py tests/test_cli.py \
	    tests/test_picture_words.py tests/table/test_pages.py tests/table/test_talk.py \
	    tests/table/test_seats.py
	$(BIN)/python -m tests.covered build/coverage.json

check: $(VENV)/dev.stamp scripts
	$(BIN)/ruff check .
	@# Windows reads and writes text in another encoding unless one is named.
	$(BIN)/ruff check -q --isolated --preview --select PLW1514 src tests bench setup.py examples
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_rooms.py

# The scripts of the pages: their types, and what of them needs no page.
scripts: node_modules/stamp
	node_modules/.bin/tsc
	node --test tests/js/*.test.js

bench: $(VENV)/bench.stamp
	$(BIN)/python -m bench

# The tables of docs/performance.md, all or some: make bench-batch BATCH="games loops".
bench-batch: $(VENV)/bench.stamp
	$(BIN)/python -m bench.batch $(BATCH)

# N tables of two persons, beside boardgame.io: make load LOAD="--tables 100 --pause 0.6".
load: $(VENV)/dev.stamp postgres node
	cd bench/boardgame && npm ci --no-audit --no-fund --legacy-peer-deps
	$(BIN)/python -m bench.load $(LOAD)

# A thousand servers are killed while people play: make chaos KILLS=50.
chaos: $(VENV)/dev.stamp postgres
	$(BIN)/python -m tests.table.chaos $(or $(KILLS),1000)

# The documentation as a site, which shows every change at once.
docs: $(VENV)/dev.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

pictures: $(VENV)/dev.stamp
	$(BIN)/python -m sobremesa.rules.draw
	$(BIN)/python -m tests.readme_picture
	$(BIN)/python -m tests.notebooks
	$(BIN)/python -m tests.icons

browser:
	@command -v chromium >/dev/null || \
	    { $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y chromium; }
	@command -v chromium-headless-shell >/dev/null || \
	    { $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y chromium-headless-shell; } || \
	    echo "no chromium-headless-shell here: every page is opened in a whole Chromium, which takes longer"

# The interpreter of offline play. Without npm the table is played as ever, with a connection.
interpreter:
	@[ -f node_modules/pyodide/pyodide.asm.wasm ] || { command -v npm >/dev/null && npm ci --no-audit --no-fund; } || \
	    echo "the interpreter of offline play cannot be fetched: it needs npm"

node:
	@command -v node >/dev/null && command -v npm >/dev/null || \
	    { $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y nodejs npm; }

node_modules/stamp: package.json package-lock.json | node
	npm ci --no-audit --no-fund
	touch $@

# The tests start a server of their own; the one that Debian would start is of no use to them.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	    { $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y postgresql; }

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The versions that tests and wheels are built with stand in requirements/, each with its hashes.
# The editable install takes nothing beside them: it is built with what is locked, too.
INSTALL = $(BIN)/python -m pip install -q --require-hashes -r requirements/$*.txt && \
    $(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .

$(VENV)/%.stamp: requirements/%.txt pyproject.toml setup.py $(ENGINE) | $(BIN)/python
	$(INSTALL)
	touch $@

# bench.txt has everything that dev.txt has, so the engine is not built twice.
$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	$(BIN)/python -m pip install -q --require-hashes -r requirements/bench.txt
	touch $@

LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header --no-annotate pyproject.toml build/requires.txt

# Takes the newest versions that pyproject.toml allows.
lock: | $(BIN)/python
	$(BIN)/python -m pip install -q uv
	mkdir -p build
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > build/requires.txt
	rm -f requirements/*.txt
	$(LOCK) --extra dev --extra bench -o requirements/bench.txt
	$(LOCK) --extra dev --constraint requirements/bench.txt -o requirements/dev.txt
	$(LOCK) --extra table --constraint requirements/bench.txt -o requirements/table.txt

wheel: $(VENV)/dev.stamp interpreter
	$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w dist .

clean:
	rm -rf $(VENV) build dist node_modules
	find src -name '*.so' -delete
