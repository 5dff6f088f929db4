// prompt_session.h: what the files of the prompt share: the session, and what each does for the others. See
// Note [How the prompt works] in driver/prompt.cc
#pragma once
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

#include "driver/prompt.h"
#include "support/source.h"

namespace gphc::session {

using Strings = std::vector<std::string>;

struct Chunk {
  std::string name;  // what it defines; "" where that does not matter (instances)
  std::string text;
  // Of the lines of `text`, those that the user did not type; the others are indented by that much.
  uint32_t head = 0, tail = 0, indent = 0;
  bool value = false;  // of a slot: goes with the evaluating process
  int slot = -1;       // its number
  bool used = false;   // some input mentions it
  unsigned id = 0;     // what tells it from another of the same name, and from itself before it was renamed
};

struct Session {
  Options options;
  PromptCompiler compiler;
  std::string folder;               // of this session, below the system's for temporary files
  Strings imports, files, modules;  // modules: of the files that :load named
  Strings wanted;                   // what :reload loads: the same, also after errors
  std::vector<Chunk> chunks;
  std::string it;      // the name of the last expression; "" before the first
  unsigned count = 0;  // inputs
  unsigned ids = 0;    // chunks
  bool quiet = false;  // no messages
  bool timed = false, typed = false, prelude = true;
  Strings rts, args;
  std::string program_name = "<interactive>";
  // the evaluating process
  pid_t server = -1;
  std::map<unsigned, std::string> known;  // chunks, by id, that it may have loaded
  std::set<std::string> told;             // names that it keeps the values of: of the words of all chunks
  std::set<int> slots;                    // that have values, and that no code refers to but that of a chunk
  bool starting = false;                  // it has not said yet that it waits for the first statement
  FILE *to = nullptr, *from = nullptr;
};

// What the user typed, and what stands before and after it in the module.
struct Typed {
  enum As { Import, Definition, Expression, Nothing } as = Nothing;
  std::string text, before, after;
};

// ---- Text: prompt_text.cc -------------------------------------------------------------------------------------------
std::string trimmed(const std::string &s);
Strings words(const std::string &s);
bool is_name(unsigned char c);
// The text with one identifier replaced, or, without a replacement, whether it is there. Strings, characters and
// qualified names are left alone.
std::string replaced(const std::string &s, const std::string &name, const std::string *by, bool *found);
bool mentions(const std::string &s, const std::string &name);
// The words of a text that may name a variable: what a definition defines is among them, whatever its pattern. Not
// those that are too long for a line to the evaluating process.
void variables_of(const std::string &s, std::set<std::string> *out);
// The name that a definition's text defines: its first word, for data and its like the second.
std::string defined_name(const std::string &text);
// `let x = 1` and its continuation lines as they stand at top level.
std::string without_let(const std::string &s);
std::string indented(const std::string &s);
std::string haskell_list(const Strings &ws);
// Nothing but blanks and comments.
bool is_blank(const std::string &s);

// ---- The evaluating process: prompt_server.cc -----------------------------------------------------------------------
// Starts it; it says when it waits for the first statement. `made` only: when it need not be made first.
bool start_server(Session &s, const Strings &more = {}, bool made = false);
void stop_server(Session &s);
// Values of slots are lost with the process.
void forget_values(Session &s);
// Another evaluating process, with these flags of the runtime. False when it does not take them: then the old one goes
// on.
bool set_runtime_flags(Session &s, const Strings &flags);
// Runs the statement that the objects hold. False when the process died or the statement raised an exception.
bool evaluate(Session &s, const Strings &objects);

// ---- Inputs: prompt_input.cc ----------------------------------------------------------------------------------------
// Compiles it in a fork. What the fork answers: to a question `asked`, or a folder and objects, a line each. False when
// it failed; its messages have been printed.
bool compile(Session &s, const Typed &t, const std::string &asked, const std::string &about, std::string *answer);
void expression(Session &s, const std::string &text);
void input(Session &s, std::string text);
// :main and :run.
void run_function(Session &s, const std::string &function, const Strings &args);
// Import declarations, all or none; Prelude is there unless one of them names it.
bool import(Session &s, const std::string &text);
// Whether gphc has that language extension; if not, it says so.
bool accepts_extension(const std::string &name);

// ---- Answers to questions: prompt_answer.cc -------------------------------------------------------------------------
extern FILE *g_answer;  // in the fork: where answer_prompt writes

}  // namespace gphc::session
