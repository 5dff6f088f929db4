// heap_bands.cc: a sample is SampleBegin, a SampleString for each band, SampleEnd, in order, in one block or several
// of the same HEC. Of more than kMostSamples each second one is dropped, and from then on; bands beyond kMostBands
// are one. GHC's samples by cost centre have no strings: their profile is empty here.
#include "heap_bands.h"
#include <algorithm>

namespace {
constexpr size_t kMostSamples = 2000, kMostBands = 2000;
const char kOthers[] = "(others)";
}  // namespace

HeapBands::Band &HeapBands::band(const std::string &name) {
  std::map<std::string, size_t>::iterator at = index_.find(name);
  if (at != index_.end()) return bands[at->second];
  if (bands.size() >= kMostBands && name != kOthers) {
    more_bands++;
    return band(kOthers);
  }
  index_[name] = bands.size();
  bands.push_back({name, {}, 0, 0});
  return bands.back();
}

void HeapBands::thin() {
  size_t n = times.size() / 2;
  for (size_t i = 0; i < n; i++) times[i] = times[2 * i];
  times.resize(n);
  for (Band &b : bands) {
    b.values.resize(2 * n, 0);
    for (size_t i = 0; i < n; i++) b.values[i] = b.values[2 * i];
    b.values.resize(n);
  }
  every_ *= 2;
}

void HeapBands::add(const Event &e) {
  switch (Ev(e.kind)) {
    case Ev::HeapProfBegin: breakdown = e.number(9, 4); return;
    case Ev::HeapProfSampleBegin:
      open_ = skip_++ % every_ == 0;
      since_ = e.time;
      return;
    case Ev::HeapProfSampleString: {
      if (!open_) return;
      std::string name = e.text(9);
      if (size_t zero = name.find('\0'); zero != std::string::npos) name.resize(zero);
      Band &b = band(name);
      b.values.resize(times.size() + 1, 0);
      b.values.back() += float(e.number(1, 8));
      return;
    }
    case Ev::HeapProfSampleEnd:
      if (!open_) return;
      open_ = false;
      times.push_back(since_);
      if (times.size() >= kMostSamples) thin();
      return;
    default: return;
  }
}

std::vector<HeapBands::Band> HeapBands::largest(size_t n) const {
  std::vector<Band> all = bands;
  for (Band &b : all) {
    b.values.resize(times.size(), 0);  // an unfinished sample is left out
    for (float v : b.values) {
      b.sum += double(v);
      b.most = std::max(b.most, v);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Band &a, const Band &b) { return a.sum > b.sum; });
  if (all.size() <= n) return all;
  Band rest{kOthers, std::vector<float>(times.size(), 0), 0, 0};
  for (size_t k = n - 1; k < all.size(); k++)
    for (size_t i = 0; i < times.size(); i++) {
      rest.values[i] += all[k].values[i];
      rest.sum += double(all[k].values[i]);
    }
  for (float v : rest.values) rest.most = std::max(rest.most, v);
  all.resize(n - 1);
  all.push_back(rest);
  return all;
}
