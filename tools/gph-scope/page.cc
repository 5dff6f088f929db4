// page.cc: the page is page.html with the data in it: numbers as JSON, the states of the HECs as bytes (255: the whole
// bin) in base 64.
#include "page.h"
#include "json.h"
#include <cstring>

namespace {
const char kTemplate[] =
#include "gph-scope/page.inc"
    ;
constexpr size_t kThreadsShown = 50, kBandsShown = 20;

std::string base64(const std::vector<uint8_t> &b) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < b.size(); i += 3) {
    uint32_t x = uint32_t(b[i]) << 16 | uint32_t(i + 1 < b.size() ? b[i + 1] : 0) << 8 |
                 uint32_t(i + 2 < b.size() ? b[i + 2] : 0);
    out += kDigits[x >> 18];
    out += kDigits[x >> 12 & 63];
    out += i + 1 < b.size() ? kDigits[x >> 6 & 63] : '=';
    out += i + 2 < b.size() ? kDigits[x & 63] : '=';
  }
  return out;
}

size_t used(const Bins &b, uint64_t duration) {
  return std::min<size_t>(b.values().size(), size_t(duration / b.width()) + 1);
}

std::string states(const Bins &b, uint64_t duration) {
  std::vector<uint8_t> out(used(b, duration));
  for (size_t i = 0; i < out.size(); i++) {
    double x = 255.0 * double(b.values()[i]) / double(b.width());
    out[i] = x <= 0 ? 0 : x >= 255 ? 255 : x < 1 ? 1 : uint8_t(x + 0.5);
  }
  return json_string(base64(out));
}

std::string number(double x) {
  char s[32];
  if (std::isnan(x)) return "null";
  snprintf(s, sizeof s, x == std::floor(x) && x < 1e15 ? "%.0f" : "%.4g", x);
  return s;
}

std::string line(const Bins &b, uint64_t duration) {
  std::string out = "{\"width\":" + std::to_string(b.width()) + ",\"values\":[";
  size_t n = used(b, duration);
  for (size_t i = 0; i < n; i++) out += (i ? "," : "") + number(double(b.values()[i]));
  return out + "]}";
}

std::string field(const char *name, const std::string &value) { return "\"" + std::string(name) + "\":" + value + ","; }
std::string field(const char *name, uint64_t value) { return field(name, std::to_string(value)); }

std::string hec_data(HecLine &h, uint64_t duration) {
  // One width for the three states.
  uint64_t widest = std::max(h.run.width(), std::max(h.gc.width(), h.wait.width()));
  for (Bins *b : {&h.run, &h.gc, &h.wait})
    while (b->width() < widest) b->cover(b->width() * b->values().size());
  const SparkTotals &s = h.sparks;
  uint64_t mvar = h.blocked[7] + h.blocked[20];
  std::string out = "{" + field("process", uint64_t(h.process)) + field("number", uint64_t(h.number)) +
                    field("width", widest) + field("run", states(h.run, duration)) +
                    field("gc", states(h.gc, duration)) + field("wait", states(h.wait, duration));
  out += field("pool", line(h.pool, duration)) + field("created", line(h.created, duration)) +
         field("converted", line(h.converted, duration)) + field("lost", line(h.lost, duration));
  out += field("runNs", h.run_ns) + field("gcNs", h.gc_ns) + field("waitNs", h.wait_ns) +
         field("switches", h.switches) + field("onMVar", mvar) + field("onBlackHole", h.blocked[8]);
  out += field("inC", h.blocked[6]) + field("allocated", h.allocated);
  out += "\"sparkTotals\":[";
  for (uint64_t n : {s.created, s.converted, s.fizzled, s.collected, s.dud, s.overflowed, s.remaining})
    out += std::to_string(n) + ",";
  out.back() = ']';
  return out + "}";
}

std::string numbers(const uint64_t *x, size_t n) {
  std::string out = "[";
  for (size_t i = 0; i < n; i++) out += (i ? "," : "") + std::to_string(x[i]);
  return out + "]";
}

std::string scaling_data(const Scaling &s) {
  if (!s.there) return "null";
  std::string out = "{" + field("figures", numbers(s.figures, 5)) + field("curve", numbers(s.curve, 12)) +
                    field("verdict", json_string(s.verdict)) + "\"sites\":[";
  for (size_t i = 0; i < s.sites.size(); i++)
    out += std::string(i ? "," : "") + "{" + field("name", json_string(s.sites[i].name)) +
           "\"c\":" + numbers(s.sites[i].figures, 4) + "}";
  return out + "]}";
}
std::string bands_data(const HeapBands &h) {
  if (!h.breakdown || h.times.empty()) return "null";
  std::string out = "{" + field("by", h.breakdown) + field("all", h.bands.size() + h.more_bands) +
                    field("times", numbers(h.times.data(), h.times.size())) + "\"bands\":[";
  bool first = true;
  for (const HeapBands::Band &b : h.largest(kBandsShown)) {
    out += std::string(first ? "" : ",") + "{" + field("name", json_string(b.name)) + "\"values\":[";
    for (size_t i = 0; i < b.values.size(); i++) out += (i ? "," : "") + number(double(b.values[i]));
    out += "]}";
    first = false;
  }
  return out + "]}";
}
}  // namespace

bool write_page(FILE *out, const Timeline &t, const std::string &file, const std::vector<std::string> &warnings) {
  uint64_t duration = t.to() > t.from() ? t.to() - t.from() : 1;
  const char *hole = strstr(kTemplate, "@DATA@");
  fwrite(kTemplate, 1, size_t(hole - kTemplate), out);
  bool any_sparks = false;
  for (const std::unique_ptr<HecLine> &h : t.hecs)
    any_sparks |= h->sparks.created + h->sparks.dud + h->sparks.overflowed > 0;
  std::string args = t.args;
  std::replace(args.begin(), args.end(), '\0', ' ');
  std::string head = "{" + field("file", json_string(file)) + field("args", json_string(args)) +
                     field("rts", json_string(t.rts)) + field("processes", uint64_t(t.processes())) +
                     field("pid", t.pid) + field("wall", t.wall_s) + field("duration", duration) +
                     field("offset", t.from()) + field("events", t.events) +
                     field("anySparks", any_sparks ? "true" : "false") + field("maxLive", t.max_live) +
                     field("maxSize", t.max_size) + field("syncNs", t.sync_ns) +
                     field("live", line(t.heap_live, duration)) + field("size", line(t.heap_size, duration));
  head += "\"warnings\":[";
  for (const std::string &w : warnings) head += json_string(w) + (&w == &warnings.back() ? "" : ",");
  head += "],\"generations\":[";
  for (std::map<int, Generation>::const_iterator g = t.generations.begin(); g != t.generations.end(); ++g)
    head += std::string(g == t.generations.begin() ? "" : ",") + "{" + field("gen", uint64_t(g->first)) +
            field("count", g->second.count) + field("parallel", g->second.parallel) + field("ns", g->second.pause_ns) +
            field("longest", g->second.longest_ns) + "\"copied\":" + std::to_string(g->second.copied) + "}";
  head += "],\"sites\":[";
  bool first = true;
  for (const std::pair<const uint32_t, SparkSiteLine> &s : t.sites) {
    head += std::string(first ? "" : ",") + "{" + field("function", json_string(s.second.function)) +
            field("place", json_string(s.second.place)) + "\"c\":[";
    for (size_t i = 0; i < 11; i++) head += (i ? "," : "") + std::to_string(s.second.counts[i]);
    head += "]}";
    first = false;
  }
  head += "],\"scaling\":" + scaling_data(t.scaling) + ",\"bands\":" + bands_data(t.heap_bands) + ",\"threads\":[";
  std::vector<std::pair<uint64_t, uint64_t>> order;
  for (const std::pair<const uint64_t, ThreadLine> &l : t.threads) order.push_back({l.second.run_ns, l.first});
  std::sort(order.rbegin(), order.rend());
  if (order.size() > kThreadsShown) order.resize(kThreadsShown);
  for (size_t i = 0; i < order.size(); i++) {
    const ThreadLine &l = t.threads.at(order[i].second);
    head += std::string(i ? "," : "") + "{" + field("id", order[i].second & 0xffffffff) +
            field("process", order[i].second >> 32) + field("ns", l.run_ns) + field("runs", l.runs) +
            field("spark", l.spark ? "true" : "false") + "\"label\":" + json_string(l.label) + "}";
  }
  head += "],\"messages\":[";
  std::vector<Message> messages = t.messages;
  std::stable_sort(messages.begin(), messages.end(),
                   [](const Message &a, const Message &b) { return a.time < b.time; });
  for (size_t i = 0; i < messages.size(); i++)
    head += std::string(i ? "," : "") + "{" + field("time", messages[i].time) +
            field("hec", std::to_string(messages[i].hec)) + field("marker", messages[i].marker ? "true" : "false") +
            "\"text\":" + json_string(messages[i].text) + "}";
  head += "],\"hecs\":[";
  fwrite(head.data(), 1, head.size(), out);
  for (size_t i = 0; i < t.hecs.size(); i++) {
    std::string h = (i ? "," : "") + hec_data(*t.hecs[i], duration);
    fwrite(h.data(), 1, h.size(), out);
  }
  fputs("]}", out);
  fputs(hole + 6, out);
  return !ferror(out);
}
