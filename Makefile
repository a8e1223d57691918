# Two commands carry the project: `make demo` shows it, `make test` is everything that must hold.
# Each sets up its own .venv; nothing but Python 3.11+, make and a package index is needed.
# Plain rules only: the make of macOS (3.81) knows neither .ONESHELL nor .SHELLFLAGS.

.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

BIN := .venv/bin
WHEEL_VENV := build/wheel-venv
STEP := @scripts/step
PURE_TESTS := $(addprefix tests/unit/,notes guard memories drift recall report)
OTHER_TESTS := $(addprefix --ignore=,$(PURE_TESTS))
# On a terminal pip shows its progress; in a log its hundred lines would only hide what matters.
QUIET := $(if $(MAKE_TERMOUT),,-qq)
# What is never imported need not be compiled; the rest is when it first is.
PIP_INSTALL = -m pip install $(QUIET) --no-compile --constraint constraints.txt --build-constraint constraints.txt

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# The Python to build on, where the first `python3` is too old: make PYTHON=python3.12 test
export PYTHON
# Each has its own stamps, so that another one makes the environments anew.
FOR := $(if $(PYTHON),-$(subst /,-,$(PYTHON)))
RUNTIME := .venv/runtime$(FOR).stamp
DEV := .venv/dev$(FOR).stamp
WHEEL := $(WHEEL_VENV)/dependencies$(FOR).stamp
# What another project left in the shell must not reach ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV VAULTWATCH_VAULT
# Nor must a shell that forbids bytecode: hundreds of processes would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test format lint types wheel types-and-wheel compiled tests coverage release constraints clean

help: ## List what make can do.
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 14

demo: $(RUNTIME) ## Watch a sample vault live three weeks; ends with the path of its report.
	@$(BIN)/vaultwatch setup models pull \
	    || echo 'No model could be fetched: going on with the built-in hash embedder, which finds less.'
	@$(BIN)/vaultwatch setup demo

test: format lint types-and-wheel tests ## Everything that must hold. Only checks: rewrites no file.

format: $(DEV)
	$(STEP) 'format: ruff format --check' $(BIN)/ruff format --check .

lint: $(DEV)
	$(STEP) 'lint: ruff check' $(BIN)/ruff check .

types: $(DEV)
	$(STEP) 'types: mypy --strict' $(BIN)/mypy

wheel: $(DEV) $(WHEEL)
	$(STEP) 'wheel: build it, run it outside the checkout' scripts/check-wheel $(BIN)/python $(WHEEL_VENV)

# Each keeps one core busy: at once they take half a minute less, and what is left of the half minute
# compiles the tests.
types-and-wheel: $(DEV)
	@scripts/beside '$(MAKE) --no-print-directory types' \
	    '$(MAKE) --no-print-directory wheel compiled'

# Once: else each worker of pytest would compile them all.
compiled: $(DEV)
	@printf '\n== tests: compile them\n'
	@$(BIN)/pytest -n 0 -q --collect-only </dev/null | tail -1

# Last, so that pytest's own summary, with its time, closes the run. Pure tests never wait, so each
# further worker only collects once more; of the others four keep two cores busy.
tests: $(DEV)
	@printf '\n== tests: the pure rooms\n'
	@$(BIN)/pytest -n 2 --dist worksteal $(PURE_TESTS) </dev/null
	@printf '\n== tests: all the others\n'
	@$(BIN)/pytest -n 4 --dist worksteal $(OTHER_TESTS) </dev/null

# Apart from the rest: to trace the pure rooms takes three times as long as to run them.
coverage: $(DEV) ## How much of the pure rooms their tests reach; fails below the floor.
	@$(BIN)/pytest -n 2 --dist worksteal $(PURE_TESTS) --cov --cov-report= --cov-fail-under=0 \
	    </dev/null
	@$(BIN)/coverage report

release: $(DEV) ## Build wheel and sdist, check both, install each afresh; they lie in dist/.
	$(STEP) 'install: what checks a release' $(BIN)/python $(PIP_INSTALL) --group release
	$(STEP) 'release: build, check, install afresh' scripts/make-release $(BIN)/python build/release-venv

$(RUNTIME): pyproject.toml constraints.txt
	$(STEP) 'install: a Python environment in .venv' scripts/new-venv .venv
	$(STEP) 'install: vaultwatch (the first time this downloads about 200 MB)' \
	    $(BIN)/python $(PIP_INSTALL) --editable .
	@touch $@

$(DEV): $(RUNTIME)
	@scripts/copy-venv .venv $(WHEEL)
	$(STEP) 'install: the tools that check it' $(BIN)/python $(PIP_INSTALL) --group dev
	@touch $@

# Kept between runs; the wheel itself is installed anew by each.
$(WHEEL): pyproject.toml constraints.txt
	@rm -rf $(WHEEL_VENV)
	$(STEP) 'install: a clean environment for the wheel' scripts/new-venv $(WHEEL_VENV)
	$(STEP) 'install: what the wheel depends on' $(WHEEL_VENV)/bin/python $(PIP_INSTALL) .
	@touch $@

constraints: ## Resolve every dependency afresh and rewrite constraints.txt.
	$(STEP) 'constraints: resolve in a clean environment' scripts/write-constraints

clean: ## Remove the environments, the caches and the build.
	rm -rf .venv build dist .demo .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
