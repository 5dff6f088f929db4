{-# LANGUAGE NoImplicitPrelude #-}
-- | Lines and words.
module GPH.Strings where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.List
import GPH.Char

lines :: [Char] -> [[Char]]
lines "" = []
lines s = cons (case break (== '\n') s of
  (l, s') -> (l, case s' of { [] -> []; _ : s'' -> lines s'' }))
  where cons ~(h, t) = h : t

unlines :: [[Char]] -> [Char]
unlines [] = []
unlines (l : ls) = l ++ '\n' : unlines ls

words :: [Char] -> [[Char]]
words s = case dropWhile isSpace s of
  "" -> []
  s' -> case break isSpace s' of (w, s'') -> w : words s''

unwords :: [[Char]] -> [Char]
unwords [] = ""
unwords (w : ws) = w ++ go ws
  where go [] = ""
        go (v : vs) = ' ' : (v ++ go vs)
