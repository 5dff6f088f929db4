// timeline.h: what a log says, reduced to what a page can show, in bounded memory. See timeline.cc.
#pragma once
#include "bins.h"
#include "heap_bands.h"
#include "log.h"
#include <memory>

struct SparkTotals {
  uint64_t created = 0, dud = 0, overflowed = 0, converted = 0, collected = 0, fizzled = 0, remaining = 0;
};

struct HecLine {
  HecLine(size_t bins, size_t coarse, int process, int number);
  int process, number;  // the log it stands in, its number there
  // States over time, ns in each bin; what is left is idle (or out in C).
  Bins run, gc, wait;
  Bins pool;                      // sparks waiting, the most
  Bins created, converted, lost;  // sparks; lost: fizzled, collected, dropped
  uint64_t run_ns = 0, gc_ns = 0, wait_ns = 0, switches = 0;
  uint64_t blocked[32] = {};     // stops by reason
  SparkTotals sparks, by_event;  // from the counters; from single events (-lf)
  uint64_t allocated = 0;
  // ---- while reading
  uint64_t now = 0;      // the latest event
  uint32_t running = 0;  // thread, 0: none
  uint64_t run_since = 0;
  enum class Gc { None, Started, Work, Wait } in_gc = Gc::None;
  uint64_t gc_since = 0, gc_began = 0, requested = 0, counted_at = 0, last_pause = 0;
  bool seen = false, counted = false;
};

struct ThreadLine {
  uint64_t run_ns = 0, runs = 0;
  bool spark = false;
  std::string label;
};
struct Generation {
  uint64_t count = 0, pause_ns = 0, longest_ns = 0, copied = 0, parallel = 0;
};
struct Message {
  uint64_t time;
  int hec;
  bool marker;
  std::string text;
};
// ns on the span, of the work, by which the span is shorter if it is twice as fast; strands
struct ScalingSite {
  std::string name;
  uint64_t figures[4] = {};
};
struct Scaling {  // what +RTS --scaling found out
  bool there = false;
  uint64_t figures[5] = {};  // HECs; ns: work, span, collections; strands
  // for 2, 4, ... 64 HECs the speed-up at most and the estimate, in thousandths
  uint64_t curve[12] = {};
  std::string verdict;
  std::vector<ScalingSite> sites;
};
struct SparkSiteLine {
  std::string function, place;
  uint64_t counts[11] = {};
};

class Timeline {
 public:
  // Times outside of [from, to) are left out.
  Timeline(uint64_t from, uint64_t to) : from_(from), to_(to) {}
  // what is added from here on is of another process's log, the first one of process 0
  void next_process() { process_++, shift_ = 0; }
  void add(const Event &e);
  void finish();  // what is open ends with the log

  std::vector<std::unique_ptr<HecLine>> hecs;
  uint64_t end = 0;  // the latest time seen
  int processes() const { return process_ + 1; }
  uint64_t events = 0;
  std::map<uint64_t, ThreadLine> threads;  // at most kMostThreads; by process << 32 | number
  uint64_t more_threads = 0;
  std::vector<Message> messages;  // at most kMostMessages
  uint64_t more_messages = 0;
  std::map<int, Generation> generations;
  uint64_t sync_ns = 0;  // from the request of a collection to its start
  Bins heap_live{4096, Bins::Merge::Last}, heap_size{4096, Bins::Merge::Max};
  uint64_t max_live = 0, max_size = 0;
  std::map<uint32_t, SparkSiteLine> sites;
  Scaling scaling;
  HeapBands heap_bands;
  std::string rts, args;
  uint64_t pid = 0, wall_s = 0;
  std::map<uint16_t, uint64_t> unknown;  // kinds that we do not know: how many
  uint64_t from() const { return from_; }
  uint64_t to() const { return std::min(to_, end); }

 private:
  HecLine *hec(int no);
  ThreadLine *thread(uint64_t number);
  void clock(const Event &e);
  bool clip(uint64_t &a, uint64_t &b) const;
  void stop_running(HecLine &h, uint64_t t);
  void gc_step(HecLine &h, uint64_t t, HecLine::Gc next);
  void count(HecLine &h, const Event &e, uint64_t t);
  // Of one sort each; h: the HEC's line, or null, t: the time, as late as the HEC's last event at least.
  void thread_event(HecLine *h, uint64_t t, const Event &e);
  void collection_event(HecLine *h, uint64_t t, const Event &e);
  void spark_event(HecLine *h, uint64_t t, const Event &e);
  void report_event(const Event &e);
  uint64_t from_, to_;
  int process_ = -1;
  std::map<std::pair<int, int>, size_t> numbers_;  // process and HEC: where in hecs
  // when the first log's program began (ns, by the clock on the wall); the latest time of this log
  uint64_t began_ = 0;
  int64_t shift_ = 0;  // so much later began this log's
};
