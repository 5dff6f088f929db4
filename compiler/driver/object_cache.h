// object_cache.h: compiled objects kept between runs.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace gphc {

// The cache lives in $XDG_CACHE_HOME/gphc or ~/.cache/gphc. An object holds the code of many units; each unit's key (a
// hash of all that its code depends on) is a hard link to it. Concurrent gphc runs may share the cache: files come and
// go whole. Behind it stands a folder of the installation with what typical programs need of the stdlib, which is only
// read: objects, and a file `index` of lines "KEY OBJECT" (thousands of links would cost a package, and each tool that
// looks through it, more than the objects). Anything that fails (no home, a full disk, no hard links) only means that
// something is not cached; an object that is not what was stored is made again (Note [Damaged objects] in
// object_cache.cc).
class ObjectCache {
 public:
  explicit ObjectCache(bool enabled);
  bool enabled() const { return !dir_.empty(); }
  // The object that has the unit: false when there is none. Equal `inode`s are one object.
  bool find(const std::string &key, std::string *path, uint64_t *inode);
  // The object found at `path` as a file of the caller's own: another run may trim the cache before the linker reads
  // it.
  static bool take(const std::string &path, const std::string &to);
  // Keeps a copy of the object under all keys.
  void store(const std::vector<std::string> &keys, const std::string &object);

 private:
  bool is_whole(const std::string &path, uint64_t inode);
  bool find_installed(const std::string &key, std::string *path, uint64_t *inode);
  void trim();
  static std::string path_of(const std::string &dir, const std::string &key) {
    return dir + "/" + key.substr(0, 2) + "/" + key.substr(2);
  }
  std::string dir_;
  bool use_installed_ = false, index_read_ = false;
  std::unordered_map<std::string, std::string> installed_;  // once index_read_: the object's name by key
  std::unordered_map<uint64_t, bool> whole_;                // by find's inode
};

}  // namespace gphc
