// ffi_io.h: what others must know of the standard handles.
#pragma once
#include <stdbool.h>

// This process evaluates for the prompt (loader.c): it goes on after the main of a statement, and the lines behind
// those that the program reads from a pipe are the prompt's: nothing is read ahead. Set before the first statement.
extern bool gph_in_prompt;
