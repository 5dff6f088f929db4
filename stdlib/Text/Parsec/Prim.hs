-- | Parsers with predictive choice and good error messages: Leijen and Meijer, Parsec: direct style monadic parser combinators for the real
-- world (2001). A parser has one of four outcomes, each a continuation: it succeeded or failed, and has consumed input or not.
-- @p \<|\> q@ tries q only when p fails without having consumed anything.
module Text.Parsec.Prim
  ( unknownError, sysUnExpectError, unexpected, ParsecT, runParsecT, mkPT, Parsec, Consumed(..), Reply(..), State(..)
  , parsecMap, parserReturn, parserBind, mergeErrorReply, parserFail, parserZero, parserPlus, (<?>), (<|>), label, labels, lookAhead
  , Stream(..), tokens, try, token, tokenPrim, tokenPrimEx, many, skipMany, manyAccum, runPT, runP, runParserT, runParser, parse, parseTest
  , getPosition, getInput, setPosition, setInput, getParserState, setParserState, updateParserState, getState, putState, modifyState
  , setState, updateState
  ) where

import qualified Control.Applicative as A
import Control.Monad (MonadPlus(..), ap, void)
import Control.Monad.Cont.Class (MonadCont(..))
import Control.Monad.Error.Class (MonadError(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Reader.Class (MonadReader(..))
import Control.Monad.State.Class (MonadState(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import qualified Data.ByteString.Char8 as Bytes
import qualified Data.ByteString.Lazy.Char8 as LazyBytes
import Data.Functor.Identity (Identity(..))
import qualified Data.Text as Text
import qualified Data.Text.Lazy as LazyText
import Text.Parsec.Error
import Text.Parsec.Pos

infix 0 <?>
infixr 1 <|>

data State s u = State { stateInput :: s, statePos :: !SourcePos, stateUser :: !u }

-- | Stream, user state, inner monad, result.
newtype ParsecT s u m a = ParsecT { unParser :: forall b. State s u
  -> (a -> State s u -> ParseError -> m b)    -- consumed, succeeded
  -> (ParseError -> m b)                      -- consumed, failed
  -> (a -> State s u -> ParseError -> m b)    -- empty, succeeded
  -> (ParseError -> m b)                      -- empty, failed
  -> m b }

type Parsec s u = ParsecT s u Identity

-- | Where tokens come from.
class Monad m => Stream s m t | s -> t where
  uncons :: s -> m (Maybe (t, s))

instance Monad m => Stream [tok] m tok where
  uncons [] = return Nothing
  uncons (t : ts) = return (Just (t, ts))
  {-# INLINE uncons #-}
instance Monad m => Stream Text.Text m Char where
  uncons = return . Text.uncons
instance Monad m => Stream LazyText.Text m Char where
  uncons = return . LazyText.uncons
instance Monad m => Stream Bytes.ByteString m Char where
  uncons = return . Bytes.uncons
instance Monad m => Stream LazyBytes.ByteString m Char where
  uncons = return . LazyBytes.uncons

data Consumed a = Consumed a | Empty !a
data Reply s u a = Ok a !(State s u) ParseError | Error ParseError

instance Functor Consumed where
  fmap f (Consumed x) = Consumed (f x)
  fmap f (Empty x) = Empty (f x)
instance Functor (Reply s u) where
  fmap f (Ok x s e) = Ok (f x) s e
  fmap _ (Error e) = Error e

instance Functor (ParsecT s u m) where
  fmap = parsecMap
instance Applicative (ParsecT s u m) where
  pure = parserReturn
  (<*>) = ap
  p *> q = p `parserBind` const q
  p <* q = p `parserBind` \x -> q `parserBind` \_ -> parserReturn x
instance A.Alternative (ParsecT s u m) where
  empty = parserZero
  (<|>) = parserPlus
instance Monad (ParsecT s u m) where
  return = parserReturn
  (>>=) = parserBind
  (>>) = (*>)
instance MonadFail (ParsecT s u m) where
  fail = parserFail
instance MonadPlus (ParsecT s u m)
instance Semigroup a => Semigroup (ParsecT s u m a) where
  p <> q = A.liftA2 (<>) p q
instance Monoid a => Monoid (ParsecT s u m a) where
  mempty = pure mempty
instance MonadTrans (ParsecT s u) where
  lift m = ParsecT (\s _ _ eok _ -> m >>= \a -> eok a s (unknownError s))
instance MonadIO m => MonadIO (ParsecT s u m) where
  liftIO = lift . liftIO
instance MonadState st m => MonadState st (ParsecT s u m) where
  get = lift get
  put = lift . put
instance MonadReader r m => MonadReader r (ParsecT s u m) where
  ask = lift ask
  local f p = mkPT (\s -> local f (runParsecT p s))
instance MonadCont m => MonadCont (ParsecT s u m) where
  callCC f = mkPT (\s -> callCC (\c -> runParsecT (f (\a -> mkPT (\s' -> c (pack s' a)))) s))
    where pack s a = Empty (return (Ok a s (unknownError s)))
instance MonadError e m => MonadError e (ParsecT s u m) where
  throwError = lift . throwError
  p `catchError` h = mkPT (\s -> runParsecT p s `catchError` \e -> runParsecT (h e) s)

unknownError :: State s u -> ParseError
unknownError s = newErrorUnknown (statePos s)

sysUnExpectError :: String -> SourcePos -> Reply s u a
sysUnExpectError msg pos = Error (newErrorMessage (SysUnExpect msg) pos)

-- | Fails without consuming; the message says what was not expected.
unexpected :: String -> ParsecT s u m a
unexpected msg = ParsecT (\s _ _ _ eerr -> eerr (newErrorMessage (UnExpect msg) (statePos s)))

runParsecT :: Monad m => ParsecT s u m a -> State s u -> m (Consumed (m (Reply s u a)))
runParsecT p s = unParser p s
  (\a s' e -> return (Consumed (return (Ok a s' e))))
  (\e -> return (Consumed (return (Error e))))
  (\a s' e -> return (Empty (return (Ok a s' e))))
  (\e -> return (Empty (return (Error e))))

mkPT :: Monad m => (State s u -> m (Consumed (m (Reply s u a)))) -> ParsecT s u m a
mkPT k = ParsecT (\s cok cerr eok eerr -> k s >>= \c -> case c of
  Consumed mr -> mr >>= \r -> case r of
    Ok x s' e -> cok x s' e
    Error e -> cerr e
  Empty mr -> mr >>= \r -> case r of
    Ok x s' e -> eok x s' e
    Error e -> eerr e)

parsecMap :: (a -> b) -> ParsecT s u m a -> ParsecT s u m b
parsecMap f p = ParsecT (\s cok cerr eok eerr -> unParser p s (cok . f) cerr (eok . f) eerr)

parserReturn :: a -> ParsecT s u m a
parserReturn x = ParsecT (\s _ _ eok _ -> eok x s (unknownError s))

-- What the first part expected still counts when the second consumes nothing.
parserBind :: ParsecT s u m a -> (a -> ParsecT s u m b) -> ParsecT s u m b
{-# INLINE parserBind #-}
parserBind m k = ParsecT (\s cok cerr eok eerr ->
  let mcok x s' e
        | errorIsUnknown e = unParser (k x) s' cok cerr cok cerr
        | otherwise = unParser (k x) s' cok cerr (\y s'' e' -> cok y s'' (mergeError e e')) (\e' -> cerr (mergeError e e'))
      meok x s' e
        | errorIsUnknown e = unParser (k x) s' cok cerr eok eerr
        | otherwise = unParser (k x) s' cok cerr (\y s'' e' -> eok y s'' (mergeError e e')) (\e' -> eerr (mergeError e e'))
  in unParser m s mcok cerr meok eerr)

mergeErrorReply :: ParseError -> Reply s u a -> Reply s u a
mergeErrorReply e r = case r of
  Ok x s e' -> Ok x s (mergeError e e')
  Error e' -> Error (mergeError e e')

parserFail :: String -> ParsecT s u m a
parserFail msg = ParsecT (\s _ _ _ eerr -> eerr (newErrorMessage (Message msg) (statePos s)))

parserZero :: ParsecT s u m a
parserZero = ParsecT (\s _ _ _ eerr -> eerr (unknownError s))

parserPlus :: ParsecT s u m a -> ParsecT s u m a -> ParsecT s u m a
{-# INLINE parserPlus #-}
parserPlus m n = ParsecT (\s cok cerr eok eerr ->
  unParser m s cok cerr eok (\e ->
    unParser n s cok cerr (\y s' e' -> eok y s' (mergeError e e')) (\e' -> eerr (mergeError e e'))))

-- | The second when the first fails without consuming.
(<|>) :: ParsecT s u m a -> ParsecT s u m a -> ParsecT s u m a
p <|> q = parserPlus p q

-- | A name for what is expected here.
(<?>) :: ParsecT s u m a -> String -> ParsecT s u m a
p <?> msg = label p msg

label :: ParsecT s u m a -> String -> ParsecT s u m a
label p msg = labels p [msg]

labels :: ParsecT s u m a -> [String] -> ParsecT s u m a
labels p msgs = ParsecT (\s cok cerr eok eerr ->
  unParser p s cok cerr
    (\x s' e -> eok x s' (if errorIsUnknown e then e else setExpectErrors e msgs))
    (\e -> eerr (setExpectErrors e msgs)))
  where
    setExpectErrors e [] = setErrorMessage (Expect "") e
    setExpectErrors e [m] = setErrorMessage (Expect m) e
    setExpectErrors e (m : ms) = foldr (\m' e' -> addErrorMessage (Expect m') e') (setErrorMessage (Expect m) e) ms

-- | Pretends not to have consumed anything when it fails.
try :: ParsecT s u m a -> ParsecT s u m a
try p = ParsecT (\s cok _ eok eerr -> unParser p s cok eerr eok eerr)

-- | Pretends not to have consumed anything when it succeeds.
lookAhead :: Stream s m t => ParsecT s u m a -> ParsecT s u m a
lookAhead p = ParsecT (\s _ cerr eok eerr ->
  let eok' a _ _ = eok a s (newErrorUnknown (statePos s))
  in unParser p s eok' cerr eok' eerr)

-- | All these tokens; input is consumed once the first fits.
tokens :: (Stream s m t, Eq t) => ([t] -> String) -> (SourcePos -> [t] -> SourcePos) -> [t] -> ParsecT s u m [t]
{-# INLINE tokens #-}
tokens _ _ [] = ParsecT (\s _ _ eok _ -> eok [] s (unknownError s))
tokens showTokens nextposs tts@(tok : toks) = ParsecT (\(State input pos u) cok cerr _ eerr ->
  let errEof = setErrorMessage (Expect (showTokens tts)) (newErrorMessage (SysUnExpect "") pos)
      errExpect x = setErrorMessage (Expect (showTokens tts)) (newErrorMessage (SysUnExpect (showTokens [x])) pos)
      walk [] rs = let pos' = nextposs pos tts in cok tts (State rs pos' u) (newErrorUnknown pos')
      walk (t : ts) rs = uncons rs >>= \sr -> case sr of
        Nothing -> cerr errEof
        Just (x, xs) | t == x -> walk ts xs
                     | otherwise -> cerr (errExpect x)
  in uncons input >>= \sr -> case sr of
       Nothing -> eerr errEof
       Just (x, xs) | tok == x -> walk toks xs
                    | otherwise -> eerr (errExpect x))

-- | One token; tokens know their positions.
token :: Stream s Identity t => (t -> String) -> (t -> SourcePos) -> (t -> Maybe a) -> Parsec s u a
token showToken tokpos test = tokenPrim showToken nextpos test
  where nextpos _ tok ts = case runIdentity (uncons ts) of
          Nothing -> tokpos tok
          Just (tok', _) -> tokpos tok'

-- | One token; the function gives the position after it.
tokenPrim :: Stream s m t => (t -> String) -> (SourcePos -> t -> s -> SourcePos) -> (t -> Maybe a) -> ParsecT s u m a
{-# INLINE tokenPrim #-}
tokenPrim showToken nextpos test = tokenPrimEx showToken nextpos Nothing test

tokenPrimEx :: Stream s m t => (t -> String) -> (SourcePos -> t -> s -> SourcePos) -> Maybe (SourcePos -> t -> s -> u -> u) -> (t -> Maybe a)
  -> ParsecT s u m a
{-# INLINE tokenPrimEx #-}
tokenPrimEx showToken nextpos nextState test = ParsecT (\(State input pos user) cok _ _ eerr -> uncons input >>= \r -> case r of
  Nothing -> eerr (newErrorMessage (SysUnExpect "") pos)
  Just (c, cs) -> case test c of
    Nothing -> eerr (newErrorMessage (SysUnExpect (showToken c)) pos)
    Just x ->
      let newpos = nextpos pos c cs
          newuser = case nextState of
            Nothing -> user
            Just next -> next pos c cs user
          newstate = State cs newpos newuser
      in newpos `seq` newstate `seq` cok x newstate (newErrorUnknown newpos))

-- | As often as it succeeds.
many :: ParsecT s u m a -> ParsecT s u m [a]
many p = fmap reverse (manyAccum (:) p)

skipMany :: ParsecT s u m a -> ParsecT s u m ()
skipMany p = void (manyAccum (\_ _ -> []) p)

manyAccum :: (a -> [a] -> [a]) -> ParsecT s u m a -> ParsecT s u m [a]
manyAccum acc p = ParsecT (\s cok cerr eok _ ->
  let walk xs x s' _ = let xs' = acc x xs in unParser p s' (xs `seq` walk xs') cerr manyErr (\e -> cok xs' s' e)
  in unParser p s (walk []) cerr manyErr (\e -> eok [] s e))

manyErr :: a
manyErr = error "Text.ParserCombinators.Parsec.Prim.many: combinator 'many' is applied to a parser that accepts an empty string."

runPT, runParserT :: Stream s m t => ParsecT s u m a -> u -> SourceName -> s -> m (Either ParseError a)
runPT p u name s = unParser p (State s (initialPos name) u) ok bad ok bad
  where ok x _ _ = return (Right x)
        bad e = return (Left e)
runParserT = runPT

runP, runParser :: Stream s Identity t => Parsec s u a -> u -> SourceName -> s -> Either ParseError a
runP p u name s = runIdentity (runPT p u name s)
runParser = runP

-- | Without user state. The name is of the source, for messages.
parse :: Stream s Identity t => Parsec s () a -> SourceName -> s -> Either ParseError a
parse p name s = runP p () name s

-- | Prints the result or the error.
parseTest :: (Stream s Identity t, Show a) => Parsec s () a -> s -> IO ()
parseTest p input = case parse p "" input of
  Left err -> putStr "parse error at " >> print err
  Right x -> print x

getPosition :: Monad m => ParsecT s u m SourcePos
getPosition = fmap statePos getParserState

getInput :: Monad m => ParsecT s u m s
getInput = fmap stateInput getParserState

setPosition :: Monad m => SourcePos -> ParsecT s u m ()
setPosition pos = void (updateParserState (\(State input _ user) -> State input pos user))

setInput :: Monad m => s -> ParsecT s u m ()
setInput input = void (updateParserState (\(State _ pos user) -> State input pos user))

getParserState :: Monad m => ParsecT s u m (State s u)
getParserState = updateParserState id

setParserState :: Monad m => State s u -> ParsecT s u m (State s u)
setParserState st = updateParserState (const st)

updateParserState :: (State s u -> State s u) -> ParsecT s u m (State s u)
updateParserState f = ParsecT (\s _ _ eok _ -> let s' = f s in eok s' s' (unknownError s'))

getState :: Monad m => ParsecT s u m u
getState = fmap stateUser getParserState

putState, setState :: Monad m => u -> ParsecT s u m ()
putState u = void (updateParserState (\s -> s { stateUser = u }))
setState = putState

modifyState, updateState :: Monad m => (u -> u) -> ParsecT s u m ()
modifyState f = void (updateParserState (\s -> s { stateUser = f (stateUser s) }))
updateState = modifyState
