// prompt_answer.cc: what the fork that has read an input answers to questions about types and names.
#include "driver/prompt_session.h"

#include <cctype>

#include "rename/scope.h"
#include "syntax/ast.h"

namespace gphc {

FILE *session::g_answer;

namespace {

using session::is_name, session::trimmed;

std::string type_of(const Entity *e) {
  if (const Var *v = dyn_cast<Var>(e)) return v->type ? show_type(v->type_in_source()) : "";
  if (const DataCon *c = dyn_cast<DataCon>(e)) return c->type ? show_type(c->type) : "";
  return "";
}

std::string operator_or_name(const Entity *e) {
  const std::string s = e->occ.string();
  return is_name((unsigned char)s[0]) || s[0] == '(' || s[0] == '[' ? s : "(" + s + ")";
}

// One line for an entity; of a type with its constructors, of a class with its methods: of those, what is exported, if
// that is asked.
std::string shown(const Entity *e, const ExportTable *exports = nullptr) {
  auto visible = [&](const Entity *x) {
    if (!exports) return true;
    const auto at = exports->values.find(x->occ);
    return at != exports->values.end() && at->second == x;
  };
  if (const TyCon *t = dyn_cast<TyCon>(e)) {
    std::string s = t->sort == TyConSort::Synonym ? "type " : t->sort == TyConSort::Newtype ? "newtype " : "data ";
    s += operator_or_name(t);
    for (const TyVar *v : t->params) s += " " + v->occ.string();
    if (t->sort == TyConSort::Synonym && t->synonym_rhs) return s + " = " + show_type(t->synonym_rhs);
    const char *before = " = ";
    for (const DataCon *con : t->cons) {
      if (!visible(con)) continue;
      s += before + operator_or_name(con);
      before = " | ";
      bool record = con->record && !con->fields.empty();
      for (const FieldInfo &f : con->fields) record = record && f.selector && visible(f.selector);
      std::string fields;
      for (const FieldInfo &f : con->fields) {
        const std::string type =
            (f.strict ? "!" : "") + (f.type ? show_type(f.type, record && !f.strict ? 0 : 2) : "_");
        if (record) fields += (fields.empty() ? "" : ", ") + operator_or_name(f.selector) + " :: " + type;
        else fields += " " + type;
      }
      s += record ? " {" + fields + "}" : fields;
    }
    return s;
  }
  if (const Class *c = dyn_cast<Class>(e)) {
    std::string s = "class " + c->occ.string();
    for (const TyVar *v : c->params) s += " " + v->occ.string();
    const char *before = " where";
    for (const Method &m : c->methods) {
      if (!visible(m.sel)) continue;
      s += before;
      before = "";
      s += "\n  " + operator_or_name(m.sel) + " :: " + (m.type ? show_type(m.type) : "");
    }
    return s;
  }
  std::string t = type_of(e);
  return operator_or_name(e) + (t.empty() ? "" : " :: " + t);
}

// The comment that begins with `-- |` above a definition.
std::string comment_above(const Entity *e) {
  if (!e->def.file) return "";
  std::vector<std::string> lines;
  for (uint32_t l = e->def.line; l > 1;) {
    std::string line = trimmed(std::string(e->def.file->line(--l)));
    if (line.rfind("--", 0) == 0) {
      lines.insert(lines.begin(), trimmed(line.substr(line.find_first_not_of("-"))));
      if (!lines[0].empty() && lines[0][0] == '|') {
        lines[0] = trimmed(lines[0].substr(1));
        break;
      }
    } else if (!lines.empty() || line.empty() || line.rfind("{-", 0) == 0) {
      if (lines.empty() && line.rfind("{-#", 0) == 0) continue;
      lines.clear();
      break;
    }
  }
  std::string out;
  for (const std::string &l : lines) out += l + "\n";
  return out;
}

}  // namespace

bool answer_prompt(const Options &o, Module *m) {
  if (o.asked.empty()) return false;
  auto print = [](const std::string &s) { std::fprintf(session::g_answer, "%s\n", s.c_str()); };
  auto of = [&](const std::string &name, NameSpace ns) -> const Vec<Candidate> & {
    std::string bare = name.size() > 2 && name[0] == '(' && name.back() == ')' ? name.substr(1, name.size() - 2) : name;
    size_t dot = bare.rfind('.');
    const bool qualified = dot != bare.npos && dot > 0 && dot + 1 < bare.size() && std::isupper((unsigned char)bare[0]);
    static Vec<Candidate> built_in;
    built_in.clear();
    // What has a syntax of its own is in no scope.
    TyCon *t = name == "[]" || name == "()" || name == "(->)" ? find_prim_tycon(sym(name == "(->)" ? "->" : name))
               : bare.find_first_not_of(',') == bare.npos     ? tuple_tycon(bare.size() + 1)
                                                              : nullptr;
    if (t && ns == NameSpace::Type) built_in.push_back({t, nullptr});
    if (t) return built_in;
    return lookup_global(m, qualified ? sym(bare.substr(0, dot)) : Symbol{},
                         sym(qualified ? bare.substr(dot + 1) : bare), ns);
  };
  if (o.asked == "type" || o.asked == "value") {
    const Vec<Candidate> &found = of(o.asked == "type" ? kPromptIt : o.asked_about, NameSpace::Value);
    const Var *v = found.empty() ? nullptr : dyn_cast<Var>(found[0].ent);
    if (!v || !v->type) return true;
    std::string text = show_type(v->type);
    bool value = false;
    if (o.asked == "value") {
      const Type *t = repr(v->type);
      for (;;) {
        if (const TForall *f = dyn_cast<TForall>(t)) t = repr(f->body);
        else if (const TQual *q = dyn_cast<TQual>(t)) t = repr(q->body);
        else break;
      }
      Vec<const Type *> args;
      TyCon *c = split_tcon_app(t, &args);
      const bool open = !c && t->tag == TypeTag::App;  // a monad that nothing determines
      value = !open && !(c && c->occ.str() == "IO" && args.size() == 1);
      text = (value ? "value " : "action ") + text;
    }
    print(text);
    return !value;
  } else if (o.asked == "kind") {
    const Vec<Candidate> &found = of("Prompt'Kind", NameSpace::Type);
    const TyCon *t = found.empty() ? nullptr : dyn_cast<TyCon>(found[0].ent);
    const std::vector<std::string> parts = session::words(o.asked_about);
    const Vec<Candidate> &named = of(parts.empty() ? "" : parts[0], NameSpace::Type);
    const Class *c = named.empty() ? nullptr : dyn_cast<Class>(named[0].ent);
    std::string kind;
    if (c)
      for (const TyVar *v : c->params) kind += show_kind(v->kind, 1) + " -> ";
    if (c && parts.size() == 1) print(kind + "Constraint");
    else if (c && !kind.empty()) print("Constraint");
    else if (t) print(show_kind(t->kind));
  } else if (o.asked == "info" || o.asked == "doc") {
    for (NameSpace ns : {NameSpace::Type, NameSpace::Value})
      for (const Candidate &c : of(o.asked_about, ns)) {
        std::string text = o.asked == "doc" ? comment_above(c.ent) : "";
        if (o.asked == "doc") {
          print(shown(c.ent));
          print(text.empty() ? "(no comment above its definition)" : text.substr(0, text.size() - 1));
          continue;
        }
        print(shown(c.ent));
        if (find_prim_tycon(c.ent->occ) == c.ent) print("  -- built in");
        const std::string origin = origin_of(m, c);
        if (find_prim_tycon(c.ent->occ) != c.ent) print("  -- " + origin.substr(0, origin.find(" at line")));
        const TyCon *t = dyn_cast<TyCon>(c.ent);
        const Class *k = dyn_cast<Class>(c.ent);
        for (Module *in : all_modules())
          for (Decl *d : in->instances) {
            if (!d->inst || d->inst->args.empty()) continue;
            Vec<const Type *> args;
            if (!(k && d->inst->cls == k) && !(t && split_tcon_app(d->inst->args.back(), &args) == t)) continue;
            print("instance " + show_pred(Pred{d->inst->cls, d->inst->args}));
          }
      }
  } else if (o.asked == "browse") {
    Module *which = o.asked_about.empty() ? nullptr : find_module(sym("main:" + o.asked_about));
    if (!which && !o.asked_about.empty()) which = find_module(sym(o.asked_about));
    for (Module *in : all_modules()) {
      if (which ? in != which : in->is_stdlib || in == m || !in->scope) continue;
      for (Entity *e : in->scope->exports.order)
        if (e->tag != EntTag::DataCon && !parent_of(e)) print(shown(e, &in->scope->exports));
    }
  } else if (o.asked == "modules") {
    for (Module *in : all_modules())
      for (const std::string &f : o.sources)
        if (in->file && in->file->path == f) print(in->name.string());
  }
  return true;
}

}  // namespace gphc
