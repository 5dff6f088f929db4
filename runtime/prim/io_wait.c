// io_wait.c: threads that wait until a file descriptor can be read or written: a list, polled when a HEC is idle and at context switches.
#include "base/os.h"
#include "eval/exception.h"
#include "gc/collector.h"
#include "prim/prim.h"
#include "sched/schedule.h"
#include <poll.h>
#include <stdlib.h>

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static GphThread *waiting;                             // lock:io_lock
static int waiting_count;                              // atomic

static W wait_for(GphReg *R, I fd, GphThreadState state) {
  if (R->thread->pending && R->masked != 2) { gph_deliver_pending(R); return 0; }
  GphThread *t = R->thread;
  gph_block_current(R, state, 0);
  t->fd = (int)fd;
  pthread_mutex_lock(&io_lock);
  t->next = waiting;
  waiting = t;
  gph_add_seq(&waiting_count, 1);
  pthread_mutex_unlock(&io_lock);
  return GPH_UNIT;
}
W gph_prim_WaitRead(GphReg *R, I fd) { return wait_for(R, fd, GPH_T_BLOCKED_READ); }
W gph_prim_WaitWrite(GphReg *R, I fd) { return wait_for(R, fd, GPH_T_BLOCKED_WRITE); }

bool gph_io_waiting(void) { return gph_load_seq(&waiting_count) > 0; }

bool gph_io_cancel(GphThread *t) {
  bool there = false;
  pthread_mutex_lock(&io_lock);
  for (GphThread **p = &waiting; *p; p = &(*p)->next)
    if (*p == t) {
      *p = t->next;
      t->next = NULL;
      gph_sub_seq(&waiting_count, 1);
      there = true;
      break;
    }
  pthread_mutex_unlock(&io_lock);
  return there;
}

void gph_io_poll(GphHec *h, int64_t timeout_ns) {
  pthread_mutex_lock(&io_lock);
  int n = 0;
  for (GphThread *t = waiting; t; t = t->next) n++;
  struct pollfd *fds = malloc((size_t)(n ? n : 1) * sizeof *fds);
  int i = 0;
  for (GphThread *t = waiting; t; t = t->next)
    fds[i++] = (struct pollfd){ .fd = t->fd, .events = t->state == GPH_T_BLOCKED_READ ? POLLIN : POLLOUT };
  pthread_mutex_unlock(&io_lock);
  int ms = timeout_ns < 0 ? -1 : (int)((timeout_ns + 999999) / 1000000);
  int r = poll(fds, (nfds_t)n, ms);
  if (r > 0 && h) {
    pthread_mutex_lock(&io_lock);
    for (GphThread **p = &waiting; *p; ) {
      GphThread *t = *p;
      bool ready = false;
      for (i = 0; i < n; i++) ready |= fds[i].fd == t->fd && fds[i].revents != 0;
      if (!ready) { p = &t->next; continue; }
      *p = t->next;
      t->next = NULL;
      gph_sub_seq(&waiting_count, 1);
      gph_wake(h, t);
    }
    pthread_mutex_unlock(&io_lock);
  }
  free(fds);
}

void gph_io_scan(GphGcWorker *w) {
  pthread_mutex_lock(&io_lock);
  for (GphThread *t = waiting; t; t = t->next) gph_evac_root(w, &t->handle);
  pthread_mutex_unlock(&io_lock);
}
