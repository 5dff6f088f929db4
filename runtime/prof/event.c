// event.c: where events go: a buffer of each HEC, and the file of the event log.
//
// Each HEC has a buffer of fixed size, to which its owner alone appends: no lock, no atomic instruction. When it is
// full the owner writes it to the file as one block. So memory is bounded, and a block is whole or not there.
//
// Note [The file is whole at any time]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A program may end in any way: kill -9, a fault, an exit call in C. The log in the file always ends with the end mark,
// where readers stop: a flush writes all of its block but the first two bytes, and a new end mark behind it, BEYOND the
// old end mark; then the two bytes, over the old end mark. Before that store the log ends where it ended before,
// afterwards with the new block, and two bytes are never half written. (On a pipe, which cannot be written at a place,
// blocks just follow each other.)
//
// What is in buffers is lost with kill -9: the events of the last second (--eventlog-flush-interval), and of HECs that
// sleep since. Everything else that ends a process comes through here (gph_eventlog_end, gph_eventlog_crash): exits,
// uncaught exceptions, faults, SIGTERM, SIGHUP. `shown` of a buffer counts complete events, says which intervals they
// leave open, and is stored with release after them, so whoever ends the log, be it a signal's handler in the middle of
// the owner's work, can take the events and close the intervals. Nobody empties a buffer but under log_lock, and after
// `closed` nobody writes to the file.
#define _GNU_SOURCE
#include "prof/event.h"
#include "base/flags.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { EVENT_HEAD = 10, NO_HEC = 0xffff };

GphEventBuffer gph_event_common;
static uint32_t log_lock;    // atomic; of gph_event_enter
static uint32_t closed = 1;  // lock:log_lock: no file (any more)
static int fd = -1;
static bool seekable;  // const after gph_event_open
static off_t end_at;   // where the end mark stands
static int64_t start_ns;
static const char *file_name;

int64_t gph_event_now(void) { return gph_os_clock_ns() - start_ns; }

// log_lock is held with the signals blocked that may end the process (not on a pipe, whose reader may never come): the
// handler of one ends the log, and on the thread that is just writing a block it could neither wait for the lock nor go
// without. Faults cannot be put off; gph_event_enter_soon looks for them.
static sigset_t mask_before;          // lock:log_lock: of its holder
static _Thread_local bool holds_log;  // this thread has log_lock, or is about to have it

static void block_signals(sigset_t *before) {
  sigset_t most;
  sigfillset(&most);
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&most, faults[i]);
  sigemptyset(before);
  if (seekable) pthread_sigmask(SIG_BLOCK, &most, before);
  holds_log = true;
}
static void restore_signals(const sigset_t *before) {
  holds_log = false;
  if (seekable) pthread_sigmask(SIG_SETMASK, before, NULL);
}
void gph_event_enter(void) {
  sigset_t before;
  block_signals(&before);
  gph_event_lock(&log_lock);
  mask_before = before;
}
bool gph_event_try_enter(void) {
  sigset_t before;
  block_signals(&before);
  bool free = gph_event_try_lock(&log_lock);
  if (free) mask_before = before;
  else restore_signals(&before);
  return free;
}
void gph_event_leave(void) {
  sigset_t before = mask_before;
  gph_event_unlock(&log_lock);
  restore_signals(&before);
}
// False when there never was a file, or this thread has the lock, or who has it does not come back from the disk, or
// soon from the pipe.
bool gph_event_enter_soon(void) {
  if (fd < 0 || holds_log) return false;
  sigset_t before;
  block_signals(&before);
  for (int64_t until = gph_os_clock_ns() + (seekable ? 5000000000 : 100000000); !gph_event_try_lock(&log_lock);
       sched_yield())
    if (gph_os_clock_ns() > until) {
      restore_signals(&before);
      return false;
    }
  mask_before = before;
  return true;
}

// ---- the file; lock:log_lock
static void write_failed(void) {
  int e = errno;
  closed = 1;
  gph_store_relaxed(&gph_log_classes, gph_log_classes & GPH_LOG_SITES);
  if (seekable && ftruncate(fd, end_at + 2) != 0) e = errno;
  gph_log("the event log ends here: cannot write %s: %s", file_name, strerror(e));
}
static bool write_at(const unsigned char *p, size_t n, off_t at) {
  while (n > 0) {
    ssize_t k = seekable ? pwrite(fd, p, n, at) : write(fd, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) {
      write_failed();
      return false;
    }
    p += k;
    at += k;
    n -= (size_t)k;
  }
  return true;
}
// n > 2 bytes of p. See Note [The file is whole at any time]
static void append(unsigned char *p, size_t n) {
  if (closed) return;
  if (!seekable) {
    write_at(p, n, 0);
    return;
  }
  // The mark is not stored behind p: when the log is ended by another thread the buffer's owner may be writing there.
  static const unsigned char mark[2] = {0xff, 0xff};
  struct iovec parts[2] = {{p + 2, n - 2}, {(void *)mark, 2}};
  ssize_t k = pwritev(fd, parts, 2, end_at + 2);
  if (k != (ssize_t)n) {  // interrupted, or failing
    size_t whole = k < 0 ? 0 : (size_t)k;
    if (whole < n - 2 && !write_at(p + 2 + whole, n - 2 - whole, end_at + 2 + (off_t)whole)) return;
    if (!write_at(mark, 2, end_at + (off_t)n)) return;
  }
  if (write_at(p, 2, end_at)) end_at += (off_t)n;
}

void gph_event_write_block(unsigned char *p, size_t n, int cap, int64_t begun, int64_t ended) {
  GPH_ASSERT(n > GPH_EVENT_MARKER);
  put16(put64(put32(put_head(p, GphEv_BlockMarker, begun), n), (uint64_t)ended), (uint64_t)cap);
  append(p, n);
}

static void show(GphEventBuffer *b) {
  gph_store_release(&b->shown, b->used | (uint64_t)b->in_gc << 31 | (uint64_t)b->running << 32);
}

void gph_event_flush(GphEventBuffer *b) {
  if (b->used > GPH_EVENT_MARKER) gph_event_write_block(b->start, b->used, b->cap, b->begun, gph_event_now());
  b->used = GPH_EVENT_MARKER;
  show(b);
}

// ---- events
unsigned char *gph_event_begin(GphEventBuffer *b, GphEventType e, size_t bytes) {
  GPH_ASSERT(EVENT_HEAD + bytes <= GPH_EVENT_BUFFER - GPH_EVENT_MARKER);
  int64_t t = gph_event_now();
  if (b->used + EVENT_HEAD + bytes > GPH_EVENT_BUFFER || GPH_EVENT_UNLIKELY(gph_load_relaxed(&b->flush_wanted))) {
    bool ours = b != &gph_event_common;
    gph_store_relaxed(&b->flush_wanted, 0u);
    if (ours) gph_event_enter();
    gph_event_flush(b);
    if (ours) gph_event_leave();
  }
  if (b->used == GPH_EVENT_MARKER) b->begun = t;
  return put_head(b->start + b->used, e, t);
}
void gph_event_done(GphEventBuffer *b, unsigned char *p) {
  b->used = (uint32_t)(p - b->start);
  show(b);
}

void gph_event_buffer_init(GphEventBuffer *b, int cap) {
  b->start = gph_os_alloc(GPH_EVENT_BUFFER);
  b->used = GPH_EVENT_MARKER;
  show(b);
  b->cap = (uint16_t)cap;
}

// ---- the beginning and the end
static void write_header(void) {
  static const struct {
    uint16_t number, bytes;
    const char *text;
  } kinds[] = {
#define VAR 0xffff
#define EVENT(name, number, bytes, text) {number, bytes, text},
#include "prof/events.def"
#undef EVENT
#undef VAR
  };
  unsigned char *p = gph_event_common.start;
  p = (unsigned char *)memcpy(p, "hdrbhetb", 8) + 8;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    size_t n = strlen(kinds[i].text);
    p = (unsigned char *)memcpy(p, "etb", 4) + 4;
    p = put32(put16(put16(p, kinds[i].number), kinds[i].bytes), n);
    p = (unsigned char *)memcpy(p, kinds[i].text, n) + n;
    p = (unsigned char *)memcpy(put32(p, 0), "ete", 4) + 4;
  }
  p = (unsigned char *)memcpy(p, "hetehdredatb", 12) + 12;
  put16(p, 0xffff);
  size_t n = (size_t)(p - gph_event_common.start);
  if (write_at(gph_event_common.start, n + (seekable ? 2 : 0), 0)) end_at = (off_t)n;
}

bool gph_event_open(const char *name) {
  start_ns = gph_os_clock_ns();
  file_name = name;
  fd = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  seekable = lseek(fd, 0, SEEK_SET) == 0;
  gph_event_buffer_init(&gph_event_common, NO_HEC);
  closed = 0;
  write_header();
  return true;
}
bool gph_event_is_open(void) { return !closed; }
void gph_event_close(void) {
  if (!seekable) write_at((const unsigned char *)"\xff\xff", 2, 0);
  closed = 1;
}
