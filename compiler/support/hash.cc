// hash.cc: multiply-and-fold over 16 bytes at a time.
#include "support/hash.h"

#include <cstring>

namespace gphc {

static uint64_t mix(uint64_t x, uint64_t y) {
  unsigned __int128 m = (unsigned __int128)(x ^ 0x9e3779b97f4a7c15ull) * (y ^ 0xe7037ed1a0b428dbull);
  return uint64_t(m) ^ uint64_t(m >> 64);
}

void Hash128::add(std::string_view text) {
  size_t i = 0;
  for (; i + 16 <= text.size(); i += 16) {
    uint64_t x, y;
    memcpy(&x, text.data() + i, 8);
    memcpy(&y, text.data() + i + 8, 8);
    a_ = mix(a_ ^ x, y + 0x1d8e4e27c47d124full);
    b_ = mix(b_ ^ y, x + 0xeb44accab455d165ull) + a_;
  }
  uint64_t t[2] = {0, 0};
  memcpy(t, text.data() + i, text.size() - i);
  total_ += text.size() + 1;
  a_ = mix(a_ ^ t[0], t[1] ^ text.size());
  b_ = mix(b_ ^ t[1], t[0] ^ total_) + a_;
}

std::array<uint64_t, 2> Hash128::words() const { return {mix(a_, b_ ^ total_), mix(b_, a_ + total_)}; }

std::string Hash128::hex() const {
  const std::array<uint64_t, 2> w = words();
  std::string s(32, '0');
  for (unsigned i = 0; i < 32; i++) s[i] = "0123456789abcdef"[w[i / 16] >> (60 - 4 * (i % 16)) & 15];
  return s;
}

}  // namespace gphc
