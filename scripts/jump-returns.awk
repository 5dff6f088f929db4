# gcc's assembly of the runtime's functions that are compiled code (GPH_PINNED), which then call and return as the LLVM back end's do:
# Note [Returns by jumps] in compiler/backend/llvm/returns.cc.
/^\tcall\t(\*|gph_ap[1-9]$)/ {
  target = $2
  if (match(target, /^\*-?[0-9]*\(%rsp\)$/)) {    # the push moves what rsp points to
    n = substr(target, 2) + 8
    target = "*" n "(%rsp)"
  }
  label = ".Lback" ++count
  print "\tpushq\t$" label "\n\tjmp\t" target "\n" label ":"
  next
}
/^\tret$/ { print "\tpopq\t%r11\n\tjmp\t*%r11"; next }
{ print }
