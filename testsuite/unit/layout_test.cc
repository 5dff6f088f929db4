// layout_test.cc: the layout rule (which braces and semicolons the parser gets), recovery from syntax errors, and that
// the conformance programs parse and that what the printer makes of them parses to the same again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/diag.h"
#include "syntax/parse.h"

using namespace gphc;

namespace {

SourceFile *file_of(const std::string &text, const std::string &path = "Test.gph") {
  SourceFile *file = new SourceFile;
  file->path = path;
  file->text = text;
  file->line_start.push_back(0);
  for (size_t i = 0; i < text.size(); i++)
    if (text[i] == '\n') file->line_start.push_back(uint32_t(i + 1));
  return file;
}

// The token stream in one line, implied braces as { } ; and explicit ones as [{] [}] [;]. The module's own block is
// left out.
std::string layout(const std::string &text) {
  std::string dump;
  dump_tokens(file_of(text), {}, &dump);
  std::istringstream in(dump);
  std::string line, out;
  while (std::getline(in, line)) {
    std::string t = line.substr(line.find(' ') + 1);
    if (t == "end") break;
    if (t.rfind("layout ", 0) == 0) t = t.substr(7);
    else t = t.substr(1, t.size() - 2);
    if ((t == "{" || t == "}" || t == ";") && line.find("layout") == line.npos) t = "[" + t + "]";
    out += (out.empty() ? "" : " ") + t;
  }
  EXPECT_EQ(out.substr(0, 2), "{ ");
  EXPECT_EQ(out.substr(out.size() - 2), " }");
  return out.substr(2, out.size() - 4);
}

size_t errors_in(const std::string &text) {
  size_t before = diags().error_count();
  parse_module(file_of(text), {});
  return diags().error_count() - before;
}

std::string printed(const std::string &text, std::span<const Symbol> extensions) {
  size_t before = diags().error_count();
  Module *m = parse_module(file_of(text), extensions);
  EXPECT_EQ(diags().error_count(), before);
  std::string out;
  print_ast(m, &out);
  return out;
}

}  // namespace

TEST(Layout, BlocksByIndentation) {
  EXPECT_EQ(layout("f = do\n  a\n  b\n    c\ng = 1\n"), "f = do { a ; b c } ; g = 1");
  EXPECT_EQ(layout("f = a where\n  a = 1\n\n  b = 2\n"), "f = a where { a = 1 ; b = 2 }");
  EXPECT_EQ(layout("f = case x of\n A -> 1\n B -> 2\n"), "f = case x of { A -> 1 ; B -> 2 }");
}

TEST(Layout, EmptyBlocks) {
  EXPECT_EQ(layout("f = 1 where\ng = 2\n"), "f = 1 where { } ; g = 2");
  EXPECT_EQ(layout("class C a where\ninstance C Int where\n"), "class C a where { } ; instance C Int where { }");
  EXPECT_EQ(layout("f = 1 where"), "f = 1 where { }");
}

TEST(Layout, ExplicitBraces) {
  EXPECT_EQ(layout("f = let { a = 1;\nb = 2 } in a\n"), "f = let [{] a = 1 [;] b = 2 [}] in a");
  EXPECT_EQ(layout("f = r {\na = 1\n}\n"), "f = r [{] a = 1 [}]");
}

TEST(Layout, ParseErrorRule) {
  EXPECT_EQ(layout("f = let x = 1 in x\n"), "f = let { x = 1 } in x");
  EXPECT_EQ(layout("f = let x = 1; y = 2 in let z = 3 in x\n"), "f = let { x = 1 [;] y = 2 } in let { z = 3 } in x");
  EXPECT_EQ(layout("f = (case x of A -> 1)\n"), "f = ( case x of { A -> 1 } )");
  EXPECT_EQ(layout("f = (case x of A -> 1, do y, 2)\n"), "f = ( case x of { A -> 1 } , do { y } , 2 )");
  EXPECT_EQ(layout("f = [do a; b, do c]\n"), "f = [ do { a [;] b } , do { c } ]");
  EXPECT_EQ(layout("f = do a where a = b\n"), "f = do { a } where { a = b }");
  EXPECT_EQ(layout("f = if do a then do b else do c\n"), "f = if do { a } then do { b } else do { c }");
  EXPECT_EQ(layout("f = [y | x <- xs, let y = x, odd y]\n"), "f = [ y | x <- xs , let { y = x } , odd y ]");
  EXPECT_EQ(layout("f = do { x <- a; let y = x }\n").find("let { y = x } [}]") != std::string::npos, true);
  // Several blocks end at once.
  EXPECT_EQ(layout("f = (do case x of A -> let y = 1 in y)\n"), "f = ( do { case x of { A -> let { y = 1 } in y } } )");
}

TEST(Layout, WhereEndsDo) {
  EXPECT_EQ(layout("f = do\n  a\n  where\n  b = 1\n"), "f = do { a ; } where { b = 1 }");
  EXPECT_EQ(layout("f = do\n    a\n  where b = 1\n"), "f = do { a } where { b = 1 }");
}

TEST(Layout, IfInDo) {
  EXPECT_EQ(layout("f = do\n  if a\n  then b\n  else c\n  d\n"), "f = do { if a ; then b ; else c ; d }");
}

TEST(Layout, NondecreasingIndentation) {
  EXPECT_EQ(layout("f = do\n  g $ do\n  a\n  b\n"), "f = do { g $ do { a ; b } }");
  // Not at the module's own column: there the block is empty, an error that names the do.
  EXPECT_EQ(errors_in("main = do\n\nother = 2\n"), 1u);
}

TEST(Layout, MultiWayIfAndLambdaCase) {
  EXPECT_EQ(layout("f = if | a -> 1\n       | b -> if | c -> 2\n                 | d -> 3\n       | e -> 4\n"),
            "f = if { | a -> 1 | b -> if { | c -> 2 | d -> 3 } | e -> 4 }");
  EXPECT_EQ(layout("f = \\case\n  A -> 1\n  B -> 2\n"), "f = \\ case { A -> 1 ; B -> 2 }");
}

TEST(Layout, TabsAreEightColumns) {
  EXPECT_EQ(layout("f = a\n  where\n\ta = 1\n        b = 2\n"), "f = a where { a = 1 ; b = 2 }");
}

TEST(Layout, CommentsDoNotCount) {
  EXPECT_EQ(layout("f = do\n  a\n-- at the margin\n  b {- over\nlines -} c\n"), "f = do { a ; b c }");
  EXPECT_EQ(layout("f = do\n  a\n{- -} b\n"), "f = do { a b }");
}

TEST(Parser, RecoversAtDeclarations) {
  EXPECT_EQ(errors_in("a = (1, 2\nb = 3\nc = )\nd = 4\nclass C a where { x = ] }\ne = if 1 then 2\nf = 5\n"), 4u);
  EXPECT_EQ(errors_in("module M (a, where\nimport A\nb = +\nc = 1\n"), 2u);
  EXPECT_EQ(errors_in("f = \"abc\ng = 'ab'\nh = 1\n"), 2u);
}

TEST(Parser, PatternSyntaxInExpressions) {
  EXPECT_EQ(errors_in("f !x ~(y, z) w@(Just _) (g -> v) = x\n"), 0u);
  EXPECT_EQ(errors_in("f = !x\n"), 1u);
  EXPECT_EQ(errors_in("f = x@y\n"), 1u);
  EXPECT_EQ(errors_in("f = a ! i + a!i\n"), 0u);
}

TEST(Parser, UnsupportedSyntaxIsNamed) {
  for (const char *text :
       {"data T a where\n  A :: T Int\n", "type family F a\n", "f = $(x)\n", "f = 'x\n",
        "{-# LANGUAGE RebindableSyntax #-}\nf = 1\n", "{-# LANGUAGE NoSuchThing #-}\nf = 1\n"})
    EXPECT_EQ(errors_in(text), 1u) << text;
}

TEST(Parser, BigAndDeepInput) {
  EXPECT_EQ(errors_in("x = " + std::string(100000, '(') + "1" + std::string(100000, ')') + "\n"), 0u);
  EXPECT_EQ(errors_in("x = " + std::string(100000, '(') + "\n"), 1u);
  EXPECT_EQ(errors_in("x = " + std::string(2000000, '(') + "\n"), 1u);
  EXPECT_EQ(errors_in("x = \"" + std::string(10000000, 'a') + "\"\n"), 0u);
  EXPECT_EQ(errors_in(""), 0u);
}

// What the printer writes must parse to a tree that prints the same.
TEST(Parser, ConformanceProgramsRoundTrip) {
  std::filesystem::path root = std::filesystem::path(__FILE__).parent_path().parent_path() / "conformance" / "run";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << root << " is not here";
  size_t count = 0;
  for (const std::filesystem::directory_entry &e : std::filesystem::recursive_directory_iterator(root)) {
    if (e.path().extension() != ".gph") continue;
    SCOPED_TRACE(e.path().string());
    size_t before = diags().error_count();
    const SourceFile *f = load_source(e.path().string(), {});
    ASSERT_NE(f, nullptr);
    Module *m = parse_module(f, {});
    EXPECT_EQ(diags().error_count(), before);
    std::string once;
    print_ast(m, &once);
    EXPECT_EQ(printed(once, m->extensions), once);
    count++;
  }
  EXPECT_GT(count, 50u);
}

// Note [Text read on demand] in syntax/later.cc: every module of the stdlib, at once and with its equations parsed when
// they are asked for.
namespace {

size_t parse_left(LocalBinds *b) {
  size_t n = 0;
  if (!b) return n;
  for (Bind *bind : b->binds)
    if (bind->unparsed) {
      parse_equations(bind);
      n++;
    }
  return n;
}

}  // namespace

TEST(OnDemand, StdlibReadsTheSame) {
  size_t before = diags().error_count(), left = 0, modules = 0;
  for (auto &entry : std::filesystem::recursive_directory_iterator("stdlib")) {
    if (entry.path().extension() != ".hs") continue;
    const SourceFile *f = load_source(entry.path().string(), {});
    ASSERT_NE(f, nullptr) << entry.path();
    modules++;
    std::string at_once, later;
    print_ast(parse_module(f, {}), &at_once);
    Module *m = parse_module(f, {}, true);
    for (Decl *d : m->decls) left += parse_left(d->body);
    print_ast(m, &later);
    EXPECT_TRUE(at_once == later) << entry.path();
  }
  EXPECT_EQ(diags().error_count(), before);
  EXPECT_GT(modules, 100u);
  EXPECT_GT(left, 3000u);
}

// What must not be taken for one definition's lines.
TEST(OnDemand, OtherLines) {
  const char *texts[] = {
      "f x = x + 1\n-- a comment that is long enough for it\n  where y = 2\nf (-1) = 3333333333333333\n",
      "f :: Int -> Int\nf x -1 = x\nf x = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
      "instance C T where\n  a + b = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n-- between\n  a - b = "
      "bbbbbbbbbbbbbbbbbbbbbbbbbb\n  f !x ~y = c where\n   c = 1\n",
      "x `plus` y = xxxxxxxxxxxxxxxxxxxxxxxxxx\nx : xs +++ ys = yyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n(f . g) x = f (g "
      "xxxxxxxxxxxxxxxxxxxxxxxx)\n",
      "Just a = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n(a, b) | c == d = eeeeeeeeeeeeeeeeee\n!c = "
      "dddddddddddddddddddddddddddd\nv@(w, x) = yyyyyyyyyyyyyyyyyyyyyyyy\n",
      "f '=' \"=\" = 'x' : \"yyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"\nf x\n  | x == y\n  , z = 1\n\n\n  | otherwise = 2\ng = 1 "
      "where\n  f = 2\nf = 3\n",
      "f m Set.Tip = mmmmmmmmmmmmmmmmmmmmmmmmmmmmm\nf (A.B.C x) A.B.D = xxxxxxxxxxxxxxxxxxxxxxxxx\nx A.:+ y = "
      "yyyyyyyyyyyyyyyyyyyyyyyyyyyyy\nx : y = zzzzzzzzzzzzzzzzzzzzzzzzzz\nv `A.B` w = zzzzzzzzzzzzzzzzzzzzzzz\nf . g = T.fffffffffffffffffffffff\n",
      "{-# RULES\n\"a/b\" forall f. f . id = f\n\"c\" forall x. gggggggggggggg x = x\n  #-}\nf = "
      "ffffffffffffffffffffffffffff",
  };
  for (const char *text : texts) {
    const SourceFile *f = file_of(text);
    std::string at_once, later;
    print_ast(parse_module(f, {}), &at_once);
    Module *m = parse_module(f, {}, true);
    for (Decl *d : m->decls) parse_left(d->body);
    print_ast(m, &later);
    EXPECT_EQ(at_once, later);
  }
}
