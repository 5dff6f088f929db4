// gateway.h: who talks to the other PEs, and what about. See gateway.c.
#pragma once
#include "state/hecs.h"
#include <stddef.h>

void gph_dist_start(char **argv);         // the others join, or are started (--pes). Before any thread is made

typedef enum {
  GPH_DIST_FISH,        // [origin][hops]: that PE wants a spark
  GPH_DIST_SCHEDULE,    // packet: a spark for who fished
  GPH_DIST_ACK,         // [import][slot][weight] ...: what has become of the thunks of a packet
  GPH_DIST_FETCH,       // [slot][import]: the value of that is wanted
  GPH_DIST_RESUME,      // [import] packet: the value
  GPH_DIST_CANNOT,      // [import]: it cannot travel
  GPH_DIST_FREE,        // [slot][weight] ...: references that are no more
  GPH_DIST_PROBE,       // [round]: are you at rest?
  GPH_DIST_STATE,       // [round][at rest][messages sent][received]
  GPH_DIST_FINISH,      // the program has ended; the last message to that PE
  GPH_DIST_KINDS
} GphDistKind;

W *gph_message(GphDistKind kind, size_t words);         // [kind] and room for so many
void gph_message_send(int to, W *m, size_t n);
extern uint64_t gph_messages_sent, gph_messages_received;   // those that may make work: not FISH, PROBE, STATE. The gateway's
