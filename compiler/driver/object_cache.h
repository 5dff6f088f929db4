// object_cache.h: compiled objects kept between runs, by the hash of everything they depend on.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace gphc {

// A 128-bit hash of a sequence of texts.
class Hash128 {
 public:
  void add(std::string_view text);
  std::string hex() const;

 private:
  uint64_t a_ = 0x9ae16a3b2f90404full, b_ = 0xc949d7c7509e6557ull, total_ = 0;
};

// The cache lives in $XDG_CACHE_HOME/gphc or ~/.cache/gphc. Concurrent gphc runs may share it: objects come and go by rename.
// Anything that fails (no home, a full disk) only means that there is no cache.
class ObjectCache {
 public:
  explicit ObjectCache(bool enabled);
  // Path of the object for a key, or "" when it is not there. The object stays for this run at least.
  std::string find(const std::string &key);
  // Moves or copies the object in; returns its path in the cache, or "" when it was not stored.
  std::string store(const std::string &key, const std::string &object);

 private:
  void trim();
  std::string dir_;
};

}  // namespace gphc
