// The loops of Main.gph in C: seven numbers for each body in one array.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 5 };
#define PI 3.141592653589793
#define MASS (4 * PI * PI)
#define DAYS 365.24

static double b[7 * count] = {
  0, 0, 0, 0, 0, 0, MASS,
  4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -0.0000690460016972063023 * DAYS, 0.000954791938424326609 * MASS,
  8.34336671824457987, 4.12479856412430479, -0.403523417114321381, -0.00276742510726411510 * DAYS, 0.00499852801234917238 * DAYS, 0.0000230417297573763929 * DAYS, 0.000285885980666130812 * MASS,
  12.8943695621391310, -15.1111514016986312, -0.223307578892655734, 0.00296460137564761618 * DAYS, 0.00237847173959480950 * DAYS, -0.0000296589568540237556 * DAYS, 0.0000436624404335156298 * MASS,
  15.3796971148509165, -25.9193146099879641, 0.179258772950371181, 0.00268067772490389322 * DAYS, 0.00162824170038242295 * DAYS, -0.0000951592254519715870 * DAYS, 0.0000515138902046611451 * MASS,
};

static void advance(double dt) {
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      double *p = b + 7 * i, *q = b + 7 * j;
      double dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2], mp = p[6], mq = q[6];
      double d2 = dx * dx + dy * dy + dz * dz, k = dt / (d2 * sqrt(d2));
      p[3] += -(dx * mq * k);
      p[4] += -(dy * mq * k);
      p[5] += -(dz * mq * k);
      q[3] += dx * mp * k;
      q[4] += dy * mp * k;
      q[5] += dz * mp * k;
    }
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 3; c++) b[7 * i + c] += dt * b[7 * i + c + 3];
}

static double energy(void) {
  double kinetic = 0, potential = 0;
  for (int i = 0; i < count; i++) {
    double *p = b + 7 * i;
    kinetic += 0.5 * p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
    for (int j = i + 1; j < count; j++) {
      double *q = b + 7 * j, dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2];
      potential += p[6] * q[6] / sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return kinetic - potential;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 3000000;
  for (int c = 0; c < 3; c++) {
    double s = 0;
    for (int i = 0; i < count; i++) s += b[7 * i + c + 3] * b[7 * i + 6];
    b[c + 3] = -s / MASS;
  }
  printf("%.9f\n", energy());
  for (long i = 0; i < n; i++) advance(0.01);
  printf("%.9f\n", energy());
}
