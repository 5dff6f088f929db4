// lexer.re: the lexical syntax of Haskell 2010 (chapter 2) and its extensions, by re2c.
//
// One DFA over the ASCII part of the language; a byte above 0x7F leaves it for `classify`, a second, small DFA that maps
// one code point to its role (letter, digit, symbol ...), so that Unicode does not multiply through every rule. Text is
// never copied: names are interned from the file's bytes and a string without escapes is a view of them.
//
// Positions: every byte is counted once, in advance_to, when a token starts or ends. Tabs go to the next multiple of 8.
//
// Whitespace decides what `!`, `~`, `@` and `-1#` mean, as in GHC 9: an operator character is a prefix when something
// opens after it and nothing closes before it (`f !x`, but `a ! i` and `a!i` are operators).
//
// MagicHash, UnboxedTuples, RecursiveDo and PatternSynonyms change tokens; all other extensions are the parser's business.
#include "syntax/lexer.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <vector>

#include "syntax/grammar.hh"

namespace gphc {

namespace {

enum CharClass { kUpper, kLower, kDigit, kIdChar, kSymbol, kSpace, kOther };

// Reserved words and the special names with a token of their own, found by the symbol's number.
struct Keywords {
  std::vector<uint16_t> kind;
  Keywords() {
    add("case", TOK_CASE); add("class", TOK_CLASS); add("data", TOK_DATA); add("default", TOK_DEFAULT); add("deriving", TOK_DERIVING);
    add("do", TOK_DO); add("else", TOK_ELSE); add("foreign", TOK_FOREIGN); add("if", TOK_IF); add("import", TOK_IMPORT);
    add("in", TOK_IN); add("infix", TOK_INFIX); add("infixl", TOK_INFIXL); add("infixr", TOK_INFIXR); add("instance", TOK_INSTANCE);
    add("let", TOK_LET); add("module", TOK_MODULE); add("newtype", TOK_NEWTYPE); add("of", TOK_OF); add("then", TOK_THEN);
    add("type", TOK_TYPE); add("where", TOK_WHERE); add("_", TOK_WILD);
    add("as", TOK_AS); add("qualified", TOK_QUALIFIED); add("hiding", TOK_HIDING); add("forall", TOK_FORALL);
    add("mdo", TOK_MDO); add("rec", TOK_REC); add("pattern", TOK_PATTERN);
    add("..", TOK_DOTDOT); add("::", TOK_DCOLON); add("=", TOK_EQUALS); add("\\", TOK_BACKSLASH); add("|", TOK_BAR);
    add("<-", TOK_LARROW); add("->", TOK_ARROW); add("=>", TOK_DARROW); add("-", TOK_MINUS); add(".", TOK_DOT);
    add("\u2237", TOK_DCOLON); add("\u21d2", TOK_DARROW); add("\u2192", TOK_ARROW); add("\u2190", TOK_LARROW); add("\u2200", TOK_FORALL);
  }
  void add(std::string_view s, int k) {
    uint32_t id = sym(s).id();
    if (kind.size() <= id) kind.resize(id + 1);
    kind[id] = uint16_t(k);
  }
  int find(Symbol s) const { return s.id() < kind.size() ? kind[s.id()] : 0; }
};

const Keywords &keywords() {
  static const Keywords k;
  return k;
}

constexpr long long kMaxBinaryExponent = 20000;   // of a hexadecimal fraction
constexpr size_t kMaxDigits = 100000;  // of a number whose base must be converted, which takes quadratic time

bool is_ident_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '\''; }
bool is_ascii_symbol(char c) {
  switch (c) {
  case '!': case '#': case '$': case '%': case '&': case '*': case '+': case '.': case '/': case '<': case '=': case '>': case '?': case '@':
  case '\\': case '^': case '|': case '-': case '~': case ':': return true;
  default: return false;
  }
}

std::string_view keep(const std::string &s) {
  char *p = static_cast<char *>(g_arena.alloc(s.size() + 1));
  std::memcpy(p, s.data(), s.size());
  p[s.size()] = 0;
  return {p, s.size()};
}

// Decimal digits of a number written in `base` (underscores skipped).
std::string to_decimal(std::string_view digits, int base) {
  std::string plain;
  for (char c : digits)
    if (c != '_') plain += c;
  size_t zeros = 0;
  while (zeros + 1 < plain.size() && plain[zeros] == '0') zeros++;
  plain.erase(0, zeros);
  if (base == 10) return plain;
  uint64_t small = 0;
  if (std::from_chars(plain.data(), plain.data() + plain.size(), small, base).ec == std::errc()) return std::to_string(small);
  // Big: limbs of 10^9, least significant first.
  std::vector<uint32_t> limbs{0};
  for (size_t i = 0; i < plain.size();) {
    // Several digits at once: the factor stays below 2^28.
    uint64_t carry = 0, factor = 1;
    for (; i < plain.size() && factor * uint64_t(base) <= uint64_t(1) << 28; i++, factor *= uint64_t(base))
      carry = carry * uint64_t(base) + uint64_t(plain[i] <= '9' ? plain[i] - '0' : (plain[i] | 32) - 'a' + 10);
    for (uint32_t &l : limbs) { uint64_t x = uint64_t(l) * factor + carry; l = uint32_t(x % 1000000000); carry = x / 1000000000; }
    while (carry) { limbs.push_back(uint32_t(carry % 1000000000)); carry /= 1000000000; }
  }
  std::string out = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) { std::string part = std::to_string(limbs[i]); out += std::string(9 - part.size(), '0') + part; }
  return out;
}

uint32_t decode(const char *p, const char **after) {
  unsigned char c = (unsigned char)*p;
  int n = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
  uint32_t ch = n == 0 ? c : n == 1 ? c & 0x1F : n == 2 ? c & 0x0F : c & 0x07;
  for (int i = 1; i <= n; i++) ch = ch << 6 | ((unsigned char)p[i] & 0x3F);
  *after = p + n + 1;
  return ch;
}

// Pragmas of GHC that change nothing here: skipped without a warning. LANGUAGE and OPTIONS are read before lexing.
const char *const kIgnoredPragmas[] = {"LANGUAGE", "OPTIONS", "OPTIONS_GHC", "OPTIONS_GPHC", "OPTIONS_HADDOCK", "OPTIONS_HUGS", "OPTIONS_NHC98", "OPTIONS_JHC",
                                       "OPTIONS_YHC", "OPTIONS_CATCH", "OPTIONS_DERIVE", "INCLUDE", "ANN", "SOURCE", "LINE", "COLUMN", "CTYPE", "CORE",
                                       "GENERATED", "VECTORISE", "VECTORIZE", "NOVECTORISE", "NOVECTORIZE", "INCOHERENT_INSTANCES", "HLINT", "NOSPECIALISE", "NOSPECIALIZE"};

struct PragmaRow { const char *word; int kind; };
const PragmaRow kPragmas[] = {
    {"INLINE", TOK_PRAG_INLINE}, {"NOINLINE", TOK_PRAG_INLINE}, {"NOTINLINE", TOK_PRAG_INLINE}, {"INLINABLE", TOK_PRAG_INLINE}, {"INLINEABLE", TOK_PRAG_INLINE},
    {"OPAQUE", TOK_PRAG_INLINE}, {"SPECIALISE", TOK_PRAG_SPECIALISE}, {"SPECIALIZE", TOK_PRAG_SPECIALISE}, {"RULES", TOK_PRAG_RULES},
    {"DEPRECATED", TOK_PRAG_DEPRECATED}, {"WARNING", TOK_PRAG_DEPRECATED}, {"COMPLETE", TOK_PRAG_COMPLETE}, {"SCC", TOK_PRAG_SCC},
    {"UNPACK", TOK_PRAG_UNPACK}, {"NOUNPACK", TOK_PRAG_UNPACK}, {"OVERLAPPING", TOK_PRAG_OVERLAP}, {"OVERLAPPABLE", TOK_PRAG_OVERLAP},
    {"OVERLAPS", TOK_PRAG_OVERLAP}, {"INCOHERENT", TOK_PRAG_OVERLAP}, {"MINIMAL", TOK_RAW_PRAGMA}};

// The named ASCII control characters of escapes; longest first where one is a prefix of another.
struct AsciiName { const char *name; uint32_t ch; };
const AsciiName kAsciiNames[] = {
    {"NUL", 0}, {"SOH", 1}, {"STX", 2}, {"ETX", 3}, {"EOT", 4}, {"ENQ", 5}, {"ACK", 6}, {"BEL", 7}, {"BS", 8}, {"HT", 9}, {"LF", 10}, {"VT", 11},
    {"FF", 12}, {"CR", 13}, {"SO", 14}, {"SI", 15}, {"DLE", 16}, {"DC1", 17}, {"DC2", 18}, {"DC3", 19}, {"DC4", 20}, {"NAK", 21}, {"SYN", 22},
    {"ETB", 23}, {"CAN", 24}, {"EM", 25}, {"SUB", 26}, {"ESC", 27}, {"FS", 28}, {"GS", 29}, {"RS", 30}, {"US", 31}, {"SP", 32}, {"DEL", 127}};

}  // namespace

void append_utf8(std::string *out, uint32_t c) {
  if (c < 0x80) { *out += char(c); return; }
  if (c < 0x800) { *out += char(0xC0 | c >> 6); *out += char(0x80 | (c & 0x3F)); return; }
  if (c < 0x10000) { *out += char(0xE0 | c >> 12); *out += char(0x80 | (c >> 6 & 0x3F)); *out += char(0x80 | (c & 0x3F)); return; }
  *out += char(0xF0 | c >> 18); *out += char(0x80 | (c >> 12 & 0x3F)); *out += char(0x80 | (c >> 6 & 0x3F)); *out += char(0x80 | (c & 0x3F));
}

Lexer::Lexer(const SourceFile *file, const LexOptions &options)
    : file_(file), opt_(options), cur_(file->text.data()), end_(cur_ + file->text.size()), pos_(cur_) {}

Lexer::Lexer(const SourceFile *file, const LexOptions &options, size_t from, size_t to, uint32_t line, uint32_t col)
    : file_(file), opt_(options), cur_(file->text.data() + from), end_(file->text.data() + to), pos_(cur_), line_(line), col_(col) {}

void Lexer::skip_to(size_t at) {
  cur_ = file_->text.data() + at;
  advance_to(cur_);
}

// ---- Positions and tokens ----------------------------------------------------------------------------------------------
void Lexer::advance_to(const char *p) {
  const char *q = pos_;
  uint32_t col = col_;
  for (; q < p; q++) {
    unsigned char c = (unsigned char)*q;
    if (c >= 0x80) { col += (c & 0xC0) != 0x80; continue; }
    if (c == '\n') {
      line_++;
      col = 1;
      // `# 12 "file"`: a line marker that load.cc left after the text of an included file.
      if (q + 2 < end_ && q[1] == '#' && q[2] == ' ' && q + 3 < end_ && q[3] >= '0' && q[3] <= '9') {
        uint32_t n = 0;
        const char *r = q + 3;
        while (*r >= '0' && *r <= '9') n = n * 10 + uint32_t(*r++ - '0');
        line_ = n - 1;
      }
      continue;
    }
    if (c == '\t') {
      uint32_t to = (col - 1) / 8 * 8 + 9;
      if (!warned_tab_) {
        warned_tab_ = true;
        diags().warn(Span{file_, line_, col, line_, to}, diag::LexTab, "a tab character; tab stops are eight columns apart");
      }
      col = to;
      continue;
    }
    col++;
  }
  col_ = col;
  pos_ = q;
}

Token Lexer::start(const char *from) {
  from_ = from;
  advance_to(from);
  Token t;
  t.span = Span{file_, line_, col_, line_, col_};
  t.first_on_line = line_ != token_line_;
  return t;
}

void report_bad_byte(Span s, unsigned char byte) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02X", byte);
  diags().error(s, diag::LexNotUtf8, std::string("the file is not UTF-8: invalid byte ") + text);
}

// Whether the token that ends at `to` has a byte that is not UTF-8, which is reported.
bool Lexer::has_bad_byte(const char *to) {
  const std::string_view token(from_, size_t(to - from_));
  const size_t at = file_->not_utf8 ? token.find(kBadByte) : token.npos;
  if (at == token.npos) return false;
  advance_to(from_ + at);
  const unsigned high = (unsigned char)token[at + 2] & 0x3, low = (unsigned char)token[at + 3] & 0x3F;
  report_bad_byte(Span{file_, line_, col_, line_, col_ + 1}, (unsigned char)(high << 6 | low));
  return true;
}

void Lexer::finish(Token *t, int kind) {
  if (kind != TOK_LEX_ERROR && has_bad_byte(cur_)) kind = TOK_LEX_ERROR;
  advance_to(cur_);
  t->kind = kind;
  t->span.end_line = line_;
  t->span.end_col = col_;
  token_line_ = line_;
}

void Lexer::error(diag::Kind kind, const char *at, std::string text) {
  advance_to(at);
  diags().error(Span{file_, line_, col_, line_, col_ + 1}, kind, std::move(text));
}

Token Lexer::fail(Token t) {
  finish(&t, TOK_LEX_ERROR);
  return t;
}

std::string Lexer::describe(const Token &t) {
  switch (t.kind) {
  case TOK_END: return "end of input";
  case TOK_STRING: case TOK_LITERAL: case TOK_INTEGER: break;
  default:
    if (t.occ && t.occ.str().size() <= 200) return "`" + (t.qual ? t.qual.string() + "." : "") + t.occ.string() + "'";
  }
  std::string_view line = t.span.file->line(t.span.line);
  // The token's text, found again by its columns.
  uint32_t col = 1;
  std::string text;
  for (char c : line) {
    if ((c & 0xC0) == 0x80) { if (!text.empty()) text += c; continue; }
    if (t.span.end_line == t.span.line && col >= t.span.end_col) break;
    if (col >= t.span.col) text += c;
    col = c == '\t' ? (col - 1) / 8 * 8 + 9 : col + 1;
    if (text.size() > 60) { text += "..."; break; }
  }
  return "`" + text + "'";
}

// ---- Characters --------------------------------------------------------------------------------------------------------
/*!include:re2c "unicode_categories.re" */

// The role of the code point at p, which is not ASCII. As GHC: letters without case count as lower case, modifier letters
// and non-spacing marks continue an identifier, quotes and brackets are no symbols.
int Lexer::classify(const char *p, const char **after) {
  const char *YYCURSOR = p, *YYMARKER = p;
  /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yyfill:enable = 0;
    Lu | Lt                                   { *after = YYCURSOR; return kUpper; }
    Ll | Lo                                   { *after = YYCURSOR; return kLower; }
    Nd | No                                   { *after = YYCURSOR; return kDigit; }
    Lm | Mn                                   { *after = YYCURSOR; return kIdChar; }
    Pc | Pd | Po | Sm | Sc | Sk | So          { *after = YYCURSOR; return kSymbol; }
    Zs                                        { *after = YYCURSOR; return kSpace; }
    *                                         { decode(p, after); return kOther; }
  */
}

bool Lexer::is_symbol(const char *p) {
  if ((unsigned char)*p < 0x80) return is_ascii_symbol(*p);
  const char *after;
  return classify(p, &after) == kSymbol;
}

// From inside an identifier: the rest of it.
void Lexer::extend_identifier() {
  for (;;) {
    if (is_ident_char(*cur_)) { cur_++; continue; }
    if ((unsigned char)*cur_ < 0x80) return;
    const char *after;
    int c = classify(cur_, &after);
    if (c == kSymbol || c == kSpace || c == kOther) return;
    cur_ = after;
  }
}

void Lexer::extend_operator() {
  for (;;) {
    if (is_ascii_symbol(*cur_)) { cur_++; continue; }
    if ((unsigned char)*cur_ < 0x80) return;
    const char *after;
    if (classify(cur_, &after) != kSymbol) return;
    cur_ = after;
  }
}

// `#` signs after a literal, at most two; 0 unless MagicHash.
int Lexer::hashes() {
  int n = 0;
  if (opt_.magic_hash)
    while (*cur_ == '#' && n < 2) { cur_++; n++; }
  return n;
}

bool Lexer::preceded_by_closing(const char *from) const {
  if (from == file_->text.data()) return false;
  char c = from[-1];
  if (c == '}' && from - file_->text.data() >= 2 && from[-2] == '-') return false;     // a comment or pragma: {-# UNPACK #-}!Int
  return is_ident_char(c) || c == ')' || c == ']' || c == '"' || c == '}' || (unsigned char)c >= 0x80;
}

bool Lexer::followed_by_opening(const char *p) const {
  char c = *p;
  if (c == '{') return p[1] != '-';
  return is_ident_char(c) || c == '(' || c == '[' || c == '"' || ((unsigned char)c >= 0x80 && !is_symbol(p));
}

// ---- Names -------------------------------------------------------------------------------------------------------------
void Lexer::varid(Token *t, const char *from) {
  extend_identifier();
  if (opt_.magic_hash) while (*cur_ == '#') cur_++;
  t->occ = sym(std::string_view(from, size_t(cur_ - from)));
  int kind = keywords().find(t->occ);
  if ((kind == TOK_MDO || kind == TOK_REC) && !opt_.recursive_do) kind = 0;
  if (kind == TOK_PATTERN && !opt_.pattern_synonyms) kind = 0;
  if (!kind) kind = TOK_VARID;
  finish(t, kind);
}

// At a capital letter: a constructor or module name, or a qualified name of any sort.
void Lexer::conid(Token *t, const char *from) {
  const char *part = from;
  for (;;) {
    extend_identifier();
    const char *part_end = cur_;
    if (opt_.magic_hash) while (*cur_ == '#') cur_++;
    if (*cur_ != '.' || cur_ != part_end) break;
    const char *p = cur_ + 1;
    int c;
    const char *after = p + 1;
    if ((unsigned char)*p >= 0x80) c = classify(p, &after);
    else c = *p >= 'A' && *p <= 'Z' ? kUpper : (*p >= 'a' && *p <= 'z') || *p == '_' ? kLower : is_ascii_symbol(*p) ? kSymbol : kOther;
    if (c == kUpper) { cur_ = after; part = p; continue; }
    if (c == kLower) {
      cur_ = after;
      extend_identifier();
      if (opt_.magic_hash) while (*cur_ == '#') cur_++;
      Symbol name = sym(std::string_view(p, size_t(cur_ - p)));
      int k = keywords().find(name);
      if (k && k != TOK_AS && k != TOK_QUALIFIED && k != TOK_HIDING && k != TOK_FORALL && k != TOK_MDO && k != TOK_REC && k != TOK_PATTERN) { cur_ = part_end; break; }
      t->qual = sym(std::string_view(from, size_t(part_end - from)));
      t->occ = name;
      finish(t, TOK_QVARID);
      return;
    }
    if (c == kSymbol) {
      cur_ = after;
      extend_operator();
      t->qual = sym(std::string_view(from, size_t(part_end - from)));
      t->occ = sym(std::string_view(p, size_t(cur_ - p)));
      finish(t, *p == ':' ? TOK_QCONSYM : TOK_QVARSYM);
      return;
    }
    break;
  }
  t->occ = sym(std::string_view(part, size_t(cur_ - part)));
  if (part != from) t->qual = sym(std::string_view(from, size_t(part - 1 - from)));
  finish(t, part != from ? TOK_QCONID : TOK_CONID);
}

void Lexer::operator_(Token *t, const char *from) {
  extend_operator();
  size_t n = size_t(cur_ - from);
  t->occ = sym(std::string_view(from, n));
  int kind = keywords().find(t->occ);
  if (kind && (unsigned char)*from >= 0x80 && !opt_.unicode_syntax) kind = 0;
  if (n == 1) {
    bool prefix = !preceded_by_closing(from) && followed_by_opening(cur_);
    switch (*from) {
    case '!': kind = prefix ? TOK_BANG : TOK_VARSYM; break;
    case '~': kind = prefix ? TOK_TILDE : TOK_VARSYM; break;
    case '@': kind = prefix ? TOK_PREFIX_AT : TOK_AT; break;
    case '*': kind = opt_.star_is_type ? TOK_STAR : TOK_VARSYM; break;
    default: break;
    }
  }
  if (!kind) kind = *from == ':' ? TOK_CONSYM : TOK_VARSYM;
  finish(t, kind);
}

// ---- Numbers -----------------------------------------------------------------------------------------------------------
void Lexer::integer(Token *t, const char *from, int base) {
  bool negative = *from == '-';
  std::string_view digits(from + negative + (base == 10 ? 0 : 2), size_t(cur_ - from) - negative - (base == 10 ? 0 : 2));
  if (base != 10 && digits.size() > kMaxDigits) { error(diag::LexBadLiteral, from, "a number of more than " + std::to_string(kMaxDigits) + " digits; only decimal ones may be that long"); finish(t, TOK_LEX_ERROR); return; }
  bool plain = base == 10 && !negative && (digits.size() == 1 || digits[0] != '0') && digits.find('_') == digits.npos;
  t->lit.tag = LitTag::Integer;
  t->lit.text = plain ? digits : keep((negative ? "-" : "") + to_decimal(digits, base));
  int h = hashes();
  if (h) t->lit.tag = h == 1 ? LitTag::IntPrim : LitTag::WordPrim;
  if (h == 2 && negative) { error(diag::LexBadLiteral, from, "a negative Word# literal"); finish(t, TOK_LEX_ERROR); return; }
  finish(t, h ? TOK_LITERAL : TOK_INTEGER);
}

// digits [. digits] [e [+-] digits]: exactly, as numerator/denominator.
void Lexer::rational(Token *t, const char *from) {
  std::string num;
  long long scale = 0;   // power of ten to multiply num by
  const char *p = from;
  bool negative = *p == '-';
  if (negative) p++;
  bool point = false;
  for (; p < cur_ && *p != 'e' && *p != 'E'; p++) {
    if (*p == '_') continue;
    if (*p == '.') { point = true; continue; }
    num += *p;
    if (point) scale--;
  }
  if (p < cur_) {
    p++;
    bool minus = *p == '-';
    if (*p == '+' || *p == '-') p++;
    long long e = 0;
    for (; p < cur_; p++)
      if (*p != '_' && e < 100000000) e = e * 10 + (*p - '0');
    scale += minus ? -e : e;
  }
  size_t zeros = 0;
  while (zeros + 1 < num.size() && num[zeros] == '0') zeros++;
  num.erase(0, zeros);
  while (scale < 0 && num.size() > 1 && num.back() == '0') { num.pop_back(); scale++; }
  if (num == "0") scale = 0;
  if (scale > 1000000 || scale < -1000000) {
    error(diag::LexBadLiteral, from, "a number with an exponent this large");
    finish(t, TOK_LEX_ERROR);
    return;
  }
  std::string den = "1";
  if (opt_.num_decimals && scale >= 0 && !(opt_.magic_hash && *cur_ == '#')) {
    t->lit.tag = LitTag::Integer;
    t->lit.text = keep((negative ? "-" : "") + num + (num == "0" ? "" : std::string(size_t(scale), '0')));
    finish(t, TOK_INTEGER);
    return;
  }
  if (scale > 0) num += std::string(size_t(scale), '0');
  if (scale < 0) den += std::string(size_t(-scale), '0');
  t->lit.tag = LitTag::Rational;
  t->lit.text = keep((negative ? "-" : "") + num + "/" + den);
  int h = hashes();
  if (h) t->lit.tag = h == 1 ? LitTag::FloatPrim : LitTag::DoublePrim;
  finish(t, TOK_LITERAL);
}

// A decimal number times five to the power k.
static std::string times_5_to(std::string digits, size_t k) {
  std::reverse(digits.begin(), digits.end());
  while (k > 0) {
    uint64_t by = 1, carry = 0;
    for (int i = 0; i < 8 && k > 0; i++, k--) by *= 5;
    for (char &c : digits) { carry += uint64_t(c - '0') * by; c = char('0' + carry % 10); carry /= 10; }
    for (; carry; carry /= 10) digits += char('0' + carry % 10);
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// 0x hexdigits [. hexdigits] [p [+-] digits]: the digits as a number, times two to the power that follows p. Without `.` and `p` an integer.
// The denominator is a power of ten, as of all rationals: n / 2^k is n * 5^k / 10^k.
void Lexer::hex_rational(Token *t, const char *from) {
  std::string bits;
  long long scale = 0;   // power of two to multiply bits by
  bool point = false;
  bool negative = *from == '-';
  const char *p = from + negative + 2;
  if (!opt_.hex_floats) {
    for (cur_ = p; std::isxdigit((unsigned char)*cur_) || *cur_ == '_'; cur_++) {}   // the integer alone
    return integer(t, from, 16);
  }
  for (; p < cur_ && *p != 'p' && *p != 'P'; p++) {
    if (*p == '_') continue;
    if (*p == '.') { point = true; continue; }
    int d = *p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10;
    for (int i = 3; i >= 0; i--) bits += char('0' + ((d >> i) & 1));
    if (point) scale -= 4;
  }
  if (p == cur_ && !point) return integer(t, from, 16);
  if (p < cur_) {
    p++;
    bool minus = *p == '-';
    if (*p == '+' || *p == '-') p++;
    long long e = 0;
    for (; p < cur_; p++)
      if (*p != '_' && e < 100000000) e = e * 10 + (*p - '0');
    scale += minus ? -e : e;
  }
  if (bits.find('1') == bits.npos) scale = 0;
  while (scale < 0 && bits.size() > 1 && bits.back() == '0') { bits.pop_back(); scale++; }
  if (scale > kMaxBinaryExponent || scale < -kMaxBinaryExponent || bits.size() > kMaxDigits) {
    error(diag::LexBadLiteral, from, "a number with an exponent this large");
    finish(t, TOK_LEX_ERROR);
    return;
  }
  std::string num = std::string(to_decimal(bits + std::string(size_t(scale > 0 ? scale : 0), '0'), 2));
  num = (negative ? "-" : "") + times_5_to(num, size_t(scale < 0 ? -scale : 0));
  if (opt_.num_decimals && scale >= 0) {
    t->lit.tag = LitTag::Integer;
    t->lit.text = keep(num);
    finish(t, TOK_INTEGER);
    return;
  }
  t->lit.tag = LitTag::Rational;
  t->lit.text = keep(num + "/1" + std::string(size_t(scale < 0 ? -scale : 0), '0'));
  finish(t, TOK_LITERAL);
}

// A minus sign and digits: one literal under NegativeLiterals, unless the sign follows what it could be subtracted from; else the sign alone.
bool Lexer::negated(Token *t, const char *from) {
  if (opt_.negative_literals && !preceded_by_closing(from)) return true;
  cur_ = from + 1;
  finish(t, TOK_MINUS);
  t->occ = sym("-");
  return false;
}

// ---- Characters and strings --------------------------------------------------------------------------------------------
// At the character after a backslash: the escape's character. `\&` sets *empty. Gaps are the caller's.
bool Lexer::escape(const char **pp, uint32_t *ch, bool *empty) {
  const char *p = *pp;
  *empty = false;
  auto number = [&](int base) {
    uint64_t n = 0;
    const char *first = p;
    for (;; p++) {
      char c = *p;
      int d = c >= '0' && c <= '9' ? c - '0' : (c >= 'a' && c <= 'f') ? c - 'a' + 10 : (c >= 'A' && c <= 'F') ? c - 'A' + 10 : 99;
      if (d >= base) break;
      if (n < 0x1000000) n = n * uint64_t(base) + uint64_t(d);
    }
    if (p == first) { error(diag::LexBadLiteral, p, "lexical error in a string or character literal: digits expected in an escape"); return false; }
    if (n > 0x10FFFF) { error(diag::LexBadLiteral, p - 1, "numeric escape sequence out of range: the largest character is \\1114111"); return false; }
    *ch = uint32_t(n);
    *pp = p;
    return true;
  };
  char c = *p;
  if (c >= '0' && c <= '9') return number(10);
  switch (c) {
  case 'x': case 'X': p++; return number(16);
  case 'o': case 'O': p++; return number(8);
  case 'a': *ch = 7; break;
  case 'b': *ch = 8; break;
  case 'f': *ch = 12; break;
  case 'n': *ch = 10; break;
  case 'r': *ch = 13; break;
  case 't': *ch = 9; break;
  case 'v': *ch = 11; break;
  case '\\': case '"': case '\'': *ch = uint32_t(c); break;
  case '&': *empty = true; break;
  case '^':
    if (p[1] >= '@' && p[1] <= '_') { *ch = uint32_t(p[1] - '@'); *pp = p + 2; return true; }
    error(diag::LexBadLiteral, p, "lexical error in a string or character literal: no such control character");
    return false;
  default:
    for (const AsciiName &n : kAsciiNames) {
      size_t len = std::strlen(n.name);
      if (std::strncmp(p, n.name, len) == 0) {
        // "\SOH" is SOH, not SO followed by H.
        if (n.ch == 14 && p[2] == 'H') continue;
        *ch = n.ch;
        *pp = p + len;
        return true;
      }
    }
    error(diag::LexBadLiteral, p, "lexical error in a string or character literal: no such escape sequence");
    return false;
  }
  *pp = p + 1;
  return true;
}

// Literals hold printable characters and spaces; others have escapes.
static bool is_control(const char *p) { return (unsigned char)*p < ' ' || *p == 0x7F; }

static std::string not_in_literal(const char *p) {
  char text[8];
  std::snprintf(text, sizeof text, "%02X", (unsigned char)*p);
  return *p == '\t' ? "a tab: write \\t" : std::string("the control character 0x") + text + ": write it as an escape";
}

void Lexer::char_literal(Token *t, const char *from) {
  const char *p = from + 1;
  uint32_t ch = 0;
  bool empty = false;
  if (*p == '\\') {
    p++;
    if (!escape(&p, &ch, &empty)) {
      while (*p && *p != '\'' && *p != '\n') p++;
      cur_ = *p == '\'' ? p + 1 : p;
      finish(t, TOK_LEX_ERROR);
      return;
    }
  } else if (*p == '\'' || *p == '\n' || p >= end_) {
    cur_ = p < end_ && *p == '\'' ? p + 1 : p;
    error(diag::LexBadLiteral, *p == '\'' ? from : p, "lexical error: a character literal holds one character");
    finish(t, TOK_LEX_ERROR);
    return;
  } else {
    if (is_control(p) && p[1] == '\'') error(diag::LexBadLiteral, p, "lexical error in a character literal: " + not_in_literal(p));
    ch = decode(p, &p);
  }
  if (*p != '\'' || empty) {
    // 'name, ''Type, '[]: quotes of Template Haskell or promoted constructors.
    bool quote = from[1] != '\\' && (is_ident_char(from[1]) || from[1] == '[' || from[1] == '(' || from[1] == ':');
    const char *close = from + 1;
    while (is_ident_char(*close) && *close != '\'') close++;
    for (const char *q = close; *q == ' ' || (q > close && is_ident_char(*q)); q++)
      if (q[1] == '\'') close = q + 1;  // words
    const bool string = quote && *close == '\'' && close > from + 2;
    cur_ = p;
    extend_identifier();
    if (string) {
      cur_ = close + 1;
      error(diag::LexBadLiteral, from, "lexical error: a character literal holds one character; a string is written \"" + std::string(from + 1, close) + "\", with double quotes");
    } else if (quote) {
      error(diag::UnsupportedExtension, from, "a name after a quote needs DataKinds or TemplateHaskell, which gphc does not implement; a character literal holds one character");
    } else {
      error(diag::LexUnterminated, p, "lexical error in a character literal: `'' expected");
    }
    finish(t, TOK_LEX_ERROR);
    return;
  }
  cur_ = p + 1;
  t->lit.tag = LitTag::Char;
  t->lit.ch = ch;
  if (opt_.magic_hash && *cur_ == '#') { cur_++; t->lit.tag = LitTag::CharPrim; }
  finish(t, TOK_LITERAL);
}

void Lexer::string_literal(Token *t, const char *from) {
  const char *p = from + 1;
  while (*p != '"' && *p != '\\' && !is_control(p)) p++;
  t->lit.tag = LitTag::String;
  if (*p == '"') {
    t->lit.text = std::string_view(from + 1, size_t(p - from - 1));
    cur_ = p + 1;
    if (!(opt_.magic_hash && *cur_ == '#')) { finish(t, TOK_STRING); return; }
  }
  std::vector<uint32_t> chars;
  bool told = false;
  p = from + 1;
  for (;;) {
    if (p >= end_ || *p == '\n' || (*p == '\r' && p[1] == '\n')) {
      error(diag::LexUnterminated, p, "lexical error in string literal: it is not closed before the end of the line");
      cur_ = p;
      finish(t, TOK_LEX_ERROR);
      return;
    }
    if (*p == '"') break;
    if (is_control(p) && !told) {
      told = true;
      error(diag::LexBadLiteral, p, "lexical error in string literal: " + not_in_literal(p));
    }
    if (*p != '\\') { chars.push_back(decode(p, &p)); continue; }
    p++;
    if (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r' || *p == '\f' || *p == '\v') {
      while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r' || *p == '\f' || *p == '\v') p++;
      if (*p != '\\') {
        error(p >= end_ ? diag::LexUnterminated : diag::LexBadLiteral, p, "lexical error in string literal: a gap must end with a backslash");
        cur_ = p;
        finish(t, TOK_LEX_ERROR);
        return;
      }
      p++;
      continue;
    }
    uint32_t ch;
    bool empty;
    if (!escape(&p, &ch, &empty)) {
      while (p < end_ && *p != '"' && *p != '\n') p++;
      cur_ = *p == '"' ? p + 1 : p;
      finish(t, TOK_LEX_ERROR);
      return;
    }
    if (!empty) chars.push_back(ch);
  }
  cur_ = p + 1;
  bool prim = opt_.magic_hash && *cur_ == '#';
  std::string bytes;
  bytes.reserve(chars.size());
  if (prim) {
    cur_++;
    t->lit.tag = LitTag::StringPrim;
    for (uint32_t c : chars) {
      if (c > 0xFF) {
        error(diag::LexBadLiteral, from, "a primitive string literal holds characters up to \\xFF only");
        finish(t, TOK_LEX_ERROR);
        return;
      }
      bytes += char(c);
    }
  } else {
    for (uint32_t c : chars) append_utf8(&bytes, c);
  }
  t->lit.text = keep(bytes);
  finish(t, prim ? TOK_LITERAL : TOK_STRING);
}

// ---- Comments and pragmas ----------------------------------------------------------------------------------------------
bool Lexer::nested_comment(const char *from) {
  size_t depth = 1;
  const char *p = from + 2;
  for (;;) {
    if (p >= end_) {
      error(diag::LexUnterminated, from, "unterminated comment: `{-' without its `-}'");
      cur_ = end_;
      return false;
    }
    if (p[0] == '-' && p[1] == '}') { p += 2; if (--depth == 0) break; continue; }
    if (p[0] == '{' && p[1] == '-') { p += 2; depth++; continue; }
    p++;
  }
  cur_ = p;
  return true;
}

// At `{-#`. True with a token in *t, or false when it was skipped like a comment.
bool Lexer::pragma(Token *t, const char *from) {
  const char *p = from + 3;
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') p++;
  std::string word;
  while (is_ident_char(*p)) word += char(*p >= 'a' && *p <= 'z' ? *p - 32 : *p), p++;
  for (const PragmaRow &row : kPragmas) {
    if (word != row.word) continue;
    *t = start(from);
    t->occ = sym(word);
    if (row.kind == TOK_RAW_PRAGMA) {
      while (*p == ' ' || *p == '\t' || *p == '\n') p++;
      const char *text = p;
      if (!nested_comment(from)) { *t = fail(*t); return true; }
      std::string_view body(text, size_t(cur_ - text));
      while (!body.empty() && (body.back() == '}' || body.back() == '-' || body.back() == '#' || body.back() == ' ')) body.remove_suffix(1);
      t->lit.text = body;
      finish(t, row.kind);
      return true;
    }
    cur_ = p;
    in_pragma_ = true;
    finish(t, row.kind);
    return true;
  }
  bool known = false;
  for (const char *k : kIgnoredPragmas) known = known || word == k;
  if (!known) {
    advance_to(from);
    diags().warn(Span{file_, line_, col_, line_, col_ + 3}, diag::UnknownPragma, "unrecognised pragma" + (word.empty() ? "" : " `" + word + "'") + ", ignored");
  }
  nested_comment(from);
  return false;
}

// ---- The DFA -----------------------------------------------------------------------------------------------------------
Token Lexer::next() {
  Token t;
  for (;;) {
    if (cur_ >= end_) { t = start(end_); t.first_on_line = true; t.kind = TOK_END; return t; }
    const char *from = cur_;
    const char *YYCURSOR = cur_, *YYMARKER = cur_;
#define GPHC_TOKEN(k) { t = start(from); cur_ = YYCURSOR; finish(&t, k); return t; }
    /*!re2c
      re2c:define:YYCTYPE = "unsigned char";
      re2c:yyfill:enable = 0;

      dec = [0-9] ("_"* [0-9])*;
      hex = "0" [xX] "_"* [0-9a-fA-F] ("_"* [0-9a-fA-F])*;
      octal = "0" [oO] "_"* [0-7] ("_"* [0-7])*;
      binary = "0" [bB] "_"* [01] ("_"* [01])*;
      exponent = "_"* [eE] [+-]? dec;

      [ \t\n\r\f\v]+            { cur_ = YYCURSOR; continue; }
      "--" "-"*                 {
        if ((unsigned char)*YYCURSOR >= 0x80 && is_symbol(YYCURSOR)) { t = start(from); cur_ = YYCURSOR; operator_(&t, from); return t; }
        const char *nl = static_cast<const char *>(std::memchr(YYCURSOR, '\n', size_t(end_ - YYCURSOR)));
        cur_ = nl ? nl : end_;
        continue;
      }
      "{-"                      { if (!nested_comment(from)) { token_line_ = 0; } continue; }
      "{-#"                     { if (pragma(&t, from)) return t; continue; }
      "#-}"                     {
        if (!in_pragma_) { cur_ = from + 1; t = start(from); operator_(&t, from); return t; }
        in_pragma_ = false;
        GPHC_TOKEN(TOK_PRAG_CLOSE)
      }
      [a-z_] [a-zA-Z0-9_']*     { t = start(from); cur_ = YYCURSOR; varid(&t, from); return t; }
      [A-Z] [a-zA-Z0-9_']*      { t = start(from); cur_ = YYCURSOR; conid(&t, from); return t; }
      [!#$%&*+./<=>?@\\^|~:-]+  {
        t = start(from);
        cur_ = YYCURSOR;
        if (*from == '#') {
          if (opt_.unboxed_tuples && YYCURSOR == from + 1 && *YYCURSOR == ')') { cur_++; finish(&t, TOK_HASH_CLOSE); return t; }
          // `#!` on the first line; a line marker (advance_to counts it, here it is skipped).
          bool script = from[1] == '!' && from == file_->text.data();
          bool marker = t.span.col == 1 && t.first_on_line && from[1] == ' ' && from[2] >= '0' && from[2] <= '9';
          if (script || marker) {
            const char *nl = static_cast<const char *>(std::memchr(from, '\n', size_t(end_ - from)));
            cur_ = nl ? nl : end_;
            continue;
          }
        }
        operator_(&t, from);
        return t;
      }
      "(#"                      {
        // `(#` opens an unboxed tuple unless it is the start of a longer operator, as in `(##)`.
        if (opt_.unboxed_tuples && !is_symbol(YYCURSOR)) GPHC_TOKEN(TOK_HASH_OPEN)
        t = start(from); cur_ = from + 1; finish(&t, '('); return t;
      }
      [()[\],;`{}]              { GPHC_TOKEN((unsigned char)*from) }
      dec                       { t = start(from); cur_ = YYCURSOR; integer(&t, from, 10); return t; }
      hex                       { t = start(from); cur_ = YYCURSOR; integer(&t, from, 16); return t; }
      octal                     { t = start(from); cur_ = YYCURSOR; integer(&t, from, 8); return t; }
      binary                    { t = start(from); cur_ = YYCURSOR; integer(&t, from, 2); return t; }
      dec "." dec exponent? | dec exponent           { t = start(from); cur_ = YYCURSOR; rational(&t, from); return t; }
      hex ("." [0-9a-fA-F] ("_"* [0-9a-fA-F])*)? ([pP] [+-]? dec)?  { t = start(from); cur_ = YYCURSOR; hex_rational(&t, from); return t; }
      "-" hex ("." [0-9a-fA-F] ("_"* [0-9a-fA-F])*)? ([pP] [+-]? dec)?  { t = start(from); cur_ = YYCURSOR; if (negated(&t, from)) hex_rational(&t, from); return t; }
      "-" octal                 { t = start(from); cur_ = YYCURSOR; if (negated(&t, from)) integer(&t, from, 8); return t; }
      "-" binary                { t = start(from); cur_ = YYCURSOR; if (negated(&t, from)) integer(&t, from, 2); return t; }
      "-" dec                   { t = start(from); cur_ = YYCURSOR; if (negated(&t, from)) integer(&t, from, 10); return t; }
      "-" (dec "." dec exponent? | dec exponent) { t = start(from); cur_ = YYCURSOR; if (negated(&t, from)) rational(&t, from); return t; }
      "-" dec "#"               {
        if (!opt_.magic_hash || preceded_by_closing(from)) { t = start(from); cur_ = from + 1; finish(&t, TOK_MINUS); t.occ = sym("-"); return t; }
        t = start(from); cur_ = YYCURSOR - 1; integer(&t, from, 10); return t;
      }
      "-0" [xX] [0-9a-fA-F]+ "#" {
        if (!opt_.magic_hash || preceded_by_closing(from)) { t = start(from); cur_ = from + 1; finish(&t, TOK_MINUS); t.occ = sym("-"); return t; }
        t = start(from); cur_ = YYCURSOR - 1; integer(&t, from, 16); return t;
      }
      "-" (dec "." dec exponent? | dec exponent) "#" {
        if (!opt_.magic_hash || preceded_by_closing(from)) { t = start(from); cur_ = from + 1; finish(&t, TOK_MINUS); t.occ = sym("-"); return t; }
        t = start(from); cur_ = YYCURSOR - 1; rational(&t, from); return t;
      }
      "'"                       { t = start(from); char_literal(&t, from); return t; }
      "\""                      { t = start(from); string_literal(&t, from); return t; }
      "\x00"                    {
        t = start(from); cur_ = YYCURSOR;
        diags().error(t.span, diag::LexBadChar, "lexical error at the control character 0x00");
        return fail(t);
      }
      [\x80-\U0010FFFF]         {
        const char *after;
        int c = classify(from, &after);
        if (c == kSpace) { cur_ = after; continue; }
        t = start(from);
        cur_ = after;
        switch (c) {
        case kUpper: conid(&t, from); return t;
        case kLower: varid(&t, from); return t;
        case kSymbol: operator_(&t, from); return t;
        default: break;
        }
        if (from == file_->text.data() && decode(from, &after) == 0xFEFF) { cur_ = after; continue; }
        if (has_bad_byte(after)) return fail(t);
        diags().error(t.span, diag::LexBadChar, "lexical error at character `" + std::string(from, size_t(after - from)) + "'");
        return fail(t);
      }
      *                         {
        t = start(from);
        cur_ = YYCURSOR;
        char text[8];
        std::snprintf(text, sizeof text, "%02X", (unsigned char)*from);
        diags().error(t.span, diag::LexBadChar, std::string("lexical error at the control character 0x") + text);
        return fail(t);
      }
    */
  }
}

}  // namespace gphc
