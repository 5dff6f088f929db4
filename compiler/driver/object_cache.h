// object_cache.h: compiled objects kept between runs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gphc {

// The cache lives in $XDG_CACHE_HOME/gphc or ~/.cache/gphc. An object holds the code of many units; each unit's key (a hash of all
// that its code depends on) is a hard link to it. Concurrent gphc runs may share the cache: files come and go whole.
// Behind it stands a folder of the installation with what typical programs need of the stdlib, which is only read.
// Anything that fails (no home, a full disk, no hard links) only means that something is not cached.
class ObjectCache {
 public:
  explicit ObjectCache(bool enabled);
  bool enabled() const { return !dir_.empty(); }
  // The object that has the unit: false when there is none. Equal `inode`s are one object.
  bool find(const std::string &key, std::string *path, uint64_t *inode);
  // Keeps a copy of the object under all keys.
  void store(const std::vector<std::string> &keys, const std::string &object);

 private:
  void trim();
  static std::string path_of(const std::string &dir, const std::string &key) { return dir + "/" + key.substr(0, 2) + "/" + key.substr(2); }
  std::string dir_;
  bool use_installed_ = false;
};

}  // namespace gphc
