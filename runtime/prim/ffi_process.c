// ffi_process.c: children of the program, for stdlib/GPH/Process.hs. Plain C functions; no heap access.
//
// A child is described first (gph_child_new, gph_child_arg, ..), in C's memory, so that starting it may be a safe
// foreign call. It is started by vfork: a fork copies the page tables of a heap that may be large, only to forget them.
// What runs between vfork and exec shares the memory of a process with several OS threads, any of which may hold
// malloc's lock or be in the middle of a change: it makes system calls and nothing else, on what was prepared before,
// with all signals blocked until no handler of ours is left. (setuid and its like are raw system calls for that
// reason, too: libc's would change all threads of the program.) It says by a pipe that exec closes why it did not get
// that far; that works as well where a tool makes a fork of vfork.
//
// Nobody handles SIGCHLD: who waits for a child waits for a descriptor of it (gph_child_descriptor), with its light
// thread, and asks then (gph_child_ask).
#define _GNU_SOURCE  // pipe2, getgrouplist
#include "gph/rts.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CLOSE_OTHERS = 1, NEW_GROUP = 2, NEW_SESSION = 4, DELEGATES = 8, SCRIPTS = 16 };  // GPH.Process knows them
enum { INHERITED = -1, NONE = -2 };                                                      // in place of a descriptor

typedef struct {
  char **at;  // with a null pointer behind the last one
  size_t count, room;
} Strings;

typedef struct {
  const char *step;  // what failed
  int error;
} Failure;

typedef struct {
  Strings args, env, files;  // files: what to execute, in turn
  char **script;             // the arguments for a shell, of which the second is to be filled in
  char *cwd;
  bool own_env, has_user, has_group;
  uid_t user;
  gid_t group, *groups;
  int group_count;
  int fd[3], report;
  I flags;
  struct sigaction interrupt, quit;  // as they were before somebody delegated
  Failure failure;
} Child;

// ---- Describing -----------------------------------------------------------------------------------------------------
static void add(Strings *s, char *string) {
  if (s->count + 2 > s->room) {
    s->room = s->room ? 2 * s->room : 8;
    s->at = realloc(s->at, s->room * sizeof *s->at);
  }
  s->at[s->count++] = string;
  s->at[s->count] = NULL;
}
static void free_strings(Strings *s) {
  for (size_t i = 0; i < s->count; i++) free(s->at[i]);
  free(s->at);
}

Child *gph_child_new(void) { return calloc(1, sizeof(Child)); }
void gph_child_arg(Child *c, const char *word) { add(&c->args, strdup(word)); }
void gph_child_cwd(Child *c, const char *path) { c->cwd = strdup(path); }
// The environment is what is added, instead of ours.
void gph_child_own_env(Child *c) {
  c->own_env = true;
  if (!c->env.at) add(&c->env, NULL), c->env.count = 0;
}
void gph_child_env(Child *c, const char *definition) { add(&c->env, strdup(definition)); }
void gph_child_user(Child *c, I user) { c->has_user = true, c->user = (uid_t)user; }
void gph_child_group(Child *c, I group) { c->has_group = true, c->group = (gid_t)group; }
void gph_child_free(Child *c) {
  free_strings(&c->args), free_strings(&c->env), free_strings(&c->files);
  free(c->script), free(c->cwd), free(c->groups), free(c);
}
const char *gph_child_failed_step(Child *c) { return c->failure.step; }
I gph_child_failed_error(Child *c) { return c->failure.error; }

// The files that may be meant, as execvp has it: by PATH unless there is a folder in the name.
static void find_files(Child *c) {
  const char *name = c->args.at[0];
  if (!*name) return;
  if (strchr(name, '/')) {
    add(&c->files, strdup(name));
    return;
  }
  const char *path = getenv("PATH");
  if (!path) path = "/bin:/usr/bin";
  for (const char *p = path;;) {
    size_t n = strcspn(p, ":"), m = strlen(name);
    char *file = malloc(n + m + 2);
    memcpy(file, p, n);
    if (n) file[n++] = '/';
    memcpy(file + n, name, m + 1);
    add(&c->files, file);
    p = strchr(p, ':');
    if (!p) return;
    p++;
  }
}
// What libc must be asked for, which a child must not.
static bool find_groups(Child *c) {
  if (!c->has_user) return true;
  struct passwd entry, *found = NULL;
  size_t size = 4096;
  char *text = malloc(size);
  int e;
  while ((e = getpwuid_r(c->user, &entry, text, size, &found)) == ERANGE) text = realloc(text, size *= 2);
  if (found) {
    const gid_t group = c->has_group ? c->group : getgid();
    c->group_count = 64;
    do c->groups = realloc(c->groups, (size_t)c->group_count * sizeof *c->groups);
    while (getgrouplist(entry.pw_name, group, c->groups, &c->group_count) < 0);
  } else c->failure = (Failure){"getpwuid", e};
  free(text);
  return found != NULL;
}

// ---- Delegating -----------------------------------------------------------------------------------------------------
// While a child has the keyboard, its signals are not ours.
static pthread_mutex_t delegates_lock = PTHREAD_MUTEX_INITIALIZER;
static int delegates;                             // lock:delegates_lock
static struct sigaction our_interrupt, our_quit;  // lock:delegates_lock; those from before the first one

void gph_child_delegate(void) {
  const struct sigaction ignore = {.sa_handler = SIG_IGN};
  pthread_mutex_lock(&delegates_lock);
  if (delegates++ == 0) sigaction(SIGINT, &ignore, &our_interrupt), sigaction(SIGQUIT, &ignore, &our_quit);
  pthread_mutex_unlock(&delegates_lock);
}
void gph_child_delegated(void) {
  pthread_mutex_lock(&delegates_lock);
  if (--delegates == 0) sigaction(SIGINT, &our_interrupt, NULL), sigaction(SIGQUIT, &our_quit, NULL);
  pthread_mutex_unlock(&delegates_lock);
}
static void signals_before_delegating(Child *c) {
  pthread_mutex_lock(&delegates_lock);
  if (delegates) c->interrupt = our_interrupt, c->quit = our_quit;
  else sigaction(SIGINT, NULL, &c->interrupt), sigaction(SIGQUIT, NULL, &c->quit);
  pthread_mutex_unlock(&delegates_lock);
}

// ---- Between vfork and exec -----------------------------------------------------------------------------------------
static _Noreturn void fail(Child *c, const char *step) {
  const Failure f = {step, errno};
  ssize_t ignored = write(c->report, &f, sizeof f);
  (void)ignored;
  _exit(127);
}

// Everything has its default but what was ignored before the program began (nohup).
static void reset_signals(Child *c) {
  struct sigaction preset = {.sa_handler = SIG_DFL}, now;
  for (int sig = 1; sig < NSIG; sig++) {
    if (sigaction(sig, NULL, &now) < 0) continue;
    if (sig == SIGINT) now = c->interrupt;
    if (sig == SIGQUIT) now = c->quit;
    const bool keyboard = sig == SIGINT || sig == SIGQUIT;
    const bool stays = now.sa_handler == SIG_IGN && sig != SIGPIPE && !(keyboard && c->flags & DELEGATES);
    if (!stays) sigaction(sig, &preset, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become(Child *c) {
  if (c->flags & NEW_SESSION) setsid();
  if (c->flags & NEW_GROUP) setpgid(0, 0);
  if (c->has_group && syscall(SYS_setgid, c->group) < 0) fail(c, "setgid");
  if (!c->has_user) return;
  if (syscall(SYS_setgroups, c->group_count, c->groups) < 0) fail(c, "initgroups");
  if (syscall(SYS_setuid, c->user) < 0) fail(c, "setuid");
}

static void set_descriptors(Child *c) {
  // first out of the way of each other
  for (int i = 0; i < 3; i++)
    if (c->fd[i] >= 0 && c->fd[i] < 3 && c->fd[i] != i && (c->fd[i] = fcntl(c->fd[i], F_DUPFD_CLOEXEC, 3)) < 0)
      fail(c, "dup2");
  for (int i = 0; i < 3; i++) {
    if (c->fd[i] == NONE) close(i);
    else if (c->fd[i] == i) fcntl(i, F_SETFD, 0);
    else if (c->fd[i] >= 0 && dup2(c->fd[i], i) < 0) fail(c, "dup2");
  }
}

static void close_range_of(unsigned first, unsigned last) {
  if (first > last) return;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && last >= limit.rlim_cur) last = (unsigned)limit.rlim_cur - 1;
  for (unsigned fd = first; fd <= last; fd++) close((int)fd);
}

static void execute(Child *c) {
  char **env = c->own_env ? c->env.at : environ;
  bool denied = false;
  errno = ENOENT;
  for (char **file = c->files.at; file && *file; file++) {
    execve(*file, c->args.at, env);
    if (errno == ENOEXEC && c->flags & SCRIPTS) {
      c->script[1] = *file;
      execve(c->script[0], c->script, env);
      return;
    }
    if (errno == EACCES) denied = true;
    else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE && errno != ENODEV && errno != ETIMEDOUT) return;
  }
  if (denied) errno = EACCES;
}

static _Noreturn void run_child(Child *c) {
  become(c);
  reset_signals(c);
  if (c->cwd && chdir(c->cwd) < 0) fail(c, "chdir");
  set_descriptors(c);
  if (c->flags & CLOSE_OTHERS) {
    close_range_of(3, (unsigned)c->report - 1);
    close_range_of((unsigned)c->report + 1, ~0u);
  }
  execute(c);
  fail(c, "exec");
}

// ---- Starting and ending --------------------------------------------------------------------------------------------
// The child has the calling thread's stack: nothing of ours may change in this frame meanwhile.
static __attribute__((noinline)) pid_t start(Child *c) {
  pid_t pid = vfork();
  if (pid == 0) run_child(c);
  return pid;
}

static bool prepare(Child *c, int report[2]) {
  if (!find_groups(c)) return false;
  find_files(c);
  c->script = calloc(c->args.count + 2, sizeof *c->script);
  c->script[0] = "/bin/sh";
  for (size_t i = 1; i < c->args.count; i++) c->script[i + 1] = c->args.at[i];
  signals_before_delegating(c);
  if (pipe2(report, O_CLOEXEC) < 0) {
    c->failure = (Failure){"pipe", errno};
    return false;
  }
  // not where the child's standard descriptors go, should the program have closed its own
  if ((c->report = fcntl(report[1], F_DUPFD_CLOEXEC, 3)) >= 0) {
    close(report[1]);
    report[1] = c->report;
    return true;
  }
  c->failure = (Failure){"pipe", errno};
  close(report[0]), close(report[1]);
  return false;
}

// Its number, or 0: gph_child_failed_step and gph_child_failed_error say why.
I gph_child_start(Child *c, I in, I out, I err, I flags) {
  int report[2];
  c->fd[0] = (int)in, c->fd[1] = (int)out, c->fd[2] = (int)err;
  c->flags = flags;
  if (!prepare(c, report)) return 0;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = start(c);
  if (pid < 0) c->failure = (Failure){"fork", errno};
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  ssize_t n;
  if (pid > 0) {
    do n = read(report[0], &c->failure, sizeof c->failure);
    while (n < 0 && errno == EINTR);
    if (n == sizeof c->failure) {
      while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
      pid = 0;
    }
  }
  close(report[0]);
  return pid > 0 ? pid : 0;
}

// Whether it has ended: 0: no; 4 n + 1: with this exit code, negative for a signal; 4 n + 2: this error.
I gph_child_ask(I pid) {
  int status;
  pid_t r;
  do r = waitpid((pid_t)pid, &status, WNOHANG);
  while (r < 0 && errno == EINTR);
  if (r == 0) return 0;
  if (r < 0) return 4 * (I)errno + 2;
  return 4 * (I)(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)) + 1;
}
// A descriptor that can be read when the child has ended, or a negative errno (before Linux 5.3).
I gph_child_descriptor(I pid) {
#ifdef SYS_pidfd_open
  I fd = syscall(SYS_pidfd_open, (pid_t)pid, 0);
  return fd < 0 ? -errno : fd;
#else
  return -ENOSYS;
#endif
}
I gph_child_signal(I pid, I sig) { return kill((pid_t)pid, (int)sig) < 0 ? -errno : 0; }
I gph_child_signal_group(I pid, I sig) {
  pid_t group = getpgid((pid_t)pid);
  return group < 0 || killpg(group, (int)sig) < 0 ? -errno : 0;
}
I gph_own_pid(void) { return getpid(); }

// ---- Descriptors ----------------------------------------------------------------------------------------------------
// A pipe: the reading end in the low half, the writing end in the high half; or a negative errno.
I gph_pipe(I inherited) {
  int fd[2];
  if (pipe2(fd, inherited ? 0 : O_CLOEXEC) < 0) return -errno;
  return (I)fd[1] << 32 | fd[0];
}
void gph_close_fd(I fd) { close((int)fd); }
