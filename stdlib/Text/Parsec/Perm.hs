-- | Permutations of parsers: Baars, Löh, Swierstra, Parsing permutation phrases (2001).
module Text.Parsec.Perm (PermParser, StreamPermParser, permute, (<||>), (<$$>), (<|?>), (<$?>)) where

import Data.Functor.Identity (Identity)
import Text.Parsec.Combinator
import Text.Parsec.Prim

infixl 1 <||>, <|?>
infixl 2 <$$>, <$?>

type PermParser tok st a = StreamPermParser String st a

-- | The result when nothing more comes, and the branches by which parser comes next.
data StreamPermParser s st a = Perm (Maybe a) [StreamBranch s st a]
data StreamBranch s st a = forall b. Branch (StreamPermParser s st (b -> a)) (Parsec s st b)

(<||>) :: Stream s Identity tok => StreamPermParser s st (a -> b) -> Parsec s st a -> StreamPermParser s st b
perm <||> p = add perm p

(<$$>) :: Stream s Identity tok => (a -> b) -> Parsec s st a -> StreamPermParser s st b
f <$$> p = newPerm f <||> p

-- | Optional ones, with the value for when they are missing.
(<|?>) :: Stream s Identity tok => StreamPermParser s st (a -> b) -> (a, Parsec s st a) -> StreamPermParser s st b
perm <|?> (x, p) = addOpt perm x p

(<$?>) :: Stream s Identity tok => (a -> b) -> (a, Parsec s st a) -> StreamPermParser s st b
f <$?> xp = newPerm f <|?> xp

newPerm :: (a -> b) -> StreamPermParser s st (a -> b)
newPerm f = Perm (Just f) []

permute :: Stream s Identity tok => StreamPermParser s st a -> Parsec s st a
permute (Perm def xs) = choice (map branch xs ++ maybe [] (\x -> [return x]) def)
  where branch (Branch perm p) = do { x <- p; f <- permute perm; return (f x) }

add :: Stream s Identity tok => StreamPermParser s st (a -> b) -> Parsec s st a -> StreamPermParser s st b
add perm@(Perm _ fs) p = Perm Nothing (Branch perm p : map insert fs)
  where insert (Branch perm' p') = Branch (add (mapPerm flip perm') p) p'

addOpt :: Stream s Identity tok => StreamPermParser s st (a -> b) -> a -> Parsec s st a -> StreamPermParser s st b
addOpt perm@(Perm mf fs) x p = Perm (fmap ($ x) mf) (Branch perm p : map insert fs)
  where insert (Branch perm' p') = Branch (addOpt (mapPerm flip perm') x p) p'

mapPerm :: (a -> b) -> StreamPermParser s st a -> StreamPermParser s st b
mapPerm f (Perm x xs) = Perm (fmap f x) (map (\(Branch perm p) -> Branch (mapPerm (f .) perm) p) xs)
