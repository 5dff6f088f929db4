-- | Command-line options as data (Sven Panne's interface).
module System.Console.GetOpt (getOpt, getOpt', usageInfo, ArgOrder(..), OptDescr(..), ArgDescr(..)) where

import Data.List (isPrefixOf, find)

data ArgOrder a = RequireOrder | Permute | ReturnInOrder (String -> a)

-- | Short names, long names, argument, explanation.
data OptDescr a = Option [Char] [String] (ArgDescr a) String

data ArgDescr a = NoArg a | ReqArg (String -> a) String | OptArg (Maybe String -> a) String

instance Functor ArgOrder where
  fmap _ RequireOrder = RequireOrder
  fmap _ Permute = Permute
  fmap f (ReturnInOrder g) = ReturnInOrder (f . g)
instance Functor OptDescr where
  fmap f (Option a b d c) = Option a b (fmap f d) c
instance Functor ArgDescr where
  fmap f (NoArg a) = NoArg (f a)
  fmap f (ReqArg g s) = ReqArg (f . g) s
  fmap f (OptArg g s) = OptArg (f . g) s

data OptKind a = Opt a | UnreqOpt String | NonOpt String | EndOfOpts | OptErr String

usageInfo :: String -> [OptDescr a] -> String
usageInfo header descrs = unlines (header : table)
  where
    (ss, ls, ds) = unzip3 (concatMap fmtOpt descrs)
    table = zipWith3 paste (sameLen ss) (sameLen ls) ds
    paste x y z = "  " ++ x ++ "  " ++ y ++ "  " ++ z
    sameLen xs = let n = maximum (0 : map length xs) in [take n (x ++ repeat ' ') | x <- xs]

fmtOpt :: OptDescr a -> [(String, String, String)]
fmtOpt (Option sos los ad descr) = case lines descr of
  [] -> [(shorts, longs, "")]
  (d : ds) -> (shorts, longs, d) : [("", "", d') | d' <- ds]
  where
    sepBy _ [] = ""
    sepBy _ [x] = x
    sepBy ch (x : xs) = x ++ ch : ' ' : sepBy ch xs
    shorts = sepBy ',' (map (fmtShort ad) sos)
    longs = sepBy ',' (map (fmtLong ad) los)

fmtShort :: ArgDescr a -> Char -> String
fmtShort (NoArg _) so = "-" ++ [so]
fmtShort (ReqArg _ ad) so = "-" ++ [so] ++ " " ++ ad
fmtShort (OptArg _ ad) so = "-" ++ [so] ++ "[" ++ ad ++ "]"

fmtLong :: ArgDescr a -> String -> String
fmtLong (NoArg _) lo = "--" ++ lo
fmtLong (ReqArg _ ad) lo = "--" ++ lo ++ "=" ++ ad
fmtLong (OptArg _ ad) lo = "--" ++ lo ++ "[=" ++ ad ++ "]"

getOpt :: ArgOrder a -> [OptDescr a] -> [String] -> ([a], [String], [String])
getOpt ordering descrs args = (os, xs, es ++ map errUnrec us)
  where (os, xs, us, es) = getOpt' ordering descrs args

getOpt' :: ArgOrder a -> [OptDescr a] -> [String] -> ([a], [String], [String], [String])
getOpt' _ _ [] = ([], [], [], [])
getOpt' ordering descrs (arg : args) = procNextOpt opt ordering
  where
    procNextOpt (Opt o) _ = (o : os, xs, us, es)
    procNextOpt (UnreqOpt u) _ = (os, xs, u : us, es)
    procNextOpt (NonOpt x) RequireOrder = ([], x : rest, [], [])
    procNextOpt (NonOpt x) Permute = (os, x : xs, us, es)
    procNextOpt (NonOpt x) (ReturnInOrder f) = (f x : os, xs, us, es)
    procNextOpt EndOfOpts RequireOrder = ([], rest, [], [])
    procNextOpt EndOfOpts Permute = ([], rest, [], [])
    procNextOpt EndOfOpts (ReturnInOrder f) = (map f rest, [], [], [])
    procNextOpt (OptErr e) _ = (os, xs, us, e : es)
    (opt, rest) = getNext arg args descrs
    (os, xs, us, es) = getOpt' ordering descrs rest

getNext :: String -> [String] -> [OptDescr a] -> (OptKind a, [String])
getNext ('-' : '-' : []) rest _ = (EndOfOpts, rest)
getNext ('-' : '-' : xs) rest descrs = longOpt xs rest descrs
getNext ('-' : x : xs) rest descrs = shortOpt x xs rest descrs
getNext a rest _ = (NonOpt a, rest)

longOpt :: String -> [String] -> [OptDescr a] -> (OptKind a, [String])
longOpt ls rs descrs = long ads arg rs
  where
    (opt, arg) = break (== '=') ls
    getWith p = [o | o@(Option _ xs _ _) <- descrs, find (p opt) xs /= Nothing]
    exact = getWith (==)
    options = if null exact then getWith isPrefixOf else exact
    ads = [ad | Option _ _ ad _ <- options]
    optStr = "--" ++ opt
    long (_ : _ : _) _ rest = (OptErr (errAmbig options optStr), rest)
    long [NoArg a] [] rest = (Opt a, rest)
    long [NoArg _] ('=' : _) rest = (OptErr (errNoArg optStr), rest)
    long [ReqArg _ d] [] [] = (OptErr (errReq d optStr), [])
    long [ReqArg f _] [] (r : rest) = (Opt (f r), rest)
    long [ReqArg f _] ('=' : xs) rest = (Opt (f xs), rest)
    long [OptArg f _] [] rest = (Opt (f Nothing), rest)
    long [OptArg f _] ('=' : xs) rest = (Opt (f (Just xs)), rest)
    long _ _ rest = (UnreqOpt ("--" ++ ls), rest)

shortOpt :: Char -> String -> [String] -> [OptDescr a] -> (OptKind a, [String])
shortOpt y ys rs descrs = short ads ys rs
  where
    options = [o | o@(Option ss _ _ _) <- descrs, s <- ss, y == s]
    ads = [ad | Option _ _ ad _ <- options]
    optStr = '-' : [y]
    short (_ : _ : _) _ rest = (OptErr (errAmbig options optStr), rest)
    short (NoArg a : _) [] rest = (Opt a, rest)
    short (NoArg a : _) xs rest = (Opt a, ('-' : xs) : rest)
    short (ReqArg _ d : _) [] [] = (OptErr (errReq d optStr), [])
    short (ReqArg f _ : _) [] (r : rest) = (Opt (f r), rest)
    short (ReqArg f _ : _) xs rest = (Opt (f xs), rest)
    short (OptArg f _ : _) [] rest = (Opt (f Nothing), rest)
    short (OptArg f _ : _) xs rest = (Opt (f (Just xs)), rest)
    short [] [] rest = (UnreqOpt optStr, rest)
    short [] xs rest = (UnreqOpt optStr, ('-' : xs) : rest)

errAmbig :: [OptDescr a] -> String -> String
errAmbig ods optStr = usageInfo ("option `" ++ optStr ++ "' is ambiguous; could be one of:") ods

errReq :: String -> String -> String
errReq d optStr = "option `" ++ optStr ++ "' requires an argument " ++ d ++ "\n"

errUnrec, errNoArg :: String -> String
errUnrec optStr = "unrecognized option `" ++ optStr ++ "'\n"
errNoArg optStr = "option `" ++ optStr ++ "' doesn't allow an argument\n"
