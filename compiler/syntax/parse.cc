// parse.cc: drives lexer, layout and the automaton, and recovers from syntax errors.
//
// The loop asks the automaton about each token before pushing it:
//   acceptable                           push it
//   not, but were some blocks to end     push VCLOSE and ask again: parse-error(t) of the Report
//   neither                              a syntax error
// After an error the automaton returns to its state after the last top-level `;`, and the layout skips to the next
// token that starts a declaration in the module's column, so that each declaration reports its own first error.
#include "syntax/parse.h"

#include "support/diag.h"
#include "syntax/grammar.hh"
#include "syntax/header.h"
#include "syntax/later.h"
#include "syntax/layout.h"
#include "syntax/machine.h"

namespace gphc {

namespace {

constexpr size_t kMaxErrors = 30;  // syntax errors of one file

struct Expectation {
  int kind;
  const char *text;
};
const Expectation kExpectations[] = {{')', "`)'"},
                                     {']', "`]'"},
                                     {'}', "`}'"},
                                     {TOK_THEN, "`then'"},
                                     {TOK_ELSE, "`else'"},
                                     {TOK_OF, "`of'"},
                                     {TOK_IN, "`in'"},
                                     {TOK_HASH_CLOSE, "`#)'"},
                                     {TOK_PRAG_CLOSE, "`#-}'"},
                                     {TOK_ARROW, "`->'"},
                                     {TOK_EQUALS, "`='"}};

class Parser {
 public:
  Parser(const Lexer &lexer, Builder *builder, std::string *trace)
      : lexer_(lexer), layout_(&lexer_), machine_(builder), builder_(builder), trace_(trace) {
    machine_.push(TOK_START_MODULE, nullptr, Span{builder->file, 1, 1, 1, 1});
  }

  // False when it gave up before the end of the file.
  bool run() {
    for (;;) {
      const Token &t = layout_.peek();
      if (builder_->module->on_demand && layout_.at_item() && leave_unparsed()) continue;
      if (machine_.acceptable(t.kind)) {
        if (!push(t)) return false;
        if (t.kind == TOK_END) return true;
        bool separator = t.kind == ';' || t.kind == TOK_VOPEN || t.kind == '{';
        layout_.accept();
        accepted_++;
        if (separator && layout_.depth() == 1 && machine_.acceptable(TOK_DATA)) {
          restart_ = machine_.depth();
          has_restart_ = true;
          before_arrow_ = 0;
        }
        continue;
      }
      if (machine_.acceptable_after_closing(t.kind, layout_.closable())) {
        Token close;
        close.kind = TOK_VCLOSE;
        close.span = layout_.end_of_last();
        close.span.end_line = close.span.line;
        close.span.end_col = close.span.col;
        if (!push(close)) return false;
        layout_.close();
        continue;
      }
      report(t);
      if (!recover()) return false;
    }
  }

 private:
  // Note [Text read on demand] in later.cc
  bool leave_unparsed() {
    const Token t = layout_.raw();
    if (layout_.depth() == 1) in_body_ = t.kind == TOK_INSTANCE || t.kind == TOK_CLASS;
    if (layout_.depth() != (in_body_ ? 2 : 1)) return false;
    const std::string &text = builder_->file->text;
    const size_t line = builder_->file->line_start[t.span.line - 1], from = line + t.span.col - 1;
    if (text.find_first_not_of(' ', line) != from) return false;
    Equations e;
    if (!find_equations(text, from, t.span.col, &e)) return false;
    Token name = Lexer(builder_->file, builder_->lex, e.name, text.size(), t.span.line, t.span.col).next();
    Token equals = t, hole = t;
    equals.occ = Symbol();
    equals.kind = TOK_EQUALS;
    hole.kind = TOK_WILD;
    hole.occ = sym("_");
    if (e.symbol) {
      Token open = equals, close = equals;
      open.kind = '(';
      close.kind = ')';
      push(open);
      push(name);
      push(close);
    } else push(name);
    push(equals);
    push(hole);
    builder_->unparsed = mk<Unparsed>(Unparsed{builder_->module, from, e.to, t.span.line, t.span.col});
    layout_.skip_to(e.to);
    return true;
  }

  bool push(const Token &t) {
    const Token *payload = nullptr;
    switch (t.kind) {
      case ';':
      case TOK_VOPEN:
      case TOK_VCLOSE:
      case TOK_END:
      case '(':
      case ')':
      case '[':
      case ']':
      case ',':
      case '{':
      case '}':
      case '`': break;
      default:
        if (t.occ || t.kind == TOK_INTEGER || t.kind == TOK_STRING || t.kind == TOK_LITERAL) payload = mk<Token>(t);
    }
    if (trace_) trace(t);
    last_kind_ = t.kind;
    if (t.kind == TOK_BACKSLASH || t.kind == TOK_INSTANCE || t.kind == TOK_CLASS) before_arrow_ = t.kind;
    else if (t.kind == TOK_ARROW || t.kind == TOK_OF || t.kind == TOK_WHERE) before_arrow_ = 0;
    machine_.push(t.kind, payload, t.span);
    if (!machine_.too_deep()) return true;
    diags().error(t.span, diag::NestingTooDeep,
                  "nesting too deep for the compiler (brackets or blocks inside each other)");
    return false;
  }

  void trace(const Token &t) {
    bool implied = t.span.end_line == t.span.line && t.span.end_col == t.span.col;
    *trace_ += std::to_string(t.span.line) + ":" + std::to_string(t.span.col) + " ";
    switch (t.kind) {
      case TOK_VOPEN: *trace_ += "layout {\n"; return;
      case TOK_VCLOSE: *trace_ += "layout }\n"; return;
      case TOK_END: *trace_ += "end\n"; return;
      case ';':
        if (implied) {
          *trace_ += "layout ;\n";
          return;
        }
        break;
      default: break;
    }
    *trace_ += Lexer::describe(t) + "\n";
  }

  // Whether the lines up to this one mix tabs with blanks in their indentation: the editor may show another layout.
  static bool tabs_and_blanks(const SourceFile *f, uint32_t line) {
    bool tabs = false, blanks = false;
    for (uint32_t n = line > 12 ? line - 12 : 1; n <= line; n++) {
      std::string_view text = f->line(n);
      tabs = tabs || (!text.empty() && text[0] == '\t');
      blanks = blanks || (!text.empty() && text[0] == ' ');
    }
    return tabs && blanks;
  }

  // An `=` stands where only `->` could.
  void hint_for_arrow(Diagnostic &d) const {
    if (before_arrow_ == TOK_BACKSLASH) d.hint("a lambda is written  \\pattern -> expression");
    else if (before_arrow_) d.hint("a `where' may be missing before the definitions");
    else if (layout_.opener() == TOK_OF || layout_.opener() == TOK_CASE)
      d.hint("an alternative of `case' is written  pattern -> expression");
  }

  // An `=` stands where the expression of another definition, or a statement, goes on.
  void hint_for_definition(Diagnostic &d, const Token &raw) const {
    if (layout_.opener() == TOK_DO || layout_.opener() == TOK_MDO) {
      d.hint("a definition inside `do' needs `let'");
      return;
    }
    const std::string_view line = raw.span.file->line(raw.span.line);
    const size_t indent = line.find_first_not_of(' ');
    if (layout_.column() > 0 && indent != line.npos && indent >= layout_.column() && indent + 1 < raw.span.col)
      d.hint(
          "this line goes on with what is above, for it is indented further: the definitions of a block begin in one "
          "column, and a guard begins with `|'");
  }

  void report(const Token &t) {
    errors_++;
    if (layout_.raw().kind == TOK_LEX_ERROR) return;  // reported by the lexer
    const Token &raw = layout_.raw();
    std::string expected;
    size_t count = 0;
    for (const Expectation &e : kExpectations) {
      // `(x` could go on as a view pattern: not worth saying
      if ((e.kind == TOK_ARROW && count) ||
          !(machine_.acceptable(e.kind) || machine_.acceptable_after_closing(e.kind, layout_.closable())))
        continue;
      expected += (count++ ? " or " : "") + std::string(e.text);
    }
    Span at = t.span;
    if (layout_.is_virtual()) at = raw.span;
    bool at_line_start = layout_.is_virtual() || raw.first_on_line || raw.kind == TOK_END;
    std::string text = !is_written(raw.span) ? "parse error"
                       : raw.kind == TOK_END ? "parse error at the end of the file"
                                             : "parse error on input " + Lexer::describe(raw);
    if (count == 1 || count == 2) text += ": " + expected + " expected";
    if (at_line_start) text += " (possibly incorrect indentation or mismatched brackets)";
    Diagnostic &d = diags().error(at, at_line_start && layout_.is_virtual() ? diag::LayoutError : diag::ParseError,
                                  std::move(text));
    bool in_guard = machine_.acceptable(TOK_THEN) || machine_.acceptable(TOK_OF) || machine_.acceptable(')') ||
                    machine_.acceptable(']');
    // `f x | x = 1 = 2`: the second `=` is the first that cannot be.
    std::string_view before = raw.span.file->line(raw.span.line).substr(0, raw.span.col - 1);
    size_t bar = before.find(" | ");
    bool second = raw.kind == TOK_EQUALS && bar != before.npos && before.find(" = ", bar) != before.npos;
    bool missing_else = count == 1 && expected == "`else'";
    if (missing_else) d.hint("every `if' has an `else'; for an action without one there is `when' of Control.Monad");
    else if (raw.kind == TOK_EQUALS && count == 1 && expected == "`->'") hint_for_arrow(d);
    else if (raw.kind == TOK_EQUALS && (in_guard || second))
      d.hint("to compare two values write `=='; `=' defines a name");
    else if (raw.kind == TOK_EQUALS && count == 0) hint_for_definition(d, raw);
    if (at_line_start && tabs_and_blanks(raw.span.file, raw.span.line))
      d.hint(
          "lines near this one are indented by tabs, others by blanks: a tab goes to the next multiple of eight "
          "columns");
    std::string_view word = raw.occ.str();
    if (word == "$" || word == "$$" || (raw.kind == TOK_BAR && last_kind_ == '[')) {
      d.kind = diag::UnsupportedExtension;
      d.hint("splices and quotations need TemplateHaskell, which gphc does not implement");
    }
  }

  bool recover() {
    if (errors_ >= kMaxErrors) return false;
    if (!has_restart_) {
      if (!layout_.skip_header()) return false;
      machine_.truncate(1);  // START_MODULE alone
      return true;
    }
    if (accepted_ == 0) layout_.skip();
    accepted_ = 0;
    if (!layout_.resync()) {
      machine_.truncate(restart_);
      return true;
    }
    machine_.truncate(restart_);
    return true;
  }

  Lexer lexer_;
  Layout layout_;
  Machine machine_;
  Builder *builder_;
  bool in_body_ = false;  // of an instance or a class, when the module's block has an open one in it
  std::string *trace_;
  int last_kind_ = 0;
  int before_arrow_ = 0;  // TOK_BACKSLASH: of a lambda whose arrow has not come; TOK_INSTANCE, TOK_CLASS: in a head
  size_t errors_ = 0, accepted_ = 0, restart_ = 0;
  bool has_restart_ = false;
};

LexOptions lex_options(const Module *m) {
  LexOptions o;
  o.magic_hash = m->ext("MagicHash");
  o.unboxed_tuples = m->ext("UnboxedTuples");
  o.recursive_do = m->ext("RecursiveDo") || m->ext("DoRec");
  o.unicode_syntax = m->ext("UnicodeSyntax");
  o.n_plus_k = m->ext("NPlusKPatterns");
  o.pattern_synonyms = m->ext("PatternSynonyms");
  o.negative_literals = m->ext("NegativeLiterals");
  o.num_decimals = m->ext("NumDecimals");
  o.hex_floats = m->ext("HexFloatLiterals");
  o.star_is_type = !m->ext("NoStarIsType");
  return o;
}

Module *parse(const SourceFile *file, std::span<const Symbol> extensions, bool on_demand, std::string *trace) {
  Module *m = mk<Module>();
  m->file = file;
  m->on_demand = on_demand;
  m->name = sym("Main");
  m->span = Span{file, 1, 1, 1, 1};
  for (Symbol s : extensions) set_extension(&m->extensions, s.str());
  HeaderPragmas header = scan_header(file);
  for (const HeaderPragmas::Word &w : header.words) {
    if (w.language) {
      if (check_extension(w.text, w.span)) set_extension(&m->extensions, w.text);
      continue;
    }
    m->options.push_back({w.text, w.span});
    if (w.text.substr(0, 2) == "-X" && check_extension(w.text.substr(2), w.span))
      set_extension(&m->extensions, w.text.substr(2));
    if (w.text == "-cpp") set_extension(&m->extensions, "CPP");
    if (w.text == "-fglasgow-exts")
      for (const char *x : glasgow_extensions()) set_extension(&m->extensions, x);
  }
  Builder b;
  b.file = file;
  b.module = m;
  b.lex = lex_options(m);
  b.values = mk<LocalBinds>();
  Decl *values = b.decl(DeclTag::Values, m->span);
  values->body = b.values;
  m->decls.push_back(values);
  Parser parser(Lexer(file, b.lex), &b, trace);
  parser.run();
  b.finish();
  return m;
}

}  // namespace

Module *parse_module(const SourceFile *file, std::span<const Symbol> extensions, bool on_demand) {
  return parse(file, extensions, on_demand, nullptr);
}

void parse_equations(Bind *bind) {
  const Unparsed u = *bind->unparsed;
  bind->unparsed = nullptr;
  Module *m = mk<Module>();
  m->file = u.module->file;
  m->extensions = u.module->extensions;
  Builder b;
  b.file = m->file;
  b.module = m;
  b.lex = lex_options(m);
  b.values = mk<LocalBinds>();
  Parser parser(Lexer(b.file, b.lex, u.from, u.to, u.line, u.col), &b, nullptr);
  parser.run();
  b.finish();
  bind->matches = {};
  for (const Bind *x : b.values->binds) {
    if (x == b.values->binds[0]) bind->infix = x->infix;
    bind->name.span = b.values->binds[0]->name.span;
    bind->span = join(b.values->binds[0]->span, x->span);
    bind->matches.append(x->matches);
  }
}

void dump_tokens(const SourceFile *file, std::span<const Symbol> extensions, std::string *out) {
  parse(file, extensions, false, out);
}

}  // namespace gphc
