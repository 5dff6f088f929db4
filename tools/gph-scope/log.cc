// log.cc: the reader. The file is a header that declares each kind of event with its size, and then blocks of events,
// one HEC's each (runtime/prof/eventlog.c describes it). The largest event is 64 KiB, so a buffer of some times that
// holds any; nothing else is kept.
//
// What is wrong with a file is said with the place in it. A log that is cut off (the program was killed) is not wrong:
// what is there counts.
#include "log.h"
#include <cerrno>
#include <cstring>

namespace {
constexpr size_t kBuffer = 1 << 20;
constexpr uint16_t kEndMark = 0xffff;
constexpr size_t kEventHead = 10;
const std::string kNoName = "unknown event";

uint64_t big_endian(const uint8_t *p, size_t bytes) {
  uint64_t x = 0;
  for (size_t i = 0; i < bytes; i++) x = x << 8 | p[i];
  return x;
}

// Length of the UTF-8 character at p, of at most n bytes; 0: not one.
size_t utf8_length(const uint8_t *p, size_t n) {
  size_t k = p[0] < 0x80                   ? 1
             : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
             : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
             : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                           : 0;
  if (k == 0 || k > n) return 0;
  for (size_t i = 1; i < k; i++)
    if ((p[i] & 0xc0) != 0x80) return 0;
  if (k == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0))) return 0;
  if (k == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))) return 0;
  return k;
}
}  // namespace

uint64_t Event::number(size_t at, size_t bytes) const {
  return at + bytes <= size ? big_endian(payload + at, bytes) : 0;
}

std::string Event::text(size_t from) const {
  std::string out;
  while (from < size) {
    size_t k = utf8_length(payload + from, size - from);
    if (k == 0) {
      out += "\xef\xbf\xbd";
      from++;
      continue;
    }
    out.append(reinterpret_cast<const char *>(payload + from), k);
    from += k;
  }
  return out;
}

LogReader::~LogReader() {
  if (file_ && file_ != stdin) fclose(file_);
}

bool LogReader::need(size_t n) {
  if (end_ - pos_ >= n) return true;
  memmove(buffer_.data(), buffer_.data() + pos_, end_ - pos_);
  base_ += pos_;
  end_ -= pos_;
  pos_ = 0;
  while (end_ < n) {
    size_t k = fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_);
    if (k == 0) return false;
    end_ += k;
  }
  return true;
}

uint64_t LogReader::take(size_t bytes) {
  uint64_t x = big_endian(buffer_.data() + pos_, bytes);
  pos_ += bytes;
  return x;
}

bool LogReader::fail(const std::string &what) {
  message_ = what;
  return false;
}

bool LogReader::marker(const char *m) {
  if (!need(4)) return fail("byte " + std::to_string(base_ + end_) + ": the file ends in the header");
  if (memcmp(buffer_.data() + pos_, m, 4) != 0)
    return fail("byte " + std::to_string(bytes_read()) + ": the header lacks its marker " + std::string(m));
  pos_ += 4;
  return true;
}

bool LogReader::open(const std::string &path) {
  buffer_.resize(kBuffer);
  file_ = path == "-" ? stdin : fopen(path.c_str(), "rb");
  if (!file_) return fail(strerror(errno));
  if (!need(1)) return fail(ferror(file_) ? strerror(errno) : "the file is empty");
  if (!need(4) || memcmp(buffer_.data(), "hdrb", 4) != 0)
    return fail("byte 0: not an event log (it does not begin with hdrb); +RTS -l writes one");
  if (!marker("hdrb") || !marker("hetb")) return false;
  for (;;) {
    if (!need(4)) return fail("byte " + std::to_string(base_ + end_) + ": the file ends in the header");
    if (memcmp(buffer_.data() + pos_, "hete", 4) == 0) break;
    if (!marker("etb")) return false;
    if (!need(8)) return fail("byte " + std::to_string(base_ + end_) + ": the file ends in the header");
    uint16_t kind = uint16_t(take(2));
    int size = int(take(2));
    for (int part = 0; part < 2; part++) {  // the name; extra information, which nobody uses
      if (!need(4)) return fail("byte " + std::to_string(base_ + end_) + ": the file ends in the header");
      uint64_t at = bytes_read(), n = take(4);
      if (n > kBuffer / 2)
        return fail("byte " + std::to_string(at) + ": a name of " + std::to_string(n) + " bytes in the header");
      if (!need(n)) return fail("byte " + std::to_string(base_ + end_) + ": the file ends in the header");
      if (part == 0) {
        Event name{.payload = buffer_.data() + pos_, .size = n};
        kinds_[kind] = {name.text(0), size == 0xffff ? -1 : size};
      }
      pos_ += n;
      if (part == 0) continue;
    }
    if (!marker("ete")) return false;
  }
  return marker("hete") && marker("hdre") && marker("datb");
}

LogReader::Got LogReader::stop(Got how, const std::string &what) {
  message_ = "byte " + std::to_string(bytes_read()) + ": " + what;
  return how;
}

LogReader::Got LogReader::next(Event &e) {
  for (;;) {
    if (block_end_ && bytes_read() >= block_end_) {
      if (bytes_read() > block_end_) return stop(Got::Damaged, "an event goes past the end of its block");
      block_end_ = 0;
      hec_ = -1;
    }
    if (!need(2))
      return stop(Got::Truncated, "the log ends without its end mark: the program was killed, or still runs");
    uint16_t kind = uint16_t(big_endian(buffer_.data() + pos_, 2));
    if (kind == kEndMark) return Got::End;
    std::map<uint16_t, Kind>::const_iterator k = kinds_.find(kind);
    if (k == kinds_.end())
      return stop(Got::Damaged, "event number " + std::to_string(kind) + " is not declared in the header");
    size_t head = kEventHead, size = size_t(k->second.size);
    if (k->second.size < 0) {
      head += 2;
      if (!need(head)) return stop(Got::Truncated, "the log ends in the middle of an event");
      size = size_t(big_endian(buffer_.data() + pos_ + kEventHead, 2));
    }
    if (!need(head + size)) return stop(Got::Truncated, "the log ends in the middle of an event");
    const uint8_t *p = buffer_.data() + pos_;
    e = {.time = big_endian(p + 2, 8), .hec = hec_, .kind = kind, .payload = p + head, .size = size};
    if (kind == uint16_t(Ev::BlockMarker)) {
      uint64_t length = e.number(0, 4), at = bytes_read();
      if (length < head + size) return stop(Got::Damaged, "a block of " + std::to_string(length) + " bytes");
      block_end_ = at + length;
      hec_ = e.number(12, 2) == 0xffff ? -1 : int(e.number(12, 2));
      pos_ += head + size;
      continue;
    }
    pos_ += head + size;
    return Got::Event;
  }
}

const std::string &LogReader::kind_name(uint16_t kind) const {
  std::map<uint16_t, Kind>::const_iterator k = kinds_.find(kind);
  return k == kinds_.end() ? kNoName : k->second.name;
}
