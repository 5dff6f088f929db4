// ffi_io.h: what others must know of the standard handles.
#pragma once
#include <stdbool.h>

// The lines behind those that the program reads from a pipe are the prompt's (loader.c): nothing is read ahead. Set
// before the first statement.
extern bool gph_stdin_shared;
