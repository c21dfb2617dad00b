// Counts how often a program asks for memory, and prints two numbers when the program ends: by libcrypto, and by all else. For
// LD_PRELOAD.
#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong libcrypto, others;
// Where libcrypto is in memory.
static uintptr_t first = UINTPTR_MAX, last = 0;

static int find(struct dl_phdr_info *object, size_t size, void *ignored) {
    (void)size, (void)ignored;
    if (!strstr(object->dlpi_name, "libcrypto")) return 0;
    for (int each = 0; each < object->dlpi_phnum; each++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[each];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
        if (start < first) first = start;
        if (end > last) last = end;
    }
    return 1;
}

__attribute__((constructor)) static void find_libcrypto(void) { dl_iterate_phdr(find, NULL); }

static void count(const void *caller) {
    uintptr_t place = (uintptr_t)caller;
    int is_libcrypto = place >= first && place < last;
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
