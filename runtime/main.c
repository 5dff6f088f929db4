// main.c: main() of every program that has none in C, which would call gph_main.
#include "gph/rts.h"
int main(int argc, char **argv) { return gph_main(argc, argv); }
