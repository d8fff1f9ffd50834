# Two commands: `make demo` and `make check`. Both install what is missing and build first. The build
# itself is CMake's; this file only gives the usual sequences a name.
BUILD ?= build
SANITIZED ?= build-sanitize
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# More Debian packages to install, for instance clang-format for the format check.
EXTRA ?=

# Tools look for ptxas in CUDA_HOME and PATH; scripts/setup.sh leaves it in $(BUILD)/cuda if neither
# has it.
export PATH := $(PATH):$(abspath $(BUILD))/cuda/bin

.PHONY: all demo check test sanitize setup build bench-compile clean
all: build

setup:
	@scripts/setup.sh $(BUILD) $(EXTRA)

build: setup
	@cmake -S . -B $(BUILD) -G Ninja >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }
	@cmake --build $(BUILD) --parallel $(JOBS)

# A front-end file through every level, with verified numbers; needs no GPU.
demo: build
	@scripts/demo.sh $(BUILD)

# Every test, then units and lit once more under AddressSanitizer and UndefinedBehaviorSanitizer.
check: test sanitize

test: build
	ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS)

sanitize: setup
	@mkdir -p $(SANITIZED)
	@cmake -S . -B $(SANITIZED) -G Ninja -DATTN_SANITIZE=ON >$(SANITIZED)/configure.log 2>&1 || { cat $(SANITIZED)/configure.log; exit 1; }
	@cmake --build $(SANITIZED) --parallel $(JOBS)
	ctest --test-dir $(SANITIZED) --output-on-failure -j$(JOBS) -L sanitize

# Time from file to cubin for each input, and start-up time. Not a test: nothing fails on it.
bench-compile: build
	@bench/compile.sh $(BUILD)

clean:
	rm -rf $(BUILD) $(SANITIZED)
