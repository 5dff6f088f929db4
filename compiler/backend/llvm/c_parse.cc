// c_parse.cc: a recursive-descent parser of the part of C in c_parse.h.
#include "backend/llvm/c_parse.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gph/abi.h"
#include "support/check.h"

namespace gphc::backend_llvm {

void bad_c(std::string_view what, std::string_view text) {
  GPHC_BUG("the LLVM back end does not know " + std::string(what) +
           " in the C text of a primitive operation (c_parse.h says what it knows): " + std::string(text));
}

namespace {

using Functions = std::deque<CFunction>;

class Parser {
 public:
  Parser(const Functions &above, std::string_view text) : above_(above), text_(text) {}
  const CNode *expression() {
    const CNode *e = comma();
    end();
    return e;
  }
  // (type name, ...)
  std::vector<CFunction::Param> params() {
    std::vector<CFunction::Param> out;
    expect("(");
    if (accept("void") || peek(")")) {
      expect(")");
    } else {
      do {
        CFunction::Param p;
        p.type = type();
        p.name = identifier();
        out.push_back(p);
      } while (accept(","));
      expect(")");
    }
    end();
    return out;
  }
  void body(CFunction *f) {
    f_ = f;
    f->body = block();
    end();
    const std::vector<const CNode *> &last = f->body->kids;
    f->returns_last = returns_ == (!last.empty() && last.back()->tag == CTag::Return ? 1 : 0);
  }
  CType type() {
    CType t;
    if (!type_name(&t)) bad("this type");
    accept("*");
    return t;
  }

 private:
  [[noreturn]] void bad(std::string_view what) { bad_c(what, text_); }
  static bool in_word(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  void skip() {
    while (at_ < text_.size() && isspace(static_cast<unsigned char>(text_[at_]))) at_++;
  }
  void end() {
    skip();
    if (at_ < text_.size()) bad("`" + std::string(text_.substr(at_)) + "'");
  }
  bool peek(std::string_view s) {
    skip();
    if (text_.substr(at_, s.size()) != s) return false;
    return !in_word(s[0]) || at_ + s.size() >= text_.size() || !in_word(text_[at_ + s.size()]);
  }
  bool accept(std::string_view s) {
    if (!peek(s)) return false;
    at_ += s.size();
    return true;
  }
  void expect(std::string_view s) {
    if (!accept(s)) bad("what stands where `" + std::string(s) + "' should, `" + std::string(text_.substr(at_)) + "',");
  }
  std::string_view identifier() {
    skip();
    size_t from = at_;
    while (at_ < text_.size() && in_word(text_[at_])) at_++;
    return text_.substr(from, at_ - from);
  }
  uint64_t decimal() {
    uint64_t n = 0;
    while (at_ < text_.size() && isdigit(static_cast<unsigned char>(text_[at_])))
      n = n * 10 + uint64_t(text_[at_++] - '0');
    return n;
  }
  static const CNode *node(CNode n) { return new CNode(std::move(n)); }  // a fixed number of texts, kept for good

  bool type_name(CType *t) {
    size_t from = at_;
    bool is_unsigned = accept("unsigned");
    std::string_view s = identifier();
    static const struct {
      std::string_view name;
      CType type;
    } kTypes[] = {{"I", {64, true}},
                  {"W", {64, false}},
                  {"int8_t", {8, true}},
                  {"uint8_t", {8, false}},
                  {"int16_t", {16, true}},
                  {"uint16_t", {16, false}},
                  {"int32_t", {32, true}},
                  {"uint32_t", {32, false}},
                  {"int64_t", {64, true}},
                  {"uint64_t", {64, false}},
                  {"int", {32, true}},
                  {"size_t", {64, false}},
                  {"char", {64, false}} /* char *: an address */,
                  {"__int128", {128, true}},
                  {"double", {64, true, true}},
                  {"float", {32, true, true}},
                  {"void", {}}};
    for (auto &k : kTypes)
      if (k.name == s) {
        *t = k.type;
        if (is_unsigned) t->is_signed = false;
        return true;
      }
    at_ = from;
    return false;
  }
  bool cast(CType *t) {
    size_t from = at_;
    if (!accept("(")) return false;
    if (type_name(t) && (accept("*"), accept(")"))) return true;
    at_ = from;
    return false;
  }

  // ---- Statements
  const CNode *block() {
    expect("{");
    CNode b{CTag::Block};
    while (!accept("}")) b.kids.push_back(statement());
    return node(b);
  }
  const CNode *statement() {
    if (peek("{")) return block();
    if (accept("if")) {
      expect("(");
      CNode s{CTag::If};
      s.kids.push_back(comma());
      expect(")");
      s.kids.push_back(statement());
      if (accept("else")) s.kids.push_back(statement());
      return node(s);
    }
    if (accept("while")) {
      expect("(");
      const CNode *test = comma();
      expect(")");
      const CNode *b = statement();
      return node({.tag = CTag::While, .kids = {test, b}});
    }
    if (accept("for")) {  // begin; while (test) { body; step }
      CNode s{CTag::Block};
      expect("(");
      if (!peek(";")) s.kids.push_back(simple());
      expect(";");
      const CNode *test = peek(";") ? node({.tag = CTag::Number, .type = {32, true}, .n = 1}) : comma();
      expect(";");
      CNode rounds{CTag::Block};
      const CNode *step = peek(")") ? nullptr : simple();
      expect(")");
      rounds.kids.push_back(statement());
      if (step) rounds.kids.push_back(step);
      s.kids.push_back(node({.tag = CTag::While, .kids = {test, node(rounds)}}));
      return node(s);
    }
    if (accept("return")) {
      returns_++;
      CNode s{CTag::Return};
      if (!peek(";")) s.kids.push_back(comma());
      expect(";");
      return node(s);
    }
    const CNode *s = simple();
    expect(";");
    return s;
  }
  // A declaration or an expression.
  const CNode *simple() {
    size_t from = at_;
    CType t;
    if (type_name(&t)) {
      accept("*");
      std::string_view name = identifier();
      if (!name.empty() && accept("=")) {
        const CNode *value = assignment();
        return node({.tag = CTag::Declare, .name = name, .type = t, .kids = {value}});
      }
      at_ = from;
    }
    return comma();
  }

  // ---- Expressions
  const CNode *comma() {
    const CNode *e = assignment();
    while (accept(",")) {
      const CNode *y = assignment();
      e = node({.tag = CTag::Comma, .kids = {e, y}});
    }
    return e;
  }
  const CNode *assignment() {
    const CNode *to = conditional();
    skip();
    if (to->tag != CTag::Result && to->tag != CTag::Variable && to->tag != CTag::Place && to->tag != CTag::Register)
      return to;
    std::string_view op;
    for (std::string_view o : {"<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
      if (accept(o)) {
        op = o.substr(0, o.size() - 1);
        break;
      }
    if (op.empty() && (peek("==") || !accept("="))) return to;
    const CNode *value = assignment();
    if (!op.empty()) value = node({.tag = CTag::Binary, .name = op, .kids = {to, value}});
    if (to->tag == CTag::Variable && f_) f_->assigned.push_back(to->name);
    return node({.tag = CTag::Assign, .kids = {to, value}});
  }
  const CNode *conditional() {
    const CNode *c = binary(0);
    if (!accept("?")) return c;
    const CNode *x = comma();
    expect(":");
    const CNode *y = conditional();
    return node({.tag = CTag::Conditional, .kids = {c, x, y}});
  }
  const CNode *binary(size_t level) {
    static const std::vector<std::vector<std::string_view>> kLevels = {
        {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
        {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (level == kLevels.size()) return unary();
    const CNode *x = binary(level + 1);
    for (;;) {
      skip();
      std::string_view op;
      for (std::string_view o : kLevels[level]) {
        if (text_.substr(at_, o.size()) != o) continue;
        // A longer operator that begins so: of another level, or an assignment's.
        std::string_view next = text_.substr(at_ + o.size(), 1), two = text_.substr(at_, 2),
                         three = text_.substr(at_, 3);
        if (o.size() == 1 &&
            (two == "<<" || two == ">>" || two == "&&" || two == "||" || (next == "=" && o != "<" && o != ">")))
          continue;
        if (three == "<<=" || three == ">>=") continue;
        op = o;
        break;
      }
      if (op.empty()) return x;
      at_ += op.size();
      const CNode *y = binary(level + 1);
      x = node({.tag = op == "||" ? CTag::Or : op == "&&" ? CTag::And : CTag::Binary, .name = op, .kids = {x, y}});
    }
  }
  const CNode *unary() {
    CType t;
    skip();
    if (cast(&t)) {
      const CNode *x = unary();
      return node({.tag = CTag::Cast, .type = t, .kids = {x}});
    }
    for (std::string_view op : {"-", "~", "!"})
      if (accept(op)) {
        const CNode *x = unary();
        return node({.tag = CTag::Unary, .name = op, .kids = {x}});
      }
    if (accept("&")) {
      const CNode *p = primary();
      if (p->tag != CTag::Place) bad("the address of what is not a GPH_AT");
      return node({.tag = CTag::Address, .kids = {p}});
    }
    return primary();
  }
  const CNode *primary() {
    skip();
    if (accept("(")) {
      const CNode *e = comma();
      expect(")");
      return e;
    }
    if (text_.substr(at_, 2) == "$r") {
      at_ += 2;
      return node({.tag = CTag::Result, .n = decimal()});
    }
    if (accept("$")) return node({.tag = CTag::Argument, .n = decimal()});
    if (at_ < text_.size() && isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    std::string_view name = identifier();
    if (name.empty()) bad("`" + std::string(text_.substr(at_)) + "'");
    if (name == "R" && accept("->")) return node({.tag = CTag::Register, .name = identifier()});
    if (name == "GPH_WALK") return node({.tag = CTag::Number, .type = {64, false}, .n = GPH_WALK});
    if (!peek("(")) return node({.tag = CTag::Variable, .name = name});
    expect("(");
    if (name == "GPH_AT" || name == "GPH_AT_BYTE") {
      CType t = type();
      expect(",");
      const CNode *address = conditional();
      expect(",");
      const CNode *index = conditional();
      expect(")");
      return node({.tag = CTag::Place, .type = t, .n = name == "GPH_AT_BYTE", .kids = {address, index}});
    }
    if (name == "GPH_BITS") {
      CType t = type();
      expect(",");
      const CNode *x = conditional();
      expect(")");
      return node({.tag = CTag::Bits, .type = t, .kids = {x}});
    }
    if (name == "GPH_RACY") {  // Note [Accesses that race] in racy.h
      const CNode *x = conditional();
      expect(")");
      return x;
    }
    if (name == "offsetof") {
      expect("GphInfo");
      expect(",");
      std::string_view field = identifier();
      expect(")");
      static const struct {
        std::string_view name;
        size_t offset;
      } kFields[] = {{"whnf", offsetof(GphInfo, whnf)},   {"nf", offsetof(GphInfo, nf)},
                     {"call", offsetof(GphInfo, call)},   {"kind", offsetof(GphInfo, kind)},
                     {"con", offsetof(GphInfo, con)},     {"ptrs", offsetof(GphInfo, ptrs)},
                     {"nptrs", offsetof(GphInfo, nptrs)}, {"twin", offsetof(GphInfo, twin)}};
      for (auto &k : kFields)
        if (k.name == field) return node({.tag = CTag::Number, .type = {64, false}, .n = k.offset});
      bad("the field " + std::string(field));
    }
    CNode c{.tag = CTag::Call, .name = name};
    for (const CFunction &f : above_)
      if (f.name == name) c.fn = &f;
    if (!accept(")")) {
      do c.kids.push_back(assignment());
      while (accept(","));
      expect(")");
    }
    if (c.fn && c.fn->params.size() != c.kids.size()) bad("a call of " + std::string(name) + " with so many arguments");
    return node(c);
  }
  const CNode *number() {
    uint64_t n = 0;
    if (text_.substr(at_, 2) == "0x") {
      at_ += 2;
      for (; at_ < text_.size() && isxdigit(static_cast<unsigned char>(text_[at_])); at_++)
        n = n * 16 + uint64_t(isdigit(static_cast<unsigned char>(text_[at_])) ? text_[at_] - '0'
                                                                              : tolower(text_[at_]) - 'a' + 10);
    } else {
      n = decimal();
    }
    CType t{32, true};
    for (; at_ < text_.size() && (text_[at_] == 'u' || text_[at_] == 'l'); at_++) {
      if (text_[at_] == 'u') t.is_signed = false;
      else t.bits = 64;
    }
    if (t.bits == 32 && n > 0x7fffffff) n > 0xffffffff ? (t.bits = 64) : (t.is_signed = false);
    return node({.tag = CTag::Number, .type = t, .n = n});
  }

  const Functions &above_;
  std::string_view text_;
  size_t at_ = 0;
  CFunction *f_ = nullptr;
  size_t returns_ = 0;
};

const Functions &functions() {
  static const Functions all = [] {
    Functions fs;
    auto add = [&](CFunctionSort sort, std::string_view type, std::string_view name, std::string_view params,
                   std::string_view body) {
      CFunction f{.sort = sort, .name = name, .result = Parser(fs, type).type(), .params = Parser(fs, params).params()};
      if (sort == CFunctionSort::Function) Parser(fs, body).body(&f);
      fs.push_back(std::move(f));
    };
#define PRIM_FUNCTION(type, name, params, ...) add(CFunctionSort::Function, #type, #name, #params, #__VA_ARGS__);
#define PRIM_MACHINE(type, name, params, ...) add(CFunctionSort::Machine, #type, #name, #params, "");
#define PRIM_SLOW(name, params) add(CFunctionSort::Slow, "void", #name, #params, "");
#include "gph/prim_functions.def"
#undef PRIM_FUNCTION
#undef PRIM_MACHINE
#undef PRIM_SLOW
    return fs;
  }();
  return all;
}

}  // namespace

const CNode *parse_c(std::string_view text) {
  static std::mutex lock;
  static std::unordered_map<std::string_view, const CNode *> parsed;  // lock
  std::lock_guard<std::mutex> g(lock);
  const CNode *&e = parsed[text];
  if (!e) e = Parser(functions(), text).expression();
  return e;
}

}  // namespace gphc::backend_llvm
