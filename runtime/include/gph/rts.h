// rts.h: the runtime as seen by C code outside it: foreign helpers of the stdlib, main().
#pragma once
#include "gph/abi.h"
int gph_main(int argc, char **argv);  // runs gph_program; does not return
// ends the program: statistics, exit. stdout must have been flushed by the caller
void gph_exit(int code);  // -n: the process dies of signal n
extern int gph_argc;      // the program's own arguments: +RTS flags removed
extern char **gph_argv;
extern const char *gph_prog_name;  // last component of argv[0]
