#include "support/arena.h"

#include <cstdio>
#include <cstdlib>

namespace gphc {

Arena g_arena;

void *Arena::alloc_slow(size_t size) {
  size_t chunk = size > (size_t(1) << 20) ? size : size_t(1) << 20;
  char *p = static_cast<char *>(std::malloc(chunk));
  if (!p) {
    std::fputs("gphc: out of memory\n", stderr);
    std::exit(1);
  }
  next_ = p + size;
  end_ = p + chunk;
  used_ += chunk;
  return p;
}

}  // namespace gphc
