# What a person and CI run.  Each target makes .venv and installs what it needs; nothing outside this folder is touched.
PYTHON ?= python3
BUILD_FILES := pyproject.toml rust/Cargo.toml rust/Cargo.lock $(wildcard rust/src/*.rs rust/src/*/*.rs)

.PHONY: demo test lint bench
.NOTPARALLEL:

demo: .venv/.cli  ## clean a list and tell what became of each line
	@mkdir -p build
	.venv/bin/urikit clean examples/links.txt -o build/links.parquet --exit-zero
	.venv/bin/python examples/why.py build/links.parquet

test: .venv/.test  ## run the suite; what asks the clock runs alone
	.venv/bin/python -m pytest -n auto
	.venv/bin/python -m pytest -m clock

lint: .venv/.lint  ## style, types, floors
	.venv/bin/ruff check . && .venv/bin/lint-imports --no-logo && .venv/bin/mypy && .venv/bin/basedpyright
	! command -v cargo >/dev/null || (cd rust && cargo fmt --check && cargo clippy -q --release --locked -- -D warnings && cd .. && .venv/bin/stubtest urikit._native)

bench: .venv/.bench  ## ratios to the peers
	.venv/bin/python bench/table.py

# An environment that works is kept as it is; one without pip gets it; anything else is made anew.
.venv/.%: $(BUILD_FILES)
	@echo "setting up .venv for “$*”; the Rust extension takes half a minute the first time"
	@.venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@.venv/bin/python -m pip install -q -e '.[cli,$*]'
	@.venv/bin/python -c "import urikit; print('urikit', urikit.__version__, 'installed; its once-per-row functions run in', urikit.backend())"
	@touch $@
