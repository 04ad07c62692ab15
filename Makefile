# make run: set everything up and start. make test: lint, types, tests. make proof: the same at full length.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	  if $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then echo $$p; break; fi; done)
VENV := .venv
PY := $(VENV)/bin/python
OFFSCREEN := env -u DISPLAY SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy KIVY_NO_ARGS=1

.PHONY: run setup setup-dev system test lint types tests wheel proof bench screens clean

run: setup
	$(VENV)/bin/companion $(ARGS)

system:
	@sh scripts/system.sh

# The stamp files make a second start quick: nothing is installed that is there already.
$(VENV)/.made: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed: install it, then say make again."; exit 1; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q --disable-pip-version-check -e .
	$(PY) -m companion.i18n
	touch $@

$(VENV)/.made-dev: $(VENV)/.made
	$(PY) -m pip install -q --disable-pip-version-check -e '.[dev,bench]'
	touch $@

setup: system $(VENV)/.made

setup-dev: system $(VENV)/.made-dev

# Types are checked beside the tests, and these in parts of their own, the longest first: as many at a time as keep two
# cores at work while one of them waits. Each part tells at its end what came of it. All must pass.
PARTS := seeing games app table
.PHONY: $(PARTS)
test: lint
	@$(MAKE) --no-print-directory -k -j3 types $(PARTS)

tests:
	@$(MAKE) --no-print-directory -k -j3 $(PARTS)

lint: setup-dev
	$(VENV)/bin/ruff check .

types: setup-dev
	$(VENV)/bin/mypy

APP := tests/app
SEEING := tests/capture tests/e2e tests/vision
GAMES := tests/games tests/outside
app: FILES = $(APP)
seeing: FILES = $(SEEING)
games: FILES = $(GAMES)
table: FILES = $(addprefix --ignore=,$(APP) $(SEEING) $(GAMES))
$(PARTS): setup-dev
	@$(OFFSCREEN) $(PY) -m pytest -m "not proof" $(FILES) > .pytest_$@.log 2>&1; failed=$$?; \
	cat .pytest_$@.log; rm -f .pytest_$@.log; exit $$failed

# Build the wheel, install it where nothing of this tree is, and play, print and speak German from there.
wheel: setup-dev
	sh scripts/wheel.sh $(PY)

proof: setup-dev
	$(OFFSCREEN) $(PY) -m tests.proof

bench: setup-dev
	$(OFFSCREEN) $(VENV)/bin/companion bench $(ARGS)

screens: setup-dev
	$(OFFSCREEN) $(PY) -m tests.app.scenes

clean:
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
