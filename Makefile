# What a user or a packager asks for. `make help` lists it.

PREFIX ?= /usr/local
DESTDIR ?=
# static: one file that starts fastest. dynamic: uses the system's libcrypto, for distributions that patch it.
# Asked for once, where it is needed.
LINK ?= $(eval LINK := $(shell Packaging/link))$(LINK)

# A build of aak that the man pages, the pictures and the site are made with, instead of the one that the tests use.
BUILT ?=
MADE_WITH = $(or $(BUILT),.build/checked/aak)

# What `make bench` compares this build with instead of other programs: another build of aak, or a commit.
BASELINE ?=

# How long `make fuzz` takes for each target, in seconds, and which; all unless named.
TIME ?= 60
TARGETS ?=

# How many signatures `make prove` compares.
SIGNATURES ?= 3000000
# How many simulated devices it looks at.
SCENARIOS ?= 100000

LINUX := $(filter Linux,$(shell uname -s))

RELEASE = .build/$(LINK)
BINARY = $(RELEASE)/bin/aak
# No path of the folder of the build in the program, so that the same sources give the same bytes everywhere.
PATHLESS := -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.'
# lld makes one of equal functions. That matters only to code that tells functions with the same instructions apart by their addresses,
# and there is none.
FOLDED := $(if $(LINUX),-Xswiftc -use-ld=lld -Xlinker --icf=all)
# AAK_STATIC says that libcrypto is in the program, which then passes over the host's openssl.cnf.
FLAGS_static = -Xswiftc -static-executable -Xswiftc -DAAK_STATIC $(PATHLESS) $(FOLDED) \
    $(addprefix -Xlinker ,$(shell pkg-config --static --libs-only-l libcrypto))
FLAGS_dynamic := $(if $(LINUX),--static-swift-stdlib,) $(PATHLESS) $(FOLDED)

# With SANITIZE=address the unit tests run under that sanitizer. The scripts then run on the release, since they measure memory and
# set limits.
SANITIZE ?=
# With LENGTH=full, what takes long is tested too: the cases of scripts that `at_length` begins, and all of the random cases of unit tests
# instead of a tenth.
LENGTH ?=
TESTED = AAK_OPTIMISED=1 $(if $(filter address,$(SANITIZE)),AAK_FUZZ=1)
TESTS = $(if $(SANITIZE),.build-$(SANITIZE),.build/checked)
CHECKED = AAK_OPTIMISED=1 .ci/swift build --scratch-path .build/checked $(QUICK)
# The tests are found in the index, where the modules of the system are not needed. Nobody debugs them with these flags, and what a
# debugger needs takes a fourteenth of the building. SwiftPM takes this flag with one dash alone.
QUICK := -debug-info-format none -Xswiftc -index-ignore-system-modules $(if $(LINUX),-Xswiftc -use-ld=lld)
TEST_FLAGS = --scratch-path $(TESTS) $(if $(SANITIZE),--sanitize=$(SANITIZE)) $(QUICK)
STATIC = $(filter static,$(LINK))
SCRIPTED = $(if $(SANITIZE),$(BINARY),$(TESTS)/$(if $(STATIC),static/)aak)

# keygen and secrets put functions of their own in the place of a library's, which a static program does not let them. The checked build
# does not know that it is linked statically, and thus reads a host's openssl.cnf, and says so.
SHARED = $(if $(STATIC),.build/shared/aak,$(BINARY))
OTHERS = $(if $(SANITIZE),$(patsubst %,-o %=$(SHARED),keygen secrets),$(patsubst %,-o %=$(TESTS)/aak,help keygen openssl secrets))

.PHONY: site-tools help deps release shared checked demo test words prove fuzz fuzzer faults mutants bench lint docs api check-api man check-man pictures check-pictures install \
    uninstall dist site clean

help:
	@echo 'make demo       build, then sign, decode and verify an impression'
	@echo 'make test       run the tests; LENGTH=full runs those too that take long; SANITIZE=address checks memory meanwhile'
	@echo 'make prove      compare fixed-key verification with OpenSSL on SIGNATURES=$(SIGNATURES) signatures,'
	@echo '                look for broken rules in SCENARIOS=$(SCENARIOS) random simulations, and compare as many'
	@echo '                with a second model of the rules'
	@echo 'make fuzz       try random inputs on every reader for TIME=$(TIME) seconds each, or on TARGETS alone'
	@echo 'make faults     let every call of the system fail in turn, and print what comes of it; EVERY=3 tries fewer of'
	@echo '                the later calls than EVERY=8, the default'
	@echo 'make mutants    plant COUNT=40 small faults in each of MODULES, chosen by SEED=1, and list those that no test notices;'
	@echo '                AGAIN=1 takes what was noticed before as such'
	@echo 'make install    install the binary, man pages, completions and the guide under PREFIX=$(PREFIX)'
	@echo 'make uninstall  remove them'
	@echo 'make dist       make the packages, archives and checksums of a release from the last commit, in .build/dist'
	@echo 'make site       make the web site in .build/site'
	@echo 'make bench      measure against peers on this machine; FULL=1 adds ten million lines. BASELINE=COMMIT, or a'
	@echo '                build of aak, measures against that instead'
	@echo 'make lint       check the format of the sources, and that each name of a member is spelled only once'
	@echo 'make docs       build the documentation of the library products'
	@echo 'make api        write the list of public symbols anew'
	@echo 'make words      write anew what the scripts read of the program, after a change of its words'
	@echo 'make man        write the man pages anew after a change to a command'
	@echo 'make pictures   draw the pictures of README.md and the guide anew'
	@echo 'make clean      remove what was built'

deps:
	@.ci/deps

# Every check of a debug build is in it. The scripts start it some thousand times, so that it has the runtime of Swift inside.
checked: deps
	@.ci/progress 'Building aak' env $(CHECKED) --product aak
	@.ci/link .build/checked/bin/aak .build/checked/aak

release: deps
	@.ci/progress 'Building aak ($(LINK))' \
	    env AAK_RELEASED=1 .ci/swift build --scratch-path $(RELEASE) -c release --product aak $(FLAGS_$(LINK))

shared: release
	@$(if $(STATIC),.ci/link $(BINARY) $(SHARED))

demo: checked
	@Tests/demo .build/checked/aak

test: deps
	@.ci/progress 'Building the tests' env $(TESTED) .ci/swift build --build-tests $(TEST_FLAGS)
	@$(if $(SANITIZE),$(MAKE) --no-print-directory shared,.ci/link $(TESTS)/bin/aak $(TESTS)/aak)
	@$(if $(SANITIZE),,$(if $(STATIC),.ci/link $(TESTS)/bin/aak $(SCRIPTED) static))
	@# What fails keeps nothing that comes after it from running.
	@status=0; \
	AAK_LENGTH=$(LENGTH) $(TESTED) .ci/swift test $(TEST_FLAGS) --quiet --disable-xctest --skip-build || status=1; \
	Tests/aakTests/run -p $(if $(filter full,$(LENGTH)),-l) $(OTHERS) $(SCRIPTED) || status=1; \
	Tests/readme -p $(SCRIPTED) || status=1; \
	exit $$status

# After a change of words: writes anew what the scripts read of the program.
words: checked
	Tests/aakTests/run -l -w .build/checked/aak

# For Tests/Fuzz/run, with SANITIZE=address: what the tests were built with, so that nothing is built again.
fuzzer: deps
	@for product in fuzz aak; do $(TESTED) .ci/swift build $(TEST_FLAGS) --quiet --product $$product || exit; done

# Some minutes; make test does the same with a few thousand.
prove: deps
	AAK_SIGNATURES=$(SIGNATURES) AAK_SCENARIOS=$(SCENARIOS) swift test -c release --scratch-path .build/prove \
	    -Xswiftc -enable-testing --filter 'FixedKeyVerifierTests|InvariantTests|AttributionSimulatorTests.ModelTests'

# What it finds becomes a file in Tests/Vectors/fuzz/TARGET, which .ci/run tries again.
fuzz: deps
	Tests/Fuzz/run $(TIME) $(TARGETS)
	Tests/Fuzz/differential

# How closely `make faults` looks at the calls after the first 24 of a kind: more is closer.
EVERY ?=

# The calls of a static binary cannot be reached from outside.
faults:
	@$(MAKE) --no-print-directory release LINK=dynamic
	Tests/Faults/run .build/dynamic/bin/aak $(if $(EVERY),--every $(EVERY))

# Which faults `make mutants` plants, how many in each module, and in which modules; five unless named.
SEED ?= 1
COUNT ?= 40
MODULES ?=

# An hour or so: for the night.
mutants: deps
	Tests/Mutants/run --seed $(SEED) --count $(COUNT) $(if $(AGAIN),--again) $(MODULES)

bench: release
	@$(if $(BASELINE),,AAK_BENCH=1 AAK_RELEASED=1 .ci/progress 'Building the benchmark of the library' \
	    .ci/swift build --scratch-path .build/bench-library -c release --product library)
	LINK=$(LINK) Tests/Benchmarks/bench $(BINARY) --output .build/bench $(if $(FULL),--full) \
	    $(if $(BASELINE),--only against --against '$(BASELINE)',--library .build/bench-library/bin/library)

lint:
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	.ci/names

# Writes the list of public symbols anew, after a change that is meant.
api: docs
	@.ci/api write

# Fails when the public symbols are not those of the committed list.
check-api: docs
	@.ci/api check

# Articles and the public symbols of all library products, for docc preview or a web server.
docs: deps
	@.ci/progress 'Building the modules of the library' env $(CHECKED)
	@.ci/docs .build/checked/bin/Modules

man: $(if $(BUILT),,checked)
	@mkdir -p man
	@rm -f man/*.[15]
	@$(MADE_WITH) manual man
	@Packaging/formats $(MADE_WITH) Sources

# Fails when the committed man pages are not what the commands describe.
check-man: $(if $(BUILT),,checked)
	@rm -rf .build/man && mkdir -p .build/man
	@$(MADE_WITH) manual .build/man
	@rm -rf .build/formats && Packaging/formats $(MADE_WITH) .build/formats
	@cd .build/formats && for page in */*/*; do diff "../../Sources/$$page" "$$page" || exit 1; done
	@diff -r man .build/man || { echo 'aak: hint: run make man and commit the result' >&2; exit 1; }
	@if command -v mandoc >/dev/null 2>&1; then mandoc -T lint -W warning man/*.[15]; \
	else echo 'aak: mandoc is not installed, the man pages were not linted' >&2; fi

# What README.md and the guide show, from seeds.
pictures: $(if $(BUILT),,checked)
	@.ci/pictures $(MADE_WITH) Documentation

# Fails when the committed pictures are not what the commands draw.
check-pictures: $(if $(BUILT),,checked)
	@rm -rf .build/pictures
	@.ci/pictures $(MADE_WITH) .build/pictures
	@for picture in .build/pictures/*.svg; do \
	    cmp "$$picture" "Documentation/$$(basename "$$picture")" || \
	    { echo 'aak: hint: run make pictures and commit the result' >&2; exit 1; }; done

install: release
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/man/man5' '$(DESTDIR)$(PREFIX)/share/aak/keys' \
	    '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' \
	    '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	install -m 755 $(BINARY) '$(DESTDIR)$(PREFIX)/bin/aak'
	@# Symbols are most of it, and nobody who uses it reads them.
	@# That of binutils 2.40 takes RELRO from a static program.
	$(if $(LINUX),llvm-objcopy --strip-all,strip) '$(DESTDIR)$(PREFIX)/bin/aak'
	install -m 644 man/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 644 man/*.5 '$(DESTDIR)$(PREFIX)/share/man/man5'
	install -m 644 keys/* '$(DESTDIR)$(PREFIX)/share/aak/keys'
	Packaging/documents '$(DESTDIR)$(PREFIX)/share/doc/aak'
	$(BINARY) completions bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/aak'
	$(BINARY) completions zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_aak'
	$(BINARY) completions fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/aak.fish'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/aak' '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/aak' \
	    '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_aak' \
	    '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/aak.fish'
	cd man && for page in *.[15]; do rm -f '$(DESTDIR)$(PREFIX)/share/man/man'"$${page##*.}/$$page"; done
	rm -rf '$(DESTDIR)$(PREFIX)/share/aak' '$(DESTDIR)$(PREFIX)/share/doc/aak'

# The folder of the site on its host, such as /aak for https://OWNER.github.io/aak.
BASE ?= /

# A web site of README.md, the guide, the manual, the rules and the documentation of the library.
site: site-tools docs $(if $(BUILT),,checked)
	@rm -rf .build/site
	@! [ -d .build/docs/templates ] || export DOCC_HTML_DIR=.build/docs/templates; \
	    docc process-archive transform-for-static-hosting .build/docs/aak.doccarchive --output-path .build/site \
	    --hosting-base-path '$(BASE)'
	@Packaging/site $(MADE_WITH) .build/site
	@Packaging/check-site .build/site

# What is missing is said before anything is built.
site-tools:
	@Packaging/site --check

# What a release consists of. Packaging/dist says what is in it.
dist:
	@Packaging/dist --check
	@$(MAKE) --no-print-directory release LINK=static
	@Packaging/dist .build/static/bin/aak .build/dist

clean:
	rm -rf .build .build-*
