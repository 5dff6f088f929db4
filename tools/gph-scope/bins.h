// bins.h: sums over time in a fixed number of bins. Nobody knows how long the log is: bins are short at first; when the
// time passes their end, they become twice as long, two and two are added. So a log of any length takes the same
// memory, and is seen as finely as that allows.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class Bins {
 public:
  enum class Merge { Sum, Max, Last };  // what becomes of two bins; Max and Last: NaN is no value
  Bins(size_t n, Merge how) : how_(how), values_(n, how == Merge::Sum ? 0.0f : NAN) {}
  uint64_t width() const { return width_; }
  const std::vector<float> &values() const { return values_; }
  void cover(uint64_t t) {
    while (t >= width_ * values_.size()) widen();
  }
  // An amount, evenly between two times.
  void add(uint64_t from, uint64_t to, double amount) {
    cover(to);
    if (to <= from) {
      values_[from / width_] += float(amount);
      return;
    }
    double per_ns = amount / double(to - from);
    for (size_t i = from / width_; i <= to / width_; i++) {
      uint64_t lo = std::max<uint64_t>(from, i * width_), hi = std::min<uint64_t>(to, (i + 1) * width_);
      if (hi > lo) values_[i] += float(double(hi - lo) * per_ns);
    }
  }
  void set(uint64_t t, double value) {  // Max, Last
    cover(t);
    float &v = values_[t / width_];
    if (std::isnan(v) || how_ == Merge::Last || value > v) v = float(value);
  }

 private:
  void widen() {
    size_t n = values_.size();
    for (size_t i = 0; i < n / 2; i++) {
      float a = values_[2 * i], b = values_[2 * i + 1];
      values_[i] = how_ == Merge::Sum                     ? a + b
                   : std::isnan(b)                        ? a
                   : std::isnan(a) || how_ == Merge::Last ? b
                                                          : std::max(a, b);
    }
    std::fill(values_.begin() + std::ptrdiff_t(n / 2), values_.end(), how_ == Merge::Sum ? 0.0f : NAN);
    width_ *= 2;
  }
  Merge how_;
  uint64_t width_ = 1000;  // ns
  std::vector<float> values_;
};
