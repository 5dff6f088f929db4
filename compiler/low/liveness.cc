// liveness.cc: which value words are live across each point where a collection may happen: its roots.
//
// The usual backward analysis over the statement tree, on the Ptr locals only. A Goto contributes what is live at the
// head of its label; for loops (recursive labels, self tail calls) the heads are iterated to a fixpoint. Roots are
// overwritten at each visit, so that the last visit, with the final sets, decides. Calls of functions that cannot
// collect get no roots.
//
// A free variable need not be saved where the closure itself is (it is live on its own account: it is called again, or
// captured): it is fetched again. Keeping a closure alive only to save its variables would retain what the variables no
// longer do.
#include <algorithm>
#include <unordered_map>

#include "low/low.h"
#include "support/check.h"

namespace gphc::low {
namespace {

class Set {
 public:
  explicit Set(size_t n) : bits_((n + 63) / 64) {}
  void add(uint32_t i) { bits_[i / 64] |= 1ull << (i % 64); }
  void remove(uint32_t i) { bits_[i / 64] &= ~(1ull << (i % 64)); }
  bool has(uint32_t i) const { return bits_[i / 64] >> (i % 64) & 1; }
  bool merge(const Set &o) {  // whether it grew
    uint64_t grown = 0;
    for (size_t i = 0; i < bits_.size(); i++) {
      grown |= o.bits_[i] & ~bits_[i];
      bits_[i] |= o.bits_[i];
    }
    return grown != 0;
  }
  template <class F>
  void each(F f) const {
    for (size_t i = 0; i < bits_.size(); i++)
      for (uint64_t w = bits_[i]; w; w &= w - 1) f(uint32_t(i * 64 + size_t(__builtin_ctzll(w))));
  }

 private:
  std::vector<uint64_t> bits_;
};

class Liveness {
 public:
  explicit Liveness(Function *f) : fn_(f) {
    for (Local *l : f->locals)
      if (l->ty == Ty::Ptr) {
        l->ptr_index = uint32_t(ptrs_.size());
        ptrs_.push_back(l);
      }
  }
  void run() {
    find_reloadable();
    block(fn_->body, Set(ptrs_.size()));
    const uint32_t update_entry = fn_->kind == FnKind::Thunk || fn_->kind == FnKind::Caf ? 1 : 0;
    fn_->max_roots = max_roots_ + update_entry;
    fn_->call_roots = call_roots_ + update_entry;
  }

 private:
  void use(Set *live, const Operand &o) {
    if (o.kind == Operand::Kind::Local && o.local->ty == Ty::Ptr) live->add(o.local->ptr_index);
  }
  void use(Set *live, const Vec<Operand> &v) {
    for (const Operand &o : v) use(live, o);
  }
  void def(Set *live, Local *l) {
    if (l->ty == Ty::Ptr) live->remove(l->ptr_index);
  }
  void roots(const Set &live, Vec<Local *> *out, Vec<Local *> *reloads, bool only_collects = false) {
    out->clear();
    reloads->clear();
    bool self = fn_->kind == FnKind::Fun && fn_->self && live.has(fn_->self->ptr_index);
    live.each([&](uint32_t i) { (self && ptrs_[i]->from_self >= 0 ? reloads : out)->push_back(ptrs_[i]); });
    max_roots_ = std::max(max_roots_, uint32_t(out->size()));
    if (!only_collects) call_roots_ = std::max(call_roots_, uint32_t(out->size()));
  }
  // Locals whose only assignment is a load from self.
  void find_reloadable() {
    if (fn_->kind != FnKind::Fun || !fn_->self) return;
    std::unordered_map<Local *, int> defs;
    count_defs(fn_->body, &defs);
    for (Stmt *s : fn_->body) {
      SLoad *l = dyn_cast<SLoad>(s);
      if (!l) break;  // the free variables come first
      if (l->base.local == fn_->self && l->dst->ty == Ty::Ptr && defs[l->dst] == 1)
        l->dst->from_self = int32_t(l->index);
    }
  }
  void count_defs(Block &b, std::unordered_map<Local *, int> *defs) {
    for (Stmt *s : b) {
      switch (s->tag) {
        case Tag::Move: (*defs)[cast<SMove>(s).dst]++; break;
        case Tag::Load: (*defs)[cast<SLoad>(s).dst]++; break;
        case Tag::Prim:
          for (Local *d : cast<SPrim>(s).dsts) (*defs)[d]++;
          break;
        case Tag::Box: (*defs)[cast<SBox>(s).dst]++; break;
        case Tag::Alloc:
          for (Object &o : cast<SAlloc>(s).objects) (*defs)[o.dst]++;
          break;
        case Tag::Eval: (*defs)[cast<SEval>(s).x]++; break;
        case Tag::Call:
          for (Local *d : cast<SCall>(s).dsts) (*defs)[d]++;
          break;
        case Tag::Foreign:
          for (Local *d : cast<SForeign>(s).dsts) (*defs)[d]++;
          break;
        case Tag::Goto:
          for (Local *d : cast<SGoto>(s).label->params) (*defs)[d]++;
          break;
        default: break;
      }
      for_each_block(s, [&](Block &inner) { count_defs(inner, defs); });
    }
  }
  Set &head(Label *l) {
    auto it = heads_.find(l);
    if (it == heads_.end()) it = heads_.emplace(l, Set(ptrs_.size())).first;
    return it->second;
  }
  void callee(Set *live, const Callee &c) {
    if (c.kind == Callee::Kind::Unknown || (c.kind == Callee::Kind::Known && c.fn->self)) use(live, c.closure);
  }
  // Records what is live at the head of a label's code; whether that grew.
  bool enter_label(Label *l, Set live) {
    for (Local *p : l->params) def(&live, p);
    return head(l).merge(live);
  }
  Set block(Block &b, Set live) {
    for (size_t i = b.size(); i-- > 0;) statement(b[i], &live);
    return live;
  }
  void statement(Stmt *s, Set *live);
  void alloc(SAlloc &a, Set *live);
  void blocks_of(Stmt *s, Set *live);

  Function *fn_;
  std::vector<Local *> ptrs_;
  std::unordered_map<Label *, Set> heads_;
  uint32_t max_roots_ = 0, call_roots_ = 0;
};

// Fields that are objects of the same allocation are not live before it.
void Liveness::alloc(SAlloc &a, Set *live) {
  for (Object &o : a.objects) def(live, o.dst);
  for (Object &o : a.objects)
    for (const Operand &x : o.payload) {
      bool own = false;
      for (Object &q : a.objects) own |= x.kind == Operand::Kind::Local && q.dst == x.local;
      if (!own) use(live, x);
    }
}

// Statements that have blocks in them: what is live before is what is live at the blocks' heads.
void Liveness::blocks_of(Stmt *s, Set *live) {
  if (SIf *i = dyn_cast<SIf>(s)) {
    Set t = block(i->then, *live);
    *live = block(i->otherwise, *live);
    live->merge(t);
    use(live, i->x);
  } else if (SSwitch *w = dyn_cast<SSwitch>(s)) {
    Set all(ptrs_.size());
    for (SwitchCase &c : w->cases) all.merge(block(c.body, *live));
    if (w->has_default) all.merge(block(w->otherwise, *live));
    *live = all;
    use(live, w->x);
  } else if (SJoin *j = dyn_cast<SJoin>(s)) {
    for (bool again = true; again;) {
      again = false;
      for (JoinBlock &p : j->joins)
        if (enter_label(p.label, block(p.body, *live)) && p.label->is_loop) again = true;
    }
    *live = block(j->body, *live);
  } else {
    SLoop &l = cast<SLoop>(s);
    Set in = block(l.body, *live);
    while (enter_label(l.label, in)) in = block(l.body, *live);
    *live = in;
  }
}

void Liveness::statement(Stmt *s, Set *live) {
  Set none(ptrs_.size());
  switch (s->tag) {
    case Tag::Move:
      def(live, cast<SMove>(s).dst);
      use(live, cast<SMove>(s).src);
      break;
    case Tag::Load:
      def(live, cast<SLoad>(s).dst);
      use(live, cast<SLoad>(s).base);
      break;
    case Tag::Prim:
      for (Local *d : cast<SPrim>(s).dsts) def(live, d);
      use(live, cast<SPrim>(s).args);
      break;
    case Tag::Unbox: use(live, cast<SUnbox>(s).src); break;
    case Tag::Box: def(live, cast<SBox>(s).dst); break;
    case Tag::ConIndex: use(live, cast<SConIndex>(s).x); break;
    case Tag::Spark: use(live, cast<SSpark>(s).x); break;
    case Tag::Alloc: alloc(cast<SAlloc>(s), live); break;
    case Tag::HeapCheck: roots(*live, &cast<SHeapCheck>(s).roots, &cast<SHeapCheck>(s).reloads, true); break;
    case Tag::HeapBump: break;
    case Tag::Eval: {
      SEval &e = cast<SEval>(s);
      def(live, e.x);
      roots(*live, &e.roots, &e.reloads);
      live->add(e.x->ptr_index);
      break;
    }
    case Tag::Call: {
      SCall &c = cast<SCall>(s);
      for (Local *d : c.dsts) def(live, d);
      if (c.callee.kind != Callee::Kind::Known || c.callee.fn->may_gc) roots(*live, &c.roots, &c.reloads);
      use(live, c.args);
      callee(live, c.callee);
      break;
    }
    case Tag::TailCall: {
      *live = none;
      use(live, cast<STailCall>(s).args);
      callee(live, cast<STailCall>(s).callee);
      break;
    }
    case Tag::Foreign: {
      SForeign &f = cast<SForeign>(s);
      for (Local *d : f.dsts) def(live, d);
      if (f.call->safe) roots(*live, &f.roots, &f.reloads);
      use(live, f.args);
      break;
    }
    case Tag::Return:
      *live = none;
      use(live, cast<SReturn>(s).values);
      break;
    case Tag::ReturnEval:
      *live = none;
      use(live, cast<SReturnEval>(s).x);
      break;
    case Tag::Enter:
      if (fn_->self) live->add(fn_->self->ptr_index);
      break;
    case Tag::Update:
      *live = none;
      use(live, cast<SUpdate>(s).value);
      break;
    case Tag::UpdateEval:
      *live = none;
      use(live, cast<SUpdateEval>(s).x);
      break;
    case Tag::If:
    case Tag::Switch:
    case Tag::Join:
    case Tag::Loop: blocks_of(s, live); break;
    case Tag::Goto:
      *live = head(cast<SGoto>(s).label);
      use(live, cast<SGoto>(s).args);
      break;
    case Tag::Keep: use(live, cast<SKeep>(s).x); break;
    case Tag::Stop: *live = none; break;
  }
}

}  // namespace

void compute_roots(Program *p) {
  for (Function *f : p->functions) Liveness(f).run();
}

}  // namespace gphc::low
