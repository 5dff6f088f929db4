// function.cc: an STG expression as Low's statements. See from_stg.cc for contexts and evaluated variables.
#include "low/from_stg.h"

namespace gphc::low {

Operand FnBuilder::operand(Id *id) {
  if (id->top) return all_->static_atom(Atom{.id = id, .rep = id->rep});
  auto it = env_.find(id);
  GPHC_CHECK(it != env_.end(), "Low: unbound variable " + id->occ.string() + " in " + fn_->name);
  return it->second;
}

Function *FnBuilder::fn_of(Closure *c) {
  auto it = all_->functions_.find(c);
  if (it != all_->functions_.end()) return it->second;
  if (c->id->top) {
    Function *f = all_->function_of(c, c->id->top, c->id->top->name);
    all_->work_.push_back({c, f, {}, c->id->top});
    return f;
  }
  Function *f = all_->function_of(c, top_, all_->local_name(top_, c->id->occ));
  std::vector<bool> ev;
  for (Id *v : c->fvs) ev.push_back(v->evald || evald_.count(v));
  all_->work_.push_back({c, f, ev, top_});
  return f;
}

// With -debug: id, which was just bound and is said to be evaluated, has a tag.
void FnBuilder::check(const Id *id) {
  if (!all_->checks_ || !id || !id->evald || id->rep != Rep::Lifted) return;
  SIf *s = stmt<SIf>();
  s->test = Test::TagEqual;
  s->x = env_.at(const_cast<Id *>(id));
  s->value = op_int(0, Ty::Word);
  SCall *c = stmt<SCall>();
  c->callee = {.kind = Callee::Kind::Runtime, .symbol = "gph_prim_NotEvaluated"};
  c->args.push_back(s->x);
  s->then.push_back(c);
  s->then.push_back(stmt<SStop>());
  emit(s);
}

void FnBuilder::build(const std::vector<bool> &fv_evald) {
  cur_ = &fn_->body;
  ctx_ret_ = fn_->ret;
  for (size_t i = 0; i < closure_->params.size(); i++) env_[closure_->params[i]] = op_local(fn_->params[i]);
  // Free variables.
  bool is_fun = fn_->kind == FnKind::Fun;
  uint32_t ptr = 0, raw = fn_->info->ptrs;
  for (size_t i = 0; i < closure_->fvs.size(); i++) {
    Id *v = closure_->fvs[i];
    if (v == closure_->id && is_fun) {
      env_[v] = op_local(fn_->self);
      continue;
    }
    SLoad *l = stmt<SLoad>();
    l->dst = bind(v);
    l->base = op_local(fn_->self);
    uint32_t word = stg::is_value_rep(v->rep) ? ptr++ : raw++;
    l->index = is_fun ? word : word + 1;   // after the result word
    l->ptr_tag = is_fun ? fn_->info->tag : 0;
    emit(l);
    check(v);
    if (i < fv_evald.size() && fv_evald[i]) set_evald(v);
  }
  if (is_fun) {
    self_loop_ = new_label();
    self_loop_->is_loop = true;
    for (size_t i = 0; i < fn_->params.size(); i++)
      if (!fn_->param_is_token[i]) self_loop_->params.push_back(fn_->params[i]);
    SLoop *loop = stmt<SLoop>();
    loop->label = self_loop_;
    in_block(&loop->body, [&] {
      check(closure_->params);
      lower(closure_->body, Ctx{true, {}, nullptr});
    });
    if (self_loop_->used) emit(loop);
    else fn_->body.append(loop->body);
  } else if (fn_->kind == FnKind::ThunkOnce) {
    lower(closure_->body, Ctx{true, {}, nullptr});
  } else {
    SEnter *s = stmt<SEnter>();
    s->info = fn_->info;
    emit(s);
    Local *r = new_local(Ty::Ptr, sym("r"));
    Ctx ctx{false, {}, fn_->info};
    ctx.dsts.push_back(r);
    lower(closure_->body, ctx);
    if (falls_through(fn_->body)) {
      SUpdate *u = stmt<SUpdate>();
      u->info = fn_->info;
      u->value = op_local(r);
      emit(u);
    }
  }
}

// The results of an expression are `values`.
void FnBuilder::yield(const Vec<Operand> &values, const Ctx &ctx) {
  if (ctx.tail) {
    SReturn *r = stmt<SReturn>();
    r->values = values;
    emit(r);
    return;
  }
  for (size_t i = 0; i < values.size() && i < ctx.dsts.size(); i++) move(ctx.dsts[i], values[i]);
}

void FnBuilder::lower_value(const Atom &a, const Ctx &ctx) {
  if (a.is_token()) return yield({}, ctx);
  Operand x = operand(a);
  if (a.rep != Rep::Lifted || is_evald(a)) {
    Vec<Operand> v;
    v.push_back(x);
    return yield(v, ctx);
  }
  if (ctx.tail) {
    SReturnEval *r = stmt<SReturnEval>();
    r->x = x;
    emit(r);
    return;
  }
  if (ctx.updates) {
    SUpdateEval *u = stmt<SUpdateEval>();
    u->info = ctx.updates;
    u->x = x;
    emit(u);
    return;
  }
  if (ctx.dsts.size() != 1 || ctx.dsts[0]->ty != Ty::Ptr) {   // only something that diverges has every type
    Local *l = new_local(Ty::Ptr, sym("never"));
    move(l, x);
    eval(l);
    emit(stmt<SStop>());
    return;
  }
  move(ctx.dsts[0], x);
  eval(ctx.dsts[0]);
}

// A call whose results go to ctx. `ret`: what the callee returns, when it is known.
void FnBuilder::call(Callee callee, const Vec<Operand> &args, const Vec<Ty> &ret, bool ret_known, const Ctx &ctx) {
  Vec<Ty> want;
  if (ctx.tail) want = ctx_ret_;
  else for (Local *d : ctx.dsts) want.push_back(d->ty);
  bool fits = !ret_known || want.size() == ret.size();
  if (fits && ret_known)
    for (size_t i = 0; i < want.size(); i++)
      if (want[i] != ret[i] && (is_float_ty(want[i]) || is_float_ty(ret[i]))) fits = false;
  if (ctx.tail && fits) {
    STailCall *t = stmt<STailCall>();
    t->callee = callee;
    t->args = args;
    emit(t);
    return;
  }
  SCall *c = stmt<SCall>();
  c->callee = callee;
  c->args = args;
  if (fits) {
    c->dsts = ctx.dsts;
    emit(c);
    return;
  }
  // The callee cannot return (it is polymorphic in its result, and raises).
  for (Ty t : ret) c->dsts.push_back(new_local(t, sym("never")));
  emit(c);
  emit(stmt<SStop>());
}

void FnBuilder::call_unknown(Operand f, bool evald, Vec<Operand> args, const Ctx &ctx) {
  bool raw = false;
  for (const Operand &a : args)
    if (a.ty != Ty::Ptr && !(a.kind == Operand::Kind::Int && a.i == 7)) raw = true;
  if (!raw && args.size() <= 5) {
    Callee callee{.kind = Callee::Kind::Unknown, .closure = f, .evald = evald};
    return call(callee, args, {}, false, ctx);
  }
  // More than five arguments, or raw ones: see codegen.h. f is evaluated here; a function of just this arity is called at once, else
  // arguments go in groups.
  Local *fl = new_local(Ty::Ptr, sym("f"));
  move(fl, f);
  if (!evald) eval(fl);
  auto in_groups = [&] {
    size_t k = raw ? 1 : 5;
    Operand cur = op_local(fl);
    size_t i = 0;
    while (args.size() - i > k) {
      Vec<Operand> part;
      for (size_t j = 0; j < k; j++) part.push_back(args[i + j]);
      i += k;
      Local *next = new_local(Ty::Ptr, sym("f"));
      Ctx c{false, {}, nullptr};
      c.dsts.push_back(next);
      call({.kind = Callee::Kind::Unknown, .closure = cur, .evald = true}, part, {}, false, c);
      cur = op_local(next);
    }
    Vec<Operand> part;
    for (; i < args.size(); i++) part.push_back(args[i]);
    call({.kind = Callee::Kind::Unknown, .closure = cur, .evald = true}, part, {}, false, ctx);
  };
  if (args.size() == 1 || args.size() > 4) return in_groups();
  SIf *s = stmt<SIf>();
  s->test = Test::TagEqual;
  s->x = op_local(fl);
  s->value = op_int(int64_t(args.size()), Ty::Word);
  in_block(&s->then, [&] { call({.kind = Callee::Kind::Unknown, .closure = op_local(fl), .evald = true}, args, {}, false, ctx); });
  in_block(&s->otherwise, in_groups);
  emit(s);
}

void FnBuilder::lower_app(stg::EApp *e, const Ctx &ctx) {
  Closure *known = known_function(e->fn);
  Vec<Operand> args;
  for (const Atom &a : e->args) args.push_back(operand(a));
  if (!known) return call_unknown(operand(e->fn), is_evald(Atom{.id = e->fn, .rep = Rep::Lifted}), args, ctx);
  size_t arity = known->params.size();
  if (args.size() < arity) {
    Closure *pap = mk<Closure>();
    pap->kind = ClosureKind::Pap;
    pap->fn = e->fn;
    pap->args = e->args;
    Local *dst = new_local(Ty::Ptr, sym("pap"));
    SAlloc *al = stmt<SAlloc>();
    Object o = closure_object(pap);
    o.dst = dst;
    object_payload(&o, pap);
    al->objects.push_back(o);
    emit(al);
    Vec<Operand> v;
    v.push_back(op_local(dst));
    return yield(v, ctx);
  }
  Function *f = fn_of(known);
  Callee callee{.kind = Callee::Kind::Known, .fn = f};
  if (f->self) callee.closure = operand(e->fn);
  if (args.size() == arity) {
    if (ctx.tail && f == fn_ && self_loop_) {   // a self tail call is a jump
      bool same = !f->self || (callee.closure.local == fn_->self);
      if (same) {
        SGoto *g = stmt<SGoto>();
        g->label = self_loop_;
        self_loop_->used = true;
        for (size_t i = 0; i < arity; i++) if (!fn_->param_is_token[i]) g->args.push_back(args[i]);
        emit(g);
        return;
      }
    }
    return call(callee, args, f->ret, true, ctx);
  }
  Local *fl = new_local(Ty::Ptr, sym("f"));
  Ctx c{false, {}, nullptr};
  c.dsts.push_back(fl);
  Vec<Operand> first, rest;
  for (size_t i = 0; i < args.size(); i++) (i < arity ? first : rest).push_back(args[i]);
  call(callee, first, f->ret, true, c);
  if (!cur_->empty() && cur_->back()->tag == Tag::Stop) return;
  call_unknown(op_local(fl), true, rest, ctx);
}

// The arguments of a constructor, strict ones evaluated. See Note [Strict fields are tagged] in stg/from_core.cc.
Vec<Operand> FnBuilder::con_operands(DataCon *con, const Vec<Atom> &args) {
  Vec<Operand> out;
  size_t nt = con->theta.size();
  for (size_t i = 0; i < args.size(); i++) {
    bool strict = i >= nt && con->fields[i - nt].strict && args[i].rep == Rep::Lifted && !is_evald(args[i]);
    if (!strict) {
      out.push_back(operand(args[i]));
      continue;
    }
    Operand x = operand(args[i]);
    if (!x.local) {   // a CAF
      Local *l = new_local(Ty::Ptr, args[i].id->occ);
      move(l, x);
      x = op_local(l);
    } else {
      set_evald(args[i].id);
    }
    eval(x.local);
    out.push_back(x);
  }
  return out;
}

// The value of a constructor application; allocates or boxes as needed.
Operand FnBuilder::con_value(DataCon *con, const Vec<Operand> &args) {
  const ConLayout &l = con_layout(con);
  if (l.nullary) return op_int(int64_t(con->index) << 3 | 7, Ty::Ptr);
  if (l.imm) {
    Operand n{};
    for (size_t i = 0; i < args.size(); i++) if (l.reps[i] != Rep::Void) n = args[i];
    if (n.kind == Operand::Kind::Int) {
      int64_t v = int64_t(uint64_t(n.i) << 3);
      if (l.imm_signed ? (v >> 3) == n.i : uint64_t(v) >> 3 == uint64_t(n.i)) return op_int(v | 7, Ty::Ptr);
    }
    SBox *b = stmt<SBox>();
    b->dst = new_local(Ty::Ptr, con->occ);
    b->src = n;
    b->info = all_->con_info(con);
    b->is_signed = l.imm_signed;
    b->small = l.imm_small;
    emit(b);
    return op_local(b->dst);
  }
  SAlloc *al = stmt<SAlloc>();
  Object o;
  o.dst = new_local(Ty::Ptr, con->occ);
  o.info = all_->con_info(con);
  o.tag = l.tag;
  o.payload.resize(l.ptrs + l.nptrs);
  for (size_t i = 0; i < args.size(); i++) if (l.reps[i] != Rep::Void) o.payload[l.word[i]] = args[i];
  al->objects.push_back(o);
  emit(al);
  return op_local(o.dst);
}

void FnBuilder::lower_con(DataCon *con, const Vec<Atom> &args, const Ctx &ctx) {
  Vec<Operand> v;
  v.push_back(con_value(con, con_operands(con, args)));
  yield(v, ctx);
}

// dst = the index of x's constructor. x is evaluated; tc: its type, null when it is not known.
void FnBuilder::con_index(Local *dst, const Operand &x, TyCon *tc) {
  SConIndex *c = stmt<SConIndex>();
  c->dst = dst;
  c->x = x;
  c->imm = -1;
  bool known = tc && !tc->cons.empty(), all_nullary = known, none_nullary = known;
  if (tc)
    for (DataCon *con : tc->cons) {
      const ConLayout &l = con_layout(con);
      all_nullary &= l.nullary;
      none_nullary &= !l.nullary;
      if (l.imm) c->imm = int64_t(con->index);
    }
  c->where = all_nullary ? IndexIn::Immediate : none_nullary && c->imm < 0 ? IndexIn::Info : IndexIn::Either;
  emit(c);
}

void FnBuilder::lower_prim(stg::EPrim *e, const Ctx &ctx) {
  Vec<Operand> args;
  for (const Atom &a : e->args) args.push_back(operand(a));
  Vec<Ty> ret;
  for (Rep r : e->results) ret.push_back(ty_of(r));
  PrimId id = PrimId(e->op->index);
  if (id == PrimId::MarkNormal) all_->low_->marks_normal = true;
  if (id == PrimId::Touch) {
    SKeep *k = stmt<SKeep>();
    k->x = args[0];
    emit(k);
    return yield({}, ctx);
  }
  if (e->op->impl == core::PrimImpl::Runtime) {
    Callee callee{.kind = Callee::Kind::Runtime, .symbol = e->op->c};
    if (e->op->effect == core::PrimEffect::Throws) {   // never returns: any result type
      SCall *c = stmt<SCall>();
      c->callee = callee;
      c->args = args;
      emit(c);
      emit(stmt<SStop>());
      return;
    }
    if (ctx.tail && ret.size() == 1 && ctx_ret_.size() == 1 && !is_float_ty(ctx_ret_[0])) return call(callee, args, {}, false, ctx);
    Ctx into{false, ctx.dsts, nullptr};
    if (ctx.tail) {
      into.dsts.clear();
      for (Ty t : ret) into.dsts.push_back(new_local(t, sym("u")));
    }
    // A lifted result that is not a component of a tuple does not occur: runtime primitives yield unlifted things or tuples.
    call(callee, args, ret, true, into);
    if (ctx.tail) {
      Vec<Operand> v;
      for (Local *l : into.dsts) v.push_back(op_local(l));
      yield(v, ctx);
    }
    return;
  }
  Vec<Local *> dsts;
  for (size_t i = 0; i < ret.size(); i++) {
    bool direct = !ctx.tail && i < ctx.dsts.size();
    for (const Operand &a : args) if (direct && a.local == ctx.dsts[i]) direct = false;
    dsts.push_back(direct ? ctx.dsts[i] : new_local(ret[i], sym("u")));
  }
  switch (id) {
    case PrimId::TagToEnum: {   // a nullary constructor
      SBox *b = stmt<SBox>();
      b->dst = dsts[0];
      b->src = args[0];
      b->info = nullptr;
      b->is_signed = false;
      b->small = true;
      emit(b);
      break;
    }
    case PrimId::DataToTag: con_index(dsts[0], args[0], e->tycon); break;
    case PrimId::Par: case PrimId::Spark: {
      SSpark *s = stmt<SSpark>();
      s->x = args[0];
      s->loc = e->loc;
      emit(s);
      if (!dsts.empty()) move(dsts[0], id == PrimId::Par ? op_int(1, Ty::Int) : args[0]);
      break;
    }
    default: {
      GPHC_CHECK(e->op->impl == core::PrimImpl::Inline || e->op->impl == core::PrimImpl::Call, std::string("Low: primitive operation ") + e->op->name);
      SPrim *p = stmt<SPrim>();
      p->op = e->op;
      p->args = args;
      p->dsts = dsts;
      emit(p);
    }
  }
  Vec<Operand> v;
  for (Local *l : dsts) v.push_back(op_local(l));
  if (ctx.tail) return yield(v, ctx);
  for (size_t i = 0; i < v.size() && i < ctx.dsts.size(); i++) if (v[i].local != ctx.dsts[i]) move(ctx.dsts[i], v[i]);
}

void FnBuilder::lower_foreign(stg::EForeign *e, const Ctx &ctx) {
  SForeign *s = stmt<SForeign>();
  s->call = e->call;
  for (const Atom &a : e->args) {
    s->args.push_back(operand(a));
    s->arg_reps.push_back(a.rep);
  }
  Vec<Operand> v;
  for (size_t i = 0; i < e->results.size(); i++) {
    Local *l = ctx.tail || i >= ctx.dsts.size() ? new_local(ty_of(e->results[i]), sym("u")) : ctx.dsts[i];
    s->dsts.push_back(l);
    v.push_back(op_local(l));
  }
  emit(s);
  if (ctx.tail) yield(v, ctx);
}

// The object of a closure, without its payload (which may refer to objects of the same group).
Object FnBuilder::closure_object(Closure *c) {
  Object o;
  switch (c->kind) {
    case ClosureKind::Fun: {
      Function *f = fn_of(c);
      o.info = f->info;
      o.tag = f->info->tag;
      break;
    }
    case ClosureKind::Con:
      o.info = all_->con_info(c->con);
      o.tag = con_layout(c->con).tag;
      break;
    case ClosureKind::Pap:
      o.info = all_->runtime_info("gph_pap_info", ObjKind::Pap, 5);
      o.tag = 5;
      break;
    case ClosureKind::Thunk: case ClosureKind::ThunkOnce: o.tag = 0; break;   // the payload decides on the info
  }
  return o;
}

// f x y of an unknown f: the runtime's application thunk.
static bool is_generic_ap(Closure *c, stg::EApp **app) {
  if (c->kind != ClosureKind::Thunk && c->kind != ClosureKind::ThunkOnce) return false;
  stg::EApp *a = dyn_cast<stg::EApp>(c->body);
  if (!a || a->args.size() > 5) return false;
  Closure *k = a->fn->top ? a->fn->top->closure : a->fn->closure;
  if (k && k->kind == ClosureKind::Fun) return false;
  for (const Atom &x : a->args) if (!stg::is_value_rep(x.rep)) return false;
  *app = a;
  return true;
}

// case x of K .. y .. -> y, one constructor: the runtime's selector thunk.
static bool is_selector(Closure *c, Id **x, uint32_t *word) {
  if (c->kind != ClosureKind::Thunk && c->kind != ClosureKind::ThunkOnce) return false;
  stg::ECase *k = dyn_cast<stg::ECase>(c->body);
  if (!k || k->alts.size() != 1 || !k->alts[0].con || k->tycon->cons.size() != 1) return false;
  stg::EValue *s = dyn_cast<stg::EValue>(k->scrut);
  stg::EValue *b = dyn_cast<stg::EValue>(k->alts[0].body);
  if (!s || !b || !s->atom.id || s->atom.id->top || !b->atom.id || b->atom.rep != Rep::Lifted) return false;
  const ConLayout &l = con_layout(k->alts[0].con);
  if (l.imm) return false;
  for (size_t i = 0; i < k->alts[0].fields.size(); i++)
    if (k->alts[0].fields[i] == b->atom.id && l.word[i] < 16) {
      *x = s->atom.id;
      *word = l.word[i];
      return true;
    }
  return false;
}

void FnBuilder::object_payload(Object *o, Closure *c) {
  switch (c->kind) {
    case ClosureKind::Con: {
      const ConLayout &l = con_layout(c->con);
      o->payload.resize(l.ptrs + l.nptrs);
      for (size_t i = 0; i < c->args.size(); i++) if (l.reps[i] != Rep::Void) o->payload[l.word[i]] = operand(c->args[i]);
      return;
    }
    case ClosureKind::Pap:
      o->payload.push_back(operand(c->fn));
      o->payload.push_back(op_int(int64_t(c->args.size()), Ty::Int));
      for (const Atom &a : c->args) o->payload.push_back(operand(a));
      return;
    case ClosureKind::Thunk: case ClosureKind::ThunkOnce: {
      o->payload.push_back(op_int(0, Ty::Int));
      stg::EApp *app;
      Id *x;
      uint32_t word;
      if (is_generic_ap(c, &app)) {
        o->info = all_->runtime_info("gph_thunk_ap_info", ObjKind::Ap, 0);
        o->payload.push_back(operand(app->fn));
        o->payload.push_back(op_int(int64_t(app->args.size()), Ty::Int));
        for (const Atom &a : app->args) o->payload.push_back(operand(a));
        return;
      }
      if (is_selector(c, &x, &word)) {
        o->info = all_->runtime_info("gph_thunk_sel_info[" + std::to_string(word) + "]", ObjKind::Sel, 0);
        o->payload.push_back(operand(x));
        return;
      }
      Operand literal;
      if (Info *i = all_->string_info(c, &literal)) {
        o->info = i;
        o->payload.push_back(literal);
        return;
      }
      o->info = fn_of(c)->info;
      break;
    }
    case ClosureKind::Fun: break;
  }
  for (int pass = 0; pass < 2; pass++)
    for (Id *v : c->fvs) {
      if (v == c->id && c->kind == ClosureKind::Fun) continue;
      if (stg::is_value_rep(v->rep) == (pass == 0)) o->payload.push_back(operand(v));
    }
}

void FnBuilder::lower_let(stg::ELet *e) {
  if (!e->rec) {   // what needs no memory
    Closure *c = e->closures[0];
    if (c->kind == ClosureKind::Con) {
      env_[c->id] = con_value(c->con, con_operands(c->con, c->args));
      return;
    }
  }
  SAlloc *al = stmt<SAlloc>();
  // Boxed numbers in a recursive group depend on nothing in it.
  Vec<Closure *> objects;
  for (Closure *c : e->closures) {
    if (c->kind == ClosureKind::Con && (con_layout(c->con).imm || con_layout(c->con).nullary)) {
      env_[c->id] = con_value(c->con, con_operands(c->con, c->args));
      continue;
    }
    objects.push_back(c);
    if (c->kind != ClosureKind::Con) continue;
    // What goes into strict fields, unless it belongs to the group, is evaluated before.
    for (size_t i = c->con->theta.size(); i < c->args.size(); i++) {
      const Atom &a = c->args[i];
      bool own = false;
      for (Closure *o : e->closures) own |= o->id == a.id;
      if (own || !c->con->fields[i - c->con->theta.size()].strict || a.rep != Rep::Lifted || is_evald(a)) continue;
      Operand x = operand(a);
      if (!x.local) continue;   // a CAF in a strict field of a recursive group: the optimiser makes no such thing
      eval(x.local);
      set_evald(a.id);
    }
  }
  for (Closure *c : objects) bind(c->id);
  for (Closure *c : objects) {
    Object o = closure_object(c);
    o.dst = env_[c->id].local;
    al->objects.push_back(o);
  }
  for (size_t i = 0; i < objects.size(); i++) object_payload(&al->objects[i], objects[i]);
  if (!objects.empty()) emit(al);
}

void FnBuilder::lower_join(stg::EJoin *e, const Ctx &ctx) {
  SJoin *s = stmt<SJoin>();
  for (stg::JoinPoint *p : e->joins) {
    Label *l = new_label();
    l->is_loop = e->rec;
    for (Id *id : p->params) l->params.push_back(bind(id));
    labels_[p] = l;
    s->joins.push_back(JoinBlock{l, {}});
  }
  in_block(&s->body, [&] { lower(e->body, ctx); });
  for (size_t i = 0; i < e->joins.size(); i++)
    in_block(&s->joins[i].body, [&] {
      check(e->joins[i]->params);
      lower(e->joins[i]->body, ctx);
    });
  emit(s);
}

// ---- Case ------------------------------------------------------------------------------------------------------------------
void FnBuilder::alternative(Operand x, stg::Alt &a, const Ctx &ctx) {
  if (a.con) {
    const ConLayout &l = con_layout(a.con);
    for (size_t i = 0; i < a.fields.size(); i++) {
      Id *f = a.fields[i];
      if (!f || l.reps[i] == Rep::Void) continue;
      Local *dst = bind(f);
      if (l.imm) {
        SUnbox *u = stmt<SUnbox>();
        u->dst = dst;
        u->src = x;
        u->ptr_tag = l.tag;
        u->is_signed = l.imm_signed;
        u->small = l.imm_small;
        emit(u);
      } else {
        SLoad *s = stmt<SLoad>();
        s->dst = dst;
        s->base = x;
        s->ptr_tag = l.tag;
        s->index = l.word[i];
        emit(s);
        check(f);
      }
    }
  }
  lower(a.body, ctx);
}

// From so many values on a target is a switch's default.
constexpr size_t kManyValues = 8;

void FnBuilder::con_alternatives(Operand x, stg::ECase *e, const Ctx &ctx) {
  TyCon *tc = e->tycon;
  size_t ncons = tc->cons.size();
  std::vector<stg::Alt *> target(ncons, nullptr);
  stg::Alt *def = nullptr;
  for (stg::Alt &a : e->alts) {
    if (a.con) target[a.con->index] = &a;
    else def = &a;
  }
  std::vector<stg::Alt *> distinct;
  std::unordered_set<stg::Alt *> seen;
  for (stg::Alt *&t : target) {
    if (!t) t = def;   // null still: the optimiser knows that it cannot be
    if (t && seen.insert(t).second) distinct.push_back(t);
  }
  GPHC_CHECK(!distinct.empty(), "Low: case without alternatives in " + fn_->name);
  if (distinct.size() == 1) return alternative(x, *distinct[0], ctx);
  // What each target looks like: pointer tags, and indices of immediates.
  size_t with_fields = 0;
  for (DataCon *c : tc->cons) if (!con_layout(c).nullary) with_fields++;
  bool shared5 = with_fields > 5;
  struct Pattern { uint32_t tags = 0; std::vector<int64_t> imms; bool any_imm = false; std::vector<int64_t> shared; };
  auto pattern = [&](stg::Alt *t) {
    Pattern p;
    for (size_t i = 0; i < ncons; i++) {
      if (target[i] != t) continue;
      const ConLayout &l = con_layout(tc->cons[i]);
      if (l.nullary) p.imms.push_back(int64_t(i));
      else if (l.tag == 5 && shared5) p.shared.push_back(int64_t(i));
      else p.tags |= 1u << l.tag;
      if (l.imm) p.any_imm = true;
    }
    return p;
  };
  if (distinct.size() == 2) {
    for (int round = 0; round < 4; round++) {   // one bit of the tag, which is one instruction, is tried both ways first
      bool bits = round < 2;
      stg::Alt *a = distinct[size_t(round & 1)], *b = distinct[size_t(1 - (round & 1))];
      Pattern pa = pattern(a), pb = pattern(b);
      SIf *s = stmt<SIf>();
      s->x = x;
      bool ok = false;
      uint32_t set_a = pa.tags | (pa.shared.empty() ? 0 : 1u << 5), set_b = pb.tags | (pb.shared.empty() ? 0 : 1u << 5);
      bool imm_a = !pa.imms.empty() || pa.any_imm, imm_b = !pb.imms.empty() || pb.any_imm;
      if (imm_a) set_a |= 1u << 7;
      if (imm_b) set_b |= 1u << 7;
      if ((set_a & set_b) == 0) {
        for (int bit = 0; bit < 3 && !ok && bits; bit++) {
          bool fits = true;
          for (int t = 1; t < 8; t++) {
            if ((set_a >> t & 1) && !(t >> bit & 1)) fits = false;
            if ((set_b >> t & 1) && (t >> bit & 1)) fits = false;
          }
          if (fits) {
            s->test = Test::Bit;
            s->value = op_int(int64_t(1) << bit, Ty::Word);
            ok = true;
          }
        }
        for (int t = 1; t < 8 && !ok && !bits; t++)
          if (set_a == 1u << t) {
            s->test = Test::TagEqual;
            s->value = op_int(t, Ty::Word);
            ok = true;
          }
      } else if (!bits && pa.imms.size() == 1 && set_a == 1u << 7) {
        if (ncons == 2) {
          if (pa.imms[0] == 1) {
            s->test = Test::Bit;
            s->value = op_int(8, Ty::Word);
            ok = true;
          }
        } else {
          s->test = Test::Equal;
          s->value = op_int(pa.imms[0] << 3 | 7, Ty::Ptr);
          ok = true;
        }
      }
      if (!ok) continue;
      in_block(&s->then, [&] { alternative(x, *a, ctx); });
      in_block(&s->otherwise, [&] { alternative(x, *b, ctx); });
      emit(s);
      return;
    }
  }
  // A switch on the tag bits; inside it one on the index of immediates, and one on the constructor for tag 5. A target that several
  // of them need is a label.
  std::vector<stg::Alt *> by_tag(8, nullptr);
  std::vector<std::pair<int64_t, stg::Alt *>> by_index, by_con;
  for (size_t i = 0; i < ncons; i++) {
    if (!target[i]) continue;
    const ConLayout &l = con_layout(tc->cons[i]);
    if (l.nullary) by_index.push_back({int64_t(i), target[i]});
    else if (l.tag == 5 && shared5) by_con.push_back({int64_t(i), target[i]});
    else by_tag[l.tag] = target[i];
    if (l.imm) by_tag[7] = target[i];
  }
  auto uniform = [](const std::vector<std::pair<int64_t, stg::Alt *>> &v) {
    for (auto &p : v) if (p.second != v[0].second) return false;
    return !v.empty();
  };
  if (uniform(by_index)) { by_tag[7] = by_index[0].second; by_index.clear(); }
  if (uniform(by_con)) { by_tag[5] = by_con[0].second; by_con.clear(); }
  // How many switches mention a target.
  std::unordered_map<stg::Alt *, int> mentions;
  auto mention = [&](auto begin, auto end, auto of) {
    std::unordered_set<stg::Alt *> here;
    for (auto i = begin; i != end; ++i)
      if (stg::Alt *t = of(*i); t && here.insert(t).second) mentions[t]++;
  };
  auto second = [](const std::pair<int64_t, stg::Alt *> &p) { return p.second; };
  mention(by_tag.begin(), by_tag.end(), [](stg::Alt *t) { return t; });
  mention(by_index.begin(), by_index.end(), second);
  mention(by_con.begin(), by_con.end(), second);
  std::unordered_map<stg::Alt *, Label *> shared;
  SJoin *join = stmt<SJoin>();
  for (stg::Alt *t : distinct)
    if (mentions[t] > 1) {
      Label *l = new_label();
      shared[t] = l;
      join->joins.push_back(JoinBlock{l, {}});
      in_block(&join->joins.back().body, [&] { alternative(x, *t, ctx); });
    }
  auto branch = [&](Block *b, stg::Alt *t) {
    in_block(b, [&] {
      auto it = shared.find(t);
      if (it == shared.end()) return alternative(x, *t, ctx);
      SGoto *g = stmt<SGoto>();
      g->label = it->second;
      it->second->used = true;
      emit(g);
    });
  };
  auto switch_on = [&](SwitchOn on, const std::vector<std::pair<int64_t, stg::Alt *>> &cases) {
    SSwitch *w = stmt<SSwitch>();
    w->on = on;
    w->x = x;
    // A target of many values is the default: a match of each of n constructors against one other has n switches of n values otherwise.
    std::unordered_map<stg::Alt *, size_t> at;
    std::vector<std::pair<stg::Alt *, Vec<int64_t>>> groups;
    for (auto &p : cases) {
      auto [it, fresh] = at.insert({p.second, groups.size()});
      if (fresh) groups.push_back({p.second, {}});
      groups[it->second].second.push_back(p.first);
    }
    size_t most = 0;
    for (size_t i = 1; i < groups.size(); i++)
      if (groups[i].second.size() > groups[most].second.size()) most = i;
    w->has_default = groups[most].second.size() >= kManyValues;
    for (size_t i = 0; i < groups.size(); i++) {
      if (w->has_default && i == most) {
        branch(&w->otherwise, groups[i].first);
        continue;
      }
      w->cases.push_back({groups[i].second, {}});
      branch(&w->cases.back().body, groups[i].first);
    }
    return w;
  };
  in_block(join->joins.empty() ? cur_ : &join->body, [&] {
    std::vector<std::pair<int64_t, stg::Alt *>> tags;
    for (int t = 1; t < 8; t++) if (by_tag[size_t(t)]) tags.push_back({t, by_tag[size_t(t)]});
    if (tags.empty() && by_con.empty()) {
      emit(switch_on(SwitchOn::Index, by_index));
      return;
    }
    SSwitch *w = switch_on(SwitchOn::TagBits, tags);
    if (!by_index.empty()) {
      SwitchCase k;
      k.values.push_back(7);
      in_block(&k.body, [&] { emit(switch_on(SwitchOn::Index, by_index)); });
      w->cases.push_back(k);
    }
    if (!by_con.empty()) {
      SwitchCase k;
      k.values.push_back(5);
      in_block(&k.body, [&] { emit(switch_on(SwitchOn::ConIndex, by_con)); });
      w->cases.push_back(k);
    }
    emit(w);
  });
  if (!join->joins.empty()) emit(join);
}

void FnBuilder::lit_alternatives(Operand x, stg::ECase *e, const Ctx &ctx) {
  stg::Alt *def = e->alts.back().is_default() ? &e->alts.back() : nullptr;
  size_t n = e->alts.size() - (def ? 1 : 0);
  bool fp = is_float_ty(x.ty);
  if (n == 1 && !def) return alternative(x, e->alts[0], ctx);
  if (n <= 1 || fp) {
    // A chain of tests; the last alternative needs none when there is no default.
    Block *b = cur_;
    Block *saved = cur_;
    size_t m = scope();
    for (size_t i = 0; i < n; i++) {
      cur_ = b;
      if (!def && i + 1 == n) {
        alternative(x, e->alts[i], ctx);
        cur_ = saved;
        leave(m);
        return;
      }
      SIf *s = stmt<SIf>();
      s->test = Test::Equal;
      s->x = x;
      s->value = all_->static_atom(Atom{.rep = Rep::Int, .lit = e->alts[i].lit});
      in_block(&s->then, [&] { alternative(x, e->alts[i], ctx); });
      emit(s);
      b = &s->otherwise;
    }
    cur_ = b;
    alternative(x, *def, ctx);
    cur_ = saved;
    leave(m);
    return;
  }
  SSwitch *w = stmt<SSwitch>();
  w->on = SwitchOn::Raw;
  w->x = x;
  w->has_default = def != nullptr;
  for (size_t i = 0; i < n; i++) {
    SwitchCase k;
    k.values.push_back(e->alts[i].lit.i);
    in_block(&k.body, [&] { alternative(x, e->alts[i], ctx); });
    w->cases.push_back(k);
  }
  if (def) in_block(&w->otherwise, [&] { alternative(x, *def, ctx); });
  emit(w);
}

void FnBuilder::lower_case(stg::ECase *e, const Ctx &ctx) {
  Operand x{};
  stg::EValue *v = dyn_cast<stg::EValue>(e->scrut);
  if (v && !v->atom.is_token() && e->binders.size() == 1) {
    x = operand(v->atom);
    Id *b = e->binders[0];
    if (v->atom.rep == Rep::Lifted && !is_evald(v->atom)) {
      if (!x.local) {
        Local *l = new_local(Ty::Ptr, b->occ);
        move(l, x);
        x = op_local(l);
      }
      eval(x.local);
      if (!v->atom.id->top) set_evald(v->atom.id);
    }
    env_[b] = x;
    set_evald(b);
  } else {
    Ctx into{false, {}, nullptr};
    for (Id *b : e->binders) into.dsts.push_back(bind(b));
    if (!into.dsts.empty()) x = op_local(into.dsts[0]);
    lower(e->scrut, into);
    if (!falls_through(*cur_)) return;   // the scrutinee never yields a value
    check(e->binders);
  }
  if (e->alts.size() == 1 && e->alts[0].is_default()) return lower(e->alts[0].body, ctx);
  if (e->tycon) con_alternatives(x, e, ctx);
  else lit_alternatives(x, e, ctx);
}

void FnBuilder::lower(Expr *e, const Ctx &ctx) {
  switch (e->tag) {
    case stg::Tag::Value: return lower_value(cast<stg::EValue>(e).atom, ctx);
    case stg::Tag::Tuple: {
      Vec<Operand> v;
      for (const Atom &a : cast<stg::ETuple>(e).atoms) v.push_back(operand(a));
      return yield(v, ctx);
    }
    case stg::Tag::App: return lower_app(&cast<stg::EApp>(e), ctx);
    case stg::Tag::ConApp: return lower_con(cast<stg::EConApp>(e).con, cast<stg::EConApp>(e).args, ctx);
    case stg::Tag::Prim: return lower_prim(&cast<stg::EPrim>(e), ctx);
    case stg::Tag::Foreign: return lower_foreign(&cast<stg::EForeign>(e), ctx);
    case stg::Tag::Case: return lower_case(&cast<stg::ECase>(e), ctx);
    case stg::Tag::Let:
      lower_let(&cast<stg::ELet>(e));
      return lower(cast<stg::ELet>(e).body, ctx);
    case stg::Tag::Join: return lower_join(&cast<stg::EJoin>(e), ctx);
    case stg::Tag::Jump: {
      stg::EJump &j = cast<stg::EJump>(e);
      SGoto *g = stmt<SGoto>();
      g->label = labels_.at(j.join);
      g->label->used = true;
      for (const Atom &a : j.args) g->args.push_back(operand(a));
      emit(g);
      return;
    }
  }
}

}  // namespace gphc::low
