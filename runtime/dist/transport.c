// transport.c: see transport.h. MPI keeps the order of the messages from one PE to another, and of nothing else; the protocol (dist/gateway.c) asks for no more.
//
// A message is sent without waiting, from a buffer of its own: two PEs that send to each other while neither receives must not stop each other.
#include "dist/transport.h"
#include "base/die.h"
#include "base/flags.h"
#include "sched/hooks.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int gph_pe, gph_pes = 1;

typedef struct Sent {
  struct Sent *next;
  MPI_Request request;
  W *words;
} Sent;
static Sent *sent;                                     // not gone yet

// mpirun says so in the environment: Open MPI's own, and what Slurm's srun has with PMIx or PMI-2.
static int pes_started(void) {
  const char *names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *v = getenv(names[i]);
    if (v && *v) return atoi(v);
  }
  return 0;
}

_Noreturn static void start_all(int pes, char **argv) {
  char path[4096], n[16];
  ssize_t k = readlink("/proc/self/exe", path, sizeof path - 1);
  if (k <= 0) gph_fail(1, "--pes: /proc/self/exe cannot be read");
  path[k] = 0;
  snprintf(n, sizeof n, "%d", pes);
  int argc = 0, at = 0;
  while (argv[argc]) argc++;
  char **args = malloc(((size_t)argc + 20) * sizeof *args);
  args[at++] = "mpirun";
  args[at++] = "-q";
  if (geteuid() == 0) args[at++] = "--allow-run-as-root";
  args[at++] = "--oversubscribe";
  args[at++] = "--bind-to";
  args[at++] = "none";
  args[at++] = "--mca";
  args[at++] = "mpi_yield_when_idle";
  args[at++] = "1";
  args[at++] = "-n";
  args[at++] = n;
  args[at++] = path;
  for (int i = 1; i < argc; i++) args[at++] = argv[i];
  args[at] = NULL;
  execvp(args[0], args);
  gph_fail(1, "--pes: mpirun cannot be started: it comes with Open MPI (Debian: openmpi-bin)");
}

void gph_transport_start(int pes, char **argv) {
  int started = pes_started();
  if (started == 0 && pes > 1) start_all(pes, argv);
  if (started <= 1) return;
  int level;
  setenv("OMPI_MCA_memory", "^patcher", 0);            // it writes into the code of munmap and its like, at the end, too, while our threads may be there; it is for networks that we do not ask for
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) gph_fail(1, "MPI cannot be initialised");
  if (level < MPI_THREAD_SERIALIZED) gph_fail(1, "this MPI has no threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &gph_pe);
  MPI_Comm_size(MPI_COMM_WORLD, &gph_pes);
  if (gph_pes == 1) MPI_Finalize();
}

bool gph_transport_agree(uint64_t number) {
  uint64_t least[2] = { number, ~number }, all[2];
  MPI_Allreduce(least, all, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
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
  for (Sent **p = &sent, *s; (s = *p); ) {
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
  return there != 0;
}
bool gph_transport_ready(void) {
  MPI_Status status;
  return probe(&status);
}

W *gph_transport_receive(int *from, size_t *n) {
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

void gph_transport_end(void) {
  while (sent) gph_transport_progress();
  MPI_Finalize();
}

void gph_transport_abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  _exit(code);
}
