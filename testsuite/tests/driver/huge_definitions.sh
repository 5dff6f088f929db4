# Huge definitions of what is computed when the program runs: they are cut into pieces (opt/outline.cc), compile within seconds, and run right.
. "$SRC/huge_definitions.inc"
try run_shows 1000 20 9989991000   # it ends with 998, 999 and 1000
try run_and 10000 20 '(True,False)'
try run_pattern 10000 20 '(0,1)'
try run_maps 3000 20 '[3001,3002]'
try run_binds 150 30 150
try run_constructors 500 30 '(5,0)'
