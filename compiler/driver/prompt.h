// prompt.h: gphc --interactive.
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"

namespace gphc {

struct Module;
struct Var;

constexpr const char *kPromptModule = "Interactive";  // the module that is made of an input
constexpr const char *kPromptMain = "prompt'main";    // its statement
constexpr const char *kPromptIt = "prompt'it";        // its expression

// What compile.cc does for it. Each runs in a process of its own, forked when what all inputs need of the stdlib has
// been read: `warm`.
struct PromptCompiler {
  void (*warm)(Options &o, const std::string &source);
  std::vector<std::string> (*objects)(Options &o, const std::string &source);
  void (*program)(Options &o, const std::string &source, const std::string &output);
  void (*preload)(const Options &o);  // the back end, while the stdlib is being read
};
int prompt(Options &o, const PromptCompiler &compiler);

// Called by the front end in such a process: the statement; and, where the input asks about types only, their answer
// (then there is nothing to compile).
Var *prompt_main(Module *m);
std::vector<Var *> prompt_roots();  // what statements are made of
bool answer_prompt(const Options &o, Module *m);

}  // namespace gphc
