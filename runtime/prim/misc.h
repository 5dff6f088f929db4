// misc.h: what is left of application and CAFs. See misc.c.
#pragma once
#include "heap/visit.h"

W gph_pap_c(GphReg *R, W f, W m);
W gph_caf_claim_c(GphReg *R, W self, W info);
void gph_cafs_roots(GphVisitor *v);
// The value of a CAF of which no more is heard by its name (the prompt's, prim/loader.c) is dropped by the next
// collection. What enters the CAF all the same evaluates it anew.
void gph_caf_forget(W *caf);
void gph_cafs_drop_forgotten(void);  // by a collection's leader, before anybody looks at a CAF
// Code goes (prim/loader.c); the world is stopped. Each CAF that was entered ...
void gph_cafs_each(void (*f)(const W *caf));
// ... and those of which `gone` says so are as they were before that.
void gph_cafs_drop(bool (*gone)(const W *caf));
// atomic, set once: if not NULL, called at the end of each major collection, the world stopped, with gph_each_word
// (gc/words.h).
typedef bool (*GphEachWord)(void (*word)(W x));
extern void (*gph_unload)(GphEachWord each_word);
