// unroll.cc: small loops that poll do so every few rounds.
//
//   loop 1 (i)                                    loop 1 (i)
//     poll                                          poll
//     c = ==# i, n                                  c = ==# i, n
//     if equal c 1                                  if equal c 1 { return k } else
//       return k                    ==>               d = +# i, 1;  goto 2 (d)
//     else                                            label 2 (i)
//       d = +# i, 1                                     c = ==# i, n
//       goto 1 (d)                                      if equal c 1 { return k } else { d = +# i, 1;  goto 1 (d) }
//
// A poll (Note [Polls] in heap_check.cc) is a load, a comparison and a branch: in a loop of five instructions a third
// of its time, and in one round out of eight next to nothing. The time until a thread sees that it is asked to stop
// grows by a few rounds of few instructions. The copies bring back jumps, too, of which a processor takes one in a
// cycle.
//
// What is copied is the loop's short way round: computation, and branches of it, back to the head. What else the loop
// does (calls, allocation, the code after it) stays single: it becomes a label that all copies go to. A jump back from
// there goes to the head, as before. A loop without such a way, or with a long one, is left as it is. Locals are
// variables, so copies share them; labels are made anew.
//
// Requires: polls are there, roots are not yet. Every cycle still passes one: through the last copy, whose jump back is
// the old one, through what is single, whose jump is the old one, or through the head, which polls where jumps do not.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

constexpr int kMostCopies = 8;
constexpr int kMostCode = 96;  // statements in all copies
constexpr int kSmallExit = 2;  // statements that need no label of their own

bool is_poll(const Stmt *s) { return s->tag == Tag::HeapCheck && static_cast<const SHeapCheck *>(s)->words == 0; }

bool jumps_to(Stmt *s, const Label *l) {
  SGoto *g = dyn_cast<SGoto>(s);
  return g && g->label == l;
}

class Unroller {
 public:
  explicit Unroller(Function *f) : fn_(f) { block(&f->body); }

 private:
  // What the copies of one loop share.
  struct Loop {
    Label *head = nullptr;
    bool head_polls = false;
    int cost = 0;
    bool returns = false;                      // the short way goes back
    std::unordered_set<const Block *> single;  // these become labels
    std::unordered_set<const Label *> inner;   // labels on the short way: code that goes there cannot leave it
  };

  void block(Block *b) {
    for (Stmt *s : *b) {
      for_each_block(s, [&](Block &inner) { block(&inner); });
      if (SLoop *l = dyn_cast<SLoop>(s)) unroll(l->label, &l->body);
      if (SJoin *j = dyn_cast<SJoin>(s))
        if (j->joins.size() == 1 && j->joins[0].label->is_loop) unroll(j->joins[0].label, &j->joins[0].body);
    }
  }

  void unroll(Label *head, Block *body) {
    Loop l;
    l.head = head;
    l.head_polls = !body->empty() && is_poll(body->front());
    if (!(l.head_polls || polls_before_jump(*body, head)) || !plan(*body, &l, true) || !l.returns || l.cost == 0)
      return;
    int copies = std::min(kMostCopies, kMostCode / l.cost);
    if (copies < 2) return;
    SJoin *outer = mk<SJoin>();
    outer->tag = Tag::Join;
    std::unordered_map<const Block *, Label *> labels;
    Block first;
    if (l.head_polls) first.push_back(body->front());
    // From the last copy to the first: each goes to the next.
    Block next;
    Label *next_label = head;
    for (int i = copies; i-- > 0;) {
      Copy c{l, labels, outer, next_label, i + 1 < copies, {}};
      Block code = copy(*body, &c, true);
      if (i + 1 < copies) {
        SJoin *j = mk<SJoin>();
        j->tag = Tag::Join;
        j->body = code;
        j->joins.push_back({next_label, next});
        code = Block{j};
      }
      if (i == 0) {
        outer->body = code;
      } else {
        next = code;
        next_label = new_label(head->params);
      }
    }
    if (outer->joins.empty()) first.append(outer->body);
    else first.push_back(outer);
    *body = first;
  }

  Label *new_label(const Vec<Local *> &params) {
    Label *l = mk<Label>();
    l->num = ++fn_->labels;
    l->params = params;
    l->used = true;
    return l;
  }

  static bool polls_before_jump(const Block &b, const Label *head) {
    bool found = false;
    for (size_t i = 0; i < b.size(); i++) {
      for_each_block(b[i], [&](const Block &inner) { found = found || polls_before_jump(inner, head); });
      found = found || (i > 0 && is_poll(b[i - 1]) && jumps_to(b[i], head));
    }
    return found;
  }

  // Is b fit to be copied? Adds its cost, and decides for each branch. tail: what falls through b leaves the loop.
  bool plan(const Block &b, Loop *l, bool tail) {
    for (size_t i = 0; i < b.size(); i++) {
      Stmt *s = b[i];
      const bool last = tail && i + 1 == b.size();
      switch (s->tag) {
        case Tag::Move:
        case Tag::Load:
        case Tag::Prim: l->cost++; break;
        case Tag::ConIndex:
        case Tag::Spark: l->cost++; break;
        case Tag::Unbox: l->cost += cast<SUnbox>(s).small ? 1 : 3; break;
        case Tag::Box: l->cost += cast<SBox>(s).small ? 1 : 3; break;
        case Tag::Return: l->cost++; break;
        case Tag::HeapCheck:
          if (!is_poll(s)) return false;
          break;
        case Tag::Goto:
          l->returns |= cast<SGoto>(s).label == l->head;
          l->cost++;
          break;
        case Tag::If:
          l->cost++;
          if (!branch(cast<SIf>(s).then, l, last) || !branch(cast<SIf>(s).otherwise, l, last)) return false;
          break;
        case Tag::Switch:
          l->cost += int(cast<SSwitch>(s).cases.size());
          for (SwitchCase &c : cast<SSwitch>(s).cases)
            if (!branch(c.body, l, last)) return false;
          if (cast<SSwitch>(s).has_default && !branch(cast<SSwitch>(s).otherwise, l, last)) return false;
          break;
        case Tag::Join:
          for (JoinBlock &j : cast<SJoin>(s).joins) {
            if (j.label->is_loop) return false;
            l->inner.insert(j.label);
          }
          if (!plan(cast<SJoin>(s).body, l, last)) return false;
          for (JoinBlock &j : cast<SJoin>(s).joins)
            if (!branch(j.body, l, last)) return false;
          break;
        case Tag::Stop: break;
        default: return false;
      }
      if (l->cost > kMostCode / 2) return false;
    }
    return true;
  }
  bool branch(const Block &b, Loop *l, bool tail) {
    const bool goes_on = !tail && falls_through(b);  // to what follows in the loop
    Loop trial = *l;
    trial.returns = false;
    if (plan(b, &trial, tail) && (trial.returns || trial.cost - l->cost <= kSmallExit || goes_on)) {
      trial.returns |= l->returns;
      *l = trial;
      return true;
    }
    if (goes_on || goes_inside(b, *l)) return false;
    l->single.insert(&b);
    l->cost++;
    return true;
  }
  static bool goes_inside(const Block &b, const Loop &l) {
    bool found = false;
    for (Stmt *s : b) {
      for_each_block(s, [&](const Block &inner) { found = found || goes_inside(inner, l); });
      if (SGoto *g = dyn_cast<SGoto>(s)) found = found || l.inner.count(g->label);
    }
    return found;
  }

  struct Copy {
    const Loop &loop;
    std::unordered_map<const Block *, Label *> &labels;  // of what is single
    SJoin *outer;                                        // which has it
    Label *next;                                         // where a jump to the head goes
    bool drop_polls;
    std::unordered_map<const Label *, Label *> renamed;
  };
  Block copy(Block &b, Copy *c, bool top = false) {
    if (c->loop.single.count(&b)) {
      Label *&l = c->labels[&b];
      if (!l) {
        l = new_label({});
        c->outer->joins.push_back({l, b});
      }
      return Block{jump(l, {})};
    }
    Block out;
    for (size_t i = 0; i < b.size(); i++) {
      if (top && i == 0 && c->loop.head_polls) continue;
      // another loop's stays
      if (c->drop_polls && is_poll(b[i]) && i + 1 < b.size() && jumps_to(b[i + 1], c->loop.head)) continue;
      out.push_back(copy(b[i], c));
    }
    return out;
  }
  SGoto *jump(Label *l, const Vec<Operand> &args) {
    SGoto *g = mk<SGoto>();
    g->tag = Tag::Goto;
    g->label = l;
    g->args = args;
    return g;
  }
  // A statement that holds no block and no roots is shared.
  Stmt *copy(Stmt *s, Copy *c) {
    switch (s->tag) {
      case Tag::HeapCheck: {
        SHeapCheck *h = mk<SHeapCheck>();
        h->tag = Tag::HeapCheck;
        h->words = 0;
        return h;
      }
      case Tag::Goto: {
        SGoto &g = cast<SGoto>(s);
        if (g.label == c->loop.head) return jump(c->next, g.args);
        auto it = c->renamed.find(g.label);
        return it == c->renamed.end() ? s : jump(it->second, g.args);
      }
      case Tag::If: {
        SIf *i = mk<SIf>(cast<SIf>(s));
        i->then = copy(cast<SIf>(s).then, c);
        i->otherwise = copy(cast<SIf>(s).otherwise, c);
        return i;
      }
      case Tag::Switch: {
        SSwitch &w = cast<SSwitch>(s);
        SSwitch *n = mk<SSwitch>(w);
        n->cases = {};
        for (SwitchCase &k : w.cases) n->cases.push_back({k.values, copy(k.body, c)});
        if (w.has_default) n->otherwise = copy(w.otherwise, c);
        return n;
      }
      case Tag::Join: {
        SJoin &j = cast<SJoin>(s);
        SJoin *n = mk<SJoin>();
        n->tag = Tag::Join;
        for (JoinBlock &k : j.joins) {
          Label *l = new_label(k.label->params);
          c->renamed[k.label] = l;
          n->joins.push_back({l, {}});
        }
        n->body = copy(j.body, c);
        for (size_t i = 0; i < j.joins.size(); i++) n->joins[i].body = copy(j.joins[i].body, c);
        return n;
      }
      default: return s;
    }
  }

  Function *fn_;
};

}  // namespace

void unroll_polls(Program *p) {
  for (Function *f : p->functions)
    if (f->may_gc) Unroller u(f);
}

}  // namespace gphc::low
