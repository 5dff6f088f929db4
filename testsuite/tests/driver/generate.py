"""Prints a program that is large or deep in one way:  generate.py KIND [N].  The tests huge_*.sh and deep_*.sh use it.
A program of a "deep" kind nests one construct N times; it is a correct program (unless its name says otherwise)."""
import sys

def deep(n, head, pre, inner, post, tail=''):
    return head + pre * n + inner + post * n + '\n' + tail

def sig(t): return f'main :: IO ()\nmain = print x\n\nx :: {t}\nx = '

INT = sig('Int')
KINDS = {
    # expressions
    'parens': lambda n: deep(n, INT, '(', '1', ')'),
    'brackets': lambda n: deep(n, 'main :: IO ()\nmain = print (length ', '[', '', ']') + '    )\n',
    'tuples': lambda n: deep(n, 'main :: IO ()\nmain = print (fst x == 1)\n  where x = ', '(1,', '()', ')'),
    'lambdas': lambda n: 'main :: IO ()\nmain = print (f `seq` 1)\n  where f = ' + ''.join(f'\\x{i} -> ' for i in range(n)) + 'x0\n',
    'lambdas_nested': lambda n: INT + '(\\x -> ' * n + 'x' + ') 1' * n + '\n',
    'ifs': lambda n: deep(n, INT, 'if True then ', '1', ' else 2'),
    'ifs_else': lambda n: INT + 'if False then 2 else ' * n + '1\n',
    'lets': lambda n: INT + ''.join(f'let y{i} = {"y%d" % (i-1) if i else 1} in ' for i in range(n)) + f'y{n-1}\n',
    'cases': lambda n: deep(n, INT, 'case 1 of { _ -> ', '1', ' }'),
    'dos': lambda n: 'main :: IO ()\nmain = ' + 'do { ' * n + 'print 1' + ' }' * n + '\n',
    'dos_layout': lambda n: 'main :: IO ()\nmain = ' + 'do ' * n + 'print 1\n',
    'applications': lambda n: INT + 'id (' * n + '1' + ')' * n + '\n',
    'arguments': lambda n: 'f :: a -> a\nf = id\n' + INT + 'f' + ' f' * n + ' 1\n',
    'operators': lambda n: INT + '1' + ' + 1' * n + '\n',
    'operators_right': lambda n: INT + 'id $ ' * n + '1\n',
    'conses': lambda n: 'main :: IO ()\nmain = print (length x)\n\nx :: [Int]\nx = ' + '1 : ' * n + '[]\n',
    'appends': lambda n: 'main :: IO ()\nmain = putStrLn (take 3 x)\n\nx :: String\nx = ' + '"a" ++ ' * n + '"b"\n',
    'composition': lambda n: 'main :: IO ()\nmain = print (f 0)\n\nf :: Int -> Int\nf = ' + '(+ 1) . ' * n + 'id\n',
    'negations': lambda n: INT + '(-' * n + '1' + ')' * n + '\n',
    'sections': lambda n: INT + '(1 +) (' * n + '1' + ')' * n + '\n',
    'comprehensions': lambda n: 'main :: IO ()\nmain = print (length (show x))\n  where x = ' + '[ y | y <- ' * n + '"ab"' + ' ]' * n + '\n',
    'wheres': lambda n: 'main :: IO ()\nmain = print x0\n' + ''.join(' ' * (i + 1) * 7 + f'where x{i} = x{i+1}\n' for i in range(n)) + ' ' * (n + 1) * 7 + f'where x{n} = 1\n',
    'signatures': lambda n: deep(n, INT, '(', '1', ' :: Int)'),
    'guards': lambda n: INT.replace('x = ', 'x') + ''.join('\n  | False = 2' for _ in range(n)) + '\n  | otherwise = 1\n',
    'comments': lambda n: deep(n, '', '{-', '', '-}') + 'main :: IO ()\nmain = print 1\n',
    # types
    'type_parens': lambda n: 'main :: IO ()\nmain = print x\n\nx :: ' + '(' * n + 'Int' + ')' * n + '\nx = 1\n',
    'type_lists': lambda n: 'main :: IO ()\nmain = print (length x)\n\nx :: ' + '[' * n + 'Int' + ']' * n + '\nx = []\n',
    'type_arrows': lambda n: 'main :: IO ()\nmain = print (f `seq` 1)\n\nf :: ' + 'Int -> ' * n + 'Int\nf = undefined\n',
    'type_arrows_left': lambda n: 'main :: IO ()\nmain = print (f `seq` 1)\n\nf :: ' + '(' * n + 'Int' + ' -> Int)' * n + '\nf = undefined\n',
    'type_apps': lambda n: 'main :: IO ()\nmain = print (x `seq` 1)\n\nx :: ' + 'Maybe (' * n + 'Int' + ')' * n + '\nx = Nothing\n',
    'foralls': lambda n: 'main :: IO ()\nmain = print 1\n\nf :: ' + ''.join(f'forall a{i}. a{i} -> (' for i in range(n)) + 'Int' + ')' * n + '\nf x = f x\n',
    # patterns
    'pattern_parens': lambda n: INT + 'f 1\n\nf :: Int -> Int\nf ' + '(' * n + 'y' + ')' * n + ' = y\n',
    'pattern_justs': lambda n: 'main :: IO ()\nmain = print (f Nothing)\n\nf ' + '(Just ' * n + 'y' + ')' * n + ' = y + 1\nf _ = 0\n',
    'pattern_conses': lambda n: 'main :: IO ()\nmain = print (f [])\n\nf :: [Int] -> Int\nf (' + 'y : ' .replace('y', '_') * n + 'ys) = length ys\nf _ = 0\n',
    'pattern_lists': lambda n: 'main :: IO ()\nmain = print (f [])\n\nf ' + '[' * n + ']' * n + ' = 1\nf _ = 0\n',
    'pattern_tuples': lambda n: 'main :: IO ()\nmain = print (f undefined)\n\nf ~' + '(_,' * n + '()' + ')' * n + ' = 1\n',
    'pattern_ases': lambda n: 'main :: IO ()\nmain = print (f 1)\n\nf ' + ''.join(f'y{i}@(' for i in range(n)) + '_' + ')' * n + ' = y0\n',
    'pattern_bangs': lambda n: 'main :: IO ()\nmain = print (f 1)\n\nf ' + '!(' * n + 'y' + ')' * n + ' = y\n',
    'pattern_lazies': lambda n: 'main :: IO ()\nmain = print (f 1)\n\nf ' + '~(' * n + 'y' + ')' * n + ' = y\n',
    # unclosed
    'unclosed': lambda n: INT + '(' * n,
    'unclosed_brackets': lambda n: INT + '[' * n,
    'closed_only': lambda n: INT + ')' * n,
    # declarations and sizes
    'one_line': lambda n: 'main :: IO (); main = print 1' + '; x :: Int; x = 1' + ''.join(f'; f{i} :: Int -> Int; f{i} y = y' for i in range(n)) + '\n',
    'one_line_junk': lambda n: 'x' * n,
    'one_line_operators': lambda n: '+' * n,
    'one_line_string': lambda n: 'main = print "' + 'x' * n,
    'one_line_digits': lambda n: 'main = print ' + '1' * n,
    'one_line_comment': lambda n: 'main :: IO ()\nmain = print 1 -- ' + 'x' * n,
    'one_line_spaces': lambda n: 'main :: IO ()\nmain = print 1' + ' ' * n,
    'string': lambda n: 'main :: IO ()\nmain = print (length x)\n\nx :: String\nx = "' + 'a' * n + '"\n',
    'string_unicode': lambda n: 'main :: IO ()\nmain = print (length x)\n\nx :: String\nx = "' + 'ä' * n + '"\n',
    'list': lambda n: 'main :: IO ()\nmain = print (sum x)\n\nx :: [Int]\nx = [' + ', '.join(str(i) for i in range(n)) + ']\n',
    'list_integer': lambda n: 'main :: IO ()\nmain = print (sum [' + ', '.join(str(i) for i in range(n)) + '])\n',
    'list_double': lambda n: 'main :: IO ()\nmain = print (sum x)\n\nx :: [Double]\nx = [' + ', '.join(str(i) + '.5' for i in range(n)) + ']\n',
    'list_strings': lambda n: 'main :: IO ()\nmain = print (length (concat x))\n\nx :: [String]\nx = [' + ', '.join(f'"s{i}"' for i in range(n)) + ']\n',
    'list_pairs': lambda n: 'main :: IO ()\nmain = print (sum (map fst x))\n\nx :: [(Int, String)]\nx = [' + ', '.join(f'({i}, "s{i}")' for i in range(n)) + ']\n',
    'list_calls': lambda n: 'main :: IO ()\nmain = print (sum x)\n\nf :: Int -> Int\nf y = y * 2\n{-# NOINLINE f #-}\n\nx :: [Int]\nx = [' + ', '.join(f'f {i}' for i in range(n)) + ']\n',
    'do_statements': lambda n: 'main :: IO ()\nmain = do\n' + ''.join(f'  print {i}\n' for i in range(n)),
    'do_binds': lambda n: 'main :: IO ()\nmain = do\n  x0 <- return 1\n' + ''.join(f'  x{i+1} <- return (x{i} + 1)\n' for i in range(n)) + f'  print x{n}\n',
    'do_generators': lambda n: 'main :: IO ()\nmain = print (take 1 (map sum z))\n\nz :: [[Int]]\nz = do\n' + ''.join(f'  x{i} <- [0 .. 3]\n' for i in range(n)) + '  return [' + ', '.join(f'x{i}' for i in range(n)) + ']\n',
    'do_lets': lambda n: 'main :: IO ()\nmain = do\n  let x0 = 1\n' + ''.join(f'  let x{i+1} = x{i} + 1\n' for i in range(n)) + f'  print x{n}\n',
    'let_group': lambda n: INT + 'let\n' + ''.join(f'    y{i} = y{(i * 7 + 3) % n if i % 3 else i // 2 - 1 if i > 1 else 0} + 1\n' for i in range(n)) + '  in length [y0]\n',
    'constructors': lambda n: 'main :: IO ()\nmain = print (C0 == C1)\n\ndata T = ' + ' | '.join(f'C{i}' for i in range(n)) + ' deriving (Eq)\n',
    'constructors_derive': lambda n: 'main :: IO ()\nmain = print ([minBound .. maxBound] !! 1 :: T, C0 < C1, fromEnum C1, read "C1" == C1)\n\ndata T = '
        + ' | '.join(f'C{i}' for i in range(n)) + ' deriving (Eq, Ord, Show, Read, Enum, Bounded)\n',
    'constructors_ix': lambda n: 'import Data.Ix\nmain :: IO ()\nmain = print (index (C0, C1) C1)\n\ndata T = ' + ' | '.join(f'C{i}' for i in range(n)) + ' deriving (Eq, Ord, Ix)\n',
    'constructors_fields': lambda n: 'main :: IO ()\nmain = print (C0 1 2, C0 1 2 < C1 2 1, (read "C1 2 3" :: T))\n\ndata T = '
        + ' | '.join(f'C{i} Int Int' for i in range(n)) + ' deriving (Eq, Ord, Show, Read)\n',
    'case_of': lambda n: 'main :: IO ()\nmain = print (f C1)\n\ndata T = ' + ' | '.join(f'C{i}' for i in range(n)) + '\n\nf :: T -> Int\n' + ''.join(f'f C{i} = {i}\n' for i in range(n)),
    'case_int': lambda n: 'main :: IO ()\nmain = print (f 1)\n\nf :: Int -> Int\n' + ''.join(f'f {i} = {i * 3}\n' for i in range(n)) + 'f _ = 0\n',
    'case_string': lambda n: 'main :: IO ()\nmain = print (f "s1")\n\nf :: String -> Int\n' + ''.join(f'f "s{i}" = {i * 3}\n' for i in range(n)) + 'f _ = 0\n',
    'record': lambda n: 'main :: IO ()\nmain = print (f0 (r { f1 = 2 }))\n\ndata R = R { ' + ', '.join(f'f{i} :: Int' for i in range(n)) + ' }\n\nr :: R\nr = R { ' + ', '.join(f'f{i} = {i}' for i in range(n)) + ' }\n',
    'record_derive': lambda n: 'main :: IO ()\nmain = print (r == r)\n\ndata R = R { ' + ', '.join(f'f{i} :: Int' for i in range(n)) + ' } deriving (Eq, Ord, Show)\n\nr :: R\nr = R { ' + ', '.join(f'f{i} = {i}' for i in range(n)) + ' }\n',
    'tuple': lambda n: 'main :: IO ()\nmain = case x of (' + ','.join(f'a{i}' for i in range(n)) + f') -> print (a0 + a{n-1})\n  where x = (' + ', '.join(str(i) for i in range(n)) + ')\n',
    'tuple_type': lambda n: 'main :: IO ()\nmain = print (f undefined)\n\nf :: (' + ', '.join('Int' for i in range(n)) + ') -> Int\nf _ = 1\n',
    'tuple_con': lambda n: 'main :: IO ()\nmain = print (x `seq` 1)\n  where x = (' + ',' * (n - 1) + ')\n',
    'class_methods': lambda n: 'main :: IO ()\nmain = print (m0 (1 :: Int))\n\nclass C a where\n' + ''.join(f'  m{i} :: a -> Int\n  m{i} _ = {i}\n' for i in range(n)) + '\ninstance C Int\n',
    'classes_chain': lambda n: 'main :: IO ()\nmain = print (m0 (1 :: Int))\n\nclass K0 a where m0 :: a -> Int\ninstance K0 Int where m0 = id\n'
        + ''.join(f'class K{i} a => K{i+1} a where m{i+1} :: a -> Int\ninstance K{i+1} Int where m{i+1} = m{i}\n' for i in range(n)),
    'instances': lambda n: 'main :: IO ()\nmain = print (m T0)\n\nclass C a where m :: a -> Int\n' + ''.join(f'data T{i} = T{i}\ninstance C T{i} where m _ = {i}\n' for i in range(n)),
    'module': lambda n: 'module Main (main) where\n\nimport qualified Data.Map as M\nimport Data.List (foldl\')\n\nmain :: IO ()\nmain = print (' + ' + '.join(f'g{i} 1' for i in range(0, n // 10, 40)) + ')\n'
        + ''.join(f'''
data D{i} = A{i} Int | B{i} String [Int] deriving (Eq, Show)

f{i} :: D{i} -> Int -> Int
f{i} (A{i} a) b = a + b * {i}
f{i} (B{i} s xs) b = length s + foldl' (+) b xs

g{i} :: Int -> Int
g{i} x = f{i} (if even x then A{i} x else B{i} "s{i}" [x .. x + {i % 7}]) (M.size (M.fromList [(y, y) | y <- [x .. x + 3]]))
''' for i in range(n // 10)),
    'synonyms': lambda n: 'main :: IO ()\nmain = print (x `seq` 1)\n\ntype S0 a = (a, a)\n' + ''.join(f'type S{i+1} a = S{i} (S{i} a)\n' for i in range(n)) + f'\nx :: S{n} Int\nx = undefined\n',
    'pairs_type': lambda n: 'main :: IO ()\nmain = print (x `seq` 1)\n  where\n    x0 = (1, 1)\n' + ''.join(f'    x{i+1} = (x{i}, x{i})\n' for i in range(n)) + f'    x = x{n}\n',
    'pairs_function': lambda n: 'main :: IO ()\nmain = print (x `seq` 1)\n  where\n    p y = \\z -> z y y\n    x = ' + 'p (' * n + 'id' + ')' * n + '\n',
    'pairs_show': lambda n: 'main :: IO ()\nmain = print (length (show x))\n  where\n    x0 = 1 :: Int\n' + ''.join(f'    x{i+1} = (x{i}, x{i})\n' for i in range(n)) + f'    x = x{n}\n',
    'identifier': lambda n: 'main :: IO ()\nmain = print ' + 'a' * n + '\n\n' + 'a' * n + ' :: Int\n' + 'a' * n + ' = 1\n',
    'errors': lambda n: 'main :: IO ()\nmain = print 1\n' + ''.join(f'f{i} :: Int\nf{i} = "s"\n' for i in range(n)),
    'errors_scope': lambda n: 'main :: IO ()\nmain = print 1\n' + ''.join(f'f{i} :: Int\nf{i} = unknown{i}\n' for i in range(n)),
    'errors_near': lambda n: 'main :: IO ()\nmain = print value0\n' + ''.join(f'value{i} = valua{i}\n' for i in range(n)),
    'imports': lambda n: 'import Data.List\n' * n + 'main :: IO ()\nmain = print (sort [2, 1])\n',
    'exports': lambda n: 'module Main (main, ' + ', '.join(f'f{i}' for i in range(n)) + ') where\nmain :: IO ()\nmain = print 1\n' + ''.join(f'f{i} :: Int\nf{i} = {i}\n' for i in range(n)),
    'comment_lines': lambda n: '-- x\n' * n + 'main :: IO ()\nmain = print 1\n',
    # huge definitions of what is computed when the program runs
    'run_shows': lambda n: 'main :: IO ()\nmain = putStrLn (drop (n - 10) (f [1 ..] ""))\n  where n = length (f [1 ..] "")\n\nf :: [Int] -> ShowS\nf (x : _) = ' + ' . '.join(f'shows (x + {i})' for i in range(n)) + '\n',
    'run_list': lambda n: 'main :: IO ()\nmain = print (sum (f 2))\n\nf :: Int -> [Int]\nf x = [' + ', '.join(f'x * {i}' for i in range(n)) + ']\n',
    'run_map': lambda n: 'import qualified Data.Map as M\nmain :: IO ()\nmain = print (M.size (f 2), M.lookup 3 (f 2))\n\nf :: Int -> M.Map Int String\nf x = M.fromList [' + ', '.join(f'(x + {i}, show (x * {i}))' for i in range(n)) + ']\n',
    'run_and': lambda n: 'main :: IO ()\nmain = print (f 0, f 7)\n\nf :: Int -> Bool\nf x = ' + ' && '.join(f'x /= {i + 5}' for i in range(n)) + '\n',
    'run_pattern': lambda n: 'data T = N | T { next :: T, value :: Int }\n\nf :: T -> Int\nf (' + 'T { next = ' * n + 'N' + ' }' * n + ') = 1\nf _ = 0\n\nmain :: IO ()\nmain = print (f N, f (iterate (\\t -> T t 0) N !! ' + str(n) + '))\n',
    'run_binds': lambda n: 'main :: IO ()\nmain = do\n' + ''.join(f'  x{i} <- readLn\n' for i in range(n)) + '  print (sum [' + ', '.join(f'x{i}' for i in range(n)) + '] :: Int)\n',
    'run_maps': lambda n: 'main :: IO ()\nmain = print (f [1, 2])\n\nf :: [Int] -> [Int]\nf xs = ' + 'map (+ 1) (' * n + 'xs' + ')' * n + '\n',
    'run_constructors': lambda n: 'data T = ' + ' | '.join(f'C{i} Int Int' for i in range(n)) + '\n\nf :: T -> T -> Int\n' + ''.join(f'f (C{i} x _) (C{i * 7 % n} _ y) = x + y\n' for i in range(n)) + 'f _ _ = 0\n\nmain :: IO ()\nmain = print (f (C3 1 2) (C21 3 4), f (C3 1 2) (C3 3 4))\n',
    'blank_lines': lambda n: '\n' * n + 'main :: IO ()\nmain = print 1\n',
}

def main():
    kind = sys.argv[1]
    if kind == 'kinds': print('\n'.join(KINDS)); return
    sys.setrecursionlimit(1000000)
    sys.stdout.write(KINDS[kind](int(sys.argv[2])))

main()
