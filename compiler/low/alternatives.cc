// alternatives.cc: case: how the alternatives of an STG case are told apart: by the pointer tag, the word itself, the
// constructor's number in its info table.
#include "low/from_stg.h"

namespace gphc::low {

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

// The alternatives of a case of a data type.
struct FnBuilder::ConTargets {
  TyCon *tycon;
  std::vector<stg::Alt *> target;  // of each constructor; null: the optimiser knows that it cannot be
  std::vector<stg::Alt *> distinct;
  bool shared5;  // several constructors have pointer tag 5

  ConTargets(stg::ECase *e) : tycon(e->tycon), target(e->tycon->cons.size(), nullptr) {
    stg::Alt *def = nullptr;
    for (stg::Alt &a : e->alts) {
      if (a.con) target[a.con->index] = &a;
      else def = &a;
    }
    std::unordered_set<stg::Alt *> seen;
    for (stg::Alt *&t : target) {
      if (!t) t = def;
      if (t && seen.insert(t).second) distinct.push_back(t);
    }
    size_t with_fields = 0;
    for (DataCon *c : tycon->cons)
      if (!con_layout(c).nullary) with_fields++;
    shared5 = with_fields > 5;
  }
};

void FnBuilder::con_alternatives(Operand x, stg::ECase *e, const Ctx &ctx) {
  ConTargets targets(e);
  GPHC_CHECK(!targets.distinct.empty(), "Low: case without alternatives in " + fn_->name);
  if (targets.distinct.size() == 1) return alternative(x, *targets.distinct[0], ctx);
  if (targets.distinct.size() == 2 && one_test(x, targets, ctx)) return;
  con_switch(x, targets, ctx);
}

// Two targets that one test of a word tells apart: true, and it is emitted.
bool FnBuilder::one_test(Operand x, const ConTargets &targets, const Ctx &ctx) {
  // What each target looks like: pointer tags, and indices of immediates.
  struct Pattern {
    uint32_t tags = 0;
    std::vector<int64_t> imms;
    bool any_imm = false;
    std::vector<int64_t> shared;
  };
  const size_t ncons = targets.target.size();
  auto pattern = [&](stg::Alt *t) {
    Pattern p;
    for (size_t i = 0; i < ncons; i++) {
      if (targets.target[i] != t) continue;
      const ConLayout &l = con_layout(targets.tycon->cons[i]);
      if (l.nullary) p.imms.push_back(int64_t(i));
      else if (l.tag == 5 && targets.shared5) p.shared.push_back(int64_t(i));
      else p.tags |= 1u << l.tag;
      if (l.imm) p.any_imm = true;
    }
    return p;
  };
  for (int round = 0; round < 4; round++) {  // one bit of the tag, which is one instruction, is tried both ways first
    bool bits = round < 2;
    stg::Alt *a = targets.distinct[size_t(round & 1)], *b = targets.distinct[size_t(1 - (round & 1))];
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
    return true;
  }
  return false;
}

// A switch on the tag bits; inside it one on the index of immediates, and one on the constructor for tag 5. A target
// that several of them need is a label.
class FnBuilder::ConSwitch {
 public:
  ConSwitch(FnBuilder *b, Operand x, const ConTargets &targets, const Ctx &ctx)
      : b_(b), x_(x), targets_(targets), ctx_(ctx), by_tag_(8, nullptr) {}
  void emit();

 private:
  using Cases = std::vector<std::pair<int64_t, stg::Alt *>>;  // what each value leads to

  void sort_targets();
  void make_labels(SJoin *join);
  void branch(Block *b, stg::Alt *t);
  SSwitch *switch_on(SwitchOn on, const Cases &cases);
  void switches();
  void inner(SSwitch *w, int64_t tag, SwitchOn on, const Cases &cases);

  FnBuilder *b_;
  Operand x_;
  const ConTargets &targets_;
  const Ctx &ctx_;
  std::vector<stg::Alt *> by_tag_;  // null: an inner switch's, or no value has the tag
  Cases by_index_, by_con_;
  std::unordered_map<stg::Alt *, Label *> shared_;
};

// What tells each target. An inner switch all of whose cases are one target is none: the tag tells it.
void FnBuilder::ConSwitch::sort_targets() {
  for (size_t i = 0; i < targets_.target.size(); i++) {
    stg::Alt *t = targets_.target[i];
    if (!t) continue;
    const ConLayout &l = con_layout(targets_.tycon->cons[i]);
    if (l.nullary) by_index_.push_back({int64_t(i), t});
    else if (l.tag == 5 && targets_.shared5) by_con_.push_back({int64_t(i), t});
    else by_tag_[l.tag] = t;
    if (l.imm) by_tag_[7] = t;
  }
  auto uniform = [](const Cases &v) {
    for (auto &p : v)
      if (p.second != v[0].second) return false;
    return !v.empty();
  };
  if (uniform(by_index_)) {
    by_tag_[7] = by_index_[0].second;
    by_index_.clear();
  }
  if (uniform(by_con_)) {
    by_tag_[5] = by_con_[0].second;
    by_con_.clear();
  }
}

// Labels for the targets that more than one switch mentions.
void FnBuilder::ConSwitch::make_labels(SJoin *join) {
  std::unordered_map<stg::Alt *, int> mentions;
  auto mention = [&](auto begin, auto end, auto of) {
    std::unordered_set<stg::Alt *> here;
    for (auto i = begin; i != end; ++i)
      if (stg::Alt *t = of(*i); t && here.insert(t).second) mentions[t]++;
  };
  auto second = [](const std::pair<int64_t, stg::Alt *> &p) { return p.second; };
  mention(by_tag_.begin(), by_tag_.end(), [](stg::Alt *t) { return t; });
  mention(by_index_.begin(), by_index_.end(), second);
  mention(by_con_.begin(), by_con_.end(), second);
  for (stg::Alt *t : targets_.distinct)
    if (mentions[t] > 1) {
      Label *l = b_->new_label();
      shared_[t] = l;
      join->joins.push_back(JoinBlock{l, {}});
      b_->in_block(&join->joins.back().body, [&] { b_->alternative(x_, *t, ctx_); });
    }
}

void FnBuilder::ConSwitch::branch(Block *b, stg::Alt *t) {
  b_->in_block(b, [&] {
    auto it = shared_.find(t);
    if (it == shared_.end()) return b_->alternative(x_, *t, ctx_);
    SGoto *g = stmt<SGoto>();
    g->label = it->second;
    it->second->used = true;
    b_->emit(g);
  });
}

SSwitch *FnBuilder::ConSwitch::switch_on(SwitchOn on, const Cases &cases) {
  SSwitch *w = stmt<SSwitch>();
  w->on = on;
  w->x = x_;
  // A target of many values is the default: a match of each of n constructors against one other has n switches of n
  // values otherwise.
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
}

// In the case of a tag that several constructors have: the switch that tells them.
void FnBuilder::ConSwitch::inner(SSwitch *w, int64_t tag, SwitchOn on, const Cases &cases) {
  if (cases.empty()) return;
  SwitchCase k;
  k.values.push_back(tag);
  b_->in_block(&k.body, [&] { b_->emit(switch_on(on, cases)); });
  w->cases.push_back(k);
}

void FnBuilder::ConSwitch::switches() {
  Cases tags;
  for (int t = 1; t < 8; t++)
    if (by_tag_[size_t(t)]) tags.push_back({t, by_tag_[size_t(t)]});
  if (tags.empty() && by_con_.empty()) {
    b_->emit(switch_on(SwitchOn::Index, by_index_));
    return;
  }
  SSwitch *w = switch_on(SwitchOn::TagBits, tags);
  inner(w, 7, SwitchOn::Index, by_index_);
  inner(w, 5, SwitchOn::ConIndex, by_con_);
  b_->emit(w);
}

void FnBuilder::ConSwitch::emit() {
  sort_targets();
  SJoin *join = stmt<SJoin>();
  make_labels(join);
  b_->in_block(join->joins.empty() ? b_->cur_ : &join->body, [&] { switches(); });
  if (!join->joins.empty()) b_->emit(join);
}

void FnBuilder::con_switch(Operand x, const ConTargets &targets, const Ctx &ctx) {
  ConSwitch(this, x, targets, ctx).emit();
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
      place_ = v->place;
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
    if (!falls_through(*cur_)) return;  // the scrutinee never yields a value
    check(e->binders);
  }
  if (e->alts.size() == 1 && e->alts[0].is_default()) return lower(e->alts[0].body, ctx);
  if (e->tycon) con_alternatives(x, e, ctx);
  else lit_alternatives(x, e, ctx);
}

}  // namespace gphc::low
