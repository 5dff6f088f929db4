// trace_json.cc: see trace_json.h. A HEC is a thread of the trace: what it runs and its collections are spans ("X"),
// sparks and heap are counters ("C"), messages instants ("i"). Times are in microseconds.
#include "trace_json.h"
#include "json.h"

namespace {
constexpr size_t kMostLabels = 100000;
constexpr int kMostHecs = 1024;
std::string micros(uint64_t ns) {
  char s[40];
  snprintf(s, sizeof s, "%llu.%03llu", static_cast<unsigned long long>(ns / 1000),
           static_cast<unsigned long long>(ns % 1000));
  return s;
}
}  // namespace

TraceJson::TraceJson(FILE *out, uint64_t from, uint64_t to) : out_(out), from_(from), to_(to) {
  fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out_);
}

void TraceJson::item(const std::string &text) {
  fputs(first_ ? "\n" : ",\n", out_);
  fwrite(text.data(), 1, text.size(), out_);
  first_ = false;
}

TraceJson::Hec &TraceJson::hec(int no) {
  while (hecs_.size() <= size_t(no)) {
    std::string n = std::to_string(hecs_.size());
    item("{\"ph\":\"M\",\"pid\":1,\"tid\":" + n + ",\"name\":\"thread_name\",\"args\":{\"name\":\"HEC " + n + "\"}}");
    hecs_.push_back({});
  }
  return hecs_[size_t(no)];
}

void TraceJson::span(int no, const std::string &name, const char *category, uint64_t a, uint64_t b) {
  a = std::max(a, from_);
  b = std::min(b, to_);
  if (a >= b) return;
  item("{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(no) + ",\"cat\":\"" + category +
       "\",\"name\":" + json_string(name) + ",\"ts\":" + micros(a) + ",\"dur\":" + micros(b - a) + "}");
}

void TraceJson::phase(int no, Hec &h, const char *next, uint64_t t) {
  if (h.phase) span(no, h.phase, "gc", h.phase_since, t);
  h.phase = next;
  h.phase_since = t;
}

void TraceJson::counter(const std::string &name, uint64_t t, const std::string &values) {
  if (t < from_ || t >= to_) return;
  item("{\"ph\":\"C\",\"pid\":1,\"name\":" + json_string(name) + ",\"ts\":" + micros(t) + ",\"args\":{" + values +
       "}}");
}

void TraceJson::add(const Event &e) {
  if (Ev(e.kind) == Ev::ProgramArgs) {
    std::string args = e.text(4);
    for (char &c : args)
      if (c == '\0') c = ' ';
    item("{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":" + json_string(args) + "}}");
    return;
  }
  if (Ev(e.kind) == Ev::ThreadLabel && labels_.size() < kMostLabels) labels_[uint32_t(e.number(0, 4))] = e.text(4);
  if (e.hec < 0 || e.hec >= kMostHecs) return;
  Hec &h = hec(e.hec);
  uint64_t t = std::max(e.time, h.now);
  h.now = t;
  switch (Ev(e.kind)) {
    case Ev::RunThread:
      h.thread = uint32_t(e.number(0, 4));
      h.since = t;
      return;
    case Ev::StopThread: {
      if (!h.thread) return;
      std::map<uint32_t, std::string>::const_iterator l = labels_.find(h.thread);
      span(e.hec, "thread " + std::to_string(h.thread) + (l == labels_.end() ? "" : " (" + l->second + ")"), "run",
           h.since, t);
      h.thread = 0;
      return;
    }
    case Ev::GcStart:
      h.in_gc = true;
      h.gc_since = h.phase_since = t;
      h.phase = nullptr;
      return;
    case Ev::GcWork:
      if (h.in_gc) phase(e.hec, h, "works", t);
      return;
    case Ev::GcIdle:
    case Ev::GcDone:
      if (h.in_gc) phase(e.hec, h, "waits", t);
      return;
    case Ev::GcEnd:
      if (!h.in_gc) return;
      phase(e.hec, h, nullptr, t);
      span(e.hec, "GC", "gc", h.gc_since, t);
      h.in_gc = false;
      return;
    case Ev::SparkCounters:
      counter("sparks waiting, HEC " + std::to_string(e.hec), t, "\"sparks\":" + std::to_string(e.number(48, 8)));
      counter("sparks, HEC " + std::to_string(e.hec), t,
              "\"created\":" + std::to_string(e.number(0, 8)) + ",\"converted\":" + std::to_string(e.number(24, 8)) +
                  ",\"fizzled\":" + std::to_string(e.number(40, 8)));
      return;
    case Ev::HeapSize: counter("heap size", t, "\"bytes\":" + std::to_string(e.number(4, 8))); return;
    case Ev::HeapLive: counter("heap live", t, "\"bytes\":" + std::to_string(e.number(4, 8))); return;
    case Ev::UserMsg:
    case Ev::UserMarker:
      if (t >= from_ && t < to_)
        item("{\"ph\":\"i\",\"s\":\"p\",\"pid\":1,\"tid\":" + std::to_string(e.hec) +
             ",\"name\":" + json_string(e.text(0)) + ",\"ts\":" + micros(t) + "}");
      return;
    default: return;
  }
}

void TraceJson::finish(uint64_t end) {
  for (size_t i = 0; i < hecs_.size(); i++) {
    Hec &h = hecs_[i];
    if (h.thread) span(int(i), "thread " + std::to_string(h.thread), "run", h.since, std::max(end, h.since));
    if (h.in_gc) span(int(i), "GC", "gc", h.gc_since, std::max(end, h.gc_since));
  }
  fputs("\n]}\n", out_);
}
