// uniq_table.h: facts about variables and type variables that live for one pass, indexed by uniq. Uniqs are dense and
// the binders of one function lie close together, so a two-level table beats hashing; untouched stretches cost nothing.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace gphc::opt {

template <class T>
class UniqTable {
  static constexpr uint32_t kBits = 8, kSize = 1u << kBits;
  struct Chunk {
    T slots[kSize]{};
  };

 public:
  T &operator[](uint32_t uniq) {
    uint32_t c = uniq >> kBits;
    if (c >= chunks_.size()) chunks_.resize(c + c / 2 + 16);
    if (!chunks_[c]) chunks_[c] = std::make_unique<Chunk>();
    return chunks_[c]->slots[uniq & (kSize - 1)];
  }
  // Without making room: a default T when nothing was ever stored near it.
  T get(uint32_t uniq) const {
    uint32_t c = uniq >> kBits;
    if (c >= chunks_.size() || !chunks_[c]) return T{};
    return chunks_[c]->slots[uniq & (kSize - 1)];
  }
  // The same, null when nothing was ever stored near it.
  const T *find(uint32_t uniq) const {
    uint32_t c = uniq >> kBits;
    return c >= chunks_.size() || !chunks_[c] ? nullptr : &chunks_[c]->slots[uniq & (kSize - 1)];
  }
  void clear() { chunks_.clear(); }

 private:
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace gphc::opt
