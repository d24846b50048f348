// What asm statements that set P0, the lanes of predicated instructions, tell the compiler, which
// may hold other lanes there and takes no clobber of it. g++ has a constraint for P0: it is an
// output. clang has none: the statement gives back what it found.
//
// A statement begins with ETCH_KEEP_PREDICATE, ends with ETCH_GIVE_PREDICATE_BACK and has
// ETCH_PREDICATE(p) among its outputs, where p is a mve_pred16_t that nobody reads.
#pragma once

#include <etch/base/features.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

#ifdef __clang__
#define ETCH_KEEP_PREDICATE "vmrs %[predicate],p0\n\t"
#define ETCH_GIVE_PREDICATE_BACK "\n\tvmsr p0,%[predicate]"
#define ETCH_PREDICATE(P) [predicate] "=&r"(P)
#else
#define ETCH_KEEP_PREDICATE ""
#define ETCH_GIVE_PREDICATE_BACK ""
#define ETCH_PREDICATE(P) [predicate] "=&Up"(P)
#endif

#endif
