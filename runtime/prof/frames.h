// frames.h: gphc -g: how large the frame of a function is. See frames.c.
#pragma once
#include <stdint.h>

void gph_frames_load(void);  // before the other; without it nothing is known
// Behind a call that returns there: bytes from the stack pointer to behind the return address of the function that
// made the call. 0: not known. Takes no memory and no lock.
uint32_t gph_frame_bytes(uintptr_t return_address);
