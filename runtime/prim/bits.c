// bits.c: bit deposit and extract out of line, for code of the LLVM back end. Generated-style code.
#include "gph/codegen.h"

W gph_pdep_c(W src, W mask) { return gph_pdep(src, mask); }
W gph_pext_c(W src, W mask) { return gph_pext(src, mask); }
