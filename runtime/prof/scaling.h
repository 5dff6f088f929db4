// scaling.h: what +RTS --scaling says at the end. See scaling.c.
#pragma once
void gph_scaling_report(void);  // on stderr, if it was asked for; prof/strands.h has measured by then
