// layout.cc: where things are: the fields of a constructor, the tag of a pointer to it, the arguments of a call.
// See abi.h for the conventions.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"
#include "support/check.h"

namespace gphc::low {

static Rep field_rep(DataCon *con, size_t i) {
  size_t nt = con->theta.size();
  return i < nt ? Rep::Lifted : core::type_rep(core_type(con->fields[i - nt].type));
}

bool has_immediate_con(TyCon *tc) {
  for (DataCon *c : tc->cons)
    if (con_layout(c).imm) return true;
  return false;
}

const ConLayout &con_layout(DataCon *con) {
  static std::unordered_map<DataCon *, ConLayout> cache;
  auto it = cache.find(con);
  if (it != cache.end()) return it->second;
  // All constructors of the type at once: tags count those with fields, and the immediate one is unique.
  TyCon *tc = con->tycon;
  uint32_t with_fields = 0, candidates = 0;
  bool any_nullary = false;
  DataCon *candidate = nullptr;
  for (DataCon *c : tc->cons) {
    ConLayout l;
    uint32_t n = 0;
    Rep only = Rep::Void;
    for (size_t i = 0; i < c->core_arity(); i++) {
      Rep r = field_rep(c, i);
      l.reps.push_back(r);
      if (r == Rep::Void) continue;
      only = r;
      n++;
      if (stg::is_value_rep(r)) l.ptrs++;
      else l.nptrs++;
    }
    l.nullary = n == 0;
    if (l.nullary) any_nullary = true;
    else l.tag = uint8_t(std::min(++with_fields, 5u));
    if (n == 1 && (only == Rep::Int || only == Rep::Word || only == Rep::Char)) {
      candidates++;
      candidate = c;
      l.imm_signed = only == Rep::Int;
      l.imm_small = only == Rep::Char;
    }
    uint32_t p = 0, r = l.ptrs;
    for (Rep rep : l.reps) l.word.push_back(rep == Rep::Void ? 0 : stg::is_value_rep(rep) ? p++ : r++);
    cache[c] = l;
  }
  if (candidates == 1 && !any_nullary && tc->sort == TyConSort::Data) cache[candidate].imm = true;
  return cache[con];
}

ArgLayout layout_args(const Vec<Ty> &args, bool has_self) {
  ArgLayout l;
  uint32_t max_ints = has_self ? 5 : 6;
  for (Ty t : args) {
    if (is_float_ty(t)) {
      if (l.float_regs < 8) l.args.push_back({ArgPlace::FloatReg, l.float_regs++});
      else l.args.push_back({ArgPlace::Memory, l.memory++});
    } else if (l.int_regs < max_ints) {
      l.args.push_back({ArgPlace::IntReg, l.int_regs++});
    } else {
      l.args.push_back({ArgPlace::Memory, l.memory++});
    }
  }
  if (has_self) l.self = {ArgPlace::IntReg, l.int_regs++};
  return l;
}

uint32_t check_mask(const Function *f, const Vec<Ty> &args, const ArgLayout &l) {
  constexpr uint32_t kThunk = 0x80, kMostMemory = 24;
  // kMostParams in stg/from_core.cc sees to it
  GPHC_CHECK(l.memory <= kMostMemory, "more arguments than a stack check can describe: " + f->name);
  uint32_t mask = f->self ? 1u << l.self.index : 0;
  for (size_t i = 0; i < args.size(); i++) {
    if (args[i] != Ty::Ptr) continue;
    if (l.args[i].where == ArgPlace::IntReg) mask |= 1u << l.args[i].index;
    if (l.args[i].where == ArgPlace::Memory) mask |= 1u << (8 + l.args[i].index);
  }
  return f->kind == FnKind::Fun ? mask : mask | kThunk;
}

bool needs_call_wrapper(const Function *f) {
  if (f->kind != FnKind::Fun) return false;
  if (!f->self && f->params.size() > 5) return true;
  for (const Local *p : f->params)
    if (is_float_ty(p->ty)) return true;
  return false;
}

StackCheck stack_check(const Function *f, Frame at_least) {
  Frame frame = f->max_roots > kVeryManyRoots                                 ? Frame::Huge
                : f->max_roots > kManyRoots || f->locals.size() > kManyLocals ? Frame::Big
                                                                              : Frame::Small;
  frame = std::max(frame, at_least);
  constexpr uint32_t kRootsOnReserve = 16;
  return {f->needs_check || f->max_roots > kRootsOnReserve || frame != Frame::Small, frame};
}

bool falls_through(const Block &b) {
  if (b.empty()) return true;
  Stmt *s = b.back();
  switch (s->tag) {
    case Tag::TailCall:
    case Tag::Return:
    case Tag::ReturnEval:
    case Tag::Update:
    case Tag::UpdateEval:
    case Tag::Goto:
    case Tag::Stop: return false;
    case Tag::If: return falls_through(cast<SIf>(s).then) || falls_through(cast<SIf>(s).otherwise);
    case Tag::Switch: {
      SSwitch &w = cast<SSwitch>(s);
      for (const SwitchCase &c : w.cases)
        if (falls_through(c.body)) return true;
      return w.has_default && falls_through(w.otherwise);
    }
    case Tag::Join: {
      SJoin &j = cast<SJoin>(s);
      if (falls_through(j.body)) return true;
      for (const JoinBlock &p : j.joins)
        if (falls_through(p.body)) return true;
      return false;
    }
    case Tag::Loop: return falls_through(cast<SLoop>(s).body);
    default: return true;
  }
}

}  // namespace gphc::low
