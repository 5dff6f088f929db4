// spelling.c: the distance of Damerau and Levenshtein, for "did you mean"; compiler/support/spelling.cc has the
// compiler's.
#include "base/spelling.h"
#include <string.h>

enum { MOST = 63 };

static int least(int a, int b) { return a < b ? a : b; }

int gph_spelling_distance(const char *a, const char *b) {
  const size_t m = strlen(a), n = strlen(b);
  if (m > MOST || n > MOST) return MOST;
  int row[3][MOST + 1], *before = row[0], *prev = row[1], *cur = row[2];
  for (size_t j = 0; j <= n; j++) prev[j] = before[j] = (int)j;
  for (size_t i = 1; i <= m; i++) {
    cur[0] = (int)i;
    for (size_t j = 1; j <= n; j++) {
      cur[j] = least(least(prev[j], cur[j - 1]) + 1, prev[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) cur[j] = least(cur[j], before[j - 2] + 1);
    }
    int *free = before;
    before = prev;
    prev = cur;
    cur = free;
  }
  return prev[n];
}
