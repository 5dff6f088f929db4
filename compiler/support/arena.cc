// arena.cc: where arena memory comes from: big chunks in huge pages, because a compile touches some GB once and page
// faults were half of the front end's time.
#include "support/arena.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace gphc {

Arena g_arena;

namespace {
constexpr size_t kChunk = size_t(32) << 20;
constexpr size_t kHugePage = size_t(2) << 20;
}  // namespace

void *Arena::alloc_slow(size_t size) {
  size_t chunk = size > kChunk ? (size + kHugePage - 1) & ~(kHugePage - 1) : kChunk;
  void *m =
      mmap(nullptr, chunk + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) {
    std::fprintf(stderr, "gphc: %s\n", kOutOfMemory);
    std::exit(1);
  }
  char *p = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(m) + kHugePage - 1) & ~uintptr_t(kHugePage - 1));
  madvise(p, chunk, MADV_HUGEPAGE);
  next_ = p + size;
  end_ = p + chunk;
  used_ += chunk;
  return p;
}

}  // namespace gphc
