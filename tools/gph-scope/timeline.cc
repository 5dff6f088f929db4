// timeline.cc: from events to lines. Events of one HEC come in order of time, and nothing here depends on the order of
// different HECs' blocks. So the logs of several processes are read one after the other; their times are counted from
// the beginning of the first one's program, by their clocks on the wall.
//
// The states of a HEC: it runs a thread (RunThread to StopThread); it takes part in a collection (GcStart to GcEnd:
// working between GcWork and GcIdle or GcDone, else waiting for others); it is idle. A log without GcWork and GcIdle
// (GHC's plain runtime) works from start to end.
#include "timeline.h"

namespace {
constexpr size_t kBins = 1 << 16, kAllBins = 1 << 19, kCoarse = 4096, kMostThreads = 5000, kMostMessages = 3000,
                 kMostSites = 1000;
constexpr int kMostHecs = 1024;
}  // namespace

HecLine::HecLine(size_t bins, size_t coarse, int process_, int number_)
    : process(process_),
      number(number_),
      run(bins, Bins::Merge::Sum),
      gc(bins, Bins::Merge::Sum),
      wait(bins, Bins::Merge::Sum),
      pool(coarse, Bins::Merge::Max),
      created(coarse, Bins::Merge::Sum),
      converted(coarse, Bins::Merge::Sum),
      lost(coarse, Bins::Merge::Sum) {}

HecLine *Timeline::hec(int no) {
  if (no < 0 || no >= kMostHecs || hecs.size() > 16 * kMostHecs) return nullptr;
  // Many HECs have fewer bins each; those that came before the others keep theirs.
  for (int k = 0; k <= no; k++) {
    if (!numbers_.try_emplace({process_, k}, hecs.size()).second) continue;
    size_t bins = kBins, coarse = kCoarse;
    while (bins * (hecs.size() + 1) > kAllBins && bins > 4096) bins /= 2;
    while (coarse * (hecs.size() + 1) > kAllBins && coarse > 512) coarse /= 2;
    hecs.push_back(std::make_unique<HecLine>(bins, coarse, process_, k));
  }
  return hecs[numbers_[{process_, no}]].get();
}

ThreadLine *Timeline::thread(uint64_t number) {
  std::map<uint64_t, ThreadLine>::iterator l = threads.find(uint64_t(process_) << 32 | number);
  return l == threads.end() ? nullptr : &l->second;
}

void Timeline::clock(const Event &e) {
  const uint64_t s = e.number(4, 8), began = s * 1000000000 + e.number(12, 4) - e.time;
  if (process_ == 0) {
    wall_s = s;
    began_ = began;
  } else if (began_) shift_ = int64_t(began - began_);
}

// What of [a, b) is to be shown, relative to its beginning.
bool Timeline::clip(uint64_t &a, uint64_t &b) const {
  a = std::max(a, from_);
  b = std::min(b, to_);
  if (a > b || (a == b && a >= to_)) return false;
  a -= from_;
  b -= from_;
  return true;
}

void Timeline::stop_running(HecLine &h, uint64_t t) {
  uint64_t a = h.run_since, b = t;
  if (a >= b || !clip(a, b)) return;
  h.run.add(a, b, double(b - a));
  h.run_ns += b - a;
  if (ThreadLine *l = thread(h.running)) l->run_ns += b - a;
}

void Timeline::gc_step(HecLine &h, uint64_t t, HecLine::Gc next) {
  bool works = h.in_gc == HecLine::Gc::Work || (h.in_gc == HecLine::Gc::Started && next == HecLine::Gc::None);
  uint64_t a = h.gc_since, b = t;
  if (h.in_gc != HecLine::Gc::None && a < b && clip(a, b)) {
    (works ? h.gc : h.wait).add(a, b, double(b - a));
    (works ? h.gc_ns : h.wait_ns) += b - a;
  }
  h.in_gc = next;
  h.gc_since = t;
}

// Spark counters are totals: what came since the last ones came evenly.
void Timeline::count(HecLine &h, const Event &e, uint64_t t) {
  SparkTotals n{e.number(0, 8),  e.number(8, 8),  e.number(16, 8), e.number(24, 8),
                e.number(32, 8), e.number(40, 8), e.number(48, 8)},
      &o = h.sparks;
  uint64_t a = h.counted_at, b = t;
  if (a <= b && clip(a, b)) {
    if (n.created > o.created) h.created.add(a, b, double(n.created - o.created));
    if (n.converted > o.converted) h.converted.add(a, b, double(n.converted - o.converted));
    uint64_t lost = n.fizzled + n.collected + n.overflowed, before = o.fizzled + o.collected + o.overflowed;
    if (lost > before) h.lost.add(a, b, double(lost - before));
    h.pool.set(b, double(n.remaining));
  }
  h.counted = true;
  h.counted_at = t;
  o = n;
}

void Timeline::thread_event(HecLine *h, uint64_t t, const Event &e) {
  const uint32_t id = uint32_t(e.number(0, 4));
  ThreadLine *const line = thread(id);
  switch (Ev(e.kind)) {
    case Ev::CreateThread:
      if (threads.size() < kMostThreads) threads.try_emplace(uint64_t(process_) << 32 | id);
      else more_threads++;
      return;
    case Ev::CreateSparkThread:
      if (line) line->spark = true;
      return;
    case Ev::ThreadLabel:
      if (line) line->label = e.text(4);
      return;
    case Ev::RunThread:
      if (!h) return;
      if (h->running) stop_running(*h, t);
      h->running = id;
      h->run_since = t;
      h->switches++;
      if (line) line->runs++;
      return;
    case Ev::StopThread:
      if (!h) return;
      if (h->running) stop_running(*h, t);
      h->running = 0;
      h->blocked[std::min<uint64_t>(e.number(4, 2), 31)]++;
      return;
    default: return;
  }
}

void Timeline::collection_event(HecLine *h, uint64_t t, const Event &e) {
  switch (Ev(e.kind)) {
    case Ev::RequestSeqGc:
    case Ev::RequestParGc:
      if (h) h->requested = t;
      return;
    case Ev::GcStart:
      if (!h) return;
      if (h->running) stop_running(*h, t);
      gc_step(*h, t, HecLine::Gc::Started);
      h->gc_began = t;
      if (h->requested) sync_ns += t - h->requested;
      h->requested = 0;
      return;
    case Ev::GcWork:
      if (h && h->in_gc != HecLine::Gc::None) gc_step(*h, t, HecLine::Gc::Work);
      return;
    case Ev::GcIdle:
    case Ev::GcDone:
      if (h && h->in_gc != HecLine::Gc::None) gc_step(*h, t, HecLine::Gc::Wait);
      return;
    case Ev::GcEnd:
      if (!h || h->in_gc == HecLine::Gc::None) return;
      gc_step(*h, t, HecLine::Gc::None);
      h->last_pause = t - h->gc_began;
      if (h->running) h->run_since = t;
      return;
    case Ev::GcStats: {
      Generation &g = generations[int(e.number(4, 2))];
      g.count++;
      g.copied += e.number(6, 8);
      g.parallel += e.number(30, 4) > 1;
      if (h) {
        g.pause_ns += h->last_pause;
        g.longest_ns = std::max(g.longest_ns, h->last_pause);
      }
      return;
    }
    case Ev::HeapAllocated:
      if (h) h->allocated = e.number(4, 8);
      return;
    case Ev::HeapSize:
    case Ev::HeapLive: {
      bool live = Ev(e.kind) == Ev::HeapLive;
      uint64_t n = e.number(4, 8), a = t, b = t;
      (live ? max_live : max_size) = std::max(live ? max_live : max_size, n);
      if (clip(a, b)) (live ? heap_live : heap_size).set(a, double(n));
      return;
    }
    default: return;
  }
}

void Timeline::spark_event(HecLine *h, uint64_t t, const Event &e) {
  if (!h) return;
  switch (Ev(e.kind)) {
    case Ev::SparkCounters: count(*h, e, t); return;
    case Ev::SparkCreate: h->by_event.created++; return;
    case Ev::SparkDud: h->by_event.dud++; return;
    case Ev::SparkOverflow: h->by_event.overflowed++; return;
    case Ev::SparkRun:
    case Ev::SparkSteal: h->by_event.converted++; return;
    case Ev::SparkFizzle: h->by_event.fizzled++; return;
    case Ev::SparkGc: h->by_event.collected++; return;
    default: return;
  }
}

// What the program's runtime reports at its end.
void Timeline::report_event(const Event &e) {
  switch (Ev(e.kind)) {
    case Ev::SparkSite: {
      if (sites.size() >= kMostSites) return;
      std::string s = e.text(4);
      size_t zero = s.find('\0');
      SparkSiteLine &l = sites[uint32_t(e.number(0, 4))];
      l.function = s.substr(0, zero);
      if (zero != std::string::npos) l.place = s.substr(zero + 1);
      return;
    }
    case Ev::SparkSiteCounts:
      if (std::map<uint32_t, SparkSiteLine>::iterator l = sites.find(uint32_t(e.number(0, 4))); l != sites.end())
        for (size_t i = 0; i < 11; i++) l->second.counts[i] = e.number(4 + 8 * i, 8);
      return;
    case Ev::Scaling:
      scaling.there = true;
      for (size_t i = 0; i < 5; i++) scaling.figures[i] = e.number(8 * i, 8);
      for (size_t i = 0; i < 12; i++) scaling.curve[i] = e.number(40 + 8 * i, 8);
      scaling.verdict = e.text(136);
      return;
    case Ev::ScalingSite: {
      if (scaling.sites.size() >= kMostSites) return;
      ScalingSite s;
      for (size_t i = 0; i < 4; i++) s.figures[i] = e.number(8 * i, 8);
      s.name = e.text(32);
      scaling.sites.push_back(s);
      return;
    }
    default: return;
  }
}

void Timeline::add(const Event &e) {
  events++;
  if (Ev(e.kind) == Ev::WallClockTime) clock(e);
  uint64_t t = e.time;
  if (t > (uint64_t(1) << 55)) return;  // more than a year: damaged
  t = shift_ < 0 && t < uint64_t(-shift_) ? 0 : t + uint64_t(shift_);
  end = std::max(end, t);
  HecLine *h = hec(e.hec);
  if (h) {
    t = std::max(t, h->now);  // GHC's go back a little here and there
    h->now = t;
    h->seen = true;
  }
  // Without a default, so that the compiler names a kind that has no place here.
  switch (Ev(e.kind)) {
    case Ev::Startup:
      if (int n = int(e.number(0, 2)); n > 0) hec(n - 1);
      return;
    case Ev::CapCreate: hec(int(e.number(0, 2))); return;
    case Ev::CreateThread:
    case Ev::CreateSparkThread:
    case Ev::ThreadLabel:
    case Ev::RunThread:
    case Ev::StopThread: return thread_event(h, t, e);
    case Ev::RequestSeqGc:
    case Ev::RequestParGc:
    case Ev::GcStart:
    case Ev::GcWork:
    case Ev::GcIdle:
    case Ev::GcDone:
    case Ev::GcEnd:
    case Ev::GcStats:
    case Ev::HeapAllocated:
    case Ev::HeapSize:
    case Ev::HeapLive: return collection_event(h, t, e);
    case Ev::SparkCounters:
    case Ev::SparkCreate:
    case Ev::SparkDud:
    case Ev::SparkOverflow:
    case Ev::SparkRun:
    case Ev::SparkSteal:
    case Ev::SparkFizzle:
    case Ev::SparkGc: return spark_event(h, t, e);
    case Ev::SparkSite:
    case Ev::SparkSiteCounts:
    case Ev::Scaling:
    case Ev::ScalingSite: return report_event(e);
    case Ev::HeapProfBegin:
    case Ev::HeapProfSampleBegin:
    case Ev::HeapProfSampleString:
    case Ev::HeapProfSampleEnd: {
      const bool begins = Ev(e.kind) == Ev::HeapProfBegin;
      if (process_ > 0 || (!begins && (t < from_ || t >= to_))) return;
      Event shown = e;
      shown.time = begins ? 0 : t - from_;
      heap_bands.add(shown);
      return;
    }
    case Ev::UserMsg:
    case Ev::UserMarker:
      if (t < from_ || t >= to_) return;
      if (messages.size() < kMostMessages)
        messages.push_back(
            {t - from_, h ? int(numbers_[{process_, e.hec}]) : -1, Ev(e.kind) == Ev::UserMarker, e.text(0)});
      else more_messages++;
      return;
    case Ev::RtsIdentifier: rts = e.text(4); return;
    case Ev::ProgramArgs:
      if (process_ == 0) args = e.text(4);
      return;
    case Ev::Pid:
      if (process_ == 0) pid = e.number(4, 4);
      return;
    case Ev::WallClockTime: return;
    case Ev::MigrateThread:
    case Ev::ThreadWakeup:
    case Ev::HeapInfo:
    case Ev::BlockMarker: return;
  }
  // Kinds of GHC that have nothing to show are no surprise; what neither GHC nor we have is.
  if (e.kind >= 214) unknown[e.kind]++;
}

void Timeline::finish() {
  for (std::unique_ptr<HecLine> &h : hecs) {
    if (h->running) stop_running(*h, end);
    if (h->in_gc != HecLine::Gc::None) gc_step(*h, end, HecLine::Gc::None);
    if (!h->counted) h->sparks = h->by_event;
    h->running = 0;
  }
}
