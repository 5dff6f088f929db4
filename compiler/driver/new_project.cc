// new_project.cc: what `gphc new` writes: a program whose work is pure and in a module of its own, a strategy that
// spreads it, a Makefile, and a test that holds the result against one that was computed without sparks, on one HEC and
// on two.
#include "driver/new_project.h"

#include <sys/stat.h>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "driver/files.h"
#include "support/diag.h"

namespace gphc {
namespace {

struct Template {
  const char *name, *text;
};  // NAME stands for the project's name
const Template kTemplates[] = {
    {"Main.gph", R"(-- | NAME: what `make run` runs.
module Main (main) where

import System.Environment (getArgs)

import Work (solve)

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> read a
        _ -> 2000
  print (solve n)
)"},
    {"Work.gph", R"(-- | The work, and how it is spread over the processors. The result does not depend on the strategy.
module Work (solve, solveAlone, task) where

import Control.Parallel.Strategies (parListChunk, rdeepseq, using)

-- | One piece of the work: the length of the Collatz sequence that begins with n.
task :: Int -> Int
task n = go 1 n
  where
    go :: Int -> Int -> Int
    go steps 1 = steps
    go steps m
      | even m = go (steps + 1) (m `quot` 2)
      | otherwise = go (steps + 1) (3 * m + 1)

-- | The longest of the sequences that begin with 1 to 100 n: chunks of 1000 pieces are evaluated in parallel.
solve :: Int -> Int
solve n = maximum (map task [1 .. 100 * n] `using` parListChunk 1000 rdeepseq)

-- | The same without a strategy, for the test.
solveAlone :: Int -> Int
solveAlone n = maximum (map task [1 .. 100 * n])
)"},
    {"Test.gph", R"(-- | The test: the parallel result is the sequential one.
module Main (main) where

import System.Exit (exitFailure)

import Work (solve, solveAlone, task)

check :: String -> Bool -> IO ()
check what good
  | good = putStrLn ("passed: " ++ what)
  | otherwise = putStrLn ("FAILED: " ++ what) >> exitFailure

main :: IO ()
main = do
  check "a task" (map task [1, 6, 27] == [1, 9, 112])
  check "with and without the strategy" (solve 20 == solveAlone 20)
)"},
    {"Makefile", R"(# make, make run, make test, make report (what became of the sparks), make clean
GPHC ?= gphc
FLAGS = -O2 -threaded -rtsopts -Wall
N ?= 2

NAME: Main.gph Work.gph
	$(GPHC) $(FLAGS) Main.gph -o $@
NAME-test: Test.gph Work.gph
	$(GPHC) $(FLAGS) Test.gph -o $@

.PHONY: run test report clean
run: NAME
	./NAME +RTS -N$(N)
test: NAME-test
	./NAME-test +RTS -N1
	./NAME-test +RTS -N2
report: NAME
	./NAME +RTS -N$(N) -s --spark-report
clean:
	rm -f NAME NAME-test
)"},
    {".gitignore", "/NAME\n/NAME-test\n*.eventlog\n"},
};

std::string filled(std::string text, const std::string &name) {
  for (size_t at = 0; (at = text.find("NAME", at)) != text.npos; at += name.size()) text.replace(at, 4, name);
  return text;
}

}  // namespace

void new_project(const std::string &path) {
  std::string name = base_name(path);
  bool good = !name.empty() && name != "Makefile" && (std::isalpha((unsigned char)name[0]) || name[0] == '_');
  for (char c : name) good = good && (std::isalnum((unsigned char)c) || c == '-' || c == '_');
  if (!good)
    fatal(diag::BadOption,
          "new wants a name of letters, digits, - and _ that begins with a letter, not `" + name + "'");
  for (const Template &t : kTemplates)
    if (name == without_extension(t.name))
      fatal(diag::BadOption, "new: `" + name + "' is the name of one of the program's own modules");
  if (mkdir(path.c_str(), 0777) != 0) {
    if (errno == EEXIST) fatal(diag::CannotWrite, path + " exists already; new changes nothing that is there");
    fatal(diag::CannotWrite, "cannot make the folder " + path + ": " + std::strerror(errno));
  }
  for (const Template &t : kTemplates) write_file(path + "/" + t.name, filled(t.text, name));
  std::printf(
      "%s/: Main.gph is the program, Work.gph the work and its strategy, Test.gph the test\n\n  cd %s\n  make run      "
      " compile it, and run it on two HECs\n  make test\n"
      "  make report    what became of its sparks\n",
      path.c_str(), path.c_str());
}

}  // namespace gphc
