// The loops of Main.gph in C: every multiplication computes the entries of the matrix anew.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double entry(long i, long j) { return 1 / (double)((i + j) * (i + j + 1) / 2 + i + 1); }

static void times(long n, const double *v, double *out) {
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < n; j++) s += entry(i, j) * v[j];
    out[i] = s;
  }
}

static void times_transposed(long n, const double *v, double *out) {
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < n; j++) s += entry(j, i) * v[j];
    out[i] = s;
  }
}

static double dot(long n, const double *u, const double *v) {
  double s = 0;
  for (long i = 0; i < n; i++) s += u[i] * v[i];
  return s;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000;
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), *t = malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) u[i] = 1;
  for (int k = 0; k < 20; k++) {
    double *old = v;
    v = u;
    u = old;
    times(n, v, t);
    times_transposed(n, t, u);
  }
  printf("%.9f\n", sqrt(dot(n, u, v) / dot(n, v, v)));
}
