// launch.h: starts the processes of a run (--pes=P), and ends as they do. See launch.c.
#pragma once

// In the environment of the processes: the file that PE 0 writes its exit code to, in decimal.
#define GPH_EXIT_FILE "GPH_EXIT_FILE"

// Runs this program again as `pes` processes, with the same arguments. Before any thread is made.
_Noreturn void gph_launch(int pes, char **argv);
