// io_wait.c: threads that wait until a file descriptor can be read or written: a list. An idle HEC polls the
// descriptors (with several HECs: the last one to become idle); while all are busy the ticker looks, and, without a
// ticker, the scheduler now and then. Whoever has something for a HEC that sleeps bumps its `wake` and then, if it
// sleeps in poll, rouses it by an eventfd; who goes to sleep there first says so, in `polls`, and then looks at `wake`:
// one sees the other. Each HEC has an eventfd of its own: who was the last one to become idle may sleep in poll still
// when another one is, and of two that poll one descriptor the wrong one may take what is in it.
#include "prim/io_wait.h"
#include "base/die.h"
#include "base/os.h"
#include "eval/exception.h"
#include "eval/hooks.h"
#include "prim/prim.h"
#include "sched/hooks.h"
#include "sched/stw.h"
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static GphThread *waiting;  // lock:io_lock
static int waiting_count;   // atomic

static W wait_for(GphReg *R, I fd, GphThreadState state) {
  if (R->thread->pending && R->masked != 2) {
    gph_deliver_before(R, state == GPH_T_BLOCKED_READ ? gph_redo_read : gph_redo_write, GPH_NUMBER(fd), GPH_UNIT);
    return 0;
  }
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
W gph_redo_read(GphReg *R, W fd) { return gph_prim_WaitRead(R, GPH_NUMBER_OF(fd)); }
W gph_redo_write(GphReg *R, W fd) { return gph_prim_WaitWrite(R, GPH_NUMBER_OF(fd)); }

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

// Also from a signal handler.
void gph_io_rouse(GphHec *h) {
  if (gph_load_seq(&h->polls) == 0) return;
  int saved = errno;
  const uint64_t one = 1;
  if (write(gph_load_seq(&h->rouser), &one, sizeof one) < 0) {}  // full: it is awake anyway
  errno = saved;
}

// The number of a new descriptor is not 0, which says that there is none.
static int new_rouser(void) {
  int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (fd != 0) return fd;
  fd = fcntl(0, F_DUPFD_CLOEXEC, 1);
  close(0);
  return fd;
}

// With a sleeper: its owner, who has left it, sleeps at most so long (< 0: for ever), and not when its `wake` is not
// ticket any more. Those that can go on are woken by h, or by messages (h NULL: who calls has no HEC, or has left it).
static void look(GphHec *h, int64_t timeout_ns, GphHec *sleeper, uint32_t ticket) {
  if (sleeper && gph_load_seq(&sleeper->rouser) <= 0) gph_store_seq(&sleeper->rouser, new_rouser());
  pthread_mutex_lock(&io_lock);
  int n = 0;
  for (GphThread *t = waiting; t; t = t->next) n++;
  struct pollfd *fds = malloc((size_t)(n + 1) * sizeof *fds);
  int i = 0;
  for (GphThread *t = waiting; t; t = t->next)
    fds[i++] = (struct pollfd){.fd = t->fd, .events = t->state == GPH_T_BLOCKED_READ ? POLLIN : POLLOUT};
  if (sleeper) fds[n] = (struct pollfd){.fd = gph_load_seq(&sleeper->rouser), .events = POLLIN};
  pthread_mutex_unlock(&io_lock);
  int r;
  if (!sleeper) r = poll(fds, (nfds_t)n, 0);
  else {
    int ms = timeout_ns < 0                               ? -1
             : timeout_ns >= INT32_MAX * INT64_C(1000000) ? INT32_MAX
                                                          : (int)((timeout_ns + 999999) / 1000000);
    if (fds[n].fd < 0 && (ms < 0 || ms > 10)) ms = 10;  // no descriptor is left: nobody can rouse it
    gph_store_seq(&sleeper->polls, 1u);
    r = gph_load_seq(&sleeper->wake) == ticket ? poll(fds, (nfds_t)n + 1, ms) : 0;
    gph_store_seq(&sleeper->polls, 0u);
    uint64_t count;
    if (r > 0 && fds[n].revents && read(fds[n].fd, &count, sizeof count) < 0) {}
  }
  if (r > 0) {
    pthread_mutex_lock(&io_lock);
    for (GphThread **p = &waiting; *p;) {
      GphThread *t = *p;
      const short events = t->state == GPH_T_BLOCKED_READ ? POLLIN : POLLOUT;
      bool ready = false;
      for (i = 0; i < n && !ready; i++) ready = fds[i].fd == t->fd && fds[i].events == events && fds[i].revents != 0;
      if (!ready) {
        p = &t->next;
        continue;
      }
      *p = t->next;
      t->next = NULL;
      gph_sub_seq(&waiting_count, 1);
      if (h) gph_wake(h, t);
      // under the lock: a collection looks here first, and then into the inboxes
      else gph_post_thread(gph_load_seq(&t->hec), t, GPH_MSG_WAKE);
    }
    pthread_mutex_unlock(&io_lock);
  }
  free(fds);
}

void gph_io_poll(GphHec *h) { look(h, 0, NULL, 0); }
void gph_io_sleep(GphHec *sleeper, int64_t timeout_ns, uint32_t ticket) { look(NULL, timeout_ns, sleeper, ticket); }

void gph_io_roots(GphVisitor *v) {
  GPH_ASSERT(gph_stw_is_wanted());
  pthread_mutex_lock(&io_lock);
  for (GphThread *t = waiting; t; t = t->next) gph_visit_thread(v, t);
  pthread_mutex_unlock(&io_lock);
}
