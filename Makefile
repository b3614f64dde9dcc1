# Every check and tool of the project. `make help` lists what there is.
# Tools are pinned here and installed into .bin, so that nothing depends on what
# else a machine has.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := $(CURDIR)/.bin

GOLANGCI_VERSION  := v2.15.0
BENCHSTAT_VERSION := v0.0.0-20260908200009-22c9c6c9d4da

GOLANGCI  := $(BIN)/golangci-lint-$(GOLANGCI_VERSION)
BENCHSTAT := $(BIN)/benchstat-$(BENCHSTAT_VERSION)

# How long each fuzz target runs, and how often each benchmark.
FUZZTIME  ?= 60s
COUNT     ?= 10
BENCH     ?= .

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  %-9s %s\n", $$1, $$2 }'

.PHONY: build
build: ## build bin/sequitur
	CGO_ENABLED=0 go build -trimpath -o bin/sequitur ./cmd/sequitur

.PHONY: deps
deps: ## fetch the modules that the tests need
	go mod download

.PHONY: test
test: deps ## run every test, with the race detector, in a random order
	go test -race -shuffle=on ./...

.PHONY: race
race: deps ## hunt for races: every test five times
	go test -race -shuffle=on -count=5 ./...

.PHONY: e2e
e2e: deps ## the tests that need minutes or whole processes
	go test -tags=e2e -count=1 -timeout=20m -v ./e2e/...

.PHONY: lab-frameworks
lab-frameworks: deps ## install the agent frameworks, and play two tasks with each (1.4 GB, network)
	go run ./cmd/sequitur lab frameworks install
	go run ./cmd/sequitur lab frameworks run --model scripted:textbook --task stock-en,order-total-en --fault clean,403:status --out dist/frameworks

.PHONY: bench
bench: $(BENCHSTAT) ## the benchmarks of all packages, then the guard beside a peer; BENCH=regexp COUNT=n
	@mkdir -p dist
	go test -run='^$$' -bench='$(BENCH)' -benchmem -count=$(COUNT) ./... | tee dist/bench.txt
	$(BENCHSTAT) dist/bench.txt
	$(MAKE) peer

# Short runs: on a machine that others use, some of them stay undisturbed.
.PHONY: peer
peer: $(BENCHSTAT) ## the guard beside failsafe-go in one run, and the ratio of the fastest runs; BENCH COUNT
	@mkdir -p dist
	cd bench && go test -run='^$$' -bench='$(BENCH)' -benchmem -benchtime=20000x -count=$(COUNT) ./... | tee ../dist/peer.txt
	$(BENCHSTAT) -col /by dist/peer.txt
	@awk -f bench/ratio.awk dist/peer.txt

# A fuzz target is found by its name, so that a new one needs no line here.
.PHONY: fuzz
fuzz: deps ## run each fuzz target for FUZZTIME (60s)
	@grep -rHoE --include='*_test.go' --exclude-dir=bench '^func Fuzz[A-Za-z0-9_]+' . | sort | \
	while IFS=: read -r file func; do \
		name="$${func#func }"; package="$$(dirname "$$file")"; \
		echo "== $$package $$name"; \
		go test -run='^$$' -fuzz="^$$name\$$" -fuzztime=$(FUZZTIME) "$$package" </dev/null; \
	done

.PHONY: lint
lint: $(GOLANGCI) ## golangci-lint, and the formatters as a check
	$(GOLANGCI) run ./...
	$(GOLANGCI) fmt --diff ./...

.PHONY: fmt
fmt: $(GOLANGCI) ## format the code
	$(GOLANGCI) fmt ./...

.PHONY: generate
generate: ## write the generated files again
	go generate ./...

.PHONY: cover
cover: deps ## coverage per function, and coverage.html
	go test -coverprofile=coverage.out -coverpkg=./... ./...
	go tool cover -func=coverage.out | tail -n 1
	go tool cover -html=coverage.out -o coverage.html

.PHONY: score
score: ## score the classifier on labelled lines; LABELLED=file
	@test -n "$(LABELLED)" || { echo 'make: error: LABELLED is not set' >&2; echo 'make: hint: make score LABELLED=errors.jsonl' >&2; exit 2; }
	go run ./cmd/sequitur classify --jsonl --score "$(LABELLED)"

# The test command of the README comes last, so that its closing lines are the
# last ones of a log.
.PHONY: ci
ci: ## all that must pass before a change is taken
	$(MAKE) lint
	$(MAKE) build
	$(MAKE) fuzz FUZZTIME=5s
	$(MAKE) test

$(GOLANGCI):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(BIN)/golangci-lint $@

$(BENCHSTAT):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install golang.org/x/perf/cmd/benchstat@$(BENCHSTAT_VERSION)
	mv $(BIN)/benchstat $@
