// launch.c: see launch.h.
#include "dist/launch.h"
#include "base/die.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Note [Starting the others]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// --pes=P starts mpirun, waits for it, and ends as it does. mpirun says what went wrong when a process is killed, and
// which; but also, at length, when one merely ends with another exit code than 0, as a program may. So PE 0 leaves its
// exit code in a file that we name to it, and ends with 0. Signals that would end us are mpirun's; when we are killed,
// it is told to end.
//
// Open MPI 4.1 may wait for ever when a process dies while it connects to mpirun (one in fifty of those that are killed
// in their first tenth of a second, on a loaded machine): it has said what happened, and ended the others. So mpirun is
// ended, too, when processes of it have run, and none has for some seconds.
enum { kPatience = 10 };  // seconds; mpirun itself needs one or two to end, more on a machine that is overloaded
static pid_t mpirun;
static void forward(int sig, siginfo_t *info, void *context) {
  // not what a terminal sends: mpirun has that, too, and a second one would stop it in its cleaning up
  if (info->si_code <= 0) kill(mpirun, sig);
}

// Has it ended? Nobody may have asked how, as yet.
static bool ended(int process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *f = fopen(path, "r");
  if (!f) return true;
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  const char *state = strrchr(text, ')');  // after the program's name
  return !state || strncmp(state, ") Z", 3) == 0 || strncmp(state, ") X", 3) == 0;
}

// Does a process run that mpirun has started? Each of its threads may have. True when the system does not say.
static bool has_processes(void) {
  if (access("/proc/thread-self/children", R_OK) != 0) return true;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)mpirun);
  DIR *threads = opendir(path);
  if (!threads) return true;
  bool some = false;
  for (struct dirent *e; !some && (e = readdir(threads));) {
    char name[sizeof path + sizeof e->d_name + 16];
    snprintf(name, sizeof name, "%s/%s/children", path, e->d_name);
    FILE *f = e->d_name[0] == '.' ? NULL : fopen(name, "r");
    if (!f) continue;  // this thread has ended
    for (int process; !some && fscanf(f, "%d", &process) == 1;) some = !ended(process);
    fclose(f);
  }
  closedir(threads);
  return some;
}

// waitpid's status of mpirun; *killed: it did not end after its processes had.
static int mpirun_status(bool *killed) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  bool had = false;
  int status;
  for (int without = 0;;) {
    const pid_t p = waitpid(mpirun, &status, WNOHANG);
    if (p == mpirun) return status;
    if (p < 0 && errno != EINTR) gph_fail(1, "--pes: waiting for mpirun: %s", strerror(errno));
    if (sigtimedwait(&child, NULL, &(struct timespec){.tv_sec = 1}) >= 0 || errno != EAGAIN) continue;
    const bool some = has_processes();
    had |= some;
    without = had && !some ? without + 1 : 0;
    if (without <= kPatience) continue;
    *killed = true;
    kill(mpirun, SIGKILL);
  }
}

_Noreturn static void wait_for_mpirun(const char *file) {
  struct sigaction a = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO};
  for (const int *s = (const int[]){SIGINT, SIGTERM, SIGHUP, SIGQUIT, 0}; *s; s++) sigaction(*s, &a, NULL);
  int code = 0;
  bool killed = false;
  const int status = mpirun_status(&killed);
  FILE *f = fopen(file, "r");
  const bool said = f && fscanf(f, "%d", &code) == 1;
  unlink(file);
  if (killed && !said) gph_fail(1, "the processes have ended, and mpirun has not: it was killed");
  if (!killed && WIFSIGNALED(status))
    gph_fail(128 + WTERMSIG(status), "mpirun was killed by signal %d", WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status)) _exit(WEXITSTATUS(status));
  if (!said) gph_fail(1, "the processes have ended, and the first one has not said how");
  _exit(code);
}

// The command line of mpirun, ended by NULL.
static char **arguments(char *pes, char *program, char **argv) {
  static char *always[] = {
      "--oversubscribe", "--bind-to", "none", "--mca", "btl_base_warn_component_unused", "0", "-n"};
  int argc = 0, at = 0;
  while (argv[argc]) argc++;
  char **args = malloc(((size_t)argc + 30) * sizeof *args);
  args[at++] = "mpirun";
  if (geteuid() == 0) args[at++] = "--allow-run-as-root";
  for (size_t i = 0; i < sizeof always / sizeof *always; i++) args[at++] = always[i];
  args[at++] = pes;
  args[at++] = program;
  for (int i = 1; i < argc; i++) args[at++] = argv[i];
  args[at] = NULL;
  return args;
}

_Noreturn void gph_launch(int pes, char **argv) {
  char path[4096], n[16], file[] = "/tmp/gph-exit-XXXXXX";
  const ssize_t k = readlink("/proc/self/exe", path, sizeof path - 1);
  if (k <= 0) gph_fail(1, "--pes: /proc/self/exe cannot be read");
  path[k] = 0;
  snprintf(n, sizeof n, "%d", pes);
  const int fd = mkstemp(file);
  if (fd < 0) gph_fail(1, "--pes: cannot make %s: %s", file, strerror(errno));
  close(fd);
  setenv(GPH_EXIT_FILE, file, 1);
  char **args = arguments(n, path, argv);
  // its end is waited for, whatever was said of it to who started us
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &child, &before);
  mpirun = fork();
  if (mpirun < 0) gph_fail(1, "--pes: fork: %s", strerror(errno));
  if (mpirun > 0) wait_for_mpirun(file);
  sigprocmask(SIG_SETMASK, &before, NULL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  execvp(args[0], args);
  unlink(file);
  gph_fail(1, "--pes: mpirun cannot be started: it comes with Open MPI (Debian: openmpi-bin)");
}
