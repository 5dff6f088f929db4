// die.c: see die.h. Messages go through write(2): these functions run in signal handlers and on small stacks' behalf.
#include "base/die.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *gph_prog_name = "gph";
const char *gph_prog_process = "";
void (*gph_at_fail)(void);

static void put(const char *s, size_t n) {
  while (n > 0) {
    ssize_t k = write(2, s, n);
    if (k <= 0) return;
    s += k; n -= (size_t)k;
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
  if (gph_at_fail) gph_at_fail();
  _exit(code);
}

void gph_log(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vput("gph", fmt, ap);
  va_end(ap);
}
