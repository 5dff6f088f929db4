// from_stg.h: the makers of Low: of the program (from_stg.cc), of its static objects (static_objects.cc), of a
// function's body (function.cc; alternatives.cc for case, objects.cc for let).
#pragma once
#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"
#include "support/check.h"

namespace gphc::low {

using core::LitTag;
using core::PrimId;
using stg::Atom;
using stg::Closure;
using stg::ClosureKind;
using stg::Expr;
using stg::Id;

template <class T>
T *stmt() {
  T *s = mk<T>();
  s->tag = T::kTag;
  return s;
}

inline uint8_t fun_tag(size_t arity) { return uint8_t(std::min<size_t>(arity, 5)); }

class FromStg {
 public:
  FromStg(stg::Program *p, bool checks, bool places) : stg_(p), checks_(checks), places_(places) {}
  Program *run();

  struct Work {
    Closure *closure;
    Function *fn;
    std::vector<bool> fv_evald;
    stg::TopBind *top;
  };
  Function *function_of(Closure *c, stg::TopBind *top, const std::string &name);
  Info *con_info(DataCon *con);
  Info *con_info_at(DataCon *con, const Function *maker);  // See Note [Constructors by place] in from_stg.cc
  bool never_returns(const Closure *c);                    // See Note [Callers of what never returns] in from_stg.cc
  bool never_returns(const Expr *e);
  static uint8_t home_of(const Closure *c);
  Info *runtime_info(const std::string &name, ObjKind kind, uint8_t tag);
  Static *static_of(stg::TopBind *t);
  Info *string_info(const Closure *c, Operand *literal);
  Static *literal_box(const core::Literal &l);
  Operand integer_literal(const core::Literal &l);
  Static *data_literal(const core::DataLit *d);
  Info *string_object(Id *unpack, bool caf);
  Operand static_atom(const Atom &a);
  StringLit *string_of(std::string_view bytes);
  StringLit *top_string(stg::TopBind *t);
  std::string local_name(stg::TopBind *top, Symbol occ);

  stg::Program *stg_;
  bool checks_, places_;
  Program *low_ = nullptr;
  std::deque<Work> work_;
  std::unordered_map<Closure *, Function *> functions_;
  std::unordered_map<DataCon *, Info *> con_infos_;
  std::unordered_map<const Function *, std::unordered_map<DataCon *, Info *>> con_infos_at_;
  std::unordered_map<const void *, bool> never_returns_;  // Closure, JoinPoint; while it is being found out: false
  std::unordered_map<std::string, Info *> runtime_infos_;
  std::unordered_map<stg::TopBind *, Static *> statics_;
  std::deque<stg::TopBind *> static_work_;
  std::unordered_map<std::string, Static *> literal_boxes_;
  std::unordered_map<const core::DataLit *, Static *> data_;
  std::unordered_map<std::string, Static *> data_by_name_;
  uint32_t data_units_ = 0;
  std::unordered_map<std::string_view, StringLit *> strings_;
  std::unordered_map<stg::TopBind *, StringLit *> top_strings_;
  std::unordered_map<stg::TopBind *, std::unordered_map<Symbol, uint32_t>> local_names_;
  std::unordered_map<stg::TopBind *, size_t> order_;
  std::unordered_map<Function *, std::pair<size_t, size_t>> fn_order_;
};

struct Ctx {
  bool tail;
  Vec<Local *> dsts;
  Info *updates = nullptr;  // the result is that of this thunk, and nothing else is done before the update
};

class FnBuilder {
 public:
  FnBuilder(FromStg *all, const FromStg::Work &w) : all_(all), fn_(w.fn), closure_(w.closure), top_(w.top) {
    build(w.fv_evald);
  }

 private:
  void build(const std::vector<bool> &fv_evald);
  void emit(Stmt *s) { cur_->push_back(s); }
  Local *new_local(Ty ty, Symbol hint) {
    Local *l = mk<Local>();
    l->num = uint32_t(fn_->locals.size());
    l->ty = ty;
    l->hint = hint;
    fn_->locals.push_back(l);
    return l;
  }
  Local *bind(Id *id) {
    Local *l = new_local(ty_of(id->rep), id->occ);
    env_[id] = op_local(l);
    return l;
  }
  Label *new_label() {
    Label *l = mk<Label>();
    l->num = ++fn_->labels;
    return l;
  }
  Operand operand(Id *id);
  Operand operand(const Atom &a) { return a.id ? operand(a.id) : all_->static_atom(a); }
  bool is_evald(const Atom &a) const { return !a.id || a.id->evald || evald_.count(a.id); }
  void set_evald(Id *id) {
    if (id && !id->evald && evald_.insert(id).second) undo_.push_back(id);
  }
  size_t scope() const { return undo_.size(); }
  void check(const Id *id);
  void check(const Vec<Id *> &ids) {
    for (const Id *id : ids) check(id);
  }
  void leave(size_t m) {
    while (undo_.size() > m) {
      evald_.erase(undo_.back());
      undo_.pop_back();
    }
  }
  template <class F>
  void in_block(Block *b, F f) {
    Block *saved = cur_;
    size_t m = scope();
    cur_ = b;
    f();
    cur_ = saved;
    leave(m);
  }

  void lower(Expr *e, const Ctx &ctx);
  void lower_value(const Atom &a, const Ctx &ctx);
  void yield(const Vec<Operand> &values, const Ctx &ctx);
  void lower_app(stg::EApp *e, const Ctx &ctx);
  void call(Callee callee, const Vec<Operand> &args, const Vec<Ty> &ret, bool ret_known, const Ctx &ctx);
  void call_unknown(Operand f, bool evald, Vec<Operand> args, const Ctx &ctx);
  void lower_con(DataCon *con, const Vec<Atom> &args, const Ctx &ctx);
  Operand con_value(DataCon *con, const Vec<Operand> &args);
  void new_variable(Local *dst, const char *info, ObjKind kind, const Vec<Operand> &payload);
  void con_index(Local *dst, const Operand &x, TyCon *tc);
  void lower_prim(stg::EPrim *e, const Ctx &ctx);
  void lower_foreign(stg::EForeign *e, const Ctx &ctx);
  void lower_case(stg::ECase *e, const Ctx &ctx);
  void con_alternatives(Operand x, stg::ECase *e, const Ctx &ctx);
  struct ConTargets;
  class ConSwitch;
  bool one_test(Operand x, const ConTargets &targets, const Ctx &ctx);
  void con_switch(Operand x, const ConTargets &targets, const Ctx &ctx);
  void lit_alternatives(Operand x, stg::ECase *e, const Ctx &ctx);
  void alternative(Operand x, stg::Alt &a, const Ctx &ctx);
  void lower_let(stg::ELet *e);
  void lower_join(stg::EJoin *e, const Ctx &ctx);
  void eval(Local *x) {
    SEval *s = stmt<SEval>();
    s->place = place_in(fn_, place_);
    s->x = x;
    SMove *m = cur_->empty() ? nullptr : dyn_cast<SMove>(cur_->back());
    s->obj = m && m->dst == x && m->src.kind == Operand::Kind::Closure && m->src.i == 0 ? m->src.obj : nullptr;
    emit(s);
  }
  void move(Local *dst, const Operand &src) {
    SMove *s = stmt<SMove>();
    s->dst = dst;
    s->src = src;
    emit(s);
  }
  Closure *known_function(Id *fn) const {
    Closure *c = fn->top ? fn->top->closure : fn->closure;
    return c && c->kind == ClosureKind::Fun ? c : nullptr;
  }
  Function *fn_of(Closure *c);
  Vec<Operand> con_operands(DataCon *con, const Vec<Atom> &args);
  Object closure_object(Closure *c);
  void object_payload(Object *o, Closure *c);

  FromStg *all_;
  Function *fn_;
  Closure *closure_;
  stg::TopBind *top_;
  Block *cur_ = nullptr;
  std::unordered_map<Id *, Operand> env_;
  std::unordered_map<stg::JoinPoint *, Label *> labels_;
  std::unordered_set<Id *> evald_;
  std::vector<Id *> undo_;
  Label *self_loop_ = nullptr;
  core::PlaceId place_ = 0;  // of the expression at hand
  Vec<Ty> ctx_ret_;
};

}  // namespace gphc::low
