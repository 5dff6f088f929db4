// heap_bands.h: the heap profile of a log (+RTS -h): of each sample the bytes of its bands, in bounded memory. See
// heap_bands.cc.
#pragma once
#include "log.h"

struct HeapBands {
  // values: for each sample, as far as it had the band
  struct Band {
    std::string name;
    std::vector<float> values;
    double sum = 0;
    float most = 0;
  };
  uint64_t breakdown = 0;       // GHC's number of what the bands are; 0: no profile
  std::vector<uint64_t> times;  // ns, of whole samples
  std::vector<Band> bands;
  uint64_t more_bands = 0;  // beyond those, added up in the last

  void add(const Event &e);  // e.time relative to what is shown; of kinds HeapProf...
  // The largest bands first, at most n; the others as one.
  std::vector<Band> largest(size_t n) const;

 private:
  Band &band(const std::string &name);
  void thin();
  std::map<std::string, size_t> index_;
  uint64_t since_ = 0, skip_ = 0, every_ = 1;  // each every_-th sample is kept
  bool open_ = false;
};
