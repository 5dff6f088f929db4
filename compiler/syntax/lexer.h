// lexer.h: text to tokens, on demand. See lexer.re.
#pragma once
#include "syntax/token.h"

namespace gphc {

class Lexer {
 public:
  Lexer(const SourceFile *file, const LexOptions &options);
  // Of a part of the text, which begins in that line and column.
  Lexer(const SourceFile *file, const LexOptions &options, size_t from, size_t to, uint32_t line, uint32_t col);
  // Goes on at that byte of the text, which is further on.
  void skip_to(size_t at);
  // The next token. After a lexical error, which is reported here, the kind is TOK_LEX_ERROR; at the end TOK_END, again
  // and again.
  Token next();
  // The word for a token in messages: "`where'", "end of input".
  static std::string describe(const Token &t);
  // Whether an operator character stands at p.
  static bool is_symbol(const char *p);

 private:
  const SourceFile *file_;
  LexOptions opt_;
  const char *cur_;  // next byte to lex
  const char *end_;
  const char *from_;  // where the token began
  const char *pos_;   // line_ and col_ are the position of this byte, <= cur_
  uint32_t line_ = 1, col_ = 1;
  uint32_t token_line_ = 0;  // line on which the previous token ended
  bool in_pragma_ = false;
  bool warned_tab_ = false;

  void advance_to(const char *p);
  Token start(const char *from);
  void finish(Token *t, int kind);
  void error(diag::Kind kind, const char *at, std::string text);
  bool has_bad_byte(const char *to);
  static int classify(const char *p, const char **after);
  void extend_identifier();
  void extend_operator();
  void conid(Token *t, const char *from);
  void varid(Token *t, const char *from);
  void operator_(Token *t, const char *from);
  void integer(Token *t, const char *from, int base);
  void rational(Token *t, const char *from);
  void hex_rational(Token *t, const char *from);
  bool negated(Token *t, const char *from);
  int hashes();
  bool escape(const char **p, uint32_t *ch, bool *empty);
  void char_literal(Token *t, const char *from);
  void string_literal(Token *t, const char *from);
  bool nested_comment(const char *from);
  bool pragma(Token *t, const char *from);
  bool preceded_by_closing(const char *from) const;
  bool followed_by_opening(const char *p) const;
  Token fail(Token t);
};

// A byte at s that is not UTF-8.
void report_bad_byte(Span s, unsigned char byte);
// Appends a code point as UTF-8 (surrogates too, generalised).
void append_utf8(std::string *out, uint32_t ch);

}  // namespace gphc
