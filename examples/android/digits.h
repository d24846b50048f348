/* The digits network for C, Java (JNI), Kotlin, Rust or whatever else calls C functions. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of memory that one inference works in, aligned to 16. Nothing else is written: threads with
   memory of their own may call at the same time. */
enum { digits_memory_bytes = 4096, digits_memory_alignment = 16 };

/* Reads an 8 x 8 picture, row by row, 0 (paper) to 16 (ink), writes ten logits and returns the
   digit. -1 when memory is null or not aligned. */
int digits_read(void* memory, const unsigned char* pixels, signed char* logits);

/* The name of the machine whose kernels run, e.g. aarch64+dotprod. */
const char* digits_target(void);

#ifdef __cplusplus
}
#endif
