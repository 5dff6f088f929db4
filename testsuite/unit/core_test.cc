// core_test.cc: textual Core round-trips, lint accepts what is right and finds what is wrong, substitution renames.
#include <gtest/gtest.h>

#include "core/core.h"
#include "core/fvs.h"
#include "core/subst.h"

using namespace gphc;
using namespace gphc::core;

namespace {

void init() {
  static bool done = false;
  if (done) return;
  done = true;
  init_builtin();
  init_primops();
}

Program *parse(const std::string &text) {
  init();
  SourceFile *f = new SourceFile;
  f->path = "test.core";
  f->text = text;
  f->line_start = {0};
  return parse_program(f);
}
std::string print(const Program &p, bool uniques) {
  std::string s;
  print_program(p, &s, uniques);
  return s;
}
std::string problems(const Program &p) {
  std::string s;
  for (const std::string &x : lint_program(p)) s += x + "\n";
  return s;
}

const char *kList = R"(
data Int = I# Int#;
data Bool = False | True;
data Some = Some @a a (a -> Int);
newtype Age = Age Int;
dict Eq a = D:Eq (a -> a -> Bool);

rec {
sum :: `[]` Int -> Int# -> Int# =
  \ (xs :: `[]` Int) (acc :: Int#) ->
    case xs of (w :: `[]` Int) => Int# {
      `[]` -> acc;
      : y ys -> case y of (w2 :: Int) => Int# { I# n -> sum ys (+# n acc); }; };
}
map [inline 1] :: forall a b . (a -> b) -> `[]` a -> `[]` b =
  /\ a b -> \ (f :: a -> b) (xs :: `[]` a) ->
    letrec { go :: `[]` a -> `[]` b = \ (ys :: `[]` a) ->
      case ys of (w :: `[]` a) => `[]` b { `[]` -> `[]` @b; : z zs -> : @b (f z) (go zs); }; }
    in go xs;
open :: Some -> Int = \ (s :: Some) -> case s of (w :: Some) => Int { Some @t x f -> f x; };
old :: Age -> Age = \ (a :: Age) -> case a |> Int of (w :: Int) => Age { I# n -> (I# (+# n 1#)) |> Age; };
join :: Bool -> Bool -> Int# =
  \ (a :: Bool) (b :: Bool) ->
    let j [join 1] :: Int# -> Int# = \ (n :: Int#) -> *# n 2#
    in case a of (w :: Bool) => Int# { False -> j 1#; True -> case b of (w2 :: Bool) => Int# { False -> j -7#; _ -> 3#; }; };
pair :: State# RealWorld -> (# State# RealWorld, Double #) = \ (s :: State# RealWorld) -> (#,#) s;
)";

}  // namespace

TEST(Core, RoundTrip) {
  std::string text(kList);
  text = text.substr(0, text.find("pair ::"));
  Program *p = parse(text);
  EXPECT_EQ(problems(*p), "");
  std::string once = print(*p, true);
  Program *q = parse(once);
  EXPECT_EQ(problems(*q), "");
  EXPECT_EQ(print(*p, false), print(*q, false));
}

TEST(Core, Literals) {
  Program *p = parse("data Integer = IS Int# | IP ByteArray# | IN ByteArray#;\n"
                     "a :: Addr# = \"x\\x00\\\"\\\\ y\";\n"
                     "b :: Integer = #n-123456789012345678901234567890;\n"
                     "c :: Int# -> Double# = \\ (n :: Int#) -> case n of (w :: Int#) => Double# { -3# -> #d-0.1; _ -> #dinf; };\n"
                     "d :: Int# -> Char# = \\ (n :: Int#) -> #c955;\n"
                     "e :: Int# -> Word# = \\ (n :: Int#) -> 18446744073709551615##;\n");
  EXPECT_EQ(problems(*p), "");
  std::string once = print(*p, true);
  std::string stable = print(*p, false);
  EXPECT_EQ(stable, print(*parse(once), false));
  EXPECT_NE(once.find("-123456789012345678901234567890"), std::string::npos);
  EXPECT_NE(once.find("18446744073709551615##"), std::string::npos);
}

TEST(Core, LintFinds) {
  EXPECT_NE(problems(*parse("data B = F | T;\nf :: B -> B = \\ (x :: B) -> case x of (w :: B) => B { F -> x; };\n")).find("exhaustive"), std::string::npos);
  EXPECT_NE(problems(*parse("f :: Int# -> Double# = \\ (x :: Int#) -> +# x 1#;\n")).find("right-hand side"), std::string::npos);
  EXPECT_NE(problems(*parse("f :: Int# -> Int# = \\ (x :: Int#) -> let y :: Int# = quotInt# 1# x in y;\n")).find("lazy binding"), std::string::npos);
  EXPECT_NE(problems(*parse("data B = F | T;\nf :: B -> B = \\ (x :: B) -> let j [join 0] :: B = x in case j of (w :: B) => B { _ -> w; };\n")).find("tail position"), std::string::npos);
  EXPECT_NE(problems(*parse("data B = F | T;\nnewtype N = N B;\nf :: N -> Int# -> N = \\ (x :: N) (y :: Int#) -> y |> N;\n")).find("cast"), std::string::npos);
}

TEST(Core, SubstitutionRenames) {
  Program *p = parse("f :: Int# -> Int# = \\ (x :: Int#) -> case +# x 1# of (y :: Int#) => Int# { _ -> +# y x; };\n");
  const Expr *e = p->groups[0][0].rhs, *r = refresh(e);
  EXPECT_EQ(show_expr(e, false), show_expr(r, false));
  EXPECT_NE(cast<ELam>(e).params[0], cast<ELam>(r).params[0]);
  EXPECT_TRUE(free_vars(r).empty());
}

TEST(Core, PrimOpsHaveTypes) {
  init();
  for (const PrimOp &op : all_primops()) {
    const Type *t = primop_type(&op);
    if (const TForall *f = dyn_cast<TForall>(t)) t = f->body;
    uint32_t n = 0;
    for (; is<TFun>(t); t = cast<TFun>(t).res) n++;
    EXPECT_EQ(n, op.arity) << op.name;
  }
}
