// process.h: other programs: gcc, the linker, the program itself under --run.
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "driver/options.h"

namespace gphc {

using Command = std::vector<std::string>;

// Starts a command (shown under -v); its messages go to the file `errors`, if one is named.
pid_t start(const Options &o, const Command &c, const std::string &errors);
// Of this process alone: what it starts for the user, and not for itself, has the limit and the signals that it was
// started with again (own_limits_back, in the child).
void limit_memory(unsigned long bytes);
void own_limits_back();
void run_shell(const std::string &command);
bool wait_for(pid_t pid);                                         // true: it succeeded
std::string find_tool(const std::string &name, struct stat *st);  // the file that would run, or ""
// its exit status; `name` is what it calls itself
int run_program(const std::string &program, const std::string &name, const std::vector<std::string> &args);

}  // namespace gphc
