// match_warn.cc: clauses that are never reached, and values that no clause matches. Both are noted while the tree
// grows: how many leaves a clause has; and at a failure the tests on the way to it, of which an example is made.
#include <algorithm>

#include "desugar/match_tree.h"

namespace gphc::desugar {

static std::string literal_text(const Literal &l) {
  switch (l.tag) {
    case core::LitTag::Char:
      return l.i >= 32 && l.i < 127 ? std::string("'") + char(l.i) + "'" : "'\\" + std::to_string(l.i) + "'";
    case core::LitTag::Word: return std::to_string(uint64_t(l.i));
    default: return std::to_string(l.i);
  }
}

const Var *Matcher::value_var(CExpr e) {
  while (const ECast *c = dyn_cast<ECast>(e)) e = c->body;
  return cast<EVar>(e).var;
}

std::string Matcher::example(const Var *v, bool atomic) {
  for (const Step &s : path_) {
    if (value_var(s.value) != v) continue;
    DataCon *con = s.con;
    Vec<Var *> fields = s.fields;
    if (!con && s.excluded.empty()) return "_";
    if (!con && s.excluded[0] == nullptr) return "_";
    if (!con && s.fields.empty() && !s.excluded.empty()) {
      TyCon *tc = s.excluded[0]->tycon;
      if (tc == find_known_tycon(KnownTyCon::Integer)) return "_";
      for (DataCon *k : tc->cons)
        if (std::find(s.excluded.begin(), s.excluded.end(), k) == s.excluded.end()) {
          con = k;
          break;
        }
      if (!con) return "_";
      fields.clear();
    }
    size_t dicts = con->theta.size();
    // Boxed literals show as literals.
    if (con->fields.size() == 1 && fields.size() == 1)
      for (const Step &l : path_)
        if (!l.con && value_var(l.value) == fields[0] && (l.excluded.empty() || !l.excluded[0]))
          return l.excluded.empty() ? literal_text(l.lit) : "_";
    Vec<std::string *> parts;
    for (size_t i = 0; i < con->fields.size(); i++) {
      bool tight = true;
      parts.push_back(new std::string(fields.empty() ? "_" : example(fields[i + dicts], tight)));
    }
    std::string name = con->occ.string();
    if (con->tycon->tuple_arity > 1) {
      std::string out = "(";
      for (size_t i = 0; i < parts.size(); i++) out += (i ? ", " : "") + *parts[i];
      return out + ")";
    }
    if (parts.empty()) return name;
    std::string out;
    if (parts.size() == 2 && !isalpha(static_cast<unsigned char>(name[0])) && name[0] != '_')
      out = *parts[0] + " " + name + " " + *parts[1];
    else {
      out = name;
      for (std::string *s : parts) out += " " + *s;
    }
    return atomic ? "(" + out + ")" : out;
  }
  return "_";
}

// Have all members of a COMPLETE set been excluded, of some value on the path?
bool Matcher::is_covered() const {
  std::unordered_map<const Var *, std::vector<const Entity *>> excluded;
  for (const Step &s : path_) {
    if (s.con) continue;
    const Var *v = value_var(s.value);
    auto it = tested_.find(v);
    if (it != tested_.end() && !s.excluded.empty()) excluded[it->second.first].push_back(it->second.second);
    for (const DataCon *c : s.excluded) excluded[v].push_back(c);
  }
  for (auto &[v, entities] : excluded)
    for (const Entity *e : entities) {
      const PatSyn *synonym = e ? dyn_cast<PatSyn>(e) : nullptr;
      if (!synonym) continue;
      for (const Vec<Entity *> &set : synonym->complete) {
        bool all = true;
        for (const Entity *member : set)
          all = all && std::find(entities.begin(), entities.end(), member) != entities.end();
        if (all) return true;
      }
    }
  return false;
}

void Matcher::witness() {
  if (witnesses_.size() >= 4) return;
  std::string out;
  for (size_t i = 0; i < scruts_.size(); i++) out += (i ? " " : "") + example(scruts_[i], scruts_.size() > 1);
  if (std::find(witnesses_.begin(), witnesses_.end(), out) == witnesses_.end()) witnesses_.push_back(out);
}

void Matcher::warn(const MatchInfo &info) {
  if (d_.module && d_.module->is_stdlib) return;
  for (size_t i = 0; i < clauses_.size(); i++)
    if (!leaves_[i] && clauses_[i].span)
      diags().warn(clauses_[i].span, diag::OverlappingPatterns,
                   "this alternative is never taken: the ones before it cover all it matches");
  if (root_->uses == covered_) return;
  bool uni = info.kind == MatchKind::Lambda || info.kind == MatchKind::PatBind;
  std::string what = info.kind == MatchKind::Function  ? "the equations of " + info.what.substr(9)
                     : info.kind == MatchKind::PatBind ? "this pattern"
                     : info.kind == MatchKind::Lambda  ? "this lambda"
                                                       : "this case";
  std::string text =
      "incomplete patterns: " + what + " do" + (info.kind == MatchKind::Function ? "" : "es") + " not cover";
  for (size_t i = 0; i < witnesses_.size() && i < 3; i++)
    text += (i ? ", " : " ") + std::string("`") + witnesses_[i] + "'";
  if (witnesses_.empty()) text += " all values";
  if (witnesses_.size() > 3) text += ", ...";
  diags().warn(info.span, uni ? diag::IncompleteUniPatterns : diag::IncompletePatterns, text);
}

}  // namespace gphc::desugar
