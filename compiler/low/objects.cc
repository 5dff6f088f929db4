// objects.cc: let: which objects an STG let allocates, and what is in them; let-no-escape: join points.
#include "gph/abi.h"
#include "low/from_stg.h"

namespace gphc::low {

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
      o.info = all_->con_info_at(c->con, fn_);
      o.tag = con_layout(c->con).tag;
      break;
    case ClosureKind::Pap:
      o.info = all_->runtime_info("gph_pap_info", ObjKind::Pap, 5);
      o.tag = 5;
      break;
    case ClosureKind::Thunk:
    case ClosureKind::ThunkOnce: o.tag = 0; break;  // the payload decides on the info
  }
  return o;
}

// f x y of an unknown f: the runtime's application thunk, if it may go to another process.
static bool is_generic_ap(Closure *c, stg::EApp **app) {
  if (c->kind != ClosureKind::Thunk && c->kind != ClosureKind::ThunkOnce) return false;
  if (FromStg::home_of(c) & GPH_HOME_STAYS) return false;
  stg::EApp *a = dyn_cast<stg::EApp>(c->body);
  if (!a || a->args.size() > 5) return false;
  Closure *k = a->fn->top ? a->fn->top->closure : a->fn->closure;
  if (k && k->kind == ClosureKind::Fun) return false;
  for (const Atom &x : a->args)
    if (!stg::is_value_rep(x.rep)) return false;
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
    if (k->alts[0].fields[i] == b->atom.id && l.word[i] < GPH_SEL_MAX) {
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
      for (size_t i = 0; i < c->args.size(); i++)
        if (l.reps[i] != Rep::Void) o->payload[l.word[i]] = operand(c->args[i]);
      return;
    }
    case ClosureKind::Pap:
      o->payload.push_back(operand(c->fn));
      o->payload.push_back(op_int(int64_t(c->args.size()), Ty::Int));
      for (const Atom &a : c->args) o->payload.push_back(operand(a));
      return;
    case ClosureKind::Thunk:
    case ClosureKind::ThunkOnce: {
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
        uint8_t home = FromStg::home_of(c);
        if (home == (GPH_HOME_STAYS | GPH_HOME_VALUE)) word += GPH_SEL_MAX;
        o->info = all_->runtime_info(
            (home & GPH_HOME_STAYS ? "gph_thunk_sel_home_info[" : "gph_thunk_sel_info[") + std::to_string(word) + "]",
            ObjKind::Sel, 0);
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
  if (!e->rec) {  // what needs no memory
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
      if (!x.local) continue;  // a CAF in a strict field of a recursive group: the optimiser makes no such thing
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

}  // namespace gphc::low
