{-# LANGUAGE GeneralizedNewtypeDeriving #-}
-- | The types of POSIX, each a newtype of the Haskell type of its size on Linux.
module System.Posix.Types
  ( CDev(..), CIno(..), CMode(..), COff(..), CPid(..), CSsize(..), CGid(..), CNlink(..), CUid(..), CCc(..), CSpeed(..), CTcflag(..), CRLim(..)
  , CBlkSize(..), CBlkCnt(..), CClockId(..), CFsBlkCnt(..), CFsFilCnt(..), CId(..), CKey(..), CSocklen(..), CNfds(..), Fd(..)
  , LinkCount, UserID, GroupID, ByteCount, ClockTick, EpochTime, FileOffset, ProcessID, ProcessGroupID, DeviceID, FileID, FileMode, Limit
  ) where

import Foreign.C.Types
import GPH.Bits
import GPH.Int
import GPH.Ix (Ix)
import GPH.Storable
import GPH.Word

newtype CPid = CPid Int32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CPid where showsPrec p (CPid x) = showsPrec p x
instance Read CPid where readsPrec p s = [(CPid x, r) | (x, r) <- readsPrec p s]
newtype CSsize = CSsize Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CSsize where showsPrec p (CSsize x) = showsPrec p x
instance Read CSsize where readsPrec p s = [(CSsize x, r) | (x, r) <- readsPrec p s]
newtype COff = COff Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show COff where showsPrec p (COff x) = showsPrec p x
instance Read COff where readsPrec p s = [(COff x, r) | (x, r) <- readsPrec p s]
newtype CBlkSize = CBlkSize Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CBlkSize where showsPrec p (CBlkSize x) = showsPrec p x
instance Read CBlkSize where readsPrec p s = [(CBlkSize x, r) | (x, r) <- readsPrec p s]
newtype CBlkCnt = CBlkCnt Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CBlkCnt where showsPrec p (CBlkCnt x) = showsPrec p x
instance Read CBlkCnt where readsPrec p s = [(CBlkCnt x, r) | (x, r) <- readsPrec p s]
newtype CClockId = CClockId Int32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CClockId where showsPrec p (CClockId x) = showsPrec p x
instance Read CClockId where readsPrec p s = [(CClockId x, r) | (x, r) <- readsPrec p s]
newtype CKey = CKey Int32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CKey where showsPrec p (CKey x) = showsPrec p x
instance Read CKey where readsPrec p s = [(CKey x, r) | (x, r) <- readsPrec p s]
newtype CDev = CDev Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CDev where showsPrec p (CDev x) = showsPrec p x
instance Read CDev where readsPrec p s = [(CDev x, r) | (x, r) <- readsPrec p s]
newtype CIno = CIno Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CIno where showsPrec p (CIno x) = showsPrec p x
instance Read CIno where readsPrec p s = [(CIno x, r) | (x, r) <- readsPrec p s]
newtype CMode = CMode Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CMode where showsPrec p (CMode x) = showsPrec p x
instance Read CMode where readsPrec p s = [(CMode x, r) | (x, r) <- readsPrec p s]
newtype CGid = CGid Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CGid where showsPrec p (CGid x) = showsPrec p x
instance Read CGid where readsPrec p s = [(CGid x, r) | (x, r) <- readsPrec p s]
newtype CUid = CUid Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUid where showsPrec p (CUid x) = showsPrec p x
instance Read CUid where readsPrec p s = [(CUid x, r) | (x, r) <- readsPrec p s]
newtype CNlink = CNlink Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CNlink where showsPrec p (CNlink x) = showsPrec p x
instance Read CNlink where readsPrec p s = [(CNlink x, r) | (x, r) <- readsPrec p s]
newtype CTcflag = CTcflag Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CTcflag where showsPrec p (CTcflag x) = showsPrec p x
instance Read CTcflag where readsPrec p s = [(CTcflag x, r) | (x, r) <- readsPrec p s]
newtype CRLim = CRLim Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CRLim where showsPrec p (CRLim x) = showsPrec p x
instance Read CRLim where readsPrec p s = [(CRLim x, r) | (x, r) <- readsPrec p s]
newtype CFsBlkCnt = CFsBlkCnt Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CFsBlkCnt where showsPrec p (CFsBlkCnt x) = showsPrec p x
instance Read CFsBlkCnt where readsPrec p s = [(CFsBlkCnt x, r) | (x, r) <- readsPrec p s]
newtype CFsFilCnt = CFsFilCnt Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CFsFilCnt where showsPrec p (CFsFilCnt x) = showsPrec p x
instance Read CFsFilCnt where readsPrec p s = [(CFsFilCnt x, r) | (x, r) <- readsPrec p s]
newtype CId = CId Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CId where showsPrec p (CId x) = showsPrec p x
instance Read CId where readsPrec p s = [(CId x, r) | (x, r) <- readsPrec p s]
newtype CSocklen = CSocklen Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CSocklen where showsPrec p (CSocklen x) = showsPrec p x
instance Read CSocklen where readsPrec p s = [(CSocklen x, r) | (x, r) <- readsPrec p s]
newtype CNfds = CNfds Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CNfds where showsPrec p (CNfds x) = showsPrec p x
instance Read CNfds where readsPrec p s = [(CNfds x, r) | (x, r) <- readsPrec p s]
newtype Fd = Fd CInt deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show Fd where showsPrec p (Fd x) = showsPrec p x
instance Read Fd where readsPrec p s = [(Fd x, r) | (x, r) <- readsPrec p s]
newtype CCc = CCc Word8 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CCc where showsPrec p (CCc x) = showsPrec p x
instance Read CCc where readsPrec p s = [(CCc x, r) | (x, r) <- readsPrec p s]
newtype CSpeed = CSpeed Word32 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CSpeed where showsPrec p (CSpeed x) = showsPrec p x
instance Read CSpeed where readsPrec p s = [(CSpeed x, r) | (x, r) <- readsPrec p s]

type LinkCount = CNlink
type UserID = CUid
type GroupID = CGid
type ByteCount = CSize
type ClockTick = CClock
type EpochTime = CTime
type FileOffset = COff
type ProcessID = CPid
type ProcessGroupID = CPid
type DeviceID = CDev
type FileID = CIno
type FileMode = CMode
type Limit = CLong
