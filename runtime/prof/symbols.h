// symbols.h: the program's functions by the address of their code. See symbols.c.
#pragma once
#include "gph/abi.h"
#include <stdbool.h>

void gph_symbols_load(void);                               // before anything else here; again is nothing
uint32_t gph_symbols_count(void);                          // numbers are below this
void gph_symbols_text(uintptr_t *start, uintptr_t *size);  // where the program's code is
bool gph_symbols_there(void);                              // the executable has a symbol table
// the Haskell function that it goes back to: a number from 1 on; 0: none (C, assembly, no function)
uint32_t gph_symbol_at(uintptr_t return_address);
// the symbol, of which the first *length bytes are the function's name in C
const char *gph_symbol_code(uint32_t s, uint32_t *length);
// Module.function, as the source calls it: what is local to a function goes by its name
const char *gph_symbol_name(uint32_t s);
void gph_symbol_whole_name(char *out, size_t room, uint32_t s);  // with what is local to it: Module.function.local
const char *gph_symbol_place(uint32_t s);                        // "File.gph:line:column"; "": not one of its own
// likewise, of code, with what is local: "Main.f.x"
const char *gph_code_name(const GphInfo *i);
bool gph_symbol_is_own(uint32_t s);  // of one of the program's own modules, not of the stdlib
// the function that evaluates a thunk, or is called, of that info table; 0: none
uint32_t gph_symbol_of(const GphInfo *i);
// Of "Module.Sub.name" that of the module: as long as parts begin with a capital letter and more follows. 0: there is
// none.
size_t gph_module_length(const char *name);
// a name of an info table or a spark site as the source calls it (kept until the program ends)
const char *gph_source_name(const char *name);
