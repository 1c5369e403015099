# make play: set up and open the table (make play HOST=lan: for every device in the house).
# make test: set up and run everything.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src/sobremesa/core src/sobremesa/material src/sobremesa/families src/sobremesa/solvers src/sobremesa/bots -name '*.py')
# As root, apt works as it is.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: play try test test-all check scripts node bench bench-batch load shares soak chaos docs pictures browser interpreter postgres uncompiled interpreted sources lock wheel clean

# HOST=lan lets every device in the house in, PORT=9000 names a port, OPEN=no opens no browser and
# RELOAD=1 starts anew when a file of the table changes. What the environment calls so means
# something else.
named = $(if $(filter command,$(origin $(1))),$(2))
play: $(VENV)/table.stamp
	@$(BIN)/python tools/play.py $(if $(call named,OPEN,$(filter no 0,$(OPEN))),--no-open,--open) \
	    $(call named,HOST,--host $(HOST)) $(call named,PORT,--port $(PORT)) \
	    $(call named,RELOAD,--reload)

# The tests of what is edited, on the source as it is: make try T="tests/rules/test_block.py -x".
T ?= tests/rules
try: $(VENV)/try.stamp
	SOBREMESA_INTERPRETED=1 SOBREMESA_FEW=1 $(BIN)/python -m pytest -q $(T)

# The checks and the uncompiled pass need no compiled engine, so they run while it is compiled.
# Each prints what it has to say at its end. Tests take turns at two processors, but wait now and
# then, so there are three at a time. tests/attempts.py tries again what fails beside others.
ATTEMPT = $(BIN)/python -m tests.attempts -q -n 3 --dist worksteal
test: browser postgres node
	@$(MAKE) --no-print-directory -j4 --output-sync=target $(VENV)/dev.stamp sources scripts uncompiled
	$(ATTEMPT) -m "not slow"

test-all: browser postgres node
	@$(MAKE) --no-print-directory -j4 --output-sync=target $(VENV)/dev.stamp sources scripts
	$(MAKE) interpreted
	SOBREMESA_ALL=1 $(ATTEMPT)

# The same source without a compiler: the rules, and of each law a few games. Some tests read the
# pages and no engine.
PLAIN = SOBREMESA_INTERPRETED=1 SOBREMESA_FEW=1 $(BIN)/python
PAGES = $(addprefix --ignore=tests/rules/test_,complete.py languages.py pages.py)
uncompiled: $(VENV)/try.stamp
	$(PLAIN) -m pytest -q -n 2 --dist worksteal -p no:cacheprovider -m "not slow" \
	    tests/rules tests/test_conformance.py tests/test_rng.py $(PAGES)

# The same with more laws and tests of the other rooms that soon pass, to see how much of each room
# is reached.
interpreted: $(VENV)/try.stamp
	mkdir -p build
	$(PLAIN) -W ignore::RuntimeWarning:slipcover.importer \
	    -m slipcover --branch --json --out build/coverage.json --source src \
	    -m pytest -q -n 2 --dist worksteal -p no:cacheprovider --whole -m "not slow" tests/rules \
	    tests/test_conformance.py tests/test_rng.py tests/test_hidden.py tests/test_record.py tests/test_cli.py \
	    tests/test_picture_words.py tests/table/test_pages.py tests/table/test_talk.py \
	    tests/table/test_seats.py
	$(BIN)/python -m tests.covered build/coverage.json

check: sources scripts
	SOBREMESA_INTERPRETED=1 $(BIN)/python -m pytest -q -p no:cacheprovider tests/test_rooms.py

sources: $(VENV)/try.stamp
	$(BIN)/ruff check .
	@# Windows reads and writes text in another encoding unless one is named.
	$(BIN)/ruff check -q --isolated --preview --select PLW1514 src tests bench setup.py examples
	$(BIN)/mypy

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

# Whether one visitor can take the processors from another: make shares SHARES="--seconds 30".
shares: $(VENV)/dev.stamp
	$(BIN)/python -m bench.shares $(SHARES)

# Half an hour at a steady pace, and the memory of the server each minute.
soak: $(VENV)/dev.stamp
	$(BIN)/python -m bench.soak $(SOAK)

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

# Installs packages of Debian, or says which programs are needed.
apt = { command -v apt-get >/dev/null && command -v $(or $(SUDO),apt-get) >/dev/null || \
    { echo "sobremesa: $(1) is needed, and apt-get cannot install it here: install it yourself"; exit 1; }; \
    $(SUDO) apt-get update -q && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y $(1); }

# Nothing is installed for a Python that is too old.
new_enough = [ -x $(BIN)/python ] || ! command -v $(PYTHON) >/dev/null || $(PYTHON) tools/install.py check

browser:
	@$(new_enough)
	@command -v chromium >/dev/null || $(call apt,chromium)
	@command -v chromium-headless-shell >/dev/null || ( $(call apt,chromium-headless-shell) ) || \
	    echo "no chromium-headless-shell here: every page is opened in a whole Chromium, which takes longer"

# The interpreter of offline play. Without npm the table is played as ever, with a connection.
interpreter:
	@[ -f node_modules/pyodide/pyodide.asm.wasm ] || { command -v npm >/dev/null && npm ci --no-audit --no-fund; } || \
	    echo "the interpreter of offline play cannot be fetched: it needs npm"

node:
	@$(new_enough)
	@command -v node >/dev/null && command -v npm >/dev/null || $(call apt,nodejs npm)

node_modules/stamp: package.json package-lock.json | node
	npm ci --no-audit --no-fund
	touch $@

# The tests start a server of their own; the one that Debian would start is of no use to them.
postgres:
	@$(new_enough)
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	    $(call apt,postgresql)

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
	    { echo "sobremesa: there is no $(PYTHON); name a Python from 3.11: make play PYTHON=python3.13"; exit 1; }
	@$(PYTHON) tools/install.py venv $(VENV)

# The versions that tests and wheels are built with stand in requirements/, each with its hashes.
# What builds the engine comes first, so that it is compiled while the rest is fetched. Most of
# what comes is never imported: what is, Python compiles then.
LIBRARIES = $(BIN)/python -m pip install -q --no-compile --require-hashes -r
$(VENV)/build.stamp: requirements/build.txt | $(BIN)/python
	$(LIBRARIES) $<
	touch $@

$(VENV)/engine.stamp: setup.py pyproject.toml $(ENGINE) $(VENV)/build.stamp
	MYPY_CACHE_DIR=build/mypyc_cache $(BIN)/python setup.py -q build_ext --inplace
	touch $@

# The table starts uncompiled, and compiles its engine while people play.
$(VENV)/table.stamp: requirements/table.txt pyproject.toml | $(BIN)/python
	@$(BIN)/python tools/install.py table
	@touch $@

# The libraries of the tests, and an engine that is not compiled.
$(VENV)/try.stamp: requirements/dev.txt | $(VENV)/build.stamp
	$(LIBRARIES) $<
	SOBREMESA_INTERPRETED=1 $(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/dev.stamp: $(VENV)/try.stamp $(VENV)/engine.stamp
	touch $@

# bench.txt has everything that dev.txt has, so the engine is not built twice.
$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	$(BIN)/python -m pip install -q --require-hashes -r requirements/bench.txt
	touch $@

LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-header --no-annotate pyproject.toml build/requires.txt
# What a server runs with has nothing that only builds.
LOCK_SERVER = $(filter-out build/requires.txt,$(LOCK))

# Takes the newest versions that pyproject.toml allows.
lock: | $(BIN)/python
	$(BIN)/python -m pip install -q uv
	mkdir -p build
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > build/requires.txt
	rm -f requirements/*.txt
	$(LOCK) --extra dev --extra bench -o requirements/bench.txt
	$(LOCK) --extra dev --constraint requirements/bench.txt -o requirements/dev.txt
	$(LOCK) --extra table --constraint requirements/bench.txt -o requirements/table.txt
	$(filter-out pyproject.toml,$(LOCK)) --constraint requirements/bench.txt -o requirements/build.txt
	$(LOCK_SERVER) --extra postgres --constraint requirements/bench.txt -o requirements/server.txt

wheel: $(VENV)/dev.stamp interpreter
	$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w dist .

clean:
	rm -rf $(VENV) build dist node_modules
	find src -name '*.so' -delete
