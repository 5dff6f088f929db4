// init.c: from main() to the main light thread: flags, heap, HECs, signals.
#include "base/die.h"
#include "base/flags.h"
#include "base/numa.h"
#include "base/os.h"
#ifdef GPH_DIST
#include "dist/gateway.h"
#endif
#include "gph/rts.h"
#include "heap/block.h"
#include "prof/eventlog.h"
#include "prof/heap_profile.h"
#include "prof/phases.h"
#include "prof/stats.h"
#include "prof/time_profile.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/timer.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int gph_argc;
char **gph_argv;
uint32_t gph_interrupt_wanted;

// ---- signals: handlers run on a stack of their own (a light stack may have a few hundred bytes left)
stack_t gph_signal_stack(void) {
  size_t size = 64 << 10;
  stack_t s = {.ss_sp = gph_os_alloc(size), .ss_size = size};
  sigaltstack(&s, NULL);
  return s;
}

// Somebody is to look at what a signal asks for, at once.
static void rouse_all(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    gph_hec_zap(gph_hecs[i]);
    if (gph_load_seq(&gph_hecs[i]->sleeping)) {
      gph_add_seq(&gph_hecs[i]->wake, 1u);
      gph_os_futex_wake(&gph_hecs[i]->wake, 1);
      gph_io_rouse(gph_hecs[i]);
    }
  }
}

static void on_interrupt(int sig) {
  if (gph_exchange(&gph_interrupt_wanted, 1u)) {  // the second time: at once
    gph_dies();
    gph_os_die_of_signal(sig);
    _exit(128 + sig);  // the first process of a container does not die of it
  }
  rouse_all();
}

static void on_census(int sig) {
  gph_or(&gph_census_wanted, (uint32_t)GPH_CENSUS_REPORT);
  rouse_all();
}

static void on_fault(int sig, siginfo_t *info, void *context) {
  static const char what[] =
      "internal error of the gph runtime: memory fault (please report; a -debug build with +RTS -DS says more)\n";
  ssize_t ignored = write(2, gph_prog_name, strlen(gph_prog_name));
  ignored = write(2, gph_prog_process, strlen(gph_prog_process));
  ignored = write(2, ": ", 2);
  ignored = write(2, what, sizeof what - 1);
  (void)ignored;
  gph_dies();
  signal(sig, SIG_DFL);
  raise(sig);
}

static void signals_init(void) {
  gph_signal_stack();
  struct sigaction a = {.sa_flags = SA_ONSTACK | SA_RESTART};
  a.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &a, NULL);  // an error of write(2) instead
  struct sigaction f = {.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESETHAND};
  f.sa_sigaction = on_fault;
  sigaction(SIGSEGV, &f, NULL);
  sigaction(SIGBUS, &f, NULL);
  if (gph_flags.handle_signals && gph_program.user_interrupt) {
    a.sa_handler = on_interrupt;
    a.sa_flags = SA_ONSTACK;
    sigaction(SIGINT, &a, NULL);
  }
  if (gph_flags.handle_signals) {
    a.sa_handler = on_census;
    a.sa_flags = SA_ONSTACK | SA_RESTART;
    sigaction(SIGUSR2, &a, NULL);
  }
}

void gph_interrupt_main(GphHec *h) {
  if (!gph_exchange(&gph_interrupt_wanted, 0u)) return;
  GphThread *t = gph_main_thread;
  if (!t || t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return;
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){.kind = GPH_MSG_KILL, .target = t, .exception = gph_program.user_interrupt};
  gph_post(gph_load_seq(&t->hec), m);
}

int gph_main(int argc, char **argv) {
  const char *slash = strrchr(argv[0] ? argv[0] : "gph", '/');
  gph_prog_name = slash ? slash + 1 : argv[0] ? argv[0] : "gph";
  if (gph_program.abi_hash != GPH_ABI_HASH)
    gph_fail(1, "compiled for another version of the gph runtime: compile it again");
  int whole_argc = argc;
  char **whole_argv = argv;
  gph_flags_parse(&argc, &argv);
#ifdef GPH_DIST
  gph_dist_start(whole_argv);
#endif
  gph_eventlog_start(whole_argc, whole_argv);
  gph_profile_start(whole_argc, whole_argv);
  gph_argc = argc;
  gph_argv = argv;
  gph_numa_init();
  gph_block_init();
  gph_hec_init(gph_flags.hecs);
#ifdef GPH_DIST
  if (GPH_MANY_PES && gph_flags.gateway == GPH_GATEWAY_THREAD) gph_gateway = gph_hec_add_gateway();
#endif
  signals_init();
  gph_phases_start();
  gph_heap_profile_start(whole_argc, whole_argv);
  gph_ticker_start();
  gph_stats_init_done();
#ifdef GPH_DIST
  if (gph_pe != 0) gph_sched_run_main(gph_hecs[0], 0);
#endif
  gph_sched_run_main(gph_hecs[0], gph_program.main);
  return 0;
}
