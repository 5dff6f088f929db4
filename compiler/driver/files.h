// files.h: the files that the driver makes: temporary ones, which go away whichever way the process ends, and outputs,
// which appear whole or not at all.
#pragma once
#include <string>

#include "driver/options.h"
#include "support/diag.h"

namespace gphc {

// What fatal() does, after the temporary files are gone.
[[noreturn]] void fail(diag::Kind kind, const std::string &text);

std::string temporary_folder();              // a fresh one below the system's
void remove_folder(const std::string &dir);  // and what is in it; "": none
void make_temp_dir();                        // the one of this compilation
void remove_temp_dir();
const std::string &temp_dir();

// what a tool says of our files, without the folder that nobody else knows
std::string without_temp_dir(std::string text);
void write_file(const std::string &path, const std::string &text);
std::string read_file(const std::string &path);  // "" when there is none
std::string base_name(const std::string &path);
std::string without_extension(const std::string &path);
void make_folder(const std::string &path);

// Where the linker writes, and what makes that the output.
std::string temp_for(const std::string &output);
void rename_output(const std::string &temp, const std::string &output);
// Said before the work rather than after it; what can only be seen when writing (a full disk) is said there.
void check_writable(const Options &o, const std::string &output);

}  // namespace gphc
