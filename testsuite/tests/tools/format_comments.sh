# testsuite/lint/format.py, comments: paragraphs are filled to 120 columns; rows of a table, rules, titles of Notes and examples stay what they are.
set -eu
cat > before.c <<'END'
// ---- A rule that is longer than the columns there are -------------------------------------------------------------------------
// Note [A title]
// A paragraph whose first line is too long for the columns that there are, so that its last words have to go down to the line
// below it, and so on.
//
//   name      what it is, in a line that is too long for a hundred and twenty columns, so that it goes on below
//   long_name one space only, because the name is as long as the column; this line, too, is longer than the columns, and goes on
//   other     short
//             and its second line, which is so long that the row is filled again: it goes on where the column of the text begins
//
//   f x = case x of { A -> e; B -> case y of { C -> g; D -> h } }    ==>    f_x = an example that nobody can make narrower but by hand
//    example:  a label and what it says, in words: a line that is too long goes on below where the words begin, not the label
//   - an item that is too long for the columns that there are, so that its last words go down, below its first word, of course
//   - a short one
// Hanging. The first line of such a paragraph stands out, and where it is longer than the columns there are, it goes on below
//   in the indentation of the others.
// ---- a title of several lines, which is a sentence that goes on and on, so that it has to be filled like any other paragraph
// is: its second line.
int x;   // what stands behind code and makes the line too long moves above it; see Note [A title that is never torn] for why
void f(void) {
  if (x) {
  } else {   // what stands behind this one is about what follows, so it moves below it, into the block that begins with the line
  }
}
// clang-format off
// A paragraph between these two stays as it is, however long its lines are, and however much there is to be said about that in the end.
// clang-format on
END
cat > after.c <<'END'
// ---- A rule that is longer than the columns there are ---------------------------------------------------------------
// Note [A title]
// A paragraph whose first line is too long for the columns that there are, so that its last words have to go down to
// the line below it, and so on.
//
//   name      what it is, in a line that is too long for a hundred and twenty columns, so that it goes on below
//   long_name one space only, because the name is as long as the column; this line, too, is longer than the columns,
//             and goes on
//   other     short and its second line, which is so long that the row is filled again: it goes on where the column of
//             the text begins
//
//   f x = case x of { A -> e; B -> case y of { C -> g; D -> h } }    ==>    f_x = an example that nobody can make narrower but by hand
//    example:  a label and what it says, in words: a line that is too long goes on below where the words begin, not the
//              label
//   - an item that is too long for the columns that there are, so that its last words go down, below its first word, of
//     course
//   - a short one
// Hanging. The first line of such a paragraph stands out, and where it is longer than the columns there are, it goes on
//   below in the indentation of the others.
// ---- a title of several lines, which is a sentence that goes on and on, so that it has to be filled like any other
// paragraph is: its second line.
// what stands behind code and makes the line too long moves above it; see Note [A title that is never torn] for why
int x;
void f(void) {
  if (x) {
  } else {
    // what stands behind this one is about what follows, so it moves below it, into the block that begins with the line
  }
}
// clang-format off
// A paragraph between these two stays as it is, however long its lines are, and however much there is to be said about that in the end.
// clang-format on
END
export PYTHONDONTWRITEBYTECODE=1
fill() { python3 -c 'import sys; sys.path.insert(0, sys.argv[1]); import format; sys.stdout.write(format.fill_comments(open(sys.argv[2]).read()))' "$ROOT/testsuite/lint" "$1"; }
fill before.c > now.c
diff after.c now.c
fill after.c | diff after.c -           # nothing is left to do
