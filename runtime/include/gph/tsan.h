// tsan.h: what gph/codegen.h means under gcc -fsanitize=thread. See Note [Instrumented generated code] in eval/tsan.S.
#pragma once
// ThreadSanitizer's functions run on the worker's stack: calls of them become calls of those in eval/tsan.S.
__asm__(
    ".irp n, 1, 2, 4, 8, 16\n.set __tsan_read\\n, gph_tsan_read\\n\n.set __tsan_write\\n, gph_tsan_write\\n\n.endr\n"
    ".set __tsan_unaligned_read16, gph_tsan_unaligned_read16\n.set __tsan_unaligned_write16, "
    "gph_tsan_unaligned_write16\n"
    ".irp n, read_range, write_range, atomic_thread_fence\n.set __tsan_\\n, gph_tsan_\\n\n.endr\n"
    ".irp n, 8, 16, 32, 64\n"
    ".irp op, load, store, exchange, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_xor, fetch_nand, "
    "compare_exchange_strong, compare_exchange_weak\n"
    ".set __tsan_atomic\\n\\()_\\op, gph_tsan_atomic\\n\\()_\\op\n.endr\n.endr");
#define GPH_SHIM __attribute__((no_sanitize_thread, noinline))  // a C function, which runs on the worker's stack
extern void *gph_tsan_memcpy(void *, const void *, size_t), *gph_tsan_memmove(void *, const void *, size_t),
    *gph_tsan_memset(void *, int, size_t);
extern int gph_tsan_memcmp(const void *, const void *, size_t);
#define memcpy(d, s, n) gph_tsan_memcpy(d, s, n)
#define memmove(d, s, n) gph_tsan_memmove(d, s, n)
#define memset(d, c, n) gph_tsan_memset(d, c, n)
#define memcmp(d, s, n) gph_tsan_memcmp(d, s, n)
