// The loop of Main.gph in C.
#include <stdio.h>
#include <stdlib.h>

enum { limit = 50 };

static long escape(double cr, double ci) {
  double x = 0, y = 0;
  for (long k = 0; k < limit; k++) {
    double x2 = x * x, y2 = y * y;
    if (x2 + y2 > 4) return k;
    y = 2 * x * y + ci;
    x = x2 - y2 + cr;
  }
  return limit;
}

static long at(long n, long r, long c) { return escape(2 * (double)c / (double)n - 1.5, 2 * (double)r / (double)n - 1); }

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 900, total = 0, inside = 0;
  for (long r = 0; r < n; r++)
    for (long c = 0; c < n; c++) total += at(n, r, c);
  for (long r = 0; r < n; r++)
    for (long c = 0; c < n; c++) inside += at(n, r, c) == limit;
  printf("%ld\n%ld\n", total, inside);
}
