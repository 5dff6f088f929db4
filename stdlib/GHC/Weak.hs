-- | Weak pointers, under GHC's name and with their constructor.
module GHC.Weak (Weak(..), mkWeak, deRefWeak, finalize) where

import GPH.Weak
