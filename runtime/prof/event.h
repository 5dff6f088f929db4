// event.h: buffers of events, and the file that they go to. Private to the event log (eventlog.c): what is in the
// events, it says. See event.c.
#pragma once
#include "base/atomic.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include <stdbool.h>
#include <stdint.h>

// bytes: a buffer, the head of a block, the longest text
enum { GPH_EVENT_BUFFER = 128 << 10, GPH_EVENT_MARKER = 10 + 14, GPH_EVENT_MOST_TEXT = 0xffff - 64 };

typedef struct GphEventBuffer {
  unsigned char *start;  // const; GPH_EVENT_BUFFER bytes
  uint32_t used;         // bytes, the room for the block's marker counted
  uint32_t running;      // thread whose RunThread has no StopThread yet
  uint32_t in_gc;        // GcStart has no GcEnd yet
  // atomic: these three as of the last complete event, for who ends the log: Note [The file is whole at any time] in
  // event.c
  uint64_t shown;
  // atomic: only while the world is stopped, when the leader and the HEC's owner may both write
  uint32_t locked;
  uint32_t flush_wanted;  // atomic: by the ticker
  uint16_t cap;
  int64_t begun;        // when the first event of the block was
  int64_t counted;      // when spark counters were logged last
  GphSparkCounts last;  // and what they were
} GphEventBuffer;

extern GphEventBuffer gph_event_common;  // lock:gph_event_enter: events of no HEC

// The file, whose name is for messages; its header, with the kinds of events, is written. False: it cannot be created,
// errno says why.
bool gph_event_open(const char *name);
bool gph_event_is_open(void);
void gph_event_close(void);  // in the lock: nothing is written any more

// The lock: of the file and of gph_event_common.
void gph_event_enter(void);
bool gph_event_try_enter(void);
// for the end of a process: waits for nobody for long; false, too, where there never was a file
bool gph_event_enter_soon(void);
void gph_event_leave(void);

// Of the buffer's owner; for gph_event_common in the lock. Room for an event with so many bytes of payload, its head
// written; then done(b, end of the payload).
void gph_event_buffer_init(GphEventBuffer *b, int cap);
unsigned char *gph_event_begin(GphEventBuffer *b, GphEventType e, size_t bytes);
void gph_event_done(GphEventBuffer *b, unsigned char *p);
void gph_event_flush(GphEventBuffer *b);  // in the lock: to the file
// In the lock: n bytes at p, of which the first GPH_EVENT_MARKER are room for the block's head.
void gph_event_write_block(unsigned char *p, size_t n, int cap, int64_t begun, int64_t ended);
int64_t gph_event_now(void);  // ns since the file was opened

// 0: free, 1: taken, 2: taken and somebody may sleep. Its holder may be waiting for a disk.
static inline bool gph_event_try_lock(uint32_t *l) { return gph_cas(l, 0u, 1u); }
static inline void gph_event_lock(uint32_t *l) {
  for (int i = 0; i < GPH_SPINS(100); i++) {
    if (gph_event_try_lock(l)) return;
    gph_pause();
  }
  while (gph_exchange(l, 2u)) gph_os_futex_wait(l, 2, -1);
}
static inline void gph_event_unlock(uint32_t *l) {
  if (gph_exchange(l, 0u) == 2) gph_os_futex_wake(l, 1);
}

// ---- numbers: big-endian
static inline unsigned char *put16(unsigned char *p, uint64_t x) {
  p[0] = (unsigned char)(x >> 8);
  p[1] = (unsigned char)x;
  return p + 2;
}
static inline unsigned char *put32(unsigned char *p, uint64_t x) { return put16(put16(p, x >> 16), x); }
static inline unsigned char *put64(unsigned char *p, uint64_t x) { return put32(put32(p, x >> 32), x); }
static inline unsigned char *put_head(unsigned char *p, GphEventType e, int64_t time) {
  return put64(put16(p, (uint64_t)e), (uint64_t)time);
}
