# The one Makefile of gphc (non-recursive). `make run` and `make check` do all the set-up on a fresh Debian 12.
#
#   make            build/bin/gphc, the runtime libraries and the stdlib beside them
#   make gphc       the same without compiling ahead what programs need of the stdlib
#   make run        build, compile examples/sumeuler with -O2 -threaded, run it on 2 HECs with -s
#   make check      build, all tests that take minutes together; last line: N passed, M failed
#   make check-all  the long ones too: hours. PART=2/4 runs the second of four parts
#   make bench      the examples and testsuite/perf against ghc -O2 (where it is installed), BENCH="--only WORD" and so on
#   make functions  single functions of the libraries against ghc -O1; FUNCTIONS="--only WORD --all"
#   make figures    the Multicore paper's Figures 1 to 13 on this machine, into docs/figures, FIGURES="--only 8 --rounds 3" and so on
#   make figures-equals   the EQUALS paper's Table 1 and Figures 4 and 5, likewise; FIGURES="--only figure5" and so on
#   make figures-gumsmp   the GUMSMP paper's Figures 5, 6, 8, 11 and 12, simulated at its 100 cores, and what 2 processes do here; FIGURES="--only 11" and so on
#   make scaling    how the paper's programs scale on this machine, and what parallelism costs, SCALING="--rounds 5 --programs ray" and so on
#   make doc        the pages of docs/ as HTML, into build/doc
#   make install    PREFIX=/usr/local DESTDIR=; make install-doc; make uninstall takes both away again
#   make BUILD=dir  builds elsewhere; OPT=-O0 compiles gphc itself faster; CPPFLAGS, CXXFLAGS and LDFLAGS are added to our own
# Without -j it runs as many jobs as there are processors.
BUILD ?= build
-include config.mk
PREFIX ?= /usr/local
OPT ?= -O2
# The rooms of the compiler in which it spends a seventh of its own time together (COLD, and the LLVM back end, which waits for LLVM)
# are compiled with less: they are more than half of what a build takes, and gphc takes 1 % longer at most.
OPT_COLD ?= $(if $(filter -O2,$(OPT)),-O1,$(OPT))
OPT_HERE = $(OPT)
CXXFLAGS ?= $(OPT_HERE) -g1
VERSION := $(shell cat VERSION)
# What our sources take for granted; the user's CXXFLAGS come before it.
GPHC_CXXFLAGS = $(CPPFLAGS) $(CXXFLAGS) -std=c++20 -fno-rtti -fno-exceptions -Wall -Wextra -Icompiler -Iruntime/include -I$(BUILD)/gen
LDLIBS = -lpthread
LIBDIR = $(BUILD)/lib/gphc
# The LLVM back end: a shared object that gphc loads when it has code to generate. configure --without-llvm leaves it out.
LLVM_MODULE = $(if $(LLVM_CONFIG),$(LIBDIR)/gphc-llvm.so)
Q = @

ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif

.PHONY: all gphc warm run check check-all bench functions figures figures-equals figures-gumsmp scaling doc install install-doc uninstall clean unit lint
all: gphc warm
gphc: $(BUILD)/bin/gphc runtime stdlib $(LLVM_MODULE) $(BUILD)/bin/gph-scope $(BUILD)/bin/gph-sim $(BUILD)/manual/made

# ---- progress: [n/m] before each step. m is what a dry run of the same goals would do.
ifeq ($(STEPS),count)
step = STEP
else ifneq ($(wildcard config.mk),)
STEPS := $(shell $(MAKE) -n --no-print-directory STEPS=count BUILD=$(BUILD) $(MAKECMDGOALS) 2>/dev/null | grep -c '^echo "STEP ')
step = $(eval DONE += x)[$(words $(DONE))/$(STEPS)]
endif

# ---- set-up: Debian packages, configure. config.mk is written by ./configure; without one, we configure ourselves.
config.mk: configure.ac scripts/install-deps
	@scripts/install-deps
	@autoconf
	@./configure --quiet

# ---- compiler
$(BUILD)/gen/version.h: VERSION
	@mkdir -p $(@D)
	$(Q)echo '#define GPHC_VERSION "$(VERSION)"' > $@
# The standard library's headers, read once (compiler/std.h). The LLVM back end is compiled with other flags, so it has none.
PCH = $(BUILD)/pch/std.h
# gcc forgets that what comes from there is a system header: its false alarms about std::string are no longer kept back.
USE_PCH = -Winvalid-pch -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -include $(PCH)
$(PCH).gch: compiler/std.h | config.mk
	@mkdir -p $(@D)
	@echo "$(step) CXX   $< (precompiled)"
	$(Q)cp $< $(PCH)
	$(Q)$(CXX) $(GPHC_CXXFLAGS) -x c++-header -c $< -o $@
COMPILER_SRC := $(filter-out compiler/backend/llvm/%,$(wildcard compiler/*/*.cc compiler/backend/*/*.cc)) compiler/main.cc
COMPILER_OBJ := $(COMPILER_SRC:compiler/%.cc=$(BUILD)/obj/%.o) $(BUILD)/obj/syntax/lexer.o $(BUILD)/obj/syntax/grammar.o
COLD = driver typecheck desugar rename stg backend/c
LIB_OBJ := $(filter-out $(BUILD)/obj/main.o,$(COMPILER_OBJ))

$(BUILD)/gen/syntax/lexer.cc: compiler/syntax/lexer.re
	@mkdir -p $(@D)
	@echo "$(step) RE2C  $<"
	$(Q)re2c -W --no-debug-info --utf-8 -o $@ $<
$(BUILD)/gen/syntax/grammar.cc: compiler/syntax/grammar.yy
	@mkdir -p $(@D)
	@echo "$(step) BISON $<"
	$(Q)bison -Wall -Wno-other --defines=$(BUILD)/gen/syntax/grammar.hh -o $@ $<
	@touch $(BUILD)/gen/syntax/grammar.hh
$(BUILD)/gen/syntax/grammar.hh: $(BUILD)/gen/syntax/grammar.cc ;
$(BUILD)/obj/syntax/lexer.o: $(BUILD)/gen/syntax/lexer.cc $(BUILD)/gen/syntax/grammar.hh $(PCH).gch
	@mkdir -p $(@D)
	@echo "$(step) CXX   $<"
	$(Q)$(CXX) $(GPHC_CXXFLAGS) $(USE_PCH) -MMD -MP -c $< -o $@
$(BUILD)/obj/syntax/grammar.o: $(BUILD)/gen/syntax/grammar.cc $(PCH).gch
	@mkdir -p $(@D)
	@echo "$(step) CXX   $<"
	$(Q)$(CXX) $(GPHC_CXXFLAGS) $(USE_PCH) -MMD -MP -c $< -o $@
$(COLD:%=$(BUILD)/obj/%/%.o): private OPT_HERE = $(OPT_COLD)
$(BUILD)/obj/%.o: compiler/%.cc $(PCH).gch | config.mk $(BUILD)/gen/syntax/grammar.hh $(BUILD)/gen/version.h
	@mkdir -p $(@D)
	@echo "$(step) CXX   $<"
	$(Q)$(CXX) $(GPHC_CXXFLAGS) $(USE_PCH) -MMD -MP -c $< -o $@
$(BUILD)/libgphc.a: $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^
$(BUILD)/bin/gphc: $(BUILD)/obj/main.o $(BUILD)/libgphc.a
	@mkdir -p $(@D)
	@echo "$(step) LINK  $@"
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -rdynamic $^ $(LDLIBS) -o $@
	$(Q)ln -sf gphc $(BUILD)/bin/gphi

# ---- the LLVM back end
ifneq ($(LLVM_CONFIG),)
LLVM_SRC := $(wildcard compiler/backend/llvm/*.cc)
LLVM_OBJ := $(LLVM_SRC:compiler/%.cc=$(BUILD)/obj/%.o)
# LLVM's headers, and those of the standard library with the flags that the back end is compiled with, read once.
LLVM_FLAGS = $(GPHC_CXXFLAGS) -fPIC -Wno-unused-parameter -isystem $(LLVM_INCLUDE)
LLVM_INCLUDE := $(shell $(LLVM_CONFIG) --includedir)
LLVM_PCH = $(BUILD)/pch/llvm.h
$(LLVM_PCH).gch: compiler/backend/llvm/std.h | config.mk
	@mkdir -p $(@D)
	@echo "$(step) CXX   $< (precompiled)"
	$(Q)cp $< $(LLVM_PCH)
	$(Q)$(CXX) $(LLVM_FLAGS) -x c++-header -c $< -o $@
$(BUILD)/obj/backend/llvm/%.o: private OPT_HERE = $(OPT_COLD)
$(BUILD)/obj/backend/llvm/%.o: compiler/backend/llvm/%.cc $(LLVM_PCH).gch | config.mk
	@mkdir -p $(@D)
	@echo "$(step) CXX   $<"
	$(Q)$(CXX) $(LLVM_FLAGS) -Winvalid-pch -include $(LLVM_PCH) -MMD -MP -c $< -o $@
$(LIBDIR)/gphc-llvm.so: $(LLVM_OBJ)
	@mkdir -p $(@D)
	@echo "$(step) LINK  $@"
	$(Q)$(CXX) -shared $(CXXFLAGS) $(LDFLAGS) $^ -L$(shell $(LLVM_CONFIG) --libdir) -lLLVM-19 -o $@
-include $(LLVM_OBJ:.o=.d)
endif

# ---- gph-scope: looks at event logs and profiles. Its pages are string literals of the program.
SCOPE_SRC := $(wildcard tools/gph-scope/*.cc)
SCOPE_OBJ := $(SCOPE_SRC:tools/%.cc=$(BUILD)/obj/tools/%.o)
$(BUILD)/gen/gph-scope/%.inc: tools/gph-scope/%.html
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/tools/%.o: tools/%.cc $(BUILD)/gen/gph-scope/page.inc $(BUILD)/gen/gph-scope/flame.inc $(BUILD)/gen/version.h
	@mkdir -p $(@D)
	@echo "$(step) CXX   $<"
	$(Q)$(CXX) $(GPHC_CXXFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/bin/gph-scope: $(SCOPE_OBJ)
	@mkdir -p $(@D)
	@echo "$(step) LINK  $@"
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) $^ -o $@
-include $(SCOPE_OBJ:.o=.d)

# ---- gph-sim: the policies of runtime/dist on more processes than there are here
$(BUILD)/bin/gph-sim: tools/gph-sim/sim.c runtime/dist/policy.c runtime/dist/policy.h | config.mk
	@mkdir -p $(@D)
	@echo "$(step) CC    $@"
	$(Q)$(CC) -O2 -std=gnu11 -Wall -Wextra -Iruntime tools/gph-sim/sim.c runtime/dist/policy.c -o $@

# ---- runtime: four ways from the same sources, and two more with runtime/dist where there is MPI
RTS_DIST := $(wildcard runtime/dist/*.c)
RTS_SRC := $(filter-out $(RTS_DIST),$(wildcard runtime/*.c runtime/*/*.c))
RTS_ASM := $(wildcard runtime/*/*.S)
RTS_WAYS = plain thr debug thr-debug $(if $(MPICC),par par-debug)
# Linked into users' programs, on stacks of our own: of the user's CFLAGS only where the sources are said to be.
RTS_PLACE = $(filter -ffile-prefix-map=% -fdebug-prefix-map=%,$(CFLAGS))
RTS_CFLAGS = -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror=implicit-function-declaration -Wswitch-enum -Werror=switch-enum -fno-pie -fno-strict-aliasing -fno-stack-protector -fcf-protection=none -g -Iruntime -Iruntime/include -I$(BUILD)/gen
RTS_FLAGS_plain = -O2
RTS_FLAGS_thr = -O2 -DGPH_THREADED
RTS_FLAGS_debug = -O1 -DGPH_DEBUG
RTS_FLAGS_thr-debug = -O1 -DGPH_THREADED -DGPH_DEBUG
RTS_FLAGS_par = -O2 -DGPH_THREADED -DGPH_DIST $(MPI_CFLAGS)
RTS_FLAGS_par-debug = -O1 -DGPH_THREADED -DGPH_DEBUG -DGPH_DIST $(MPI_CFLAGS)
RTS_MORE_par = $(RTS_DIST)
RTS_MORE_par-debug = $(RTS_DIST)
RTS_LIB_plain = libgph.a
RTS_LIB_thr = libgph-thr.a
RTS_LIB_debug = libgph-debug.a
RTS_LIB_thr-debug = libgph-thr-debug.a
RTS_LIB_par = libgph-par.a
RTS_LIB_par-debug = libgph-par-debug.a
RTS_GEN = $(BUILD)/gen/unicode_tables.h
-include runtime/module.mk
# A header that has been moved away: what included it is compiled again.
runtime/%.h: ;
define RTS_WAY
$(BUILD)/rts/$(1)/%.o: runtime/%.c | config.mk $$(RTS_GEN)
	@mkdir -p $$(@D)
	@echo "$$(step) CC    $$< ($(1))"
	$$(Q)$$(if $$(filter $$*,$$(RTS_BY_JUMPS)),$$(CC) $$(RTS_PLACE) $$(RTS_CFLAGS) $$(RTS_FLAGS_$(1)) $$(RTS_EXTRA_$$*) -MMD -MP -MT $$@ -MF $$(@:.o=.d) -S $$< -o $$(@:.o=.s) && \
	  awk -f scripts/jump-returns.awk $$(@:.o=.s) > $$(@:.o=.by-jumps.s) && $$(CC) -c $$(@:.o=.by-jumps.s) -o $$@,$$(CC) $$(RTS_PLACE) $$(RTS_CFLAGS) $$(RTS_FLAGS_$(1)) $$(RTS_EXTRA_$$*) -MMD -MP -c $$< -o $$@)
$$(RTS_BY_JUMPS:%=$(BUILD)/rts/$(1)/%.o): scripts/jump-returns.awk
$(BUILD)/rts/$(1)/%.o: runtime/%.S | config.mk
	@mkdir -p $$(@D)
	@echo "$$(step) AS    $$< ($(1))"
	$$(Q)$$(CC) $$(RTS_PLACE) $$(RTS_CFLAGS) $$(RTS_FLAGS_$(1)) -MMD -MP -c $$< -o $$@
$(LIBDIR)/$(RTS_LIB_$(1)): $$(patsubst runtime/%.c,$(BUILD)/rts/$(1)/%.o,$$(RTS_SRC) $$(RTS_MORE_$(1))) $$(RTS_ASM:runtime/%.S=$(BUILD)/rts/$(1)/%.o)
	@mkdir -p $$(@D)
	@rm -f $$@
	@echo "$$(step) AR    $$@"
	$$(Q)ar rcs $$@ $$^
endef
$(foreach w,$(RTS_WAYS),$(eval $(call RTS_WAY,$(w))))
RTS_LIBS := $(foreach w,$(RTS_WAYS),$(LIBDIR)/$(RTS_LIB_$(w)))
.PHONY: runtime stdlib
runtime: $(RTS_LIBS) $(LIBDIR)/include
stdlib: $(LIBDIR)/stdlib
$(LIBDIR)/include:
	@mkdir -p $(@D)
	$(Q)ln -sfn $(abspath runtime/include) $@
$(LIBDIR)/stdlib:
	@mkdir -p $(@D)
	$(Q)ln -sfn $(abspath stdlib) $@

# ---- what programs need of the stdlib, compiled ahead: the object cache's part in the installation (driver/object_cache.h). What was made before and is needed still (a hit
# sets a file's time) is kept, in a cache of its own.
WARM_SRC := $(wildcard scripts/warm/*.gph)
WARM_UNITS = $(BUILD)/warm/gphc/units
warm: $(LIBDIR)/units/index
$(LIBDIR)/units/index: $(WARM_SRC) $(BUILD)/bin/gphc $(LLVM_MODULE) $(wildcard runtime/include/gph/*) $(shell find stdlib -name '*.hs' -o -name '*.gph') | runtime stdlib
	@echo "$(step) WARM  $(LIBDIR)/units"
	$(Q)rm -rf $(LIBDIR)/units
	@mkdir -p $(BUILD)/warm/gphc $(LIBDIR)/units
	$(Q)if [ -d $(WARM_UNITS) ]; then find $(WARM_UNITS) -type f -exec touch -d '2 days ago' {} +; fi
	$(Q)touch -d '1 day ago' $(BUILD)/warm/begun
	$(Q)for p in $(WARM_SRC); do for o in -O1 -O2; do XDG_CACHE_HOME=$(abspath $(BUILD)/warm) $(BUILD)/bin/gphc $$o -threaded $$p -o $(BUILD)/warm/program || exit 1; done; done
	$(Q)find $(WARM_UNITS) -type f ! -newer $(BUILD)/warm/begun -delete
	$(Q)find $(WARM_UNITS) -mindepth 2 -type f -printf '%P %i\n' | LC_ALL=C sort | awk '{ if (!($$2 in name)) { name[$$2] = ++n ".o"; print $$1, name[$$2] > "$(BUILD)/warm/objects" } sub("/", "", $$1); print $$1, name[$$2] > "$(BUILD)/warm/index" }'
	$(Q)while read path name; do cp $(WARM_UNITS)/$$path $(LIBDIR)/units/$$name || exit 1; done < $(BUILD)/warm/objects
	$(Q)mv $(BUILD)/warm/index $@

# ---- Unicode tables, from Debian's unicode-data
$(BUILD)/gen/unicode_tables.h: scripts/gen-unicode.py
	@mkdir -p $(@D)
	@echo "$(step) GEN   $@"
	$(Q)python3 scripts/gen-unicode.py > $@.tmp && mv $@.tmp $@

# ---- unit tests (googletest)
UNIT_SRC := $(filter-out $(if $(MPICC),,%/dist_test.cc),$(wildcard testsuite/unit/*_test.cc))
UNIT_BIN := $(UNIT_SRC:testsuite/unit/%.cc=$(BUILD)/unit/%)
UNIT_RTS = $(LIBDIR)/libgph-thr-debug.a
$(BUILD)/unit/dist_test: UNIT_RTS = -DGPH_DIST $(LIBDIR)/libgph-par-debug.a
$(BUILD)/unit/dist_test: $(if $(MPICC),$(LIBDIR)/libgph-par-debug.a)
$(BUILD)/unit/%: testsuite/unit/%.cc $(BUILD)/libgphc.a $(LIBDIR)/libgph-thr-debug.a
	@mkdir -p $(@D)
	@echo "$(step) UNIT  $<"
	$(Q)$(CXX) $(filter-out -fno-exceptions -fno-rtti,$(GPHC_CXXFLAGS)) -Iruntime -DGPH_THREADED -DGPH_DEBUG -no-pie -MMD -MP -MF $@.d $< -lgtest -lgtest_main $(BUILD)/libgphc.a $(UNIT_RTS) -lgmp -lm $(LDLIBS) -o $@
unit: $(UNIT_BIN)

-include $(COMPILER_OBJ:.o=.d) $(wildcard $(BUILD)/rts/*/*/*.d $(BUILD)/rts/*/*.d $(BUILD)/unit/*.d)

# ---- what a user runs. `run` needs one runtime only.
run: $(BUILD)/bin/gphc $(LIBDIR)/$(RTS_LIB_thr) $(LIBDIR)/include stdlib $(LLVM_MODULE)
	@echo "gphc -O2 -threaded examples/sumeuler/Main.gph -o $(BUILD)/sumeuler"
	$(Q)$(BUILD)/bin/gphc -O2 -threaded examples/sumeuler/Main.gph -o $(BUILD)/sumeuler
	@echo "$(BUILD)/sumeuler +RTS -N2 -s"
	$(Q)$(BUILD)/sumeuler +RTS -N2 -s
check: all unit
	$(Q)python3 testsuite/run --gphc $(BUILD)/bin/gphc --build $(BUILD)
check-all: all unit
	$(Q)python3 testsuite/run --gphc $(BUILD)/bin/gphc --build $(BUILD) --all $(if $(PART),--part $(PART))
bench: all
	$(Q)python3 testsuite/bench --gphc $(BUILD)/bin/gphc --build $(BUILD) $(BENCH)
functions: all
	$(Q)python3 testsuite/functions/run --gphc $(BUILD)/bin/gphc $(FUNCTIONS)
figures: all
	$(Q)python3 testsuite/figures --gphc $(BUILD)/bin/gphc $(FIGURES)

figures-equals: all
	$(Q)python3 testsuite/figures-equals --gphc $(BUILD)/bin/gphc $(FIGURES)
figures-gumsmp: all
	$(Q)python3 testsuite/figures-gumsmp --gphc $(BUILD)/bin/gphc --build $(BUILD) $(FIGURES)
scaling: all
	$(Q)python3 testsuite/scaling --gphc $(BUILD)/bin/gphc $(SCALING)
lint:
	$(Q)python3 testsuite/lint/deps.py && python3 testsuite/lint/notes.py && python3 testsuite/lint/diags.py && python3 testsuite/lint/passes.py \
	&& python3 testsuite/lint/tracked.py && python3 testsuite/lint/dead.py && python3 testsuite/lint/faults.py && python3 testsuite/lint/format.py \
	&& python3 testsuite/lint/docs.py

# ---- manual pages and completions, from the tables of flags; the pages of docs/ as HTML
$(BUILD)/manual/made: scripts/gen-manual.py VERSION compiler/driver/options.def runtime/base/flags.def compiler/syntax/extensions.def compiler/support/diag.def tools/gph-scope/main.cc
	@echo "$(step) MAN   $(BUILD)/manual"
	$(Q)python3 scripts/gen-manual.py $(BUILD)/manual
	@touch $@
doc: $(BUILD)/doc/made
$(BUILD)/doc/made: scripts/gen-doc.py README.md CHANGELOG.md CONTRIBUTING.md $(wildcard docs/*.md docs/*/*)
	@echo "$(step) DOC   $(BUILD)/doc"
	$(Q)python3 scripts/gen-doc.py $(BUILD)/doc
	@touch $@

# ---- a tree that can be moved: DESTDIR is where it is put, PREFIX where it shall be
DEST = $(DESTDIR)$(PREFIX)
SHARE = $(DEST)/share
install: all
	install -d $(DEST)/bin $(DEST)/lib/gphc/include/gph $(DEST)/lib/gphc/stdlib $(SHARE)/man/man1 $(SHARE)/man/man7
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/vendor-completions $(SHARE)/fish/vendor_completions.d
	install -s $(BUILD)/bin/gphc $(BUILD)/bin/gph-scope $(DEST)/bin
	ln -sf gphc $(DEST)/bin/gphi
	install -m 644 $(RTS_LIBS) $(DEST)/lib/gphc
	strip --strip-debug --enable-deterministic-archives $(addprefix $(DEST)/lib/gphc/,$(notdir $(RTS_LIBS)))
ifneq ($(LLVM_MODULE),)
	install -m 644 -s $(LLVM_MODULE) $(DEST)/lib/gphc
endif
	install -m 644 runtime/include/gph/* $(DEST)/lib/gphc/include/gph
	cp -a $(LIBDIR)/units $(DEST)/lib/gphc
	cp -R stdlib/. $(DEST)/lib/gphc/stdlib
	install -m 644 $(BUILD)/manual/gphc.1 $(BUILD)/manual/gph-scope.1 $(SHARE)/man/man1
	ln -sf gphc.1 $(SHARE)/man/man1/gphi.1
	install -m 644 $(BUILD)/manual/gphc-rts.7 $(SHARE)/man/man7
	install -m 644 $(BUILD)/manual/gphc.bash $(SHARE)/bash-completion/completions/gphc
	ln -sf gphc $(SHARE)/bash-completion/completions/gph-scope
	install -m 644 $(BUILD)/manual/_gphc $(SHARE)/zsh/vendor-completions/_gphc
	install -m 644 $(BUILD)/manual/gphc.fish $(SHARE)/fish/vendor_completions.d/gphc.fish
install-doc: doc
	install -d $(SHARE)/doc/gphc
	cp -R $(BUILD)/doc/html $(SHARE)/doc/gphc
	install -m 644 LICENSE CHANGELOG.md $(SHARE)/doc/gphc
uninstall:
	rm -rf $(DEST)/lib/gphc $(SHARE)/doc/gphc
	rm -f $(DEST)/bin/gphc $(DEST)/bin/gphi $(DEST)/bin/gph-scope $(SHARE)/man/man1/gphc.1 $(SHARE)/man/man1/gphi.1 $(SHARE)/man/man1/gph-scope.1 $(SHARE)/man/man7/gphc-rts.7
	rm -f $(SHARE)/bash-completion/completions/gphc $(SHARE)/bash-completion/completions/gph-scope $(SHARE)/zsh/vendor-completions/_gphc $(SHARE)/fish/vendor_completions.d/gphc.fish
clean:
	rm -rf $(BUILD)
