# A strict loop over unboxed numbers is a machine loop: no calls, no root stack, no heap, but for one look at the limit in each round (the poll), at -O2 in each few rounds.
cat > t.core <<'END'
rec {
Main.sum_1 :: Int# -> Int# -> Int# =
  \ (n_1 :: Int#) (acc_1 :: Int#) -> case n_1 of (c_1 :: Int#) => Int# { 0# -> acc_1; _ -> Main.sum_1 (-# n_1 1#) (+# acc_1 n_1); };
}
Main.main_1 :: State# RealWorld -> (# State# RealWorld, `()` #) =
  \ (s_1 :: State# RealWorld) ->
    case ccall unsafe "abs" ("int64_t") "int64_t" (# State# RealWorld, Int# #) (Main.sum_1 10# 0#) s_1 of (r_1 :: (# State# RealWorld, Int# #)) => (# State# RealWorld, `()` #) {
      `(#,#)` s_2 q_1 -> `(#,#)` @(State# RealWorld) @`()` s_2 `()`; };
main Main.main_1;
END
for way in "-O0 -fvia-C" "-O1 -fllvm" "-O2 -fvia-C" "-O2 -fllvm"; do
  case $way in *llvm) "$GPHC" --info | grep -q LLVM || continue;; esac
  "$GPHC" $way -S t.core -o out || exit 1
  awk '/^Main_sum[A-Za-z_]*fn:/{on=1} /^\t\.size/{on=0} on && /cmpq.*%r1[35].*%r1[35]/{polls++; next} on && /call.*gph_(gc|poll)_stub/{next}
       on && (/\tcall/ || /%r1[345]/){print; bad=1} END{exit bad || polls != 1}' out.Main.s || { echo "in the way of $way"; exit 1; }
done

# A loop in a thunk, whose end allocates: at -O2 with a poll in every few rounds only, as one that returns.
cat > u.gph <<'END'
module Main (main) where
sums :: Int -> Double -> [Double]
sums n d = [ sum [ d / fromIntegral (i + j) | j <- [1 .. n] ] | i <- [0 .. n] ]
{-# NOINLINE sums #-}
main :: IO ()
main = print (sums 3 1)
END
"$GPHC" -O2 -ddump-low u.gph -o u > low || exit 1
awk '/^[A-Za-z]/{f=0} /^Main_.*sums.*t_/{f=1} f && /= \/##/{rounds++} f && /heapcheck 0/{polls++} END{exit !(rounds >= 3 && polls <= rounds / 2)}' low || { echo "the loop of a thunk polls in each round"; exit 1; }
