// main.c: main() of every program (not linked with -no-hs-main).
#include "gph/rts.h"
int main(int argc, char **argv) { return gph_main(argc, argv); }
