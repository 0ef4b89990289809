# Every target sets up what it needs first; a second run needs no network.
# `make run ARGS="--port 8080"` hands arguments on; so do test, bench and demo.

PYTHON ?= python3
BIN := .venv/bin

# $(call ready,GOAL) makes what the goal needs; the goals are in tools/bootstrap.py.
define ready
@for python in $(PYTHON) python3.14 python3.13 python3.12 python3.11; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		exec $$python tools/bootstrap.py $(1); \
	fi; \
done; \
echo 'setup: Python 3.11 or newer is missing: install it, or name it: make PYTHON=/path/to/python3' >&2; \
exit 2
endef

.PHONY: help
help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name text; do printf 'make %-7s %s\n' "$$name" "$$text"; done

.PHONY: run
run: ## Serve the kiosk with a simulated table and camera, and print its address
	$(call ready,run)
	@exec $(BIN)/jantaku serve --sim $(ARGS)

.PHONY: test
test: ## Run every check and every test (ARGS=tests/rules: only those tests; EXAMPLES=10: ten times as many examples)
	$(call ready,test)
	$(if $(ARGS),,@$(BIN)/python -m tools.check_all)
	@JANTAKU_EXAMPLES=$(or $(EXAMPLES),1) exec $(QUICK) $(BIN)/pytest -q $(or $(ARGS),-n 3 --dist worksteal)

# Three workers keep two cores busy while tests wait for processes and browsers. Bytecode is kept, or
# every process that a test starts compiles the kiosk anew; a worker has one core; and the memory of
# pictures is kept for the next ones, not given back and taken again.
QUICK := env -u PYTHONDONTWRITEBYTECODE OPENCV_FOR_THREADS_NUM=1 \
	MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=4000000000

.PHONY: check
check: ## Check form, types, import directions, duplicates, dead code, sizes and texts
	$(call ready,test)
	@$(BIN)/python -m tools.check_all
	@exec $(BIN)/pytest -q tests/docs

.PHONY: setup
setup: ## Only make what `run` needs
	$(call ready,run)

.PHONY: demo
demo: ## Play eight hands of each of three games, unattended
	$(call ready,run)
	@for game in riichi taiwan wuhan; do $(BIN)/jantaku demo --hands 8 --seed 1 --game $$game $(ARGS) || exit; done

.PHONY: bench
bench: ## Measure settlements, frames, tile accuracy and the link (ARGS="--json FILE" keeps them)
	$(call ready,test)
	@exec $(BIN)/python -m bench $(ARGS)

.PHONY: screens
screens: ## Make the pictures of every screen anew, in docs/screens
	$(call ready,test)
	@JANTAKU_SCREENS=docs/screens exec $(BIN)/pytest -q -n 0 tests/browser/test_pictures.py

.PHONY: docs
docs: ## Make the site of the pages in docs/ and put it into build/docs; warnings are errors
	$(call ready,test)
	@exec $(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/docs $(ARGS)

.PHONY: wheel
wheel: ## Make the wheel in build/wheel and serve it from an empty environment
	$(call ready,test)
	@exec $(BIN)/python -m tools.make_wheel

.PHONY: soak
soak: ## Run the link's, the ledger's and the kiosk's figures at full length, hours (ARGS="--only replugs --part 0.1")
	$(call ready,test)
	@exec $(BIN)/python -m tests.soak $(ARGS)

.PHONY: train
train: ## Train the recogniser anew (FONTS=, ART=, PHOTOS=: see docs/training.md; FROM=vision/models goes on)
	@test -d '$(FONTS)' -a -d '$(ART)' -a -d '$(PHOTOS)' || \
		{ echo 'make train needs FONTS=, ART= and PHOTOS=, the folders that docs/training.md describes' >&2; exit 2; }
	$(call ready,train)
	$(BIN)/python -m vision.training.localiser $(call trained,localiser) $(ARGS)
	$(BIN)/python -m vision.training.localiser $(call trained,cards) --cards $(ARGS)
	$(BIN)/python -m vision.training.classifier $(call trained,classifier) $(ARGS)
	$(BIN)/python -m vision.training.temperature --photos $(PHOTOS)
	$(if $(FROM),,$(BIN)/python -m vision.training.recapture --photos $(PHOTOS) --out vision/models/recapture.onnx $(ARGS))

# $(call trained,NETWORK) is what its training learns from, goes on from and writes.
trained = --fonts $(FONTS) --art $(ART) --photos $(PHOTOS) --out vision/models/$(1).onnx \
	$(if $(FROM),--resume $(FROM)/$(1).onnx)

.PHONY: fonts
fonts: ## Make the pages' fonts anew, after a text got a character that none has
	$(call ready,test)
	@$(BIN)/python -m tools.make_fonts

.PHONY: lock
lock: ## Pin the newest allowed packages with their hashes (maintainers; needs uv)
	@command -v uv >/dev/null || { echo 'make lock needs the program uv on the PATH' >&2; exit 2; }
	uv pip compile $(LOCK) --output-file requirements.lock
	uv pip compile $(LOCK) --group dev --output-file requirements-dev.lock
	uv pip compile $(LOCK) --group train --output-file requirements-train.lock

LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--only-binary :all: --group build pyproject.toml
