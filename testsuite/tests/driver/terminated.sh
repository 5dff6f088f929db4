# SIGTERM at any moment ends gphc, in the middle of malloc, too (the handler waited for the lock that its own thread held, in 4 of 150 runs).
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 77; }
echo 'main = print 1' > a.hs
cat > t.py <<'END'
import os, random, signal, subprocess, sys, time
rng, gphc = random.Random(), sys.argv[1]
for i in range(40):
    p = subprocess.Popen([gphc, '-O2', '-fno-object-cache', 'a.hs', '-o', 'q'], stderr=subprocess.DEVNULL)
    time.sleep(rng.uniform(0.05, 0.7))
    p.send_signal(signal.SIGTERM)
    try: p.wait(20)
    except subprocess.TimeoutExpired:
        p.kill()
        sys.exit('it did not end')
END
python3 t.py "$GPHC"
