// trace_json.h: a log as Chrome's trace events, for Perfetto and speedscope. Written event by event: nothing is kept.
#pragma once
#include "log.h"

class TraceJson {
 public:
  TraceJson(FILE *out, uint64_t from, uint64_t to);
  void add(const Event &e);
  void finish(uint64_t end);

 private:
  struct Hec {
    uint32_t thread = 0;
    uint64_t since = 0, now = 0;
    uint64_t gc_since = 0, phase_since = 0;
    bool in_gc = false;
    const char *phase = nullptr;
  };
  Hec &hec(int no);
  void item(const std::string &text);
  void span(int hec, const std::string &name, const char *category, uint64_t a, uint64_t b);
  void phase(int no, Hec &h, const char *next, uint64_t t);
  void counter(const std::string &name, uint64_t t, const std::string &values);
  FILE *out_;
  uint64_t from_, to_;
  bool first_ = true;
  std::vector<Hec> hecs_;
  std::map<uint32_t, std::string> labels_;
};
