-- | The garbage collector.
module System.Mem (performGC, performMajorGC, performMinorGC) where

foreign import ccall safe "gph_perform_major_gc" performMajorGC :: IO ()
foreign import ccall safe "gph_perform_minor_gc" performMinorGC :: IO ()

performGC :: IO ()
performGC = performMajorGC
