// writer.h: one unit of C text under construction. Declarations and data are declare.cc's, statements statement.cc's,
// whole functions and what belongs to the program emit_c.cc's.
#pragma once
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "backend/c/emit_c.h"
#include "backend/c/text.h"

namespace gphc::backend_c {

using namespace low;

inline bool is_string(const Info *i) { return i->kind == ObjKind::StringThunk || i->kind == ObjKind::StringCaf; }
Vec<Ty> param_types(const Function *f);

class Writer {
 public:
  Writer(const Program &p, const std::unordered_map<uint32_t, int> &units, Unit *out, bool lines = false)
      : prog_(p), units_(units), out_(out), lines_(lines) {}
  void function(const Function *f);
  void info(const Info *i);
  void static_object(const Static *s);
  void named_string(const StringLit *s);
  void program_constant(const EmitOptions &o);
  void twins();
  void exported(const Program::Export &x);
  void finish();

 private:
  // Declarations
  bool declare(const std::string &symbol, const std::string &before, uint32_t unit, const std::string &suffix = "");
  void need_fn(const Function *f);
  void need_info(const Info *i);
  void need_static(const Static *s);
  std::string info_ref(const Info *i) {
    need_info(i);
    return i->module || i->kind == ObjKind::Con || is_string(i) ? i->name + "_info" : i->name;
  }
  std::string string_ref(const StringLit *s);
  std::string static_ref(const Static *s) {
    need_static(s);
    return s->tag ? "((W)" + s->name + "_cl + " + std::to_string(s->tag) + ")" : "((W)" + s->name + "_cl)";
  }
  std::string prototype(const Function *f, const std::string &suffix);
  std::string info_def(const Info *i, bool twinned = false);
  std::string static_def(const Static *s);
  std::string call_wrapper(const Function *f);
  std::string call_prototype(const Function *f);
  // A name that only this unit uses, different from those of other units in the same file.
  std::string private_name(const char *what) { return what + std::to_string(++temps_) + "_" + out_->name; }

  // Operands
  // The reference holds until the function has been printed.
  const std::string &local(const Local *l) {
    std::string &s = names_[l];
    if (s.empty()) {
      for (char c : l->hint.str()) {
        if (s.size() >= 24) break;
        if (isalnum(static_cast<unsigned char>(c)) || c == '_') s += c;
      }
      s += "_" + std::to_string(l->num);
      if (isdigit(static_cast<unsigned char>(s[0]))) s = "v" + s;
    }
    return s;
  }
  std::string operand(const Operand &o);
  std::string bits(const Operand &o) { return to_bits(o.ty, operand(o)); }
  // As an argument of the type that the signature has.
  std::string arg(const Operand &o, Ty want) {
    std::string s = operand(o);
    if (is_float_ty(want) && !is_float_ty(o.ty)) return from_bits(want, "(W)" + s);
    if (!is_float_ty(want) && is_float_ty(o.ty)) return to_bits(o.ty, s);
    return s;
  }

  // Statements
  // See Note [Columns are places] in low/places.cc. GPH_PLACED: all of a macro's text is where the macro is.
  void line(const std::string &s) {
    if (!file_.empty()) body_ += "#line " + std::to_string(low::debug_line(fn_, place_)) + " " + file_ + "\n";
    const size_t indent = size_t(indent_) * 2;
    if (place_) body_.append(low::debug_column(place_) - 1, ' ').append("GPH_PLACED(").append(s).append(")\n");
    else
      body_.append(!fn_ || fn_->places.empty() ? indent : low::debug_column(uint32_t(fn_->places.size())), ' ')
          .append(s)
          .append("\n");
  }
  void block(const Block &b) {
    indent_++;
    for (Stmt *s : b) {
      place_ = low::place_of(s);
      statement(s);
      place_ = 0;
    }
    indent_--;
  }
  void statement(Stmt *s);
  void call(const SCall &c);
  void tail_call(const STailCall &c);
  std::string call_text(const Callee &callee, const Vec<Operand> &args, const Vec<Ty> &ret);
  void prim(const SPrim &p);
  void foreign(const SForeign &f);
  void ccall(const std::string &symbol, const std::vector<std::string> &args, const std::vector<Ty> &tys,
             const std::string &result_cast, const Local *dst, bool dynamic);
  void results(const Vec<Local *> &dsts, const Vec<Ty> &ret, const std::string &text);
  void push(const Vec<Local *> &roots, std::string *s) {
    if (roots.empty()) return;
    *s += "rs -= " + std::to_string(roots.size()) + "; ";
    for (size_t i = 0; i < roots.size(); i++) *s += "rs[" + std::to_string(i) + "] = " + local(roots[i]) + "; ";
  }
  void pop(const Vec<Local *> &roots, const Vec<Local *> &reloads, std::string *s) {
    if (roots.empty()) return;
    for (size_t i = 0; i < roots.size(); i++) *s += local(roots[i]) + " = rs[" + std::to_string(i) + "]; ";
    *s += "rs += " + std::to_string(roots.size()) + "; ";
    for (Local *l : reloads)
      *s += local(l) + " = GPH_FIELD(" + local(fn_->self) + ", " + std::to_string(fn_->info->tag) + ", " +
            std::to_string(l->from_self) + "); ";
  }
  std::string label(const Label *l) { return "L" + std::to_string(l->num); }
  std::string test(const SIf &s);
  void unbox(const SUnbox &u);
  void box(const SBox &b);
  void con_index(const SConIndex &c);
  void spark(const SSpark &p);
  void alloc(const SAlloc &a);
  void heap_check(const SHeapCheck &h);
  void eval(const SEval &e);
  void return_stmt(const SReturn &r);
  void return_eval(const SReturnEval &r);
  void update_eval(const SUpdateEval &u);
  void if_stmt(const SIf &i);
  void join(const SJoin &j);
  void jump(const SGoto &g);
  void switch_stmt(const SSwitch &w);
  std::string expand(const char *text, const Vec<Operand> &args, const Vec<Local *> &dsts);

  const Program &prog_;
  const std::unordered_map<uint32_t, int> &units_;
  Unit *out_;
  bool lines_;
  const Function *fn_ = nullptr;
  std::string body_, strings_text_, shims_;
  int indent_ = 0;
  std::string file_;    // of fn_, as a C string; empty: not known
  uint32_t place_ = 0;  // of the statement at hand
  uint32_t temps_ = 0;
  std::unordered_map<const Local *, std::string> names_;
  std::unordered_set<std::string> declared_;
  std::unordered_map<const StringLit *, std::string> strings_;
};

}  // namespace gphc::backend_c
