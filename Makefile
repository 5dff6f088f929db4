# The one Makefile of gphc (non-recursive). `make run` and `make check` do all the set-up on a fresh Debian 12.
#
#   make            build/bin/gphc, the runtime libraries and the stdlib beside them
#   make gphc       the same without compiling ahead what programs need of the stdlib
#   make run        build, compile examples/sumeuler with -O2 -threaded, run it on 2 HECs with -s
#   make check      build, all tests that take minutes together; last line: N passed, M failed
#   make check-all  the long ones too
#   make bench      the examples and testsuite/perf against ghc -O2 (where it is installed), BENCH="--only WORD" and so on
#   make figures    the Multicore paper's Figures 1 to 13 on this machine, into docs/figures, FIGURES="--only 8 --rounds 3" and so on
#   make scaling    how the paper's programs scale on this machine, and what parallelism costs, SCALING="--rounds 5 --programs ray" and so on
#   make install    PREFIX=/usr/local DESTDIR=
#   make BUILD=dir  builds elsewhere; OPT=-O0 compiles gphc itself faster
BUILD ?= build
-include config.mk
PREFIX ?= /usr/local
OPT ?= -O2
CXXFLAGS = -std=c++20 -fno-rtti -fno-exceptions -Wall -Wextra $(OPT) -g1 -Icompiler -Iruntime/include -I$(BUILD)/gen
LDLIBS = -lpthread
LIBDIR = $(BUILD)/lib/gphc
# The LLVM back end: a shared object that gphc loads when it has code to generate. configure --without-llvm leaves it out.
LLVM_MODULE = $(if $(LLVM_CONFIG),$(LIBDIR)/gphc-llvm.so)
Q = @

.PHONY: all gphc warm run check check-all bench figures scaling install clean setup unit lint
all: gphc warm
gphc: $(BUILD)/bin/gphc runtime stdlib $(LLVM_MODULE) $(BUILD)/bin/gph-scope

# ---- set-up: Debian packages, configure. config.mk is written by ./configure; without one, we configure ourselves.
config.mk: configure.ac scripts/install-deps
	@scripts/install-deps
	@autoconf
	@./configure --quiet

# ---- compiler
COMPILER_SRC := $(filter-out compiler/backend/llvm/%,$(wildcard compiler/*/*.cc compiler/backend/*/*.cc)) compiler/main.cc
COMPILER_OBJ := $(COMPILER_SRC:compiler/%.cc=$(BUILD)/obj/%.o) $(BUILD)/obj/syntax/lexer.o $(BUILD)/obj/syntax/grammar.o
LIB_OBJ := $(filter-out $(BUILD)/obj/main.o,$(COMPILER_OBJ))

$(BUILD)/gen/syntax/lexer.cc: compiler/syntax/lexer.re
	@mkdir -p $(@D)
	@echo "RE2C  $<"
	$(Q)re2c -W --no-debug-info --utf-8 -o $@ $<
$(BUILD)/gen/syntax/grammar.cc: compiler/syntax/grammar.yy
	@mkdir -p $(@D)
	@echo "BISON $<"
	$(Q)bison -Wall -Wno-other --defines=$(BUILD)/gen/syntax/grammar.hh -o $@ $<
$(BUILD)/gen/syntax/grammar.hh: $(BUILD)/gen/syntax/grammar.cc ;
$(BUILD)/obj/syntax/lexer.o: $(BUILD)/gen/syntax/lexer.cc $(BUILD)/gen/syntax/grammar.hh
	@mkdir -p $(@D)
	@echo "CXX   $<"
	$(Q)$(CXX) $(CXXFLAGS) -MMD -c $< -o $@
$(BUILD)/obj/syntax/grammar.o: $(BUILD)/gen/syntax/grammar.cc
	@mkdir -p $(@D)
	@echo "CXX   $<"
	$(Q)$(CXX) $(CXXFLAGS) -MMD -c $< -o $@
$(BUILD)/obj/%.o: compiler/%.cc | config.mk $(BUILD)/gen/syntax/grammar.hh
	@mkdir -p $(@D)
	@echo "CXX   $<"
	$(Q)$(CXX) $(CXXFLAGS) -MMD -c $< -o $@
$(BUILD)/libgphc.a: $(LIB_OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^
$(BUILD)/bin/gphc: $(BUILD)/obj/main.o $(BUILD)/libgphc.a
	@mkdir -p $(@D)
	@echo "LINK  $@"
	$(Q)$(CXX) $(OPT) -rdynamic $^ $(LDLIBS) -o $@

# ---- the LLVM back end
ifneq ($(LLVM_CONFIG),)
LLVM_SRC := $(wildcard compiler/backend/llvm/*.cc)
LLVM_OBJ := $(LLVM_SRC:compiler/%.cc=$(BUILD)/obj/%.o)
$(BUILD)/obj/backend/llvm/%.o: compiler/backend/llvm/%.cc | config.mk
	@mkdir -p $(@D)
	@echo "CXX   $<"
	$(Q)$(CXX) $(CXXFLAGS) -fPIC -Wno-unused-parameter -isystem $(shell $(LLVM_CONFIG) --includedir) -MMD -c $< -o $@
$(LIBDIR)/gphc-llvm.so: $(LLVM_OBJ)
	@mkdir -p $(@D)
	@echo "LINK  $@"
	$(Q)$(CXX) -shared $(OPT) $^ -L$(shell $(LLVM_CONFIG) --libdir) -lLLVM-19 -o $@
-include $(LLVM_OBJ:.o=.d)
endif

# ---- gph-scope: looks at event logs. Its page is a string literal of the program.
SCOPE_SRC := $(wildcard tools/gph-scope/*.cc)
SCOPE_OBJ := $(SCOPE_SRC:tools/%.cc=$(BUILD)/obj/tools/%.o)
$(BUILD)/gen/gph-scope/page.inc: tools/gph-scope/page.html
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/tools/%.o: tools/%.cc $(BUILD)/gen/gph-scope/page.inc
	@mkdir -p $(@D)
	@echo "CXX   $<"
	$(Q)$(CXX) $(CXXFLAGS) -MMD -c $< -o $@
$(BUILD)/bin/gph-scope: $(SCOPE_OBJ)
	@mkdir -p $(@D)
	@echo "LINK  $@"
	$(Q)$(CXX) $(OPT) $^ -o $@
-include $(SCOPE_OBJ:.o=.d)

# ---- runtime: four ways from the same sources
RTS_SRC := $(wildcard runtime/*.c runtime/*/*.c)
RTS_ASM := $(wildcard runtime/*/*.S)
RTS_WAYS = plain thr debug thr-debug
RTS_CFLAGS = -std=gnu11 -Wall -Wextra -Wno-unused-parameter -fno-pie -fno-strict-aliasing -fno-stack-protector -fcf-protection=none -g -Iruntime -Iruntime/include -I$(BUILD)/gen
RTS_FLAGS_plain = -O2
RTS_FLAGS_thr = -O2 -DGPH_THREADED
RTS_FLAGS_debug = -O1 -DGPH_DEBUG
RTS_FLAGS_thr-debug = -O1 -DGPH_THREADED -DGPH_DEBUG
RTS_LIB_plain = libgph.a
RTS_LIB_thr = libgph-thr.a
RTS_LIB_debug = libgph-debug.a
RTS_LIB_thr-debug = libgph-thr-debug.a
RTS_GEN = $(BUILD)/gen/unicode_tables.h
-include runtime/module.mk
define RTS_WAY
$(BUILD)/rts/$(1)/%.o: runtime/%.c | config.mk $$(RTS_GEN)
	@mkdir -p $$(@D)
	@echo "CC    $$< ($(1))"
	$$(Q)$$(CC) $$(RTS_CFLAGS) $$(RTS_FLAGS_$(1)) $$(RTS_EXTRA_$$*) -MMD -c $$< -o $$@
$(BUILD)/rts/$(1)/%.o: runtime/%.S | config.mk
	@mkdir -p $$(@D)
	@echo "AS    $$< ($(1))"
	$$(Q)$$(CC) $$(RTS_CFLAGS) $$(RTS_FLAGS_$(1)) -MMD -c $$< -o $$@
$(LIBDIR)/$(RTS_LIB_$(1)): $$(RTS_SRC:runtime/%.c=$(BUILD)/rts/$(1)/%.o) $$(RTS_ASM:runtime/%.S=$(BUILD)/rts/$(1)/%.o)
	@mkdir -p $$(@D)
	@rm -f $$@
	@echo "AR    $$@"
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

# ---- what programs need of the stdlib, compiled ahead: the object cache's part in the installation
WARM_SRC := $(wildcard scripts/warm/*.gph)
warm: $(LIBDIR)/units/made
$(LIBDIR)/units/made: $(WARM_SRC) $(BUILD)/bin/gphc $(LLVM_MODULE) $(wildcard runtime/include/gph/*) $(shell find stdlib -name '*.hs' -o -name '*.gph') | runtime stdlib
	@echo "WARM  $(LIBDIR)/units"
	$(Q)rm -rf $(LIBDIR)/units $(BUILD)/warm
	@mkdir -p $(BUILD)/warm
	$(Q)for p in $(WARM_SRC); do for o in -O1 -O2; do XDG_CACHE_HOME=$(abspath $(BUILD)/warm) $(BUILD)/bin/gphc $$o -threaded $$p -o $(BUILD)/warm/program || exit 1; done; done
	$(Q)mv $(BUILD)/warm/gphc/units $(LIBDIR)/units && rm -rf $(BUILD)/warm
	$(Q)touch $@

# ---- Unicode tables, from Debian's unicode-data
$(BUILD)/gen/unicode_tables.h: scripts/gen-unicode.py
	@mkdir -p $(@D)
	@echo "GEN   $@"
	$(Q)python3 scripts/gen-unicode.py > $@.tmp && mv $@.tmp $@

# ---- unit tests (googletest)
UNIT_SRC := $(wildcard testsuite/unit/*_test.cc)
UNIT_BIN := $(UNIT_SRC:testsuite/unit/%.cc=$(BUILD)/unit/%)
$(BUILD)/unit/%: testsuite/unit/%.cc $(BUILD)/libgphc.a $(LIBDIR)/libgph-thr-debug.a
	@mkdir -p $(@D)
	@echo "UNIT  $<"
	$(Q)$(CXX) $(filter-out -fno-exceptions -fno-rtti,$(CXXFLAGS)) -Iruntime -DGPH_THREADED -DGPH_DEBUG -no-pie -MMD -MF $@.d $< -lgtest -lgtest_main $(BUILD)/libgphc.a $(LIBDIR)/libgph-thr-debug.a -lgmp -lm $(LDLIBS) -o $@
unit: $(UNIT_BIN)

-include $(COMPILER_OBJ:.o=.d) $(wildcard $(BUILD)/rts/*/*/*.d $(BUILD)/rts/*/*.d $(BUILD)/unit/*.d)

# ---- what a user runs
run: all
	@echo "gphc -O2 -threaded examples/sumeuler/Main.gph -o $(BUILD)/sumeuler"
	$(Q)$(BUILD)/bin/gphc -O2 -threaded examples/sumeuler/Main.gph -o $(BUILD)/sumeuler
	@echo "$(BUILD)/sumeuler +RTS -N2 -s"
	$(Q)$(BUILD)/sumeuler +RTS -N2 -s
check: all unit
	$(Q)python3 testsuite/run --gphc $(BUILD)/bin/gphc --build $(BUILD)
check-all: all unit
	$(Q)python3 testsuite/run --gphc $(BUILD)/bin/gphc --build $(BUILD) --all
bench: all
	$(Q)python3 testsuite/bench --gphc $(BUILD)/bin/gphc --build $(BUILD) $(BENCH)
figures: all
	$(Q)python3 testsuite/figures --gphc $(BUILD)/bin/gphc $(FIGURES)
scaling: all
	$(Q)python3 testsuite/scaling --gphc $(BUILD)/bin/gphc $(SCALING)
lint:
	$(Q)python3 testsuite/lint/deps.py && python3 testsuite/lint/notes.py && python3 testsuite/lint/diags.py && python3 testsuite/lint/passes.py
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/gphc/include/gph $(DESTDIR)$(PREFIX)/lib/gphc/stdlib
	install $(BUILD)/bin/gphc $(BUILD)/bin/gph-scope $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(RTS_LIBS) $(LLVM_MODULE) $(DESTDIR)$(PREFIX)/lib/gphc
	install -m 644 runtime/include/gph/* $(DESTDIR)$(PREFIX)/lib/gphc/include/gph
	cp -a $(LIBDIR)/units $(DESTDIR)$(PREFIX)/lib/gphc
	cp -R stdlib/. $(DESTDIR)$(PREFIX)/lib/gphc/stdlib
clean:
	rm -rf $(BUILD)
