// from_stg.cc: STG -> Low. Here the representation of everything is decided: which calls are direct, what is an
// immediate, what is a static object, how a case is tested, what a closure holds.
//
// Code is made on demand, from the roots (main, the closures that the runtime knows, foreign exports): what they do not
// reach is not in the result. A function is made when it is first mentioned; its body waits in a work list.
//
// An expression is lowered in a context: tail (return the results) or into locals, after which control falls through.
// In a tail context a call is a jump, a self call goes to the head of the function, and a join point's code returns by
// itself; otherwise the same shapes assign and go on behind the statement, so no case-of-case is needed for good code.
//
// Evaluating a variable assigns the value to its own local: variable and case binder are the same local from there on.
// `evald_` holds the variables known to be evaluated at the point of emission (scoped: see Scope).
#include "gph/abi.h"
#include "low/from_stg.h"

namespace gphc::low {

// ---- Things shared between functions --------------------------------------------------------------------------------
Info *FromStg::con_info(DataCon *con) {
  Info *&i = con_infos_[con];
  if (i) return i;
  const ConLayout &l = con_layout(con);
  i = mk<Info>();
  i->name = (con->tycon->module ? stg::z_encode(con->tycon->module.str()) : "gph") + "_" +
            stg::z_encode(con->occ.str()) + "_con";
  // Constructors of wired-in types (tuples, lists) have no module; tuples differ by their name "(,)".
  i->kind = ObjKind::Con;
  i->tag = l.tag;
  i->con = uint16_t(con->index);
  i->ptrs = l.ptrs;
  i->nptrs = l.nptrs;
  i->shown = con->occ.string();
  auto lazy = stg_->evaluated_fields.find(con);
  for (size_t k = 0; k < l.reps.size(); k++) {
    bool strict = k >= con->theta.size() && con->fields[k - con->theta.size()].strict;
    if (!l.nullary && !l.imm && l.reps[k] == Rep::Lifted && l.word[k] < 32 &&
        (strict || (lazy != stg_->evaluated_fields.end() && k < 32 && (lazy->second >> k & 1))))
      i->arg_mask |= 1u << l.word[k];
  }
  // What may keep it from normal form: lazy fields, and strict ones whose evaluation does not reach all.
  Vec<const Type *> types = core::con_field_types(con);
  for (size_t k = con->theta.size(); k < l.reps.size() && !con->dict_of; k++) {
    if (l.nullary || !stg::is_value_rep(l.reps[k])) continue;
    bool evaluated = l.reps[k] == Rep::Unlifted || con->fields[k - con->theta.size()].strict;
    if (!evaluated || !core::is_normal_type(types[k])) i->nf |= uint64_t(1) << std::min(l.word[k], 63u);
  }
  // A list's cell, for the collector: Note [Lists stay together] in runtime/gc/evac.c.
  size_t links = 0, link = 0;
  for (size_t k = con->theta.size(); k < l.reps.size(); k++)
    if (l.reps[k] == Rep::Lifted && split_tcon_app(con->fields[k - con->theta.size()].type, nullptr) == con->tycon)
      links++, link = k;
  if (!l.nullary && !l.imm && links == 1 && l.word[link] + 1 == l.ptrs) i->arity = 1;
  low_->infos.push_back(i);
  return i;
}

// Note [Constructors by place]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// With -g each function has info tables of its own for the constructors that it makes: equal to the ordinary ones, but
// that their source says the place and the name of the function, with a space between. So a heap profile can tell who
// made an object (+RTS -hi, -hm: runtime/prof/heap_profile.c). Nothing asks which of them an object has: constructors
// are told apart by tags and info->con. Static objects, which take no heap, have the ordinary ones.
Info *FromStg::con_info_at(DataCon *con, const Function *maker) {
  if (!places_ || !maker->info || con_layout(con).nullary) return con_info(con);
  Info *&i = con_infos_at_[maker][con];
  if (i) return i;
  i = mk<Info>(*con_info(con));
  i->name += "_of_" + maker->name;
  i->source = maker->info->source + " " + maker->info->shown;
  low_->infos.push_back(i);
  return i;
}

// Note [Callers of what never returns]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A tail call is a jump, and leaves no frame: of `f x = if x > 0 then x else error ".."` nothing would be on the stack
// when the exception is raised, and just that function is what the reader of a stack trace
// (runtime/prof/exception_trace.c) looks for. So with -g a call in a tail position of what never returns, because it
// raises an exception on every way, is a call with nothing behind it. What it calls is found out here, since without
// optimisation nobody else has; a recursion counts as one that may return.
bool FromStg::never_returns(const Closure *c) {
  if (!places_ || !c->body) return false;
  std::pair<std::unordered_map<const void *, bool>::iterator, bool> at = never_returns_.try_emplace(c, false);
  if (at.second && never_returns(c->body)) never_returns_[c] = true;
  return never_returns_[c];
}
bool FromStg::never_returns(const Expr *e) {
  switch (e->tag) {
    case stg::Tag::Case: {
      const stg::ECase &k = cast<stg::ECase>(e);
      if (never_returns(k.scrut)) return true;
      for (const stg::Alt &a : k.alts)
        if (!never_returns(a.body)) return false;
      return !k.alts.empty();
    }
    case stg::Tag::Let: return never_returns(cast<stg::ELet>(e).body);
    case stg::Tag::Join: return never_returns(cast<stg::EJoin>(e).body);
    case stg::Tag::Jump: {
      const stg::JoinPoint *j = cast<stg::EJump>(e).join;
      std::pair<std::unordered_map<const void *, bool>::iterator, bool> at = never_returns_.try_emplace(j, false);
      if (at.second && never_returns(j->body)) never_returns_[j] = true;
      return never_returns_[j];
    }
    case stg::Tag::Prim: {
      const core::PrimOp *op = cast<stg::EPrim>(e).op;
      return op->index == int(PrimId::Raise) || op->index == int(PrimId::RaiseIO);
    }
    case stg::Tag::App: {
      const stg::EApp &a = cast<stg::EApp>(e);
      const Closure *c = a.fn->top ? a.fn->top->closure : a.fn->closure;
      return c && c->kind == ClosureKind::Fun && a.args.size() >= c->params.size() && never_returns(c);
    }
    case stg::Tag::Value: {
      const Id *x = cast<stg::EValue>(e).atom.id;
      return x && x->top && x->top->closure && x->top->closure->kind == ClosureKind::Thunk &&
             never_returns(x->top->closure);
    }
    case stg::Tag::Tuple:
    case stg::Tag::ConApp:
    case stg::Tag::Foreign: return false;
  }
  return false;
}

Info *FromStg::runtime_info(const std::string &name, ObjKind kind, uint8_t tag) {
  Info *&i = runtime_infos_[name];
  if (i) return i;
  i = mk<Info>();
  i->name = name;
  i->kind = kind;
  i->tag = tag;
  return i;  // not in infos: the runtime has it
}

std::string FromStg::local_name(stg::TopBind *top, Symbol occ) {
  uint32_t n = local_names_[top][occ]++;
  return top->name + "__" + stg::z_encode(occ.str()) + "_" + std::to_string(n);  // "__" occurs in no top-level name
}

// Note [What stays at home] in abi.h.
uint8_t FromStg::home_of(const Closure *c) {
  using core::Home;
  bool fun = c->kind == ClosureKind::Fun;
  Home value = fun ? c->ret_home : c->id->home;
  bool stays = !fun && value == Home::Stays, takes = fun && value == Home::Stays;
  for (const Id *v : c->fvs) stays |= v != c->id && v->home == Home::Stays;
  for (const Id *p : c->params) takes |= p->home == Home::Stays;
  return uint8_t((stays ? GPH_HOME_STAYS : 0) | (value != Home::Goes ? GPH_HOME_VALUE : 0) |
                 (takes ? GPH_HOME_TAKES : 0));
}

Function *FromStg::function_of(Closure *c, stg::TopBind *top, const std::string &name) {
  Function *&f = functions_[c];
  if (f) return f;
  f = mk<Function>();
  f->name = name;
  f->module = top->module;
  f->unit = uint32_t(order_[top]);
  f->huge = top->huge;
  f->never_returns = c->kind == ClosureKind::Fun && never_returns(c);
  Info *info = mk<Info>();
  info->name = name;
  info->module = top->module;
  info->unit = f->unit;
  info->code = f;
  info->shown = top->module.string() + "." + top->id->occ.string();
  if (c->id != top->id) info->shown += "." + c->id->occ.string();
  info->source = c->loc.string();
  // wherever gphc is
  if (size_t at = info->source.find("/lib/gphc/stdlib/"); at != std::string::npos)
    info->source = info->source.substr(at + 17);
  f->info = info;
  auto local = [&](Ty ty, Symbol hint) {
    Local *l = mk<Local>();
    l->num = uint32_t(f->locals.size());
    l->ty = ty;
    l->hint = hint;
    f->locals.push_back(l);
    return l;
  };
  if (c->kind == ClosureKind::Fun) {
    f->kind = FnKind::Fun;
    info->kind = ObjKind::Fun;
    GPHC_CHECK(c->params.size() <= UINT8_MAX, "Low: a function of more arguments than its info table can say");
    info->arity = uint16_t(c->params.size());
    info->tag = fun_tag(c->params.size());
    for (size_t i = 0; i < c->params.size(); i++) {
      Id *p = c->params[i];
      f->params.push_back(local(ty_of(p->rep), p->occ));
      f->param_is_token.push_back(p->rep == Rep::Void);
      if (stg::is_value_rep(p->rep) && i < 32) info->arg_mask |= 1u << i;
    }
    for (Rep r : c->ret) f->ret.push_back(ty_of(r));
    f->ret_tuple = c->ret_tuple;
    if (c->id->top == nullptr) f->self = local(Ty::Ptr, sym("self"));
  } else {
    f->kind = c->kind == ClosureKind::ThunkOnce ? FnKind::ThunkOnce : c->id->top ? FnKind::Caf : FnKind::Thunk;
    info->kind = f->kind == FnKind::Caf         ? ObjKind::Caf
                 : f->kind == FnKind::ThunkOnce ? ObjKind::ThunkOnce
                                                : ObjKind::Thunk;
    f->ret.push_back(Ty::Ptr);
    f->self = local(Ty::Ptr, sym("self"));
  }
  uint32_t ptrs = 0, raws = 0;
  for (Id *v : c->fvs) {
    if (v == c->id && c->kind == ClosureKind::Fun) continue;
    (stg::is_value_rep(v->rep) ? ptrs : raws)++;
  }
  info->ptrs = ptrs;
  info->nptrs = raws;
  info->home = home_of(c);
  low_->functions.push_back(f);
  low_->infos.push_back(info);
  fn_order_[f] = {order_[top], low_->functions.size()};
  // A function of the stdlib has its closure whether this program uses it as a value or not: its unit is the same in
  // both cases, and the linker drops what is not used.
  if (top->library && c == top->closure && c->kind == ClosureKind::Fun) static_of(top);
  return f;
}

Program *FromStg::run() {
  low_ = mk<Program>();
  low_->main_module = stg_->main_module;
  low_->modules = stg_->modules;
  for (size_t i = 0; i < stg_->binds.size(); i++) order_[stg_->binds[i]] = i;
  GPHC_CHECK(stg_->main && stg_->main->top, "Low: no main closure");
  low_->main = static_of(stg_->main->top);
  for (Id *k : stg_->known) low_->known.push_back(k && k->top && k->top->closure ? static_of(k->top) : nullptr);
  for (stg::Program::Export &x : stg_->exports) low_->exports.push_back({x.c_name, static_of(x.id->top)});
  while (!work_.empty() || !static_work_.empty()) {
    if (!work_.empty()) {
      Work w = work_.front();
      work_.pop_front();
      CrashContext ctx("lowering " + w.fn->name);
      FnBuilder(this, w);
      continue;
    }
    stg::TopBind *t = static_work_.front();
    static_work_.pop_front();
    Static *s = statics_[t];
    Closure *c = t->closure;
    if (c->kind == ClosureKind::Con) {
      const ConLayout &l = con_layout(c->con);
      s->info = con_info(c->con);
      s->payload.resize(l.ptrs + l.nptrs);
      for (size_t i = 0; i < c->args.size(); i++)
        if (l.reps[i] != Rep::Void) s->payload[l.word[i]] = static_atom(c->args[i]);
    } else if (Operand literal; Info *i = string_info(c, &literal)) {
      s->info = i;
      for (int k = 0; k < 3; k++) s->payload.push_back(op_int(0, Ty::Int));
      s->payload.push_back(literal);
    } else {
      bool fresh = !functions_.count(c);
      Function *f = function_of(c, t, t->name);
      if (fresh) work_.push_back({c, f, {}, t});
      s->info = f->info;
      if (c->kind != ClosureKind::Fun)
        for (int i = 0; i < 3; i++) s->payload.push_back(op_int(0, Ty::Int));
    }
    low_->statics.push_back(s);
  }
  // Program order, whatever the order of demand was.
  std::stable_sort(low_->functions.begin(), low_->functions.end(),
                   [&](Function *a, Function *b) { return fn_order_[a] < fn_order_[b]; });
  return low_;
}


Program *from_stg(stg::Program *p, bool checks, bool places) { return FromStg(p, checks, places).run(); }

}  // namespace gphc::low
