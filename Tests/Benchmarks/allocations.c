// Counts how often a program asks for memory, and prints two numbers when the program ends: by libcrypto, and by all else. For
// LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong libcrypto, others;

static void count(const void *caller) {
    Dl_info place;
    int is_libcrypto = dladdr(caller, &place) && place.dli_fname && strstr(place.dli_fname, "libcrypto");
    atomic_fetch_add_explicit(is_libcrypto ? &libcrypto : &others, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(__builtin_return_address(0));
    return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
    fprintf(stderr, "%lu %lu\n", atomic_load(&libcrypto), atomic_load(&others));
}
