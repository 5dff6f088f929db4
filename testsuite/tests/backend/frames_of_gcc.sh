# Note [Frames and roots] in gph/codegen.h, for gcc: what it says of each function's stack (-fstack-usage, with the return address) is a word for each root that the
# function has while other code runs, at least. LLVM's frames are checked by the compiler itself (backend/llvm/frames.cc).
python3 "$ROOT/testsuite/parallel-random/programs.py" deep 6018 > deep.hs || exit 1
cp "$ROOT/testsuite/tests/runtime/stack/roots_in_step.gph" .
mkdir apply
gcc -std=gnu11 -fno-pie -fno-strict-aliasing -DGPH_PINNED -O2 -mno-red-zone -fcall-used-r12 -fno-tree-slp-vectorize -fno-ipa-icf -fno-stack-protector -fcf-protection=none \
  -I"$ROOT/runtime" -I"$ROOT/runtime/include" -w -fstack-usage -c "$ROOT/runtime/eval/apply.c" -o apply/apply.o || exit 1
cp "$ROOT/runtime/eval/apply.c" apply/
for f in *.gph *.hs; do
  "$GPHC" -v0 -O1 -cpp -fvia-C -fno-object-cache -keep-tmp-files -optc-fstack-usage $f -o p 2> err || { cat err; exit 1; }
  mv "$(sed -n 's/.*intermediate files are in //p' err)" "$f.d"
done
cat > look.py <<'X'
import glob, re, sys
functions = bad = 0
for c in glob.glob('*/*.c'):
    try: usage = {line.split('\t')[0].rsplit(':', 1)[1]: int(line.split('\t')[1]) for line in open(c[:-2] + '.su')}
    except FileNotFoundError: continue                        # no code of a program
    for name, roots in re.findall(r'GPH_STKCHK\w*\((\w+),[^;]*;\s*GPH_FRAME_OF\((\d+)\)', open(c).read()):
        if name not in usage: continue                        # inlined, or not used
        functions += 1
        if usage[name] < 8 * int(roots):
            bad += 1
            print(f'{c}: {name} has {usage[name]} bytes of stack and {roots} roots')
if functions < 20: print(f'only {functions} functions')
sys.exit(bad > 0 or functions < 20)
X
python3 look.py
