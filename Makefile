# make demo     the main job on a private desktop: record, overlap reports
# make test     all tests; those that listen after the others, one after another
# make build    release build into .build/release
# make install  PREFIX=/usr/local DESTDIR=
# make bench    figures beside peers and an independent truth; rewrites scripts/BENCHMARKS.md
# make soak     ROUNDS=100 SEED=n   kills the writer and storms it, many times over
# make fuzz     ROUNDS=20 SEED=n    gives a11y-report damaged and hostile timelines, with other damage each round
# make apps     walks of real applications again, live, compared with what the screen showed; NAMES="zenity mousepad" for some
# make moves    MOVES=1000 SEED=n  focus moves and activations in GTK 3, GTK 4, our provider and a terminal, beside what each wrote down
# make verdicts ROUNDS=10   the demo's verdicts, many times over
# make lint, make expected, make clean

PREFIX ?= /usr/local
DESTDIR ?=
ROUNDS ?= 10
MOVES ?= 1000
SWIFT ?= swift
TOOLS = a11y-capture a11y-report a11y-desktop soundscape-tui
RELEASE = .build/release
ifndef SEED
SEED := $(shell date +%s)
endif
# Tests that listen run one after another: on a busy machine sounds themselves would have holes.
HEARD = DesktopTests|AudioTests

.PHONY: demo test build install uninstall bench soak fuzz apps moves verdicts lint expected packages queries clean

packages: queries
	@scripts/install-packages

# SwiftPM does not see that a file has changed in a folder that it embeds.
queries:
	@for built in .build/*/*/Queries.build/DerivedSources/embedded_resources.swift; do \
	  [ ! -e "$$built" ] || [ -z "$$(find Queries -name '*.sql' -newer "$$built")" ] || rm "$$built"; \
	done

build: packages
	$(SWIFT) build -c release --static-swift-stdlib

demo: packages
	$(SWIFT) build
	@scripts/demo

test: packages lint
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip '$(HEARD)'
	$(SWIFT) test --skip-build --no-parallel --filter '$(HEARD)'

bench: packages
	$(SWIFT) build
	@scripts/bench

soak: ROUNDS = 100
soak: packages
	$(SWIFT) build --build-tests
	@echo "make soak ROUNDS=$(ROUNDS) SEED=$(SEED)"
	ROUNDS=$(ROUNDS) SEED=$(SEED) $(SWIFT) test --skip-build --no-parallel --filter 'KilledWriterTests|EventStormTests'

fuzz: ROUNDS = 20
fuzz: packages
	$(SWIFT) build --build-tests
	@echo "make fuzz ROUNDS=$(ROUNDS) SEED=$(SEED)"
	ROUNDS=$(ROUNDS) SEED=$(SEED) $(SWIFT) test --skip-build --filter 'HostileReportTests|hostileBytes|cutsMake'

apps: packages
	@scripts/install-packages --apps
	$(SWIFT) build
	@scripts/walk-apps $(NAMES)

moves: packages
	$(SWIFT) build --build-tests
	@echo "make moves MOVES=$(MOVES) SEED=$(SEED)"
	MOVES=$(MOVES) SEED=$(SEED) $(SWIFT) test --skip-build --no-parallel --filter MoveTests

verdicts: packages
	$(SWIFT) build
	@scripts/verdicts $(ROUNDS)

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Queries Package.swift

# Rewrites the expected results beside each capture, then fails, so that no run passes by having rewritten them.
expected: queries
	REWRITE_EXPECTED=1 $(SWIFT) test --filter 'ReportTests|CommandTests'

install:
	@test -x $(RELEASE)/a11y-capture || { echo "make install: run 'make build' first" >&2; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/a11y-capture/Queries"
	for tool in $(TOOLS); do \
	  install -m 755 $(RELEASE)/$$tool "$(DESTDIR)$(PREFIX)/bin/$$tool" && \
	  $(RELEASE)/$$tool --man > "$(DESTDIR)$(PREFIX)/share/man/man1/$$tool.1" && \
	  $(RELEASE)/$$tool --completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$tool" || exit 1; \
	done
	install -m 644 Queries/*.sql Queries/*.md "$(DESTDIR)$(PREFIX)/share/a11y-capture/Queries"
	sed 's|Queries/|$(PREFIX)/share/a11y-capture/Queries/|' Queries/init.sql \
	  > "$(DESTDIR)$(PREFIX)/share/a11y-capture/Queries/init.sql"

uninstall:
	for tool in $(TOOLS); do \
	  rm -f "$(DESTDIR)$(PREFIX)/bin/$$tool" "$(DESTDIR)$(PREFIX)/share/man/man1/$$tool.1" \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$tool"; \
	done
	rm -rf "$(DESTDIR)$(PREFIX)/share/a11y-capture"

clean:
	rm -rf .build out
