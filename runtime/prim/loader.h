// loader.h: the program of the prompt (gphc --interactive) takes in more code while it runs.
#pragma once
#include "gph/abi.h"

// Waits for the next statement: a stable pointer to it, of type IO (), or 0 when there are no more. `status` says how
// the last one ended: 0, or 1 for an exception.
W gph_loader_next(I status);
// So much was loaded that a major collection should look what of it can go.
I gph_loader_full(void);
