// hec.h: HECs are made, their run queues and inboxes. See hec.c; the record is in state/hecs.h. gph_run_push, gph_wake
// and gph_post_thread are eval's hooks.
#pragma once
#include "eval/hooks.h"
#include "heap/visit.h"

void gph_hec_init(int n);
void gph_hec_set(GphHec *h, int n);
// Thunks are claimed as the flags say, also where --post-check has found duplicates. The world is stopped.
void gph_claim_again(void);
#ifdef GPH_DIST
int gph_hec_add_gateway(void);  // its number
#endif

// ---- run queues; only the owner
void gph_run_push_front(GphHec *h, GphThread *t);
GphThread *gph_run_pop(GphHec *h);
void gph_run_swap(GphHec *h);
void gph_runnable_roots(GphVisitor *v, GphHec *h);

// ---- inboxes
void gph_post(GphHec *to, GphMsg *m);
bool gph_handle_inbox(GphHec *h);
void gph_messages_roots(GphVisitor *v, GphHec *h);
