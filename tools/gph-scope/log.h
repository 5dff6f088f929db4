// log.h: reading an event log: GHC's format, event by event, from a file of any size in a fixed buffer. See log.cc.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

// The kinds of events that we look at; their payloads stand in runtime/prof/events.def.
enum class Ev : uint16_t {
  CreateThread = 0,
  RunThread = 1,
  StopThread = 2,
  MigrateThread = 4,
  ThreadWakeup = 8,
  GcStart = 9,
  GcEnd = 10,
  RequestSeqGc = 11,
  RequestParGc = 12,
  CreateSparkThread = 15,
  Startup = 17,
  BlockMarker = 18,
  UserMsg = 19,
  GcIdle = 20,
  GcWork = 21,
  GcDone = 22,
  RtsIdentifier = 29,
  ProgramArgs = 30,
  Pid = 32,
  SparkCounters = 34,
  SparkCreate = 35,
  SparkDud = 36,
  SparkOverflow = 37,
  SparkRun = 38,
  SparkSteal = 39,
  SparkFizzle = 40,
  SparkGc = 41,
  WallClockTime = 43,
  ThreadLabel = 44,
  CapCreate = 45,
  HeapAllocated = 49,
  HeapSize = 50,
  HeapLive = 51,
  HeapInfo = 52,
  GcStats = 53,
  UserMarker = 58,
  HeapProfBegin = 160,
  HeapProfSampleBegin = 162,
  HeapProfSampleString = 164,
  HeapProfSampleEnd = 165,
  SparkSite = 300,
  SparkSiteCounts = 301,
  Scaling = 302,
  ScalingSite = 303
};

struct Event {
  uint64_t time = 0;                 // ns since the program began
  int hec = -1;                      // -1: of none
  uint16_t kind = 0;                 // Ev, or something else
  const uint8_t *payload = nullptr;  // valid until the next event is read
  size_t size = 0;
  // Numbers of the payload, at a byte offset; 0 beyond its end (an older or newer version's event is shorter).
  uint64_t number(size_t at, size_t bytes) const;
  std::string text(size_t from) const;  // the rest, as UTF-8: what is not is replaced
};

class LogReader {
 public:
  enum class Got { Event, End, Truncated, Damaged };
  ~LogReader();
  // Opens and reads the header. False: message() says why it is no log.
  bool open(const std::string &path);
  Got next(Event &e);
  // of open, Truncated, Damaged: with the place, "byte N: ..."
  const std::string &message() const { return message_; }
  const std::string &kind_name(uint16_t kind) const;  // as the log's header calls it
  uint64_t bytes_read() const { return base_ + pos_; }

 private:
  struct Kind {
    std::string name;
    int size;
  };  // size -1: variable
  bool need(size_t n);  // n bytes at pos_: false at the end of the file
  bool fail(const std::string &what);
  bool marker(const char *m);
  Got stop(Got how, const std::string &what);
  uint64_t take(size_t bytes);

  FILE *file_ = nullptr;
  std::vector<uint8_t> buffer_;
  size_t pos_ = 0, end_ = 0;  // in the buffer
  uint64_t base_ = 0;         // of the buffer in the file
  std::map<uint16_t, Kind> kinds_;
  int hec_ = -1;
  uint64_t block_end_ = 0;  // place in the file; 0: in no block
  std::string message_;
};
