# Signals of children and Ctrl-C. A child has the default of each signal, and none blocked, whatever the runtime does with them; what was ignored before the
# program began stays so. The expectations are GHC's, but that of what is ignored (its library ignores two signals of libc's own).
fail() { echo "$1"; shift; cat "$@"; exit 1; }
cat > signals.hs <<'H'
import System.Process
main :: IO ()
main = do
  let look = ["-E", "^Sig(Blk|Ign)", "/proc/self/status"]
  callProcess "grep" look
  spawnProcess "grep" look >>= waitForProcess >>= print
  readCreateProcess (proc "grep" look) { close_fds = True } "" >>= putStr
H
# kill -INT 0 is Ctrl-C: it goes to the group, which is the program's, because setsid makes one.
cat > ctrl_c.hs <<'H'
import Control.Concurrent
import Control.Exception
import System.IO
import System.Process

interrupted :: Show a => IO a -> IO ()
interrupted act = try act >>= either (\e -> putStrLn ("interrupted: " ++ show (e :: AsyncException))) print

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  -- the child takes it and goes on
  interrupted (system "trap 'echo caught' INT; kill -INT 0; echo goes on; exit 3")
  -- the child dies of it, and then the program has it, too; once with each of those who delegate
  interrupted (system "kill -INT $$")
  interrupted (callCommand "kill -INT 0; sleep 100")
  interrupted (callProcess "sh" ["-c", "kill -QUIT $$"])
  interrupted (createProcess (shell "kill -INT 0") { delegate_ctlc = True } >>= \(_, _, _, p) -> threadDelay 50000 >> getProcessExitCode p)
  -- nothing is delegated any more, also after one that was not started and one that was not waited for
  interrupted (fmap (const ()) (try (callProcess "/no/such/program" []) :: IO (Either IOException ())))
  interrupted (withCreateProcess (proc "sleep" ["100"]) { delegate_ctlc = True } (\_ _ _ _ -> return ()))
  interrupted (spawnCommand "kill -INT 0; sleep 100" >> threadDelay 10000000)
H
cat > expected <<'X'
caught
goes on
ExitFailure 3
interrupted: user interrupt
interrupted: user interrupt
interrupted: user interrupt
interrupted: user interrupt
()
()
interrupted: user interrupt
X
for flags in -O0 -threaded; do
  rts=
  [ "$flags" = -threaded ] && rts="+RTS -N2"
  "$GPHC" $flags -rtsopts signals.hs -o signals 2> err || fail "signals.hs: $flags" err
  "$GPHC" $flags -rtsopts ctrl_c.hs -o ctrl_c 2> err || fail "ctrl_c.hs: $flags" err
  (trap '' HUP; ./signals $rts) > out 2> err || fail "signals: $flags" out err
  [ "$(grep -c 'SigBlk:.0000000000000000$' out)" = 3 ] || fail "signals are blocked: $flags" out
  [ "$(grep -c 'SigIgn:' out)" = 3 ] || fail "not three children: $flags" out
  for mask in $(sed -n 's/^SigIgn:[[:space:]]*//p' out); do
    [ $((0x$mask & 0x0001)) != 0 ] || fail "SIGHUP is not ignored any more: $flags" out
    [ $((0x$mask & 0x1002)) = 0 ] || fail "SIGINT or SIGPIPE is ignored: $flags" out
  done
  setsid -w ./ctrl_c $rts > out 2> err || fail "ctrl_c: $flags" out err
  cmp -s out expected || fail "Ctrl-C: $flags" out err
done
