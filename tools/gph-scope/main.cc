// main.cc: gph-scope: an event log (+RTS -l, of gphc's programs and GHC's) as a page to look at, or as a trace for
// other viewers; a profile (+RTS -p) as a flame graph.
//
// The log is read once, from front to back, and reduced on the way (timeline.h), so that its size does not matter.
#include "page.h"
#include "profile.h"
#include "trace_json.h"
#include "version.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace {
const char kHelp[] =
    "gph-scope: shows what a parallel program did, from the event log that +RTS -l writes\n"
    "\n"
    "  gph-scope PROGRAM.eventlog [-o page.html]          one page that needs nothing else: open it in a browser\n"
    "  gph-scope PROGRAM.eventlog PROGRAM.*.eventlog      the same for several processes (gphc -parallel), a log each\n"
    "  gph-scope --json PROGRAM.eventlog [-o trace.json]  Chrome's trace events: for ui.perfetto.dev, speedscope.app\n"
    "  gph-scope PROGRAM.prof [-o page.html]              the profile that +RTS -p writes, as a page with a flame "
    "graph\n"
    "\n"
    "  -o FILE             where to write (default: PROGRAM.html, PROGRAM.json or PROGRAM.prof.html; - is standard "
    "output)\n"
    "  --from S, --to S    only this part of the run, in seconds from its beginning: seen more finely\n"
    "  --json              as above\n"
    "  --help, --version\n"
    "\n"
    "The log may be - (standard input). One that is cut off is shown as far as it goes.\n";

struct Options {
  std::vector<std::string> logs;
  std::string out;
  bool json = false;
  uint64_t from = 0, to = uint64_t(1) << 56;
};

[[noreturn]] void usage(const std::string &what) {
  fprintf(stderr, "gph-scope: %s (--help says more)\n", what.c_str());
  exit(2);
}

uint64_t seconds(const char *flag, const char *s) {
  char *end;
  double x = strtod(s, &end);
  if (end == s || *end || !(x >= 0) || x > 1e9)
    usage(std::string(flag) + " wants a time in seconds, not \"" + s + "\"");
  return uint64_t(x * 1e9);
}

Options parse(int argc, char **argv) {
  Options o;
  for (int i = 1; i < argc; i++) {
    std::string a = argv[i];
    if (a == "--help" || a == "-h" || a == "-?") {
      fputs(kHelp, stdout);
      exit(0);
    }
    if (a == "--version") {
      puts("gph-scope, of gphc, the compiler for Glasgow Parallel Haskell, version " GPHC_VERSION);
      exit(0);
    }
    if (a == "--json") o.json = true;
    else if (a == "-o" || a == "--from" || a == "--to") {
      if (++i == argc) usage(a + " wants a value");
      if (a == "-o") o.out = argv[i];
      else (a == "--from" ? o.from : o.to) = seconds(a.c_str(), argv[i]);
    } else if (a.size() > 1 && a[0] == '-') usage("unknown flag " + a);
    else o.logs.push_back(a);
  }
  if (o.logs.empty()) usage("which event log?");
  if (o.json && o.logs.size() > 1) usage("--json takes one log; there are " + o.logs[0] + " and " + o.logs[1]);
  if (o.from >= o.to) usage("--from is not before --to");
  if (o.out.empty()) {
    std::string base = o.logs[0] == "-" ? "eventlog" : o.logs[0];
    size_t n = base.size();
    if (n > 9 && base.compare(n - 9, 9, ".eventlog") == 0) base.resize(n - 9);
    o.out = base + (o.json ? ".json" : ".html");
  }
  return o;
}

// What the output would overwrite is lost, as it is opened: also by another name, a link.
void check_output(const Options &o) {
  struct stat out, in;
  if (o.out == "-" || stat(o.out.c_str(), &out) != 0) return;
  for (const std::string &f : o.logs)
    if (f != "-" ? stat(f.c_str(), &in) == 0 : fstat(STDIN_FILENO, &in) == 0)
      if (S_ISREG(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
        usage("the output " + o.out + " would overwrite the input " + f);
}

int fail(const std::string &where, const std::string &what) {
  fprintf(stderr, "gph-scope: %s: %s\n", where.c_str(), what.c_str());
  return 1;
}

int profile(const Options &o) {
  if (o.json || o.from > 0 || o.to != uint64_t(1) << 56)
    usage("--json, --from and --to are for event logs; " + o.logs[0] + " is a profile");
  FILE *out = o.out == "-" ? stdout : fopen(o.out.c_str(), "wb");
  if (!out) return fail(o.out, std::string("cannot write: ") + strerror(errno));
  std::string why = write_flame_page(out, o.logs[0]);
  bool ok = !ferror(out);
  if (out != stdout ? fclose(out) != 0 : fflush(out) != 0) ok = false;
  if (!why.empty()) return fail(o.logs[0], why);
  if (!ok) return fail(o.out, std::string("cannot write: ") + strerror(errno));
  if (o.out != "-") fprintf(stderr, "gph-scope: wrote %s\n", o.out.c_str());
  return 0;
}

void warn(const std::string &file, std::vector<std::string> &warnings, const std::string &what) {
  fprintf(stderr, "gph-scope: %s: warning: %s\n", file.c_str(), what.c_str());
  warnings.push_back(what);
}
}  // namespace

int main(int argc, char **argv) {
  Options o = parse(argc, argv);
  check_output(o);
  if (o.logs.size() == 1 && is_profile(o.logs[0])) return profile(o);
  std::vector<LogReader> logs(o.logs.size());
  for (size_t i = 0; i < logs.size(); i++)
    if (!logs[i].open(o.logs[i])) return fail(o.logs[i], logs[i].message());
  FILE *out = o.out == "-" ? stdout : fopen(o.out.c_str(), "wb");
  if (!out) return fail(o.out, std::string("cannot write: ") + strerror(errno));
  Timeline timeline(o.from, o.to);
  std::unique_ptr<TraceJson> trace;
  if (o.json) trace = std::make_unique<TraceJson>(out, o.from, o.to);
  std::vector<std::string> warnings;
  for (size_t i = 0; i < logs.size(); i++) {
    Event e;
    LogReader::Got got;
    timeline.next_process();
    while ((got = logs[i].next(e)) == LogReader::Got::Event) {
      timeline.add(e);
      if (trace) trace->add(e);
    }
    if (got == LogReader::Got::Truncated) warn(o.logs[i], warnings, logs[i].message() + "; shown as far as it goes");
    if (got == LogReader::Got::Damaged)
      warn(o.logs[i], warnings, logs[i].message() + ": the log is damaged from there on; shown up to there");
  }
  timeline.finish();
  const LogReader &log = logs[0];
  if (timeline.hecs.empty()) warn(o.logs[0], warnings, "no HEC has events in it");
  else if (timeline.end <= o.from) warn(o.logs[0], warnings, "it ends before --from");
  for (const std::pair<const uint16_t, uint64_t> &u : timeline.unknown)
    warn(o.logs[0], warnings,
         std::to_string(u.second) + " events of a kind that gph-scope does not know were skipped: " +
             std::to_string(u.first) + " (" + log.kind_name(u.first) + ")");
  if (timeline.more_messages)
    warn(o.logs[0], warnings, std::to_string(timeline.more_messages) + " more messages of the program are not shown");
  bool ok = true;
  if (trace) trace->finish(timeline.end);
  else ok = write_page(out, timeline, o.logs[0], warnings);
  ok = !ferror(out) && ok;
  if (out != stdout ? fclose(out) != 0 : fflush(out) != 0) ok = false;
  if (!ok) return fail(o.out, std::string("cannot write: ") + strerror(errno));
  if (o.out != "-") fprintf(stderr, "gph-scope: wrote %s\n", o.out.c_str());
  return 0;
}
