// spelling.h: how near two words are.
#pragma once

// How many letters must be changed, left out, put in, or exchanged with their neighbour to make one of the other; many
// for words of more than 63 letters.
int gph_spelling_distance(const char *a, const char *b);
