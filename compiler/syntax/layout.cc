// layout.cc: the offside rule.
//
// The Report gives a function L from tokens annotated with {n} (a block may open at column n) and <n> (a line starts at
// column n) and a stack of contexts to tokens with explicit braces. Here the annotations are not materialised:
// `pending_` is {n} for the token raw_, and `raw_.first_on_line && !line_start_done_` is <n>. peek() computes the head
// of L's result without committing to it, accept() commits:
//
//     source:   let x = 1          contexts: [1]         offered: let VOPEN x = 1 ; y = 2 VCLOSE in
//                   y = 2                    [1,5]
//               in ...                       [1]
//
// parse-error(t), the rule by which `let x = 1 in x` closes its block before `in`, needs the parser: parse.cc asks it
// whether the token offered can be shifted at all, and when it could be only after one or more TOK_VCLOSE, calls
// close(). Because the parser is asked before it performs any reduction (see grammar.yy, Machine::acceptable), this is
// exactly the Report's rule.
//
// Beyond the Report:
//   NondecreasingIndentation: a block of `do` may open at the column of the enclosing block. That of the module only if
//     the rest of the file are statements: `main = do` followed by a declaration in column 1 is an empty do, not a
//     block that swallows the module (for GHC it is one, and the declaration a syntax error in it).
//   `if |` opens a block without semicolons at the bar, so that nested multi-way ifs end by indentation.
//   `\case` opens a block although no `of` follows.
#include "syntax/layout.h"

#include "syntax/grammar.hh"

namespace gphc {

Layout::Layout(Lexer *lexer) : lexer_(lexer) {
  fetch();
  if (raw_.kind != TOK_MODULE && raw_.kind != '{') pending_ = Pending::Open;
  line_start_done_ = true;
}

void Layout::fetch() {
  raw_ = lexer_->next();
  line_start_done_ = false;
}

void Layout::emit(int kind) {
  out_ = Token{};
  out_.kind = kind;
  out_.span = raw_.span;
  out_.span.end_line = raw_.span.line;
  out_.span.end_col = raw_.span.col;
  if (kind == TOK_VCLOSE) out_.span = end_of_last();
  virtual_ = true;
}

Span Layout::end_of_last() const {
  Span s = last_span_.file ? last_span_ : raw_.span;
  s.line = s.end_line;
  s.col = s.end_col;
  return s;
}

const Token &Layout::peek() {
  if (ready_) return out_;
  ready_ = true;
  virtual_ = false;
  if (pending_ == Pending::EmptyClose) {
    emit(TOK_VCLOSE);
    return out_;
  }
  if (pending_ == Pending::OpenIf && raw_.kind != TOK_BAR) pending_ = Pending::None;
  if (pending_ != Pending::None) {
    if (raw_.kind != '{') {
      emit(TOK_VOPEN);
      return out_;
    }
    pending_ = Pending::None;
    line_start_done_ = true;
  }
  if (!contexts_.empty() && contexts_.back().col > 0) {
    const Context &c = contexts_.back();
    if (raw_.kind == TOK_END) {
      emit(TOK_VCLOSE);
      return out_;
    }
    if (raw_.first_on_line && !line_start_done_) {
      if (raw_.span.col < c.col) {
        emit(TOK_VCLOSE);
        return out_;
      }
      if (raw_.span.col == c.col && c.semicolons) {
        emit(';');
        return out_;
      }
    }
  }
  out_ = raw_;
  return out_;
}

void Layout::accept() {
  ready_ = false;
  if (virtual_) {
    switch (out_.kind) {
      case ';': line_start_done_ = true; return;
      case TOK_VOPEN: {
        uint32_t col = raw_.kind == TOK_END ? 0 : raw_.span.col;
        uint32_t enclosing = contexts_.empty() ? 0 : contexts_.back().col;
        bool same_column =
            pending_ == Pending::OpenDo && col == enclosing && col > 0 && (contexts_.size() > 1 || only_statements());
        if (col > enclosing || same_column) {
          contexts_.push_back({col, pending_ != Pending::OpenIf, contexts_.empty() ? 0 : last_});
          pending_ = Pending::None;
          line_start_done_ = true;
        } else {
          pending_ = Pending::EmptyClose;
        }
        return;
      }
      default:  // TOK_VCLOSE
        if (pending_ == Pending::EmptyClose) {
          pending_ = Pending::None;
          return;
        }
        contexts_.pop_back();
        return;
    }
  }
  int kind = raw_.kind;
  if (kind == TOK_END) {
    ready_ = true;
    return;
  }
  switch (kind) {
    case '{': contexts_.push_back({0, false, last_}); break;
    case '}':
      if (!contexts_.empty() && contexts_.back().col == 0) contexts_.pop_back();
      break;
    case TOK_DO:
    case TOK_MDO: pending_ = Pending::OpenDo; break;
    case TOK_LET:
    case TOK_WHERE:
    case TOK_OF:
    case TOK_REC: pending_ = Pending::Open; break;
    case TOK_IF: pending_ = Pending::OpenIf; break;
    case TOK_CASE:
      if (last_ == TOK_BACKSLASH) pending_ = Pending::Open;
      break;
    default: break;
  }
  last_ = kind;
  last_span_ = raw_.span;
  fetch();
}

void Layout::close() {
  ready_ = false;
  contexts_.pop_back();
}

bool Layout::only_statements() const {
  Lexer ahead = *lexer_;
  const uint32_t col = contexts_.back().col;
  bool head = true;  // of an item: where `=`, `::` or a guard makes it a declaration
  int brackets = 0;
  for (Token t = raw_; t.kind != TOK_END; t = ahead.next()) {
    if (t.first_on_line && t.span.col <= col) head = true, brackets = 0;
    switch (t.kind) {
      case TOK_LEX_ERROR: return false;
      case TOK_CLASS:
      case TOK_DATA:
      case TOK_DEFAULT:
      case TOK_FOREIGN:
      case TOK_IMPORT:
      case TOK_INFIX:
      case TOK_INFIXL:
      case TOK_INFIXR:
      case TOK_INSTANCE:
      case TOK_NEWTYPE:
      case TOK_TYPE:
        if (t.first_on_line && t.span.col <= col) return false;
        break;
      case '(':
      case '[':
      case '{': brackets++; break;
      case ')':
      case ']':
      case '}': brackets--; break;
      case TOK_EQUALS:
      case TOK_DCOLON:
      case TOK_BAR:
        if (head && brackets == 0) return false;
        break;
      case TOK_BACKSLASH:
      case TOK_CASE:
      case TOK_DO:
      case TOK_IF:
      case TOK_LARROW:
      case TOK_LET:
      case TOK_WHERE: head = false; break;
    }
  }
  return true;
}

bool Layout::resync() {
  ready_ = false;
  pending_ = Pending::None;
  if (contexts_.size() > 1) contexts_.resize(1);
  uint32_t col = contexts_.empty() ? 1 : contexts_[0].col;
  if (col == 0) {
    // Explicit braces: to the next `;` outside of any braces opened from here on.
    for (size_t open = 0; raw_.kind != TOK_END; fetch()) {
      if (raw_.kind == '{') open++;
      else if (raw_.kind == '}') {
        if (open == 0) break;
        open--;
      } else if (raw_.kind == ';' && open == 0) {
        fetch();
        break;
      }
    }
  } else {
    while (raw_.kind != TOK_END && !(raw_.first_on_line && raw_.span.col <= col && raw_.kind != TOK_LEX_ERROR)) fetch();
  }
  line_start_done_ = true;
  return raw_.kind != TOK_END;
}

bool Layout::skip_header() {
  while (raw_.kind != TOK_END && raw_.kind != TOK_WHERE) fetch();
  if (raw_.kind == TOK_END) return false;
  fetch();
  ready_ = false;
  contexts_.clear();
  pending_ = Pending::Open;
  return true;
}

}  // namespace gphc
