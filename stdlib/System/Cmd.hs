-- | The oldest names of System.Process.
module System.Cmd (system, rawSystem) where

import System.Process
