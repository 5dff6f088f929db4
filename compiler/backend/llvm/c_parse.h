// c_parse.h: the C of primops.def and gph/prim_functions.def as trees, for this back end: the same text that gcc
// compiles. The part of C:
//   types        I W double float, int8_t .. uint64_t, int, size_t, __int128, char * and W * (addresses: words)
//   expressions  numbers, variables, casts, calls of functions that stand above, all operators on numbers but ++ and --
//                (&& || ?: do not evaluate what C does not), GPH_BITS, __builtin_expect as a condition, the builtins
//                and the functions of the C library that c_expr.cc names
//   memory       GPH_AT(type, address, index), GPH_AT_BYTE(type, address, bytes): values, places of an assignment, and
//                with & operands of __atomic builtins; GPH_RACY(place); R->field for the fields that c_expr.cc names;
//                offsetof(GphInfo, field)
//   statements   `type x = e;`, assignments with all operators, calls, if, while, for, return, blocks
//   in rows      $i, $ri and `,`, as the head of primops.def says
#pragma once
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace gphc::backend_llvm {

struct CType {
  unsigned bits = 0;
  bool is_signed = false, is_float = false;
};  // bits 0: void

enum class CTag : uint8_t {
  Number,    // type, n
  Argument,  // $n
  Result,    // $rn
  Variable,  // name
  Register,  // R->name
  Place,     // kids: address, index; type; n: 1 for GPH_AT_BYTE
  Address,   // & of a place: an operand of an atomic builtin
  Cast,      // type
  Bits,      // GPH_BITS: type
  Unary,
  Binary,  // name: the operator
  And,
  Or,
  Conditional,
  Comma,
  Assign,   // kids: Result, Variable or Place; value
  Call,     // fn, or name
  Declare,  // type, name, the value
  If,
  While,
  Return,
  Block
};
struct CFunction;
struct CNode {
  CTag tag;
  std::string_view name{};
  CType type{};
  uint64_t n = 0;
  const CFunction *fn = nullptr;
  std::vector<const CNode *> kids{};
};

// A row of gph/prim_functions.def.
enum class CFunctionSort : uint8_t { Function, Machine, Slow };
struct CFunction {
  CFunctionSort sort;
  std::string_view name;
  CType result;
  struct Param {
    CType type;
    std::string_view name;
  };
  std::vector<Param> params;
  const CNode *body = nullptr;               // Function: a block
  std::vector<std::string_view> assigned{};  // its variables that are assigned to after their declaration
  bool returns_last = true;                  // no return but at the end
};

// The text of an operation, for good. Several threads may ask.
const CNode *parse_c(std::string_view text);

[[noreturn]] void bad_c(std::string_view what, std::string_view text);

}  // namespace gphc::backend_llvm
