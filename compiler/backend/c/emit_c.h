// emit_c.h: Low -> C text for gcc. The text comes in units (one for each top-level binding) that can be put together to
// C files in any grouping; symbols carry the hash of all that they mean, so that objects made of other groupings can be
// linked together.
#pragma once
#include <string>
#include <vector>

#include "low/low.h"

namespace gphc::backend_c {

// A declaration of a symbol: "W GPHziBase_map_fn(W, W)". Its assembler name gets the hash of the unit that defines it.
struct Decl {
  std::string symbol;  // C name
  std::string before;  // all up to where the assembler label stands
  int unit;            // index of the defining unit
  std::string suffix;  // of the assembler name, after the hash
};
// A definition that any file may repeat: a constructor's info table, a boxed literal. Weak, named by the hash of its
// text.
struct SharedDef {
  std::string symbol, declaration, definition, hash;
};

struct Unit {
  std::string name;                              // of the top-level binding
  uint32_t number = UINT32_MAX;                  // low::Function::unit; the last unit has none
  bool huge = false;                             // see core::IdInfo
  bool library = false;                          // of the stdlib; not told of the last unit
  std::vector<const low::Function *> functions;  // what it consists of, for the other back end
  std::vector<const low::Info *> infos;
  std::vector<const low::Static *> statics;
  std::vector<const low::StringLit *> strings;
  // the last unit: constructors that get their info tables, with twins, here
  std::vector<const low::Info *> twins;
  std::string module;
  std::string body;         // definitions
  std::vector<Decl> decls;  // of what the body mentions, its own symbols included
  std::vector<SharedDef> shared;
  std::vector<std::string> checked;  // functions with a stack check: their assembler names are needed as strings
  std::vector<int> refs;             // other units that it mentions
  std::string hash;                  // of the body and of everything it refers to, transitively
};

// A foreign export is a constant that holds the closure, and a stub of the C name that leaves it to gph_export_enter
// (eval/stubs.S).
inline std::string export_closure(const low::Program::Export &x) { return "gph_export_" + x.c_name.string(); }
inline std::string export_stub(const low::Program::Export &x) {
  std::string name = x.c_name.string();
  return "\t.text\n\t.globl\t" + name + "\n\t.type\t" + name + ", @function\n\t.p2align 4\n" + name + ":\n\tmovq\t" +
         export_closure(x) + "(%rip), %r10\n\tjmp\tgph_export_enter\n\t.size\t" + name + ", .-" + name + "\n";
}

struct EmitOptions {
  std::string rtsopts = "some", with_rtsopts;
  bool lines = false /* #line directives: the source position of each function */;
};

// Program order; the last unit holds what belongs to the whole program (gph_program, foreign exports) and has no hash
// in its symbols.
std::vector<Unit> emit(const low::Program &p, const EmitOptions &o);
// A C file of some of the units. labelled: with hashes in the assembler names (else plain, for reading).
std::string assemble(const std::vector<Unit> &all, const std::vector<int> &which, bool labelled,
                     const std::string &title);

}  // namespace gphc::backend_c
