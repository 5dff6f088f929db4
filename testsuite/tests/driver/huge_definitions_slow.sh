# As huge_definitions.sh, larger; also at -O0 and -O2.
. "$SRC/huge_definitions.inc"
for o in -O0 -O1 -O2; do
  try run_shows 3000 90 9829993000 $o
  try run_list 10000 120 99990000 $o
  try run_map 2000 90 '(2000,Just "2")' $o
  try run_binds 300 300 300 $o
done
