// gateway.h: who talks to the other PEs, and what about. See gateway.c.
#pragma once
#include "state/hecs.h"
#include <stddef.h>

void gph_dist_start(char **argv);              // the others join, or are started (--pes). Before any thread is made
W *gph_message_receive(int *from, size_t *n);  // the next one, to be freed, after its check sum; NULL: none

typedef enum {
  GPH_DIST_FISH,      // [origin][hops][what for][sparks here]: that PE wants a spark
  GPH_DIST_SCHEDULE,  // [pushed][sparks here] packet: a spark for who fished, or unasked
  GPH_DIST_ACK,       // [import][slot][weight] ...: what has become of the thunks of a packet
  GPH_DIST_FETCH,     // [slot][import]: the value of that is wanted
  GPH_DIST_RESUME,    // [import] packet: the value
  GPH_DIST_CANNOT,    // [import]: it cannot travel
  GPH_DIST_RESULT,    // [slot] packet: a value that was not asked for, for who sent the spark or thunk
  GPH_DIST_FREE,      // [slot][weight] ...: references that are no more
  GPH_DIST_OFFER,     // [slot] ...: copies of these are not needed here any more
  GPH_DIST_DROPPED,   // [slot] ...: nor referred to from now on
  GPH_DIST_PROBE,     // [round]: are you at rest?
  GPH_DIST_STATE,     // [round][at rest][messages sent][received]
  GPH_DIST_FINISH,    // [counts.def's numbers]: the program has ended; the last message to that PE
  // but for this with -debug: [can it tell?][slot][weight] ...: what it holds of that PE's exports
  GPH_DIST_ACCOUNT,
  GPH_DIST_KINDS
} GphDistKind;
enum { GPH_SCHEDULE_HEAD = 3, GPH_RESUME_HEAD = 2 };  // words before the packet

W *gph_message(GphDistKind kind, size_t words);  // [kind] and room for so many, and a check sum
void gph_message_send(int to, W *m, size_t n);
// those that may make work: not FISH, PROBE, STATE. The gateway's
extern uint64_t gph_messages_sent, gph_messages_received;
extern uint64_t gph_messages_of[GPH_DIST_KINDS], gph_message_words;  // all that were sent
extern GphLock gph_transport_lock;  // whoever calls dist/transport.c; before gph_dist_lock
extern bool *gph_pe_finished;       // PEs whose FINISH has come
extern int gph_pes_finished;        // so many
