// layout.h: the offside rule (Haskell 2010 section 10.3) between lexer and parser. See layout.cc.
#pragma once
#include <vector>
#include "syntax/lexer.h"

namespace gphc {

class Layout {
 public:
  explicit Layout(Lexer *lexer);
  // The token to offer to the parser next: from the source, or a TOK_VOPEN, TOK_VCLOSE, ';' that the layout implies.
  const Token &peek();
  // The parser took what peek() returned.
  void accept();
  // How many of the innermost blocks are implicit and could end here: parse-error(t). Not the outermost one, the
  // module's.
  size_t closable() const {
    size_t n = 0;
    while (n + 1 < contexts_.size() && contexts_[contexts_.size() - 1 - n].col > 0) n++;
    return n;
  }
  void close();
  // After a syntax error: skips to the next token that starts a top-level declaration, leaving only the outermost block
  // open. False at the end of the file.
  bool resync();
  // After a syntax error in the module's header: skips to the first token after its `where` and opens the module's
  // block there.
  bool skip_header();
  void skip() {
    fetch();
    ready_ = false;
  }
  // What comes up to byte `to` of the text has been dealt with: it began an item of the innermost block.
  void skip_to(size_t to) {
    lexer_->skip_to(to);
    last_ = 0;
    skip();
  }
  // Whether peek() stands at the first token of an item.
  bool at_item() const { return !virtual_ && raw_.first_on_line && line_start_done_ && pending_ == Pending::None; }
  // The token of the source that peek() stands at.
  const Token &raw() const { return raw_; }
  bool is_virtual() const { return virtual_; }
  // Where the last token of the source that was accepted ends: a block that the layout closes ends there.
  Span end_of_last() const;
  size_t depth() const { return contexts_.size(); }
  // The keyword that opened the innermost block, 0 for the module's, and its column (0: explicit braces).
  int opener() const { return contexts_.empty() ? 0 : contexts_.back().opener; }
  uint32_t column() const { return contexts_.empty() ? 0 : contexts_.back().col; }

 private:
  struct Context {
    uint32_t col;     // 0: explicit braces
    bool semicolons;  // whether a line that starts at col gets a `;` (not in a multi-way if)
    int opener;       // the keyword before it; 0: the module's
  };
  Lexer *lexer_;
  std::vector<Context> contexts_;
  Token raw_, out_;
  int last_ = 0;  // kind of the last token of the source that was accepted
  Span last_span_;
  enum class Pending : uint8_t { None, Open, OpenDo, OpenIf, EmptyClose } pending_ = Pending::None;
  bool line_start_done_ = false;
  bool virtual_ = false, ready_ = false;

  void fetch();
  void emit(int kind);
  // Whether no item from raw_ to the end of the file, in the column of the innermost block, looks like a declaration.
  bool only_statements() const;
};

}  // namespace gphc
