// c_expr.h: the C texts of primops.def as LLVM IR. What a primitive operation means is written once, in C; the C back
// end prints it, this one translates it (c_parse.h).
#pragma once
#include <string_view>
#include <vector>

#include <llvm/IR/IRBuilder.h>

#include "backend/llvm/c_parse.h"

namespace gphc::backend_llvm {

// A C value: an integer of `bits` bits (8 .. 128; held in an LLVM integer of that width), or a double or float (bits 64
// or 32).
struct CValue {
  llvm::Value *v = nullptr;
  unsigned bits = 64;
  bool is_signed = false, is_float = false;
};

// What the texts mention beside C: the primitive operation's operands, and the state of generated code.
class CContext {
 public:
  virtual CValue argument(unsigned i) = 0;  // $i
  virtual CValue result(unsigned i) = 0;    // $ri, assigned before
  virtual void set_result(unsigned i, CValue v) = 0;
  virtual llvm::Value *load_reg(unsigned offset, llvm::Type *t) = 0;  // from GphReg
  virtual void store_reg(unsigned offset, llvm::Value *v) = 0;
  // Calls a routine that preserves every register (write barriers).
  virtual void preserving_call(const char *symbol, llvm::Value *a, llvm::Value *b) = 0;

 protected:
  ~CContext() = default;
};

// Emits code at the builder's place. The value of the whole expression (v is null for a statement's expression).
CValue translate_c(llvm::IRBuilder<> &b, CContext &context, std::string_view text);

// C's conversion to another type.
CValue convert(llvm::IRBuilder<> &b, CValue x, unsigned bits, bool is_signed, bool is_float);

}  // namespace gphc::backend_llvm
