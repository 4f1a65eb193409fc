# flyby needs Go and make, nothing else: no C compiler, no OpenCL headers.
# "make" alone lists the targets.

export CGO_ENABLED := 0

GO          ?= go
NEXT        ?= go1.27.0
SCALE       ?= 1
TABLES      ?= file,points,fixed,pays
FUZZTIME    ?= 5s
TIME        ?= 60s
SEED        ?= 0
WORKERS     ?= 2
MUTANTS     ?= .
BENCH       ?= Searches|Workloads|Index|Read|Writing
BASE        ?=
PART        ?=
ROWS        ?= rw,gal-5,s1,s3,s5,s7,join-gal-0.05,join-gal-0.5,join-rw
DEVICE      ?= cpu
WHEELS      ?= dist
GUARDS      ?= ./internal/agree ./binindex ./internal/reading/fileset ./internal/output
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
BENCHSTAT   := golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.8.0

# The binary contains the commit where git knows it, but no symbols, debug tables or paths of this machine.
BUILDVCS    := $(shell git status >/dev/null 2>&1 && echo auto || echo false)
BUILD       := $(GO) build -buildvcs=$(BUILDVCS) -trimpath -ldflags "-s -w"

# Tests leave vet to make vet, and omit tables for debuggers from a hundred binaries, which links them in two thirds of the time.
TEST        := $(GO) test -vet=off -ldflags=-w

# The evaluation of flyby, and the tools of its developers, are modules of their own.
EVALUATION  := cd evaluation &&
TOOLS       := cd tools &&

.DEFAULT_GOAL := help
.PHONY: help demo build evaluation quick test test-engines slow long check fmt vet lint limits vuln cross vectors arm64 generate release man wheel wheels test-python test-report report-bench fuzz differ race mutants bench speed tables opencl docs figures clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## two stories in a few seconds; needs no OpenCL (SCALE=0.1 for less)
	@bin/flyby demo --scale $(SCALE)

build: ## the command, as bin/flyby
	@$(BUILD) -o bin/flyby ./cmd/flyby

evaluation: build ## the program of the evaluation, as bin/flyby-bench
	@$(EVALUATION) $(BUILD) -o ../bin/flyby-bench ./cmd/flyby-bench

quick: ## unit tests, the driver suite on the host, transcripts of some commands: no device, no processes; 90 seconds
	$(TEST) -short ./...

test: build opencl ## every check in minutes, on an OpenCL device too; installs a CPU driver where there is none
	@{ FLYBY_REQUIRE_OPENCL=1 $(TEST) -timeout 25m ./...; echo $$? >bin/test.status; } | tee bin/test.txt; exit $$(cat bin/test.status)
	$(EVALUATION) FLYBY_REQUIRE_OPENCL=1 $(TEST) -timeout 25m ./...
	$(TOOLS) $(TEST) -timeout 25m ./...

test-engines: ## slabs run by a real Slurm and a real Dask on this machine, as root; installs them where they are missing
	@GO="$(GO)" .ci/engines

slow: build opencl ## the times of make test without Go's cache: of packages, and of the slowest tests
	FLYBY_REQUIRE_OPENCL=1 $(TEST) -count=1 -timeout 25m -json ./... | $(GO) -C tools run ./slow

long: build opencl ## the sweeps, which make test leaves out, vectors, arm64, fuzz, differ and race among them (PART=1 to 4 for a quarter)
	@GO="$(GO)" .ci/long $(PART)

check: fmt vet test lint ## all checks that a change must pass before it is merged

fmt: ## fail if a file differs from gofmt's output
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not as gofmt writes them:"; echo "$$unformatted"; exit 1; fi

vet: ## go vet
	$(GO) vet ./...
	$(GO) vet -tags long ./...
	$(EVALUATION) $(GO) vet -tags long ./...
	$(TOOLS) $(GO) vet -tags long ./...

lint: ## staticcheck, fetched if need be
	$(GO) run $(STATICCHECK) -tags long ./...
	$(GO) run $(STATICCHECK) ./...
	$(EVALUATION) $(GO) run $(STATICCHECK) ./...
	$(TOOLS) $(GO) run $(STATICCHECK) ./...

limits: ## the limits of the house: tokens, entries of the root, public names, arrows that climb; and times of the last make test
	@$(GO) test ./internal/house -count=1 -run '^TestFigures$$' -v | sed -n 's/.*_test.go:[0-9]*: //p'
	@test ! -f bin/test.txt || { echo "the slowest packages of the last make test:"; awk '$$1 == "ok" && $$3 != "(cached)" { print "  " $$3, $$2 }' bin/test.txt | sort -rn | head; }

vuln: ## known vulnerabilities in used modules; needs their database (.ci/vuln exits with 3 where it is not reached)
	@GO="$(GO)" GOVULNCHECK="$(GOVULNCHECK)" .ci/vuln

cross: ## build for every row of docs/platforms.md, vet for every system and processor; build with Go NEXT, too
	@GO="$(GO)" NEXT="$(NEXT)" .ci/cross

vectors: build ## the oracle, laws and answers with AVX-512, AVX2 alone and neither
	@GO="$(GO)" .ci/vectors

arm64: build ## the oracle, laws and answers on arm64, under qemu if need be
	@GO="$(GO)" .ci/arm64

fuzz: ## every fuzz target for a while (FUZZTIME=1m for more)
	@GO="$(GO)" FUZZTIME="$(FUZZTIME)" .ci/fuzz

differ: build opencl ## random sets through all methods and devices for a while (TIME=60s, SEED=0 from the clock)
	FLYBY_REQUIRE_OPENCL=1 $(GO) test ./internal/agree -run '^TestDiffer$$' -v -count=1 -timeout 0 -args -differ.time=$(TIME) -differ.workers=$(WORKERS) -seed=$(SEED)

race: ## the race detector over tests whose goroutines meet; needs a C compiler
	@GO="$(GO)" .ci/race

mutants: build opencl ## small wrong changes to the exact core: a test must fail for each (MUTANTS=name for some); an hour or so
	$(TOOLS) $(GO) run ./mutants -run '$(MUTANTS)'

bench: ## the benchmarks that guard a release (BENCH=Searches/S1 for some); BASE=COMMIT compares with a commit, in turn
	@GO="$(GO)" BENCH="$(BENCH)" BASE="$(BASE)" BENCHSTAT="$(BENCHSTAT)" .ci/bench $(GUARDS)

speed: ## rows of flyby-bench at a commit and here, in turn: BASE=COMMIT (ROWS=, DEVICE=, SCALE=, COUNT=5, TRIALS=15)
	@GO="$(GO)" BASE="$(BASE)" ROWS="$(ROWS)" DEVICE="$(DEVICE)" SCALE="$(SCALE)" .ci/speed

tables: evaluation ## the tables of docs/performance.md of whole commands, points and when a GPU pays, in OUT (bin/tables), 2 GB; TABLES=pays-join-1e8 for others
	bin/flyby-bench speed --device cpu --rows $(TABLES) --out $(or $(OUT),bin/tables)

opencl: build
	@.ci/opencl

generate: ## write generated files anew: assembly, licences (make docs writes the others)
	$(GO) generate ./...
	$(TOOLS) $(GO) test ./licences -rewrite

release: ## archives, wheels and packages of Debian for the systems of docs/platforms.md, from the commit, with their sums, in dist
	@rm -rf dist
	$(TOOLS) $(GO) run ./release -out ../dist

man: ## the manual pages, in bin/man (man -M bin/man flyby)
	@mkdir -p bin/man/man1
	@$(TEST) -trimpath ./cmd/flyby -run '^TestManPages$$' -args -man "$(CURDIR)/bin/man/man1"

wheel: build ## the Python module with the binary, as dist/flyby-VERSION-py3-none-manylinux_2_17_x86_64.whl, or with the tag of this machine
	@python3 python/wheel.py bin/flyby $(WHEELS)

wheels: wheel ## the wheels of the other systems, built here and not run
	@set -e; for row in $$(grep -v -e freebsd -e "^$$($(GO) env GOHOSTOS)/$$($(GO) env GOHOSTARCH)$$" tools/release/rows.txt); do \
		GOOS=$${row%/*} GOARCH=$${row#*/} $(BUILD) -o bin/wheels/$$row/flyby ./cmd/flyby; \
		python3 python/wheel.py bin/flyby $(WHEELS) $$row bin/wheels/$$row/flyby; \
	done

test-python: build ## the tests of the Python module, with Debian's Python, pandas and scikit-learn
	@.ci/python

test-report: build ## the page of flyby report, in a browser; installs it and Node.js where they are missing
	@.ci/report

report-bench: build ## the time to draw a page of 2,000 encounters, and to answer a click
	@.ci/report bench

docs: ## write docs/cli.md, python/flyby/_help.py, the parameters of serve/openapi.json and all recorded output (README.md, docs/first-steps.md, docs/fields, docs/stories, transcripts) anew
	$(GO) test ./cmd/flyby ./serve -rewrite

figures: ## draw the pictures in docs/ anew, and whole pages at 1280 and 390 pixels and dark in bin/pages
	$(EVALUATION) $(GO) run ./cmd/flyby-figures ../docs
	@.ci/report figures

clean: ## remove built files
	rm -rf bin dist
