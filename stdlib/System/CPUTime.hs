-- | CPU time of the process, in picoseconds.
module System.CPUTime (getCPUTime, cpuTimePrecision) where

import GPH.System

getCPUTime :: IO Integer
getCPUTime = fmap (\ns -> toInteger ns * 1000) clockCPU

cpuTimePrecision :: Integer
cpuTimePrecision = 1000
