// hash.h: a 128-bit hash of a sequence of texts, for keys of caches (not against adversaries).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gphc {

class Hash128 {
 public:
  void add(std::string_view text);
  std::array<uint64_t, 2> words() const;
  std::string hex() const;  // 32 digits

 private:
  uint64_t a_ = 0x9ae16a3b2f90404full, b_ = 0xc949d7c7509e6557ull, total_ = 0;
};

}  // namespace gphc
