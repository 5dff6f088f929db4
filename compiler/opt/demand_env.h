// demand_env.h: the demands that an expression puts on its free variables. Small ones are scanned, larger ones have an
// index.
#pragma once
#include <utility>
#include <vector>

#include "opt/demand_ops.h"

namespace gphc::opt {

// Demands on free variables. Variables not in it are Absent, or Bottom when `div` (Raised, when it is by an exception).
class DemandEnv {
 public:
  bool div = false;
  bool raises = false;  // div: on some path by an exception
  const Demand &rest() const { return !div ? kAbsent : raises ? kRaised : kBottom; }
  Demand get(const Var *v) const {
    int i = find(v);
    return i >= 0 ? items_[i].second : rest();
  }
  void set(Var *v, const Demand &d) {
    int i = find(v);
    if (i >= 0) items_[i].second = d;
    else items_.push_back({v, d});
    if (items_.size() > kScan) index_item(items_.size() - 1, i < 0);
  }
  void and_use(Var *v, const Demand &d) {
    int i = find(v);
    if (i >= 0) items_[i].second = both(items_[i].second, d);
    else set(v, div ? both(rest(), d) : d);
  }
  Demand take(Var *v) {
    int i = find(v);
    if (i < 0) return rest();
    Demand d = items_[i].second;
    if (items_.size() <= kScan || index_.empty()) {
      index_.clear();
    } else {  // the last one moves
      index_[slot(size_t(i))] = kGone;
      if (size_t(i) + 1 < items_.size()) index_[slot(items_.size() - 1)] = uint32_t(i) + 1;
      gone_++;
    }
    items_[size_t(i)] = items_.back();
    items_.pop_back();
    return d;
  }
  void both_with(const DemandEnv &o) {
    if (o.items_.empty() && !o.div) return;
    if (items_.empty() && !div) {
      *this = o;
      return;
    }
    const Demand mine = rest(), other = o.rest();
    if (o.div)
      for (auto &x : items_)
        if (o.find(x.first) < 0) x.second = both(x.second, other);
    for (const auto &x : o.items_) {
      int i = find(x.first);
      if (i >= 0) items_[i].second = both(items_[i].second, x.second);
      else set(x.first, div ? both(mine, x.second) : x.second);
    }
    div = div || o.div;
    raises = raises || o.raises;
  }
  void lub_with(const DemandEnv &o) {
    const Demand other = o.rest(), mine = rest();
    for (auto &x : items_)
      if (o.find(x.first) < 0) x.second = lub(x.second, other);
    for (const auto &x : o.items_) {
      int i = find(x.first);
      if (i >= 0) items_[i].second = lub(items_[i].second, x.second);
      else set(x.first, lub(mine, x.second));
    }
    div = div && o.div;
    raises = div && (raises || o.raises);
  }
  void lazify() {
    for (auto &x : items_) x.second = lazily(x.second);
    div = raises = false;
  }
  // Anything may happen to them.
  void forget() {
    for (auto &x : items_) x.second = Demand{};
    div = raises = false;
  }
  void use_many() {
    for (auto &x : items_) x.second = many(x.second);
  }
  template <class F>
  void for_each(F &&f) const {
    for (const auto &x : items_) f(x.first, x.second);
  }
  bool equal(const DemandEnv &o) const {
    if (div != o.div || raises != o.raises || items_.size() != o.items_.size()) return false;
    for (const auto &x : items_) {
      int i = o.find(x.first);
      if (i < 0 || !same_demand(x.second, o.items_[i].second)) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kScan = 12;
  int find(const Var *v) const {
    if (items_.size() <= kScan) {
      for (size_t i = 0; i < items_.size(); i++)
        if (items_[i].first == v) return int(i);
      return -1;
    }
    if (index_.empty()) rebuild();
    uint32_t mask = uint32_t(index_.size() - 1);
    for (uint32_t h = v->uniq * 0x9e3779b1u;; h++) {
      uint32_t i = index_[h & mask];
      if (!i) return -1;
      if (i != kGone && items_[i - 1].first == v) return int(i - 1);
    }
  }
  // Where items_[i] stands in index_.
  size_t slot(size_t i) const {
    uint32_t mask = uint32_t(index_.size() - 1), h = items_[i].first->uniq * 0x9e3779b1u;
    while (index_[h & mask] != i + 1) h++;
    return h & mask;
  }
  void rebuild() const {
    gone_ = 0;
    size_t n = 64;
    while (n < items_.size() * 3) n *= 2;
    index_.assign(n, 0);
    for (size_t i = 0; i < items_.size(); i++) put(uint32_t(i));
  }
  void put(uint32_t i) const {
    uint32_t mask = uint32_t(index_.size() - 1), h = items_[i].first->uniq * 0x9e3779b1u;
    while (index_[h & mask]) h++;
    index_[h & mask] = i + 1;
  }
  void index_item(size_t i, bool added) {
    if (!added || index_.empty()) return;
    if ((items_.size() + gone_) * 2 > index_.size()) {
      index_.clear();
      return;
    }
    put(uint32_t(i));
  }
  std::vector<std::pair<Var *, Demand>> items_;
  static constexpr uint32_t kGone = 0xffffffff;
  mutable std::vector<uint32_t> index_;  // of items_, plus 1; kGone: taken out
  mutable size_t gone_ = 0;
};

}  // namespace gphc::opt
