-- | What `gphc -e EXPRESSION` does with its expression: an action is run, and its result printed unless it is (); a value is printed.
-- The type checker knows the class when it defaults (defaulting.cc), so that @-e '1 + 2'@ means an Integer, and @-e 'return 1'@ an action in IO.
module GPH.Eval (Evaluated (..), Main, done) where

import Prelude hiding (print)
import qualified Prelude

type Main = IO ()

-- | Ends the statements.
done :: IO ()
done = return ()

class Evaluated a where
  print :: a -> IO ()

instance {-# OVERLAPPABLE #-} Show a => Evaluated a where
  print = Prelude.print

instance {-# OVERLAPPING #-} Evaluated (IO ()) where
  print m = m

instance {-# OVERLAPPABLE #-} Show a => Evaluated (IO a) where
  print m = m >>= Prelude.print
