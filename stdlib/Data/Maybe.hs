-- | Optional values.
module Data.Maybe (Maybe(..), maybe, isJust, isNothing, fromJust, fromMaybe, listToMaybe, maybeToList, catMaybes, mapMaybe) where

import GPH.Exception (Library(Base), errorAt)
import GPH.CallStack (HasCallStack)
import GPH.Base (build)

isJust, isNothing :: Maybe a -> Bool
isJust (Just _) = True
isJust Nothing = False
isNothing Nothing = True
isNothing (Just _) = False

fromJust :: HasCallStack => Maybe a -> a
fromJust (Just x) = x
fromJust Nothing = errorAt Base "Data.Maybe" 148 21 "Maybe.fromJust: Nothing"

fromMaybe :: a -> Maybe a -> a
fromMaybe d Nothing = d
fromMaybe _ (Just x) = x

listToMaybe :: [a] -> Maybe a
listToMaybe = foldr (\x _ -> Just x) Nothing

maybeToList :: Maybe a -> [a]
maybeToList Nothing = []
maybeToList (Just x) = [x]

catMaybes :: [Maybe a] -> [a]
catMaybes ms = mapMaybe (\m -> m) ms
{-# INLINE catMaybes #-}

mapMaybe :: (a -> Maybe b) -> [a] -> [b]
mapMaybe _ [] = []
mapMaybe f (x : xs) = case f x of { Nothing -> mapMaybe f xs; Just y -> y : mapMaybe f xs }
{-# NOINLINE [1] mapMaybe #-}

mapMaybeFB :: (b -> r -> r) -> (a -> Maybe b) -> a -> r -> r
mapMaybeFB c f = \x r -> case f x of { Nothing -> r; Just y -> y `c` r }
{-# INLINE [0] mapMaybeFB #-}

{-# RULES
"mapMaybe"     [~1] forall f xs. mapMaybe f xs = build (\c n -> foldr (mapMaybeFB c f) n xs)
"mapMaybeList" [1] forall f. foldr (mapMaybeFB (:) f) [] = mapMaybe f
  #-}
