// racy.h: words that one HEC reads while another may write them.
//
// Note [Accesses that race]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// Nearly all that generated code reads was published before: by the release of an update (gph_update), of a write to a
// MutVar or an array, or by the runtime's own synchronisation (sparks, messages, MVars, a stopped world), and acquired
// by GPH_ENTER or by who took the message. Such loads and stores are plain. The others are aligned words, and any value
// that was ever stored there is right:
//   info of an evaluated object   GPH_INFO: a mark of normal form may change it to its twin (Note [Normal form] in
//                                 abi.h), equal in what is read. Publishes nothing: relaxed
//   info of a thunk to be updated gph_update: only a waiter changes it, from eager to lazy black hole, and its message
//                                 comes at a safe point: relaxed (Note [Claiming thunks] in eval/blackhole.c). A claim
//                                 that comes too late is a CAS that fails: a write for ThreadSanitizer
//   word of an indirection        a chain is halved (enter_ind_chain): release and acquire, as it publishes the value
//                                 again
//   MutVar, array element         the user's races: release and acquire, so that what is found there is whole. Elements
//                                 of byte arrays are plain: racing for them is a fault of the program (or of the
//                                 library), and ThreadSanitizer says so
//   mark word of an array         whether it is remembered. Who reads 1 relies on who set it, at most until the world
//                                 stops: relaxed (heap/remember.c)
//   R->hplim, R->splim            other HECs zap them. Who reads too early reads again at the next check: relaxed
//                                 (assembly reads splim)
//   word of an indirection        GPH_IND_VALUE: acquired, as is the info that says so; an indirection stays one, and
//                                 its word moves on along a chain only (enter_ind_chain)
// gcc neither joins relaxed loads nor folds them into other instructions. So the relaxed ones on hot paths (GPH_RACY)
// are plain loads but under ThreadSanitizer: on x86-64 the same instruction, and a load that gcc makes twice, or
// earlier within a stretch without calls, finds another of the values that are right. Not so a pointer that is looked
// through (MutVar, element of a mutable array): made twice, its tag and its fields would be two objects'.
#pragma once
#ifdef __SANITIZE_THREAD__
#define GPH_RACY(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#else
#define GPH_RACY(x) (x)
#endif
