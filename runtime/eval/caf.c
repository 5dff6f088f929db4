// caf.c: entering a CAF. Generated-style code, compiled with the pinned registers.
#include "gph/codegen.h"

extern W gph_caf_claim_c(GphReg *R, W self, const GphInfo *info);

// Claims the CAF and pushes the update entry; 0: it is being evaluated, or has its value.
int gph_caf_enter(W self, const GphInfo *info) {
  if (!GPH_RT2(gph_caf_claim_c, self, (W)info)) return 0;
  *--rs = self | GPH_TAG_UPDATE;
  return 1;
}
