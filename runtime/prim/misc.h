// misc.h: what is left of application and CAFs. See misc.c.
#pragma once
#include "heap/visit.h"

W gph_pap_c(GphReg *R, W f, W m);
W gph_caf_claim_c(GphReg *R, W self, W info);
void gph_cafs_roots(GphVisitor *v);
