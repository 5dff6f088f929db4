{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Text and binary input and output on handles. The C side (runtime/prim/ffi_io.c) owns buffers, file positions and state;
-- here are encoding and decoding, lazy reading, and errors as GHC words them.
--
-- Note [Writing text]
-- ~~~~~~~~~~~~~~~~~~~
-- hPutStr evaluates the string while it fills a buffer of its own, and commits the buffer to the handle when it is full, at
-- the end, and after each newline when the handle is line-buffered. So the handle is not held while the string is
-- evaluated, one call's text is not interleaved with another's (up to the buffer's size), and when evaluation raises, what
-- was not yet committed is lost; all as in GHC. An unbuffered handle gets each character at once.
module GPH.Handle where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Show
import GPH.Exception
import GPH.IOBase
import GPH.List
import GPH.Enum
import GPH.Real
import GPH.Ptr

foreign import ccall unsafe "gph_handle_open" c_open :: ByteArray# -> Int# -> Int# -> MutableByteArray# RealWorld -> IO Int
foreign import ccall unsafe "gph_handle_close" c_close :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_duplicate" c_duplicate :: Addr# -> MutableByteArray# RealWorld -> IO Int
foreign import ccall unsafe "gph_handle_duplicate_to" c_duplicate_to :: Addr# -> Addr# -> IO Int
foreign import ccall unsafe "gph_handle_state" c_state :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_semi_close" c_semi_close :: Addr# -> IO ()
foreign import ccall unsafe "gph_handle_readable" c_readable :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_writable" c_writable :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_appends" c_appends :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_writing" c_writing :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_encoding" c_encoding :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_set_encoding" c_set_encoding :: Addr# -> Int# -> IO ()
foreign import ccall unsafe "gph_handle_newline_in" c_newline_in :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_set_newline" c_set_newline :: Addr# -> Int# -> Int# -> IO ()
foreign import ccall unsafe "gph_handle_is_tty" c_is_tty :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_buffering" c_buffering :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_set_buffering" c_set_buffering :: Addr# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_echo" c_echo :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_set_echo" c_set_echo :: Addr# -> Int# -> IO ()
foreign import ccall unsafe "gph_handle_seekable" c_seekable :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_seek" c_seek :: Addr# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_tell" c_tell :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_size" c_size :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_set_size" c_set_size :: Addr# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_write" c_write :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_write_text" c_write_text :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_write" c_write_addr :: Addr# -> Addr# -> Int# -> IO Int
foreign import ccall safe "gph_handle_fill" c_fill :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_fd" c_fd :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_available" c_available :: Addr# -> IO Int
foreign import ccall safe "gph_handle_wait" c_wait :: Addr# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take" c_take :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_begin_read" c_begin_read :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_queue_reader" c_queue_reader :: Addr# -> Addr# -> IO Int
foreign import ccall unsafe "gph_handle_leave_queue" c_leave_queue :: Addr# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_fills" c_fills :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_resume_read" c_resume_read :: Addr# -> Int -> IO Int
foreign import ccall unsafe "gph_handle_end_read" c_end_read :: Addr# -> IO (Ptr ())
foreign import ccall unsafe "gph_handle_untaken" c_untaken :: Addr# -> IO Int
foreign import ccall unsafe "gph_handle_take_whole_line" c_take_whole_line :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take_line" c_take_line :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take_char" c_take_char :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take_bytes" c_take_bytes :: Addr# -> Addr# -> Int# -> IO Int
foreign import ccall unsafe "gph_strerror" c_strerror :: Int# -> IO (Ptr ())

type FilePath = [Char]

data IOMode = ReadMode | WriteMode | AppendMode | ReadWriteMode
  deriving (Eq, Ord, Enum, Show)

data BufferMode = NoBuffering | LineBuffering | BlockBuffering (Maybe Int)
  deriving (Eq, Ord, Show)

data SeekMode = AbsoluteSeek | RelativeSeek | SeekFromEnd
  deriving (Eq, Ord, Enum, Show)

data HandlePosn = HandlePosn Handle Integer

instance Eq HandlePosn where
  HandlePosn h p == HandlePosn h' p' = h == h' && p == p'

instance Show HandlePosn where
  showsPrec p (HandlePosn h pos) = showsPrec p h . showString " at position " . shows pos

data TextEncoding = TextEncoding [Char] Int

instance Show TextEncoding where
  showsPrec _ (TextEncoding n _) = showString n

data Newline = LF | CRLF
  deriving (Eq, Ord, Show)

data NewlineMode = NewlineMode { inputNL :: Newline, outputNL :: Newline }
  deriving (Eq, Ord, Show)

-- ---- Standard handles ---------------------------------------------------------------------------------------------------
stdin, stdout, stderr :: Handle
stdin = Handle (c_handle_std 0#)
stdout = Handle (c_handle_std 1#)
stderr = Handle (c_handle_std 2#)

-- ---- Errors ---------------------------------------------------------------------------------------------------------------
handleError :: IOErrorType -> [Char] -> [Char] -> Handle -> IO a
handleError ty loc msg h = ioException (IOError (Just h) ty loc msg Nothing (Just (nameOf h)))

-- What was opened; it stands in the errors of the handle.
nameOf :: Handle -> FilePath
nameOf (Handle a) = handleName a

-- Of a C function's negative result.
errnoError :: [Char] -> Int -> Maybe Handle -> Maybe FilePath -> IO a
errnoError loc e h path0
  | e == 10001 = ioException (IOError h ResourceBusy loc "file is locked" Nothing path)
  | e == 10002 = ioException (IOError h InvalidArgument loc "invalid byte sequence" Nothing path)
  | e == 10003 = ioException (IOError h InvalidArgument loc "invalid character" Nothing path)
  | otherwise = strerror e >>= \msg -> case e of I# n -> ioException (IOError h (errnoType e) loc msg (Just (CInt (I32# n))) path)
  where path = case (path0, h) of
          (Nothing, Just hdl) -> Just (nameOf hdl)
          _ -> path0

strerror :: Int -> IO [Char]
strerror (I# e) = c_strerror e >>= \(Ptr a) -> let s = unpackCString# a in forceList s `seq` return s

forceList :: [a] -> ()
forceList [] = ()
forceList (_ : xs) = forceList xs

errnoType :: Int -> IOErrorType
errnoType e = case e of
  1 -> PermissionDenied
  2 -> NoSuchThing
  3 -> NoSuchThing
  4 -> Interrupted
  5 -> HardwareFault
  6 -> NoSuchThing
  7 -> ResourceExhausted
  8 -> InvalidArgument
  9 -> InvalidArgument
  10 -> NoSuchThing
  11 -> ResourceExhausted
  12 -> ResourceExhausted
  13 -> PermissionDenied
  16 -> ResourceBusy
  17 -> AlreadyExists
  18 -> UnsupportedOperation
  19 -> UnsupportedOperation
  20 -> InappropriateType
  21 -> InappropriateType
  22 -> InvalidArgument
  23 -> ResourceExhausted
  24 -> ResourceExhausted
  25 -> IllegalOperation
  26 -> ResourceBusy
  27 -> PermissionDenied
  28 -> ResourceExhausted
  29 -> UnsupportedOperation
  30 -> PermissionDenied
  31 -> ResourceExhausted
  32 -> ResourceVanished
  33 -> InvalidArgument
  34 -> UnsupportedOperation
  35 -> ResourceBusy
  36 -> InvalidArgument
  38 -> UnsupportedOperation
  39 -> UnsatisfiedConstraints
  40 -> InvalidArgument
  104 -> ResourceVanished
  110 -> TimeExpired
  111 -> NoSuchThing
  _ -> OtherError

check :: [Char] -> Handle -> Int -> IO ()
check loc h r = if r < 0 then errnoError loc (negate r) (Just h) Nothing else return ()

-- wantOpen: or semi-closed.
wantOpen, wantThere, wantReadable, wantWritable, wantSeekable :: [Char] -> Handle -> IO ()
wantOpen loc h@(Handle a) = c_state a >>= \st -> case st of
  0 -> return ()
  1 -> handleError IllegalOperation loc "handle is closed" h
  _ -> return ()
wantThere loc h@(Handle a) = wantOpen loc h >> c_state a >>= \st ->
  if st == 0 then return () else handleError IllegalOperation loc "handle is semi-closed" h
wantReadable loc h@(Handle a) = c_state a >>= \st -> case st of
  0 -> c_readable a >>= \r -> if r == 0 then handleError IllegalOperation loc "handle is not open for reading" h else return ()
  1 -> handleError IllegalOperation loc "handle is closed" h
  _ -> handleError IllegalOperation loc "handle is semi-closed" h
wantWritable loc h@(Handle a) = c_state a >>= \st -> case st of
  0 -> c_writable a >>= \r -> if r == 0 then handleError IllegalOperation loc "handle is not open for writing" h else return ()
  1 -> handleError IllegalOperation loc "handle is closed" h
  _ -> handleError IllegalOperation loc "handle is semi-closed" h
wantSeekable loc h@(Handle a) = c_state a >>= \st -> case st of
  0 -> c_seekable a >>= \r -> if r == 0 then handleError IllegalOperation loc "handle is not seekable" h else return ()
  1 -> handleError IllegalOperation loc "handle is closed" h
  _ -> handleError IllegalOperation loc "handle is semi-closed" h

-- ---- Opening and closing ----------------------------------------------------------------------------------------------------
openFile, openBinaryFile :: FilePath -> IOMode -> IO Handle
openFile = openFileAs "openFile" 0
openBinaryFile = openFileAs "openBinaryFile" 1

openFileAs :: [Char] -> Int -> FilePath -> IOMode -> IO Handle
openFileAs loc (I# binary) path mode = IO (\s -> case encodeAll path s of
  (# s1, EncodedText name _ #) -> case newByteArray# 8# s1 of
    (# s2, out #) -> case unIO (c_open name (getTag mode) binary out) s2 of
      (# s3, r #) -> case r < 0 of
        True -> unIO (case (r, mode) of
          (-21, ReadMode) -> ioException (IOError Nothing InappropriateType loc "is a directory" Nothing (Just path))   -- the system opens it
          _ -> errnoError loc (negate r) Nothing (Just path)) s3
        False -> case readAddrArray# out 0# s3 of (# s4, a #) -> (# s4, Handle a #))

hClose :: Handle -> IO ()
hClose h = changing h (closeNow h)

-- Without the turn to read.
closeNow :: Handle -> IO ()
closeNow h@(Handle a) = c_close a >>= \r -> if r > 0 then waitOutput h >> closeNow h else check "hClose" h r

withFile, withBinaryFile :: FilePath -> IOMode -> (Handle -> IO r) -> IO r
withFile name mode = bracket (openFile name mode) hClose
withBinaryFile name mode = bracket (openBinaryFile name mode) hClose

-- ---- Writing ------------------------------------------------------------------------------------------------------------------
-- See Note [Writing text].
hPutStr, hPutStrLn :: Handle -> [Char] -> IO ()
hPutStr h str = hPutText "hPutStr" h str False
hPutStrLn h str = hPutText "hPutStr" h str True

hPutChar :: Handle -> Char -> IO ()
hPutChar h c = hPutText "hPutChar" h [c] False

hPutText :: [Char] -> Handle -> [Char] -> Bool -> IO ()
hPutText loc h@(Handle a) str newline =
  c_writing a >>= \(I# how) -> case how of
    -1# -> wantWritable loc h >> hPutText loc h str newline
    _ -> IO (\s -> case newByteArray# 512# s of
      (# s1, mba #) -> putLoop loc h how mba 512# 0# str newline s1)

-- Writing, which c_writing has allowed, to a handle that may be readable, too.
putting :: [Char] -> Handle -> IO Int -> IO ()
putting loc h@(Handle a) write = c_writing a >>= \(I# how) -> case how of
  -1# -> wantWritable loc h >> putting loc h write
  _ -> (if isTrue# (andI# how 8# /=# 0#) then reading h write else write) >>= settle loc h

putLoop :: [Char] -> Handle -> Int# -> MutableByteArray# RealWorld -> Int# -> Int# -> [Char] -> Bool
        -> State# RealWorld -> (# State# RealWorld, () #)
putLoop loc h@(Handle a) how = go
  where
    mode = andI# how 3#
    go mba size i cs newline s = case cs of
      [] -> case newline of
        True -> case i <# size of
          1# -> case writeWord8Array# mba i 10## s of s1 -> commit mba (i +# 1#) s1
          _ -> room mba size i cs newline s
        False -> commit mba i s
      C# c : rest -> case i +# 4# <=# size of
        1# -> case ord# c <# 128# of
          1# -> case writeWord8Array# mba i (int2Word# (ord# c)) s of
            s1 -> case mode of
              2# -> go mba size (i +# 1#) rest newline s1
              1# -> case ord# c of
                10# -> case commit mba (i +# 1#) s1 of (# s2, _ #) -> go mba size 0# rest newline s2
                _ -> go mba size (i +# 1#) rest newline s1
              _ -> case commit mba (i +# 1#) s1 of (# s2, _ #) -> go mba size 0# rest newline s2
          _ -> case encode mba i c s of
            (# s1, i' #) -> case mode of
              0# -> case commit mba i' s1 of (# s2, _ #) -> go mba size 0# rest newline s2
              _ -> go mba size i' rest newline s1
        _ -> room mba size i cs newline s
    room :: MutableByteArray# RealWorld -> Int# -> Int# -> [Char] -> Bool -> State# RealWorld -> (# State# RealWorld, () #)
    room mba size i cs newline s = case size of
      512# -> case newByteArray# 8192# s of
        (# s1, big #) -> case copyMutableByteArray# mba 0# big 0# i s1 of s2 -> go big 8192# i cs newline s2
      _ -> case commit mba i s of (# s1, _ #) -> go mba size 0# cs newline s1
    -- Anything but bytes is encoded by the handle, surrogates, too: it knows what it cannot write.
    encode mba i c s = case andI# how 4# of
      0# -> case writeUtf8# mba i c s of s1 -> (# s1, i +# utf8Size# c #)
      _ -> case writeWord8Array# mba i (int2Word# (ord# c)) s of s1 -> (# s1, i +# 1# #)
    commit mba n s = case n of
      -- Nothing is a byte order mark where the encoding begins with one.
      0# | isTrue# (andI# how 16# ==# 0#) || isTrue# (mode ==# 0#) -> (# s, () #)
      _ -> case (case andI# how 12# of
          0# -> unIO (c_write_text a mba n) s
          4# -> unIO (c_write a mba n) s
          8# -> unIO (reading h (c_write_text a mba n)) s
          _ -> unIO (reading h (c_write a mba n)) s) of
        (# s1, r #) -> case r of
          0 -> (# s1, () #)
          _ -> unIO (settle (if r == -10003 then place else loc) h r) s1
    place = case mode of
      0# -> "hPutChar"
      _ -> if loc == "hPutStr" then "commitBuffer" else loc

isSurrogate# :: Char# -> Int#
isSurrogate# c = (ord# c >=# 0xD800#) `andI#` (ord# c <=# 0xDFFF#)

hPrint :: Show a => Handle -> a -> IO ()
hPrint h x = hPutStrLn h (show x)

hFlush :: Handle -> IO ()
hFlush h@(Handle a) = wantWritable "hFlush" h >> c_handle_flush a >>= settle "hFlush" h

-- | A handle of the same file, with the same position in it.
hDuplicate :: Handle -> IO Handle
hDuplicate h@(Handle a) = flushed h >> changing h (IO (\s -> case newByteArray# 8# s of
  (# s1, mba #) -> case unIO (c_duplicate a mba >>= \r -> check "hDuplicate" h (if r > 0 then -11 else r)) s1 of
    (# s2, _ #) -> case readAddrArray# mba 0# s2 of (# s3, p #) -> (# s3, Handle p #)))

-- | Makes the second one a duplicate of the first.
hDuplicateTo :: Handle -> Handle -> IO ()
hDuplicateTo h@(Handle a) to@(Handle b) =
  flushed h >> flushed to >> (if h == to then id else changing to . changing h) (c_duplicate_to a b) >>= \r -> check "hDuplicateTo" h (if r > 0 then -11 else r)

-- What it has is written, also to a pipe that does not take all at once (else EAGAIN, 11).
flushed :: Handle -> IO ()
flushed h@(Handle a) = c_state a >>= \st -> c_writable a >>= \w -> if st == 0 && w /= 0 then hFlush h else return ()

hFlushAll :: Handle -> IO ()
hFlushAll = hFlush

-- ---- Reading --------------------------------------------------------------------------------------------------------------------
eofError :: [Char] -> Handle -> IO a
eofError loc h = handleError EOF loc "" h

-- | With the turn to read: see Note [Turns of readers] in runtime/prim/ffi_io.c. The action waits by fillHandle only, and looks at the handle's state, which may have changed
-- in the meantime.
reading :: Handle -> IO a -> IO a
reading h act = mask_ (beginRead h >> (act `catchSync` \e -> endRead h >> throwIO e) >>= \r -> endRead h >> return r)

-- Masked.
beginRead, endRead :: Handle -> IO ()
beginRead h@(Handle a) = c_begin_read a >>= \mine -> if mine /= 0 then return () else
  newEmptyMVar >>= \v -> newStablePtr v >>= \sp -> case castStablePtrToPtr sp of
    Ptr p -> c_queue_reader a p >>= \(I# ticket) -> case ticket of
      0# -> freeStablePtr sp
      _ -> takeMVar v `orInterrupted` ((c_leave_queue a ticket >>= \left -> if left /= 0 then freeStablePtr sp else endRead h), resumeRead h (-1))
endRead (Handle a) = c_end_read a >>= \p ->
  if p == nullPtr then return ()
  else case castPtrToStablePtr p of
    sp -> deRefStablePtr sp >>= \v -> freeStablePtr sp >> putMVar (v :: MVar ()) ()

-- Of a frozen thread.
resumeRead :: Handle -> Int -> IO ()
resumeRead h@(Handle a) seen = c_resume_read a seen >>= \mine ->
  if mine /= 0 then return () else IO (\s -> case delay# 2000# s of s1 -> (# s1, () #)) >> resumeRead h seen

-- What waits, and what is done when an exception interrupts it: before the thread has the exception, and when what is frozen then goes on.
orInterrupted :: IO a -> (IO (), IO a) -> IO a
orInterrupted wait (leave, again) = wait `catchAny` \e ->
  leave >> IO (\s -> case myThreadId# s of (# s1, me #) -> case killThread# me e s1 of s2 -> (# s2, () #)) >> again

-- With the turn if the handle is readable: what changes it waits for readers, as in GHC.
changing :: Handle -> IO a -> IO a
changing h@(Handle a) act = c_readable a >>= \r -> if r /= 0 then reading h act else act

-- | More input, or False at the end.
fillHandle :: [Char] -> Handle -> IO Bool
fillHandle loc h@(Handle a) = c_fill a >>= \r -> case r of
  2 -> c_fills a >>= \seen -> ((waitInput h >> return Nothing) `orInterrupted` (endRead h, fmap Just (resumed seen))) >>= maybe' (fillHandle loc h)
  3 -> c_fills a >>= \seen -> endRead h >> resumed seen
  _ -> filled loc h r
  -- Others have read in the meantime, more perhaps than they took.
  where
    maybe' again m = case m of { Nothing -> again; Just more -> return more }
    resumed seen = resumeRead h seen >> wantReadable loc h >> c_available a >>= \n -> if n > 0 then return True else fillHandle loc h

-- For lazy reading, without the turn.
fillLazily :: [Char] -> Handle -> IO Bool
fillLazily loc h@(Handle a) = c_fill a >>= \r -> if r > 1 then waitInput h >> fillLazily loc h else filled loc h r

filled :: [Char] -> Handle -> Int -> IO Bool
filled loc h r = if r < 0 then errnoError loc (negate r) (Just h) Nothing else return (r /= 0)

-- The thread waits, not its worker: others run, and an exception can interrupt it. Somebody else may be faster to read what comes.
waitInput :: Handle -> IO ()
waitInput (Handle a) = c_fd a >>= \n -> case n of I# fd -> IO (\s -> case waitRead# fd s of s1 -> (# s1, () #))

waitOutput :: Handle -> IO ()
waitOutput (Handle a) = c_fd a >>= \n -> case n of I# fd -> IO (\s -> case waitWrite# fd s of s1 -> (# s1, () #))

-- The end of writing or flushing: of a pipe that is full some is left, see Note [Pipes to children] in runtime/prim/ffi_io.c.
settle :: [Char] -> Handle -> Int -> IO ()
settle loc h@(Handle a) r
  | r > 0 = waitOutput h >> c_handle_flush a >>= settle loc h
  | r == -9 = wantWritable loc h >> check loc h r   -- closed in the meantime
  | otherwise = check loc h r

-- The next character's code, taking it or not; -1 at the end.
nextChar :: [Char] -> Int -> Handle -> IO Int
nextChar loc (I# peek) h@(Handle a) = IO (\s -> case newByteArray# 8# s of (# s1, mba #) -> unIO (first (Buffer mba)) s1)
  where
    first buf@(Buffer mba) = c_take_char a mba peek >>= \n -> if n > 0 then code buf n else reading h (wantReadable loc h >> loop buf)
    loop buf@(Buffer mba) = c_take_char a mba (orI# peek 2#) >>= \n -> case n of
      0 -> c_available a >>= \before -> fillHandle loc h >>= \more ->
             if more then loop buf
             else if before > 0 then errnoError loc 10002 (Just h) Nothing
             else return (-1)
      _ | n < 0 -> errnoError loc (negate n) (Just h) Nothing
        | otherwise -> code buf n
    -- One byte is a character as it is, with whatever encoding.
    code (Buffer mba) n = IO (\s -> case unsafeFreezeByteArray# mba s of
      (# s1, ba #) -> case n of
        1 -> (# s1, I# (word2Int# (indexWord8Array# ba 0#)) #)
        _ -> (# s1, I# (decodeAt# ba 0#) #))

data Buffer = Buffer (MutableByteArray# RealWorld)

-- The code point of the valid sequence (two bytes or more) at an index.
decodeAt# :: ByteArray# -> Int# -> Int#
decodeAt# ba i = case byte 0# of
  b0 -> case b0 <# 0xE0# of
    1# -> uncheckedIShiftL# (b0 -# 0xC0#) 6# +# (byte 1# -# 0x80#)
    _ -> case b0 <# 0xF0# of
      1# -> uncheckedIShiftL# (b0 -# 0xE0#) 12# +# uncheckedIShiftL# (byte 1# -# 0x80#) 6# +# (byte 2# -# 0x80#)
      _ -> uncheckedIShiftL# (b0 -# 0xF0#) 18# +# uncheckedIShiftL# (byte 1# -# 0x80#) 12#
             +# uncheckedIShiftL# (byte 2# -# 0x80#) 6# +# (byte 3# -# 0x80#)
  where byte k = word2Int# (indexWord8Array# ba (i +# k))

hGetChar, hLookAhead :: Handle -> IO Char
hGetChar h = nextChar "hGetChar" 0 h >>= \n -> if n < 0 then eofError "hGetChar" h else return (unsafeChr n)
hLookAhead h = nextChar "hLookAhead" 1 h >>= \n -> if n < 0 then eofError "hLookAhead" h else return (unsafeChr n)

hIsEOF :: Handle -> IO Bool
hIsEOF h@(Handle a) = c_untaken a >>= \n ->
  if n > 0 then return False
  else reading h (wantReadable "hIsEOF" h >> c_available a >>= \k -> if k > 0 then return False else fillHandle "hIsEOF" h >>= \more -> return (not more))

hReady :: Handle -> IO Bool
hReady h = hWaitForInput h 0

hWaitForInput :: Handle -> Int -> IO Bool
hWaitForInput h@(Handle a) (I# ms) = reading h (wantReadable "hWaitForInput" h >> c_available a >>= \n ->
  if n > 0 then return True else (if isTrue# (ms <# 0#) then return 1 else c_wait a ms) >>= \r ->
    if r == 0 then return False
    else fillHandle "hWaitForInput" h >>= \more -> if more then return True else eofError "hWaitForInput" h)

hGetLine :: Handle -> IO [Char]
hGetLine h@(Handle a) = atOnce 256#
  where
    -- a line that is there
    atOnce room = IO (\s -> case newByteArray# room s of
      (# s1, mba #) -> case unIO (c_take_whole_line a mba room) s1 of
        (# s2, I# r #) -> case r ># 0# of
          1# -> case uncheckedIShiftRL# r 1# -# 1# of
            n -> case frozen mba n s2 of (# s3, ba #) -> (# s3, unpackChunk (andI# r 1#) ba n [] #)
          _ -> case r of
            0# -> unIO (reading h (wantReadable "hGetLine" h >> c_encoding a >>= \enc -> loop (bytes# enc) [])) s2
            _ -> unIO (atOnce (negateInt# r)) s2)
    -- the chunks so far, last first
    loop enc chunks = takeChunk c_take_line fillHandle "hGetLine" h >>= \chunk -> case chunk of
      NoChunk -> case chunks of
        [] -> eofError "hGetLine" h
        _ -> return (join' enc chunks [])
      Chunk ba n -> case indexWord8Array# ba (n -# 1#) of
        10## -> return (join' enc chunks (unpackChunk enc ba (n -# 1#) []))
        _ -> loop enc (chunk : chunks)
    join' _ [] rest = rest
    join' enc (Chunk ba n : more) rest = join' enc more (unpackChunk enc ba n rest)
    join' enc (NoChunk : more) rest = join' enc more rest

data Chunk = NoChunk | Chunk ByteArray# Int#

-- | Some text from the handle, blocking for it; NoChunk at the end.
takeChunk :: (Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int) -> ([Char] -> Handle -> IO Bool) -> [Char] -> Handle -> IO Chunk
takeChunk takeIt fill loc h@(Handle a) = IO (\s -> case newByteArray# 3200# s of   -- less than what has blocks of its own
  (# s1, mba #) -> unIO (loop (Buffer mba)) s1)
  where
    loop buf@(Buffer mba) = takeIt a mba 3200# >>= \n -> case n of
      0 -> c_available a >>= \before -> fill loc h >>= \more ->
             if more then loop buf
             else if before > 0 then errnoError loc 10002 (Just h) Nothing
             else return NoChunk
      _ | n < 0 -> errnoError loc (negate n) (Just h) Nothing
        | otherwise -> case n of I# n# -> IO (\s -> case frozen mba n# s of (# s1, ba #) -> (# s1, Chunk ba n# #))

-- The n bytes that were taken. A line is unpacked when it is looked at, and until then the program may keep many.
frozen :: MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, ByteArray# #)
frozen mba n s = case shrinkMutableByteArray# mba n s of s1 -> unsafeFreezeByteArray# mba s1

-- The first n bytes as characters in front of a list, built from the end.
unpackChunk :: Int# -> ByteArray# -> Int# -> [Char] -> [Char]
unpackChunk bytes ba n0 rest0 = if isTrue# bytes then latin1 (n0 -# 1#) rest0 else utf8 (n0 -# 1#) rest0
  where
    utf8 :: Int# -> [Char] -> [Char]
    utf8 i rest = case i <# 0# of
      1# -> rest
      _ -> case word2Int# (indexWord8Array# ba i) of
        b -> case b <# 128# of
          1# -> utf8 (i -# 1#) (C# (chr# b) : rest)
          _ -> case start (i -# 1#) of j -> utf8 (j -# 1#) (C# (chr# (decodeAt# ba j)) : rest)
    start :: Int# -> Int#
    start j = case word2Int# (indexWord8Array# ba j) >=# 0xC0# of { 1# -> j; _ -> start (j -# 1#) }
    latin1 :: Int# -> [Char] -> [Char]
    latin1 i rest = case i <# 0# of
      1# -> rest
      _ -> latin1 (i -# 1#) (C# (indexCharArray# ba i) : rest)

-- | Lazily: text is read when the list is demanded; the handle is semi-closed at once, behind who is reading, and closed at the end.
hGetContents :: Handle -> IO [Char]
hGetContents h@(Handle a) = reading h (wantReadable "hGetContents" h >> c_semi_close a) >> lazyRead h

lazyRead :: Handle -> IO [Char]
lazyRead h@(Handle a) = unsafeInterleaveIO (
  (notClosed >> c_encoding a >>= \enc -> takeChunk c_take fillLazily "hGetContents" h >>= \chunk -> case chunk of
    NoChunk -> notClosed >> closeNow h >> return NoRest
    Chunk ba n -> return (Rest enc ba n)) `catchSync` closing >>= \r -> case r of
      NoRest -> return []
      Rest enc ba n -> lazyRead h >>= \rest -> return (unpackChunk (bytes# enc) ba n rest))
  where
    -- An error of reading, too, is the end of the text. An asynchronous exception is none: the thread has it, and the text goes on from here.
    closing e = closeNow h >> throwIO (e :: SomeException)
    -- Nor is it the end when somebody closes the handle.
    notClosed = c_state a >>= \st -> if st == 1 then handleError IllegalOperation "hGetContents" "delayed read on closed handle" h else return ()

data Rest = NoRest | Rest Int ByteArray# Int#

-- | Strictly, and closes the handle.
hGetContents' :: Handle -> IO [Char]
hGetContents' = hGetContentsAs "hGetContents'"

hGetContentsAs :: [Char] -> Handle -> IO [Char]
hGetContentsAs loc h@(Handle a) = reading h (wantReadable loc h >> c_encoding a >>= \enc -> loop (bytes# enc) [])
  where
    loop enc chunks = takeChunk c_take fillHandle loc h >>= \chunk -> case chunk of
      NoChunk -> closeNow h >> return (joinAll enc chunks [])
      _ -> loop enc (chunk : chunks)
    joinAll _ [] rest = rest
    joinAll enc (Chunk ba n : more) rest = joinAll enc more (unpackChunk enc ba n rest)
    joinAll enc (NoChunk : more) rest = joinAll enc more rest

hGetBuf, hGetBufSome, hGetBufNonBlocking :: Handle -> Ptr a -> Int -> IO Int
hGetBuf h@(Handle a) (Ptr p) count = sized "hGetBuf" h count (reading h (wantReadable "hGetBuf" h >> loop 0))
  where
    loop got | got >= count = return got
             | otherwise = case got of
                 I# g -> case count - got of
                   I# want -> c_take_bytes a (plusAddr# p g) want >>= \n ->
                     if n > 0 then loop (got + n)
                     else fillHandle "hGetBuf" h >>= \more -> if more then loop got else return got
hGetBufSome h@(Handle a) (Ptr p) size@(I# count) = sized "hGetBufSome" h size (reading h (wantReadable "hGetBufSome" h >> loop))
  where loop = c_take_bytes a p count >>= \n ->
          if n > 0 then return n else fillHandle "hGetBufSome" h >>= \more -> if more then loop else return 0
hGetBufNonBlocking h@(Handle a) (Ptr p) size@(I# count) = sized "hGetBufNonBlocking" h size (reading h (wantReadable "hGetBufNonBlocking" h >>
  c_take_bytes a p count >>= \n -> if n > 0 then return n else c_wait a 0# >>= \r ->
    if r == 0 then return 0
    else fillHandle "hGetBufNonBlocking" h >>= \more -> if more then c_take_bytes a p count else return 0))

hPutBuf :: Handle -> Ptr a -> Int -> IO ()
hPutBuf h p n = hPutBufNonBlocking h p n >> return ()

hPutBufNonBlocking :: Handle -> Ptr a -> Int -> IO Int
hPutBufNonBlocking h@(Handle a) (Ptr p) size@(I# n) = sized "hPutBuf" h size (putting "hPutBuf" h (c_write_addr a p n) >> return size)

-- Of a buffer of a size: of none nothing is asked, not even whether the handle is open.
sized :: [Char] -> Handle -> Int -> IO Int -> IO Int
sized loc h n act
  | n > 0 = act
  | n == 0 = return 0
  | otherwise = ioException (IOError (Just h) InvalidArgument loc ("illegal buffer size " ++ showsPrec 9 n "") Nothing Nothing)

-- ---- Settings -------------------------------------------------------------------------------------------------------------------
hSetBuffering :: Handle -> BufferMode -> IO ()
hSetBuffering h@(Handle a) mode = wantOpen "hSetBuffering" h >> (case mode of
  NoBuffering -> c_set_buffering a 0# 0#
  LineBuffering -> c_set_buffering a 1# 0#
  BlockBuffering Nothing -> c_set_buffering a 2# 0#
  BlockBuffering (Just n@(I# n#))
    | n <= 0 -> handleError InvalidArgument "hSetBuffering" ("illegal buffer size " ++ showsPrec 9 n "") h
    | otherwise -> c_set_buffering a 2# n#) >>= settle "hSetBuffering" h

hGetBuffering :: Handle -> IO BufferMode
hGetBuffering h@(Handle a) = wantOpen "hGetBuffering" h >> c_buffering a >>= \(I# b) -> return (case andI# b 3# of
  0# -> NoBuffering
  1# -> LineBuffering
  _ -> case uncheckedIShiftRL# b 2# of { 0# -> BlockBuffering Nothing; n -> BlockBuffering (Just (I# n)) })

hSetEcho :: Handle -> Bool -> IO ()
hSetEcho h@(Handle a) on = wantOpen "hIsTerminalDevice" h >> c_set_echo a (getTag on)

hGetEcho :: Handle -> IO Bool
hGetEcho h@(Handle a) = wantOpen "hIsTerminalDevice" h >> c_echo a >>= \n -> return (n /= 0)

hIsOpen, hIsClosed, hIsReadable, hIsWritable, hIsSeekable, hIsTerminalDevice :: Handle -> IO Bool
hIsOpen (Handle a) = c_state a >>= \st -> return (st == 0)
hIsClosed (Handle a) = c_state a >>= \st -> return (st == 1)
hIsReadable h@(Handle a) = wantThere "hIsReadable" h >> c_readable a >>= \n -> return (n /= 0)
hIsWritable h@(Handle a) = wantThere "hIsWritable" h >> c_writable a >>= \n -> return (n /= 0)
hIsSeekable h@(Handle a) = wantThere "hIsSeekable" h >> c_seekable a >>= \n -> return (n /= 0)
hIsTerminalDevice h@(Handle a) = wantOpen "hIsTerminalDevice" h >> c_is_tty a >>= \n -> return (n /= 0)

-- | Name, mode and buffering, in GHC's words; the default buffer has GHC's size there.
hShow :: Handle -> IO [Char]
hShow h@(Handle a) = c_state a >>= \st -> if st == 1 then return "{closed}" else
  c_readable a >>= \r -> c_writable a >>= \w -> c_appends a >>= \end -> hGetBuffering h >>= \buffering -> return
    ("{loc=" ++ nameOf h ++ ",type=" ++ kind (st /= 0) (r /= 0) (w /= 0) (end /= 0) ++ ",buffering=" ++ size buffering ++ "}")
  where
    kind semi r w end | semi = "semi-closed"
                      | r && w = "read-writable"
                      | r = "readable"
                      | end = "writable (append)"
                      | otherwise = "writable"
    size buffering = case buffering of
      NoBuffering -> "none"
      LineBuffering -> "line"
      BlockBuffering n -> "block (" ++ shows (case n of { Nothing -> 2048; Just k -> k }) ")"

-- The numbers are those of runtime/prim/text_codec.h; 1 is a binary handle's. show says what GHC says.
utf8, utf8_bom, latin1, char8, localeEncoding, utf16, utf16le, utf16be, utf32, utf32le, utf32be :: TextEncoding
utf8 = TextEncoding "UTF-8" 0
latin1 = TextEncoding "ISO-8859-1" 2
utf8_bom = TextEncoding "UTF-8BOM" 4
utf16 = TextEncoding "UTF-16" 5
utf16le = TextEncoding "UTF16-LE" 6
utf16be = TextEncoding "UTF-16BE" 7
utf32 = TextEncoding "UTF-32" 8
utf32le = TextEncoding "UTF-32LE" 9
utf32be = TextEncoding "UTF-32BE" 10
char8 = TextEncoding "ISO-8859-1" 11
localeEncoding = utf8

-- Bytes are characters, and characters their low bytes.
isBytes :: Int -> Bool
isBytes enc = enc == 1 || enc == 11

bytes# :: Int -> Int#
bytes# enc = case isBytes enc of { True -> 1#; False -> 0# }

-- | UTF-8, UTF-16, UTF-32, ISO-8859-1 and ASCII under their usual names; behind //IGNORE, //TRANSLIT or //ROUNDTRIP says what is done with what the
-- encoding does not have.
mkTextEncoding :: [Char] -> IO TextEncoding
mkTextEncoding name = case span (/= '/') name of
  (plain, suffix) -> case (lookup (map upper plain) known, lookup suffix modes) of
    (Just (TextEncoding shown n), Just mode) -> return (TextEncoding (if null shown then plain else shown) (n + 16 * mode))
    _ -> ioException (IOError Nothing NoSuchThing "mkTextEncoding" ("unknown encoding:" ++ name) Nothing Nothing)
  where
    modes = [("", 0), ("//IGNORE", 1), ("//TRANSLIT", 2), ("//ROUNDTRIP", 3)] :: [([Char], Int)]
    known = [ ("UTF-8", utf8), ("UTF8", utf8), ("UTF-16", utf16), ("UTF-16LE", utf16le), ("UTF-16BE", utf16be), ("UTF-32", utf32), ("UTF-32LE", utf32le)
            , ("UTF-32BE", utf32be), ("ISO-8859-1", latin1), ("ISO8859-1", TextEncoding "" 2), ("ISO_8859-1", TextEncoding "" 2), ("LATIN1", latinOne)
            , ("ASCII", ascii), ("US-ASCII", ascii) ]
    latinOne = TextEncoding (if plain0 == "latin1" then "ISO-8859-1" else "") 2
    ascii = TextEncoding "ASCII" 3
    plain0 = takeWhile (/= '/') name
    upper c = if c >= 'a' && c <= 'z' then unsafeChr (ord c - 32) else c

hSetEncoding :: Handle -> TextEncoding -> IO ()
hSetEncoding h@(Handle a) (TextEncoding _ (I# n)) = changing h (c_set_encoding a n)

hGetEncoding :: Handle -> IO (Maybe TextEncoding)
hGetEncoding (Handle a) = c_encoding a >>= \enc -> return (case filter (\(TextEncoding _ n) -> n == enc `rem` 16) all' of
  TextEncoding name _ : _ -> Just (TextEncoding name enc)
  [] -> Nothing)
  where all' = [utf8, latin1, TextEncoding "ASCII" 3, utf8_bom, utf16, utf16le, utf16be, utf32, utf32le, utf32be, char8]

hSetBinaryMode :: Handle -> Bool -> IO ()
hSetBinaryMode h@(Handle a) binary = case binary of { True -> set 1#; False -> set 0# }
  where set e = changing h (c_set_encoding a e) >> hSetNewlineMode h noNewlineTranslation

nativeNewline :: Newline
nativeNewline = LF

universalNewlineMode, nativeNewlineMode, noNewlineTranslation :: NewlineMode
universalNewlineMode = NewlineMode CRLF LF
nativeNewlineMode = NewlineMode LF LF
noNewlineTranslation = NewlineMode LF LF

-- | Does \r\n mean \n?
isCRLF :: Handle -> IO Bool
isCRLF (Handle a) = c_newline_in a >>= \n -> return (n /= 0)

-- | The errors of a handle whose contents are asked for as text have the names of what GHC asks first.
wantText :: Handle -> IO ()
wantText h = hGetBuffering h >>= \b -> if b == BlockBuffering Nothing then wantThere "hFileSize" h else return ()

-- | See Note [Newlines of texts] in Data/Text/IO.hs; of what was read as a String.
loneReturns :: Bool -> [Char] -> [Char]
loneReturns crlf str = if crlf then go str else str
  where
    go (c : cs) = (if c == '\r' && not (null cs) then '\n' else c) : go cs
    go [] = []

hSetNewlineMode :: Handle -> NewlineMode -> IO ()
hSetNewlineMode h@(Handle a) (NewlineMode i o) = case (# getTag i, getTag o #) of (# x, y #) -> changing h (c_set_newline a x y)

-- ---- Position ----------------------------------------------------------------------------------------------------------------------
hSeek :: Handle -> SeekMode -> Integer -> IO ()
hSeek h@(Handle a) mode n = case (# getTag mode, integerToInt# n #) of
  (# m, i #) -> changing h (wantSeekable "hSeek" h >> c_seek a m i >>= check "hSeek" h)

hTell :: Handle -> IO Integer
hTell h@(Handle a) = changing h (wantSeekable "hGetPosn" h >> c_tell a >>= \n -> check "hTell" h n >> return (integerFromInt n))

hGetPosn :: Handle -> IO HandlePosn
hGetPosn h = hTell h >>= \n -> return (HandlePosn h n)

hSetPosn :: HandlePosn -> IO ()
hSetPosn (HandlePosn h n) = hSeek h AbsoluteSeek n

hFileSize :: Handle -> IO Integer
hFileSize h@(Handle a) = wantThere "hFileSize" h >> c_size a >>= \n ->
  if n == -22 then handleError InappropriateType "hFileSize" "not a regular file" h
  else check "hFileSize" h n >> return (integerFromInt n)

hSetFileSize :: Handle -> Integer -> IO ()
hSetFileSize h@(Handle a) n = wantThere "hSetFileSize" h >> c_set_size a (integerToInt# n) >>= check "hSetFileSize" h

-- ---- The Prelude's functions ----------------------------------------------------------------------------------------------------------
putChar :: Char -> IO ()
putChar c = hPutChar stdout c

putStr, putStrLn :: [Char] -> IO ()
putStr s = hPutStr stdout s
putStrLn s = hPutStrLn stdout s

print :: Show a => a -> IO ()
print x = putStrLn (show x)

getChar :: IO Char
getChar = hGetChar stdin

getLine, getContents, getContents' :: IO [Char]
getLine = hGetLine stdin
getContents = hGetContents stdin
getContents' = hGetContents' stdin

isEOF :: IO Bool
isEOF = hIsEOF stdin

interact :: ([Char] -> [Char]) -> IO ()
interact f = getContents >>= \s -> putStr (f s)

readFile, readFile' :: FilePath -> IO [Char]
readFile name = openFile name ReadMode >>= hGetContents
readFile' name = openFile name ReadMode >>= hGetContents'

writeFile, appendFile :: FilePath -> [Char] -> IO ()
writeFile name txt = withFile' name WriteMode (\h -> hPutStr h txt)
appendFile name txt = withFile' name AppendMode (\h -> hPutStr h txt)

withFile' :: FilePath -> IOMode -> (Handle -> IO r) -> IO r
withFile' = withFile
