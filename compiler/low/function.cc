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
    l->index = is_fun ? word : word + 1;  // after the result word
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
  const bool keeps_frame = ctx.tail && a.id && a.id->top && a.id->top->closure &&
                           a.id->top->closure->kind == ClosureKind::Thunk && all_->never_returns(a.id->top->closure);
  if (ctx.tail && !keeps_frame) {
    SReturnEval *r = stmt<SReturnEval>();
    r->place = place_in(fn_, place_);
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
  // only something that diverges has every type
  if (keeps_frame || ctx.dsts.size() != 1 || ctx.dsts[0]->ty != Ty::Ptr) {
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
  else
    for (Local *d : ctx.dsts) want.push_back(d->ty);
  bool fits = !ret_known || want.size() == ret.size();
  if (fits && ret_known)
    for (size_t i = 0; i < want.size(); i++)
      if (want[i] != ret[i] && (is_float_ty(want[i]) || is_float_ty(ret[i]))) fits = false;
  if (ctx.tail && callee.kind == Callee::Kind::Known && callee.fn->never_returns) fits = false;
  if (ctx.tail && fits) {
    STailCall *t = stmt<STailCall>();
    t->place = place_in(fn_, place_);
    t->callee = callee;
    t->args = args;
    emit(t);
    return;
  }
  SCall *c = stmt<SCall>();
  c->place = place_in(fn_, place_);
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
  // More than five arguments, or raw ones: see codegen.h. f is evaluated here; a function of just this arity is called
  // at once, else arguments go in groups.
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
  in_block(&s->then, [&] {
    call({.kind = Callee::Kind::Unknown, .closure = op_local(fl), .evald = true}, args, {}, false, ctx);
  });
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
    if (ctx.tail && f == fn_ && self_loop_) {  // a self tail call is a jump
      bool same = !f->self || (callee.closure.local == fn_->self);
      if (same) {
        SGoto *g = stmt<SGoto>();
        g->label = self_loop_;
        self_loop_->used = true;
        for (size_t i = 0; i < arity; i++)
          if (!fn_->param_is_token[i]) g->args.push_back(args[i]);
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
    if (!x.local) {  // a CAF
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
    for (size_t i = 0; i < args.size(); i++)
      if (l.reps[i] != Rep::Void) n = args[i];
    if (n.kind == Operand::Kind::Int) {
      int64_t v = int64_t(uint64_t(n.i) << 3);
      if (l.imm_signed ? (v >> 3) == n.i : uint64_t(v) >> 3 == uint64_t(n.i)) return op_int(v | 7, Ty::Ptr);
    }
    SBox *b = stmt<SBox>();
    b->dst = new_local(Ty::Ptr, con->occ);
    b->src = n;
    b->info = all_->con_info_at(con, fn_);
    b->is_signed = l.imm_signed;
    b->small = l.imm_small;
    emit(b);
    return op_local(b->dst);
  }
  SAlloc *al = stmt<SAlloc>();
  Object o;
  o.dst = new_local(Ty::Ptr, con->occ);
  o.info = all_->con_info_at(con, fn_);
  o.tag = l.tag;
  o.payload.resize(l.ptrs + l.nptrs);
  for (size_t i = 0; i < args.size(); i++)
    if (l.reps[i] != Rep::Void) o.payload[l.word[i]] = args[i];
  al->objects.push_back(o);
  emit(al);
  return op_local(o.dst);
}

// A new object of the runtime's.
void FnBuilder::new_variable(Local *dst, const char *info, ObjKind kind, const Vec<Operand> &payload) {
  SAlloc *al = stmt<SAlloc>();
  Object o;
  o.dst = dst;
  o.info = all_->runtime_info(info, kind, 1);
  o.tag = 1;
  o.payload = payload;
  al->objects.push_back(o);
  emit(al);
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
  if (id == PrimId::NoDuplicate) all_->low_->once = true;
  if (id == PrimId::Touch) {
    SKeep *k = stmt<SKeep>();
    k->x = args[0];
    emit(k);
    return yield({}, ctx);
  }
  if (core::runs_in_runtime(e->op)) {
    Callee callee{.kind = Callee::Kind::Runtime, .symbol = e->op->c, .stub = e->op->impl == core::PrimImpl::Stub};
    if (e->op->effect == core::PrimEffect::Throws) {  // never returns: any result type
      SCall *c = stmt<SCall>();
      c->callee = callee;
      c->args = args;
      emit(c);
      emit(stmt<SStop>());
      return;
    }
    if (ctx.tail && ret.size() == 1 && ctx_ret_.size() == 1 && !is_float_ty(ctx_ret_[0]))
      return call(callee, args, {}, false, ctx);
    Ctx into{false, ctx.dsts, nullptr};
    if (ctx.tail) {
      into.dsts.clear();
      for (Ty t : ret) into.dsts.push_back(new_local(t, sym("u")));
    }
    // A lifted result that is not a component of a tuple does not occur: runtime primitives yield unlifted things or
    // tuples.
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
    for (const Operand &a : args)
      if (direct && a.local == ctx.dsts[i]) direct = false;
    dsts.push_back(direct ? ctx.dsts[i] : new_local(ret[i], sym("u")));
  }
  switch (id) {
    case PrimId::TagToEnum: {  // a nullary constructor
      SBox *b = stmt<SBox>();
      b->dst = dsts[0];
      b->src = args[0];
      b->info = nullptr;
      b->is_signed = false;
      b->small = true;
      emit(b);
      break;
    }
    case PrimId::NewMutVar: new_variable(dsts[0], "gph_mutvar_dirty_info", ObjKind::MutVar, {args[0]}); break;
    case PrimId::NewMVar:  // empty, nobody waits
      new_variable(dsts[0], "gph_mvar_info", ObjKind::MVar,
                   {op_int(0, Ty::Int), op_int(0, Ty::Int), op_int(0, Ty::Int)});
      break;
    case PrimId::DataToTag: con_index(dsts[0], args[0], e->tycon); break;
    case PrimId::Par:
    case PrimId::Spark: {
      SSpark *s = stmt<SSpark>();
      s->x = args[0];
      s->loc = e->loc;
      emit(s);
      if (!dsts.empty()) move(dsts[0], id == PrimId::Par ? op_int(1, Ty::Int) : args[0]);
      break;
    }
    default: {
      GPHC_CHECK(e->op->impl == core::PrimImpl::Inline || e->op->impl == core::PrimImpl::Call,
                 std::string("Low: primitive operation ") + e->op->name);
      SPrim *p = stmt<SPrim>();
      if (e->op->impl == core::PrimImpl::Call) all_->low_->c_functions.insert(e->op->c);
      p->op = e->op;
      p->args = args;
      p->dsts = dsts;
      emit(p);
    }
  }
  Vec<Operand> v;
  for (Local *l : dsts) v.push_back(op_local(l));
  if (ctx.tail) return yield(v, ctx);
  for (size_t i = 0; i < v.size() && i < ctx.dsts.size(); i++)
    if (v[i].local != ctx.dsts[i]) move(ctx.dsts[i], v[i]);
}

void FnBuilder::lower_foreign(stg::EForeign *e, const Ctx &ctx) {
  SForeign *s = stmt<SForeign>();
  s->call = e->call;
  all_->low_->c_functions.insert(e->call->symbol.str());
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

// Where e calls or evaluates.
static core::PlaceId place_of(const Expr *e) {
  if (const stg::EApp *a = dyn_cast<stg::EApp>(e)) return a->place;
  const stg::EValue *v = dyn_cast<stg::EValue>(e);
  return v ? v->place : 0;
}

void FnBuilder::lower(Expr *e, const Ctx &ctx) {
  place_ = place_of(e);
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
    case stg::Tag::Let: lower_let(&cast<stg::ELet>(e)); return lower(cast<stg::ELet>(e).body, ctx);
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
