# Returned, and as an argument at another type: the object that was taken apart. Not with other fields, and not in a thunk.
"$GPHC" -O2 -ddump-stg "$ROOT/testsuite/tests/stg/reuse/returned.gph" -o p > dump
body() { awk -v f="$1" '$1 ~ f "(_[0-9a-f]+)?$" { on = 1 } on { print } /^$/ { on = 0 }' dump; }
body '^Main_alt' | grep -q 'Ok x_[0-9]* us_[0-9]*!* -> ds_[0-9]*$' || { body '^Main_alt'; exit 1; }
body '^Main_(zdw)?next' | grep -q 'Left e_[0-9]* -> (# ds_[0-9]* n_[0-9]* #)$' || { body '^Main_(zdw)?next'; exit 1; }
body '^Main_swap' | grep -q '^ *Ok .* us_[0-9]*$' || { body '^Main_swap'; exit 1; }
body '^Main_later' | grep -q '_ -> Ok x_[0-9]* us_[0-9]*$' || { body '^Main_later'; exit 1; }
