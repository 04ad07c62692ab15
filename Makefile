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

# Types are checked beside the tests.
test: lint
	@$(MAKE) --no-print-directory -j2 types tests

lint: setup-dev
	$(VENV)/bin/ruff check .

types: setup-dev
	$(VENV)/bin/mypy

# Three runs side by side, about equally long: while one waits the others work. All must pass.
PYTEST = $(OFFSCREEN) $(PY) -m pytest -m "not proof"
GAMES := tests/games tests/outside
SEEING := tests/capture tests/e2e tests/vision
tests: setup-dev
	@$(PYTEST) $(GAMES) > .pytest_games.log 2>&1 & games=$$!; \
	$(PYTEST) $(SEEING) > .pytest_seeing.log 2>&1 & seeing=$$!; \
	$(PYTEST) $(addprefix --ignore=,$(GAMES) $(SEEING)); rest=$$?; \
	wait $$games; games=$$?; wait $$seeing; seeing=$$?; \
	cat .pytest_games.log .pytest_seeing.log; rm -f .pytest_games.log .pytest_seeing.log; \
	test $$games -eq 0 -a $$seeing -eq 0 -a $$rest -eq 0

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
