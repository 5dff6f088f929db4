-- | What `gphc -e EXPRESSION` does with its expression: an action is run, and its result printed unless it is (); a value is printed.
-- The type checker knows the class when it defaults (defaulting.cc), so that @-e '1 + 2'@ means an Integer, and @-e 'return 1'@ an action in IO.
module GPH.Eval (Evaluated (..), Main, done) where

type Main = IO ()

-- | Ends the statements.
done :: IO ()
done = return ()

class Evaluated a where
  evaluated :: a -> IO ()

instance {-# OVERLAPPABLE #-} Show a => Evaluated a where
  evaluated = print

instance {-# OVERLAPPING #-} Evaluated (IO ()) where
  evaluated m = m

instance {-# OVERLAPPABLE #-} Show a => Evaluated (IO a) where
  evaluated m = m >>= print
