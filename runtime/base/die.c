// die.c: see die.h. Messages go through write(2): these functions run in signal handlers and on small stacks' behalf.
#include "base/die.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *gph_prog_name = "gph";
const char *gph_prog_process = "";

enum { MOST = 4 };
static void (*at_death[MOST])(void);  // const after init
static int at_death_used;

void gph_dies(void) {
  for (int i = 0; i < at_death_used; i++) at_death[i]();
}
// Ends what goes to its death by a signal's default action.
static void on_fatal(int sig) {
  gph_dies();
  signal(sig, SIG_DFL);
  raise(sig);
}
static void catch_signal(int sig) {
  struct sigaction old, a = {.sa_handler = on_fatal, .sa_flags = (int)(SA_ONSTACK | SA_RESETHAND)};
  if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(sig, &a, NULL);
}
void gph_at_death(void (*f)(void)) {
  static const int signals[] = {SIGTERM, SIGHUP, SIGABRT, SIGFPE, SIGILL};
  if (at_death_used == 0) {
    atexit(gph_dies);  // C may call exit
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) catch_signal(signals[i]);
  }
  if (at_death_used == MOST) gph_die("too much is to be done at death");
  at_death[at_death_used++] = f;
}

static void put(const char *s, size_t n) {
  while (n > 0) {
    ssize_t k = write(2, s, n);
    if (k <= 0) return;
    s += k;
    n -= (size_t)k;
  }
}

static void vput(const char *prefix, const char *fmt, va_list ap) {
  char buf[1024];
  int n = snprintf(buf, sizeof buf, "%s: ", prefix);
  n += vsnprintf(buf + n, sizeof buf - (size_t)n - 1, fmt, ap);
  if (n > (int)sizeof buf - 2) n = (int)sizeof buf - 2;
  buf[n++] = '\n';
  put(buf, (size_t)n);
}

void gph_die(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char prefix[200];
  snprintf(prefix, sizeof prefix, "%s%s: internal error of the gph runtime", gph_prog_name, gph_prog_process);
  vput(prefix, fmt, ap);
  va_end(ap);
  abort();
}

void gph_fail(int code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char prefix[200];
  snprintf(prefix, sizeof prefix, "%s%s", gph_prog_name, gph_prog_process);
  vput(prefix, fmt, ap);
  va_end(ap);
  gph_dies();
  _exit(code);
}

void gph_log(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vput("gph", fmt, ap);
  va_end(ap);
}
