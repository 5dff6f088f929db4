// transport.c: see transport.h. MPI keeps the order of the messages from one PE to another, and of nothing else; the
// protocol (dist/gateway.c) asks for no more.
//
// A message is sent without waiting, from a buffer of its own: two PEs that send to each other while neither receives
// must not stop each other.
#include "dist/transport.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/launch.h"
#include "sched/hooks.h"
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int gph_pe, gph_pes = 1;

typedef struct Sent {
  struct Sent *next;
  MPI_Request request;
  W *words;
} Sent;
static Sent *sent;  // not gone yet

typedef struct Received {
  struct Received *next;
  int from;
  size_t n;
  W *words;
  int64_t due;  // --latency
} Received;
static Received *received, **received_end = &received;  // taken from MPI, and not given to the gateway yet
static pid_t parent;                                    // who started us

// mpirun says so in the environment: Open MPI's own, and what Slurm's srun has with PMIx or PMI-2.
static int pes_started(void) {
  const char *names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *v = getenv(names[i]);
    if (v && *v) return atoi(v);
  }
  return 0;
}

void gph_transport_start(int pes, char **argv) {
  int started = pes_started();
  if (started == 0 && pes > 1) gph_launch(pes, argv);
  if (started <= 1) return;
  int level;
  parent = getppid();
  // it writes into the code of munmap and its like, at the end, too, while our threads may be there; it is for networks
  // that we do not ask for
  setenv("OMPI_MCA_memory", "^patcher", 0);
  // else it gives the processor away in each look for a message that finds none, whoever looks: a thread that has work,
  // or holds a lock; who has none yields by himself (gph_dist_wait)
  setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
    gph_fail(1, "MPI cannot be initialised");
  if (level < MPI_THREAD_SERIALIZED) gph_fail(1, "this MPI has no threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &gph_pe);
  MPI_Comm_size(MPI_COMM_WORLD, &gph_pes);
  if (gph_pes == 1) MPI_Finalize();
}

bool gph_transport_agree(uint64_t number) {
  uint64_t least[2] = {number, ~number}, all[2];
  MPI_Request request;
  MPI_Iallreduce(least, all, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD, &request);
  for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done;) sched_yield();
  return all[0] == ~all[1];
}

void gph_transport_send(int pe, W *words, size_t n) {
  Sent *s = malloc(sizeof *s);
  if (!s || n > INT32_MAX) gph_fail(251, "out of memory: a message of %zu words", n);
  s->words = words;
  s->next = sent;
  sent = s;
  MPI_Isend(words, (int)n, MPI_UINT64_T, pe, 0, MPI_COMM_WORLD, &s->request);
}

void gph_transport_progress(void) {
  for (Sent **p = &sent, *s; (s = *p);) {
    int gone = 0;
    MPI_Test(&s->request, &gone, MPI_STATUS_IGNORE);
    if (!gone) {
      p = &s->next;
      continue;
    }
    *p = s->next;
    free(s->words);
    free(s);
  }
}

static bool probe(MPI_Status *status) {
  int there = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, status);
  // one that finds nothing looks into the network only then, for the next one
  if (!there) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, status);
  return there != 0;
}
static W *receive(int *from, size_t *n) {
  MPI_Status status;
  if (!probe(&status)) return NULL;
  int words = 0;
  MPI_Get_count(&status, MPI_UINT64_T, &words);
  W *to = malloc((size_t)words * sizeof(W) + sizeof(W));
  if (!to) gph_fail(251, "out of memory: a message of %d words", words);
  MPI_Recv(to, words, MPI_UINT64_T, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  *n = (size_t)words;
  return to;
}

static void keep(int from, W *words, size_t n, int64_t due) {
  Received *r = malloc(sizeof *r);
  if (!r) gph_fail(251, "out of memory");
  *r = (Received){.from = from, .n = n, .words = words, .due = due};
  *received_end = r;
  received_end = &r->next;
}
// --latency: what comes is kept until it is due.
#ifdef GPH_DEBUG
static bool is_late(void) { return gph_flags.latency_ns > 0; }
static void keep_late(void) {
  static int64_t *last;  // when what each PE sent last is due: its messages keep their order
  static uint64_t random = 1;
  const int64_t now = gph_os_clock_ns();
  int from;
  size_t n;
  for (W *words; (words = receive(&from, &n));) {
    if (!last) last = calloc((size_t)gph_pes, sizeof *last);
    if (!last) gph_fail(251, "out of memory");
    random = random * 6364136223846793005ull + 1442695040888963407ull;
    const int64_t due = now + (int64_t)((random >> 33) % (uint64_t)gph_flags.latency_ns);
    if (due > last[from]) last[from] = due;
    keep(from, words, n, last[from]);
  }
}
#else
static bool is_late(void) { return false; }
static void keep_late(void) {}
#endif
// Of those that are kept, where the next one is.
static Received **next(void) {
  Received **p = &received;
  if (!is_late()) return p;
  keep_late();
  const int64_t now = gph_os_clock_ns();
  while (*p && (*p)->due > now) p = &(*p)->next;
  return p;
}

bool gph_transport_ready(void) {
  MPI_Status status;
  return *next() || (!is_late() && probe(&status));
}
W *gph_transport_receive(int *from, size_t *n) {
  Received **p = next(), *r = *p;
  if (!r) return is_late() ? NULL : receive(from, n);
  *p = r->next;
  if (!*p) received_end = p;
  *from = r->from;
  *n = r->n;
  W *words = r->words;
  free(r);
  return words;
}
bool gph_transport_pump(W kind) {
  int from;
  size_t n;
  if (is_late()) keep_late();
  else
    for (W *words; (words = receive(&from, &n));) keep(from, words, n, 0);
  for (Received *r = received; r; r = r->next)
    if (r->words[0] == kind) return true;
  return false;
}

// mpirun ends its processes when one of them fails, or it is told to end. When it is killed itself, nobody does.
void gph_transport_watch(void) {
  if (getppid() != parent) gph_fail(1, "who started this process is gone (mpirun, or its daemon)");
}

int gph_transport_end(int code) {
  while (sent) {
    gph_transport_progress();
    sched_yield();
  }
  MPI_Finalize();
  const char *file = gph_pe == 0 ? getenv(GPH_EXIT_FILE) : NULL;
  FILE *f = file ? fopen(file, "w") : NULL;
  if (!f) return code;
  fprintf(f, "%d\n", code);
  return fclose(f) == 0 ? 0 : code;
}

void gph_transport_abort(int code) {
  fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, code);
  _exit(code);
}
