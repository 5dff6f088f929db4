{-# LANGUAGE DerivingStrategies, GeneralizedNewtypeDeriving #-}
-- | The types of POSIX, each a newtype of the Haskell type of its size on Linux.
module System.Posix.Types
  ( CDev(..), CIno(..), CMode(..), COff(..), CPid(..), CSsize(..), CGid(..), CNlink(..), CUid(..), CCc(..), CSpeed(..), CTcflag(..), CRLim(..)
  , CBlkSize(..), CBlkCnt(..), CClockId(..), CFsBlkCnt(..), CFsFilCnt(..), CId(..), CKey(..), CSocklen(..), CNfds(..), CTimer(..), Fd(..)
  , LinkCount, UserID, GroupID, ByteCount, ClockTick, EpochTime, FileOffset, ProcessID, ProcessGroupID, DeviceID, FileID, FileMode, Limit
  ) where

import Foreign.C.Types
import GPH.Bits
import GPH.Int
import GPH.Ix (Ix)
import GPH.Ptr (Ptr)
import GPH.Storable
import GPH.Word

newtype CPid = CPid Int32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CSsize = CSsize Int64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype COff = COff Int64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CBlkSize = CBlkSize Int64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CBlkCnt = CBlkCnt Int64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CClockId = CClockId Int32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CKey = CKey Int32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CDev = CDev Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CIno = CIno Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CMode = CMode Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CGid = CGid Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CUid = CUid Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CNlink = CNlink Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CTcflag = CTcflag Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CRLim = CRLim Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CFsBlkCnt = CFsBlkCnt Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CFsFilCnt = CFsFilCnt Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CId = CId Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CSocklen = CSocklen Word32 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CNfds = CNfds Word64 deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CTimer = CTimer (Ptr ()) deriving newtype (Eq, Ord, Storable, Show)
newtype Fd = Fd CInt deriving newtype (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable, Show, Read)
newtype CCc = CCc Word8 deriving newtype (Eq, Ord, Num, Enum, Real, Storable, Show, Read)
newtype CSpeed = CSpeed Word32 deriving newtype (Eq, Ord, Num, Enum, Real, Storable, Show, Read)

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
