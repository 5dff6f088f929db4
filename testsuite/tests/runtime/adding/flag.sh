# A run-time flag is one row of runtime/base/flags.def and its use: on a copy of the sources.
set -eu
cp -R "$ROOT/runtime" runtime
cat >> runtime/base/flags.def <<'END'
FLAG("--exercise=", "<n>", ALL, ANY, NUMBER, INT, exercise, 7, 1, 9, "a number")
END
cat > use.c <<'END'
#include "base/flags.h"
#include "gph/abi.h"
#include <stdio.h>
const GphProgram gph_program = { .rtsopts = "all" };
int main(int argc, char **argv) {
  gph_flags_parse(&argc, &argv);
  printf("%d\n", gph_flags.exercise);
}
END
gcc -std=gnu11 -Wall -Werror -Iruntime -Iruntime/include use.c runtime/base/flags.c runtime/base/spelling.c runtime/base/os_linux.c runtime/base/die.c runtime/base/delay.c -o use -lpthread
[ "$(./use)" = 7 ]
[ "$(./use +RTS --exercise=3 -RTS)" = 3 ]
./use +RTS --exercise=10 2> error && exit 1
grep -q 'bad +RTS flag --exercise=10: the number is out of range' error
./use '+RTS' '-?' | grep -q -- '--exercise=<n> *a number'
