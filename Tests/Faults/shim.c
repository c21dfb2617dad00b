// Makes the Nth call of one kind fail, in a program that this library is preloaded into.
//
//   FAULT_CALL   read, write, open, rename, close, fsync, thread, allocation
//   FAULT_NTH    which call fails, from 1; 0 only counts them
//   FAULT_LAST   the last one that fails; the same as FAULT_NTH unless given, 0 for all that follow
//   FAULT_ERRNO  the error it fails with; for writes also "short": one byte is written, and the call after fails
//   FAULT_COUNT  a file to which the number of such calls is written at the end
//
// Counted are the calls of the program itself, not those of this library. Allocations are those of libcrypto alone.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static long first, last;
static int error_number = EIO;
static int is_short;
static char kind[16];
static uintptr_t program_start, program_end, crypto_start, crypto_end;
static atomic_int is_ready;

// Finds where the program itself and libcrypto lie in memory.
static int find_code(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    int is_program = !info->dlpi_name || !*info->dlpi_name;
    if (!is_program && !strstr(info->dlpi_name, "libcrypto")) return 0;
    uintptr_t *first_byte = is_program ? &program_start : &crypto_start;
    uintptr_t *last_byte = is_program ? &program_end : &crypto_end;
    // The first object is the program; the kernel's own has no name either.
    if (*last_byte) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        uintptr_t end = start + info->dlpi_phdr[i].p_memsz;
        if (!*first_byte || start < *first_byte) *first_byte = start;
        if (end > *last_byte) *last_byte = end;
    }
    return 0;
}

static int number_of(const char *name) {
    if (!strcmp(name, "ENOSPC")) return ENOSPC;
    if (!strcmp(name, "ENOMEM")) return ENOMEM;
    if (!strcmp(name, "EACCES")) return EACCES;
    if (!strcmp(name, "EAGAIN")) return EAGAIN;
    if (!strcmp(name, "EINTR")) return EINTR;
    if (!strcmp(name, "EMFILE")) return EMFILE;
    return EIO;
}

__attribute__((constructor)) static void begin(void) {
    const char *value = getenv("FAULT_CALL");
    if (!value) return;
    strncpy(kind, value, sizeof kind - 1);
    value = getenv("FAULT_NTH");
    first = value ? atol(value) : 0;
    value = getenv("FAULT_LAST");
    last = value ? atol(value) : first;
    if (last == 0) last = 1L << 60;
    value = getenv("FAULT_ERRNO");
    if (value && !strcmp(value, "short")) is_short = 1;
    else if (value) error_number = number_of(value);
    dl_iterate_phdr(find_code, NULL);
    // A program that this one starts runs in peace.
    unsetenv("LD_PRELOAD");
    is_ready = 1;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!is_ready || !path) return;
    is_ready = 0;
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%ld\n", (long)calls);
    fclose(file);
}

// Whether the call that is just being made is one that fails.
static int fails(const char *name) {
    if (!is_ready || strcmp(kind, name)) return 0;
    long number = ++calls;
    return first > 0 && number >= first && number <= last;
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t read(int descriptor, void *buffer, size_t count) {
    REAL(read);
    if (fails("read")) {
        errno = error_number;
        return -1;
    }
    return real(descriptor, buffer, count);
}

ssize_t write(int descriptor, const void *buffer, size_t count) {
    REAL(write);
    if (fails("write")) {
        // The rest of a short write fails too, as on a full disk.
        if (is_short && count > 1) {
            last = first + 1;
            is_short = 0;
            error_number = ENOSPC;
            return real(descriptor, buffer, 1);
        }
        errno = error_number;
        return -1;
    }
    return real(descriptor, buffer, count);
}

static int open_with(const char *symbol, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, symbol);
    if (fails("open")) {
        errno = error_number;
        return -1;
    }
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_with("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_with("open64", path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    REAL(openat);
    if (fails("open")) {
        errno = error_number;
        return -1;
    }
    return real(folder, path, flags, mode);
}

int rename(const char *from, const char *to) {
    REAL(rename);
    if (fails("rename")) {
        errno = error_number;
        return -1;
    }
    return real(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    REAL(renameat);
    if (fails("rename")) {
        errno = error_number;
        return -1;
    }
    return real(from_folder, from, to_folder, to);
}

int link(const char *from, const char *to) {
    REAL(link);
    if (fails("rename")) {
        errno = error_number;
        return -1;
    }
    return real(from, to);
}

int close(int descriptor) {
    REAL(close);
    if (fails("close")) {
        real(descriptor);
        errno = error_number;
        return -1;
    }
    return real(descriptor);
}

int fsync(int descriptor) {
    REAL(fsync);
    if (fails("fsync")) {
        errno = error_number;
        return -1;
    }
    return real(descriptor);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    REAL(pthread_create);
    if (fails("thread")) return EAGAIN;
    return real(thread, attributes, start, argument);
}

// Before the constructor has run and while dlsym itself allocates, the allocator is asked by its other name.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static int is_crypto(void *caller) {
    return (uintptr_t)caller >= crypto_start && (uintptr_t)caller < crypto_end;
}

static int is_program(void *caller) {
    return (uintptr_t)caller >= program_start && (uintptr_t)caller < program_end;
}

// Whether libcrypto asks for memory, itself or through the program's own function.
#define FROM_CRYPTO                                                                                                          \
    (is_ready && (is_crypto(__builtin_return_address(0)) || (is_program(__builtin_return_address(0)) &&                     \
                                                             is_crypto(__builtin_return_address(1)))))

void *malloc(size_t size) {
    if (FROM_CRYPTO && fails("allocation")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (FROM_CRYPTO && fails("allocation")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    if (FROM_CRYPTO && fails("allocation")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(old, size);
}
