// die.h: how the runtime stops: its own faults (gph_die, assertions) and the orderly exits with a message.
#pragma once
#include <stdbool.h>

// An internal fault: message, state of the HECs, abort. Never allocates.
_Noreturn void gph_die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
// A fault of the user (bad flag, no memory): one line `prog: message` on stderr, exit with `code`, no clean-up.
_Noreturn void gph_fail(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// What is to be done, once, when the program dies: by gph_fail, a fault, a signal that ends it. At most four; before
// there are several OS threads. f waits for nobody for long.
void gph_at_death(void (*f)(void));
void gph_dies(void);  // does it; from a signal's handler, too
// A debug line on stderr (+RTS -D...).
void gph_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern const char *gph_prog_name;  // const after init
// const after init: behind it in messages: "", or which one of several processes this is
extern const char *gph_prog_process;

#ifdef GPH_DEBUG
#define GPH_ASSERT(c) ((c) ? (void)0 : gph_die("assertion failed: %s (%s:%d)", #c, __FILE__, __LINE__))
#else
#define GPH_ASSERT(c) ((void)0)
#endif
