// use_map.h: how an expression uses its free variables, as the occurrence analyser counts it.
#pragma once
#include <utility>
#include <vector>

#include "core/core.h"

namespace gphc::opt {

using namespace core;

struct Use {
  Var *var = nullptr;
  uint32_t count = 0;  // occurrences in the text
  bool many = false;   // more than one on some path
  bool in_lam = false;
  bool interesting = false;
  bool field = false;       // of a top-level variable: an occurrence is a constructor's argument
  bool then_jumps = false;  // see Note [Exits of loops] in occur_anal.cc
  int16_t tail = -1;        // value arguments of every occurrence, all of them tail calls; -1: not so
  uint64_t repeated = 0;    // see Note [Exits of loops] in occur_anal.cc
};

// A map from variables to Use. Small ones are scanned, larger ones hashed.
class UseMap {
 public:
  size_t size() const { return uses_.size(); }
  Use *find(const Var *v) {
    if (uses_.size() <= kScan) {
      for (Use &u : uses_)
        if (u.var == v) return &u;
      return nullptr;
    }
    index();
    for (uint32_t h = hash(v);; h++) {
      uint32_t i = slots_[h & mask_];
      if (i == 0) return nullptr;
      if (uses_[i - 1].var == v) return &uses_[i - 1];
    }
  }
  void add_seq(const Use &u) { add(u, true); }
  void merge_seq(UseMap &o) { merge(o, true); }
  void merge_par(UseMap &o) { merge(o, false); }
  // o: the right-hand side of a join point around whose body this is.
  void merge_jump(UseMap &o) {
    if (o.uses_.size() > uses_.size()) {
      for (const Use &u : uses_)
        if (u.count) o.add(u, u.then_jumps);
      swap(o);
      return;
    }
    for (const Use &u : o.uses_) {
      if (!u.count) continue;
      const Use *mine = find(u.var);
      add(u, mine && mine->then_jumps);
    }
  }
  // Is anything tail-called?
  bool has_tail_call() {
    if (!maybe_tail_) return false;
    for (const Use &u : uses_)
      if (u.count && u.tail >= 0) return true;
    return maybe_tail_ = false;
  }
  void add_all(const UseMap &o) {
    for (const Use &u : o.uses_)
      if (u.count) add(u, true);
  }
  // Takes v out and gives what was known; count 0 when absent.
  Use take(const Var *v) {
    Use *u = find(v);
    if (!u) return {};
    Use r = *u;
    u->count = 0;  // stays in its slot as "no occurrence"
    u->many = u->in_lam = u->interesting = u->field = u->then_jumps = false;
    u->repeated = 0;
    u->tail = -1;
    return r;
  }
  void mark_non_tail() {
    for (Use &u : uses_) u.tail = -1;
  }
  void mark_many() {
    for (Use &u : uses_) {
      u.tail = -1;
      u.many = true;
      u.in_lam = true;
    }
  }
  void mark_copied() {
    for (Use &u : uses_) u.many = true;
  }
  std::vector<Use> &all() { return uses_; }
  void clear() {
    uses_.clear();
    slots_.clear();
  }

 private:
  static constexpr size_t kScan = 10;
  static uint32_t hash(const Var *v) { return v->uniq * 0x9e3779b1u; }
  void index() {
    if (!slots_.empty()) return;
    size_t n = 32;
    while (n < uses_.size() * 3) n *= 2;
    slots_.assign(n, 0);
    mask_ = uint32_t(n - 1);
    for (size_t i = 0; i < uses_.size(); i++) put(uint32_t(i));
  }
  void put(uint32_t i) {
    uint32_t h = hash(uses_[i].var);
    while (slots_[h & mask_]) h++;
    slots_[h & mask_] = i + 1;
  }
  void add(const Use &u, bool seq) {
    maybe_tail_ |= u.tail >= 0;
    if (Use *o = find(u.var)) {
      if (o->count == 0) {
        *o = u;
        return;
      }
      if (u.count == 0) return;
      o->count += u.count;
      o->many = seq || o->many || u.many;
      o->in_lam |= u.in_lam;
      o->interesting |= u.interesting;
      o->field |= u.field;
      o->then_jumps |= u.then_jumps;
      o->repeated |= u.repeated;
      if (o->tail != u.tail) o->tail = -1;
      return;
    }
    if (uses_.capacity() == 0) uses_.reserve(8);
    uses_.push_back(u);
    if (!slots_.empty()) {
      if (uses_.size() * 2 > slots_.size()) {
        slots_.clear();
        index();
      } else put(uint32_t(uses_.size() - 1));
    }
  }
  void swap(UseMap &o) {
    std::swap(uses_, o.uses_);
    std::swap(slots_, o.slots_);
    std::swap(mask_, o.mask_);
    std::swap(maybe_tail_, o.maybe_tail_);
  }
  void merge(UseMap &o, bool seq) {
    if (o.uses_.size() > uses_.size()) swap(o);
    for (const Use &u : o.uses_)
      if (u.count) add(u, seq);
  }
  std::vector<Use> uses_;
  std::vector<uint32_t> slots_;  // index + 1 into uses_; built when there are many
  uint32_t mask_ = 0;
  bool maybe_tail_ = false;
};

}  // namespace gphc::opt
