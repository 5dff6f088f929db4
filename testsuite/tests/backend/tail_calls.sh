# Tail calls are jumps at every -O: deep mutual recursion, unknown calls, calls with many arguments, calls from a case. A call instruction in one of
# the loop functions (other than evaluation, and polls) would grow the stack.
cat > t.core <<'END'
rec {
Main.even_1 :: Int# -> Int# =
  \ (n_1 :: Int#) -> case n_1 of (c_1 :: Int#) => Int# { 0# -> 1#; _ -> Main.odd_1 (-# n_1 1#); };
Main.odd_1 :: Int# -> Int# =
  \ (n_2 :: Int#) -> case n_2 of (c_2 :: Int#) => Int# { 0# -> 0#; _ -> Main.even_1 (-# n_2 1#); };
}
rec {
Main.many_1 :: Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# =
  \ (a_1 :: Int#) (b_1 :: Int#) (c_3 :: Int#) (d_1 :: Int#) (e_1 :: Int#) (f_1 :: Int#) (g_1 :: Int#) (h_1 :: Int#) ->
    case a_1 of (x_1 :: Int#) => Int# { 0# -> h_1; _ -> Main.more_1 (-# a_1 1#) c_3 d_1 e_1 f_1 g_1 h_1 b_1; };
Main.more_1 :: Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# -> Int# =
  \ (a_2 :: Int#) (b_2 :: Int#) (c_4 :: Int#) (d_2 :: Int#) (e_2 :: Int#) (f_2 :: Int#) (g_2 :: Int#) (h_2 :: Int#) ->
    case a_2 of (x_2 :: Int#) => Int# { 0# -> h_2; _ -> Main.many_1 (-# a_2 1#) c_4 d_2 e_2 f_2 g_2 h_2 b_2; };
}
rec {
Main.unknown_1 :: (Int# -> Int#) -> Int# -> Int# = \ (k_1 :: Int# -> Int#) (n_3 :: Int#) -> k_1 n_3;
}
Main.main_1 :: State# RealWorld -> (# State# RealWorld, `()` #) =
  \ (s_1 :: State# RealWorld) ->
    case ccall unsafe "abs" ("int64_t") "int64_t" (# State# RealWorld, Int# #) (Main.unknown_1 Main.even_1 (Main.many_1 10# 1# 2# 3# 4# 5# 6# 7#)) s_1 of (r_1 :: (# State# RealWorld, Int# #)) => (# State# RealWorld, `()` #) {
      `(#,#)` s_2 q_1 -> `(#,#)` @(State# RealWorld) @`()` s_2 `()`; };
main Main.main_1;
END
for o in "-O0 -fvia-C" "-O1 -fvia-C" "-O2 -fvia-C" "-O0 -fllvm" "-O1 -fllvm" "-O2 -fllvm"; do
  case $o in *llvm) "$GPHC" --info | grep -q LLVM || continue;; esac
  "$GPHC" $o -S t.core -o out || exit 1
  awk '/^Main_(even|odd|many|more|unknown)_fn:/{on=1} /^\t\.size/{on=0} on && /\tcall/ && !/callq?\t\*\(?%/ && !/gph_(gc|poll)_stub/{print; bad=1} END{exit bad}' out.Main.s || { echo "a tail call is a call at $o"; exit 1; }
done
